// Values and sides that somebody else in the room puts right: "settimana ventotto." "Trenta, dottore."
#pragma once

#include <vector>

#include "clinical/reading/exchange.h"
#include "clinical/reading/numbers.h"
#include "clinical/reading/text.h"

namespace scriba::clinical {

/// What of a text was put right.
struct PutRight {
  std::vector<Exchange> exchanges;
  /// The words that only say that something is wrong: "ma che trecento, Nazzareno".
  std::vector<TokenRange> withdrawn;
};

/// Makes each number that is put right the one that holds, and tells which they were, and which sides of the body, in
/// reading order: "calcolo a destra." "Sinistra, dottore.", "un metro e settantasei?" "Settantaquattro, dice l'asta."
/// What its speaker maintains stays. The words taken back before are left alone.
PutRight FindPutRight(const Text& text, const std::vector<TokenRange>& withdrawn, std::vector<Number>& numbers);

}  // namespace scriba::clinical
