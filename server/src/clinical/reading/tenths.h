// Values whose tenth or hundredths are said behind an "e": "glicata sei e quattro", "peso ottantatré e due".
#pragma once

#include <string_view>

#include "clinical/reading/number_context.h"
#include "clinical/reading/numbers.h"

namespace scriba::clinical {

/// From here on kilos are a body's, not a loss.
inline constexpr double kLeastWeight = 30;

class TenthReader {
 public:
  TenthReader(const Text& text, const NumberContext& context) : text_(text), context_(context) {}

  /// Adds to a number what follows it where the words around say that both are one value: "X e Y", "cento e due",
  /// "potassio quattro due", "zero ottantanove". False where they stay two.
  bool Read(Number& number) const;

 private:
  bool SharesUnit(const Number& number, TokenIndex at) const;
  bool ReadUnjoinedTenth(Number& number) const;
  bool ReadHundredths(Number& number) const;
  std::string_view Word(TokenIndex at) const { return text_.Word(at); }

  const Text& text_;
  const NumberContext& context_;
};

/// "Glicata otto e quattro... no, pardon, nove e quattro, a maggio era sette e tre": what takes the place of a value
/// with a tenth, or stands beside it, has one too. "No aspetta undici, quello è il vecchio, undici e quattro" is begun
/// twice.
std::vector<Number> CompleteTenths(const Text& text, const std::vector<Number>& numbers);

}  // namespace scriba::clinical
