// What a sentence about a dose needs so that it says which dose holds, and of which drug.
#pragma once

#include <cstddef>
#include <vector>

#include "clinical/reading/reading.h"

namespace scriba::clinical {

/// "Prendo il ramipril, cinque… no, me l'hanno alzato: dieci.": a sentence whose dose was taken back has the new one,
/// which may stand in the next.
std::vector<TokenRange> WithNewDoses(const Reading& reading, std::vector<TokenRange> ranges);

/// "Adesso quanta ne fai?" "Sette e mezzo.": the question, a clause, gives way to the drug that was named shortly
/// before it.
std::vector<TokenRange> WithDrugAsked(const Reading& reading, std::size_t question, std::vector<TokenRange> ranges);

}  // namespace scriba::clinical
