#include "clinical/reading/new_endings.h"

#include <cmath>

#include "clinical/reading/cues.h"
#include "clinical/reading/integers.h"

namespace scriba::clinical {
namespace {

bool IsHeight(const Number& number) {
  return number.kind == NumberKind::kHeight || (number.unit == "cm" && number.value >= 130 && number.value < 220);
}

/// Whether nothing but a second thought stands between two values.
bool IsSecondThought(const Text& text, TokenIndex first, TokenIndex last) {
  bool has_cue = false;
  for (TokenIndex at = first; at < last; ++at) {
    if (IsCue(text.Word(at))) {
      has_cue = true;
    } else if (!text.IsMark(at) && text.Word(at) != "aspetti" && text.Word(at) != "mi") {
      return false;
    }
  }
  return has_cue;
}

bool IsYear(const Number& number) {
  return number.kind == NumberKind::kPlain && number.unit.empty() && number.value >= 1930 && number.value < 2100 &&
         number.value == std::floor(number.value);
}

/// The year with these last digits that is nearest to another.
double NearestYear(double year, double digits) {
  constexpr double kCentury = 100;
  return digits + std::round((year - digits) / kCentury) * kCentury;
}

/// Whether a number may be the two last digits of a height in centimetres or of a year.
bool IsEnding(const Number& number) {
  return number.kind == NumberKind::kPlain && number.value < 100 && number.value == std::floor(number.value);
}

}  // namespace

std::vector<Number> CompleteEndings(const Text& text, std::vector<Number> numbers) {
  for (std::size_t i = 0; i + 1 < numbers.size(); ++i) {
    Number& before = numbers[i];
    Number& after = numbers[i + 1];
    if (!IsEnding(after) || !IsSecondThought(text, before.range.last, after.range.first)) continue;
    if (IsHeight(before) && after.value >= 10 && (after.unit.empty() || after.unit == "cm")) {
      before.kind = NumberKind::kHeight;
      after.kind = NumberKind::kHeight;
      after.value += std::floor(before.value / 100) * 100;
      after.unit = "cm";
    } else if (IsYear(before) && after.unit.empty() && text.IsMark(after.range.last) &&
               !text.HasWord({before.range.last, after.range.first}, "?")) {
      after.value = NearestYear(before.value, after.value);
    } else {
      continue;
    }
    after.written = WriteQuantity(after.value, after.unit);
  }
  return numbers;
}

}  // namespace scriba::clinical
