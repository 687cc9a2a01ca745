#include "clinical/corrections.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace scriba::clinical {
namespace {

/// Words by which a speaker takes something back.
constexpr std::array<std::string_view, 8> kCues{"no",       "anzi",   "scusi", "scusate",
                                                "correggo", "pardon", "male",  "sbagliato"};
/// More words than these between two values are another sentence, not a second thought.
constexpr TokenIndex kFarthestCue = 4;
constexpr TokenIndex kFarthestValue = 14;
/// On the scales a value read after "aspetti" is the same one, read again, when it is as near as this.
constexpr double kReadAgain = 2;

/// A breath before the second thought ("settantasette e no, settantaquattro").
constexpr std::array<std::string_view, 5> kBreaths{"e", "eh", "ehm", "ah", "oh"};

bool IsBreath(std::string_view word) { return std::find(kBreaths.begin(), kBreaths.end(), word) != kBreaths.end(); }

bool IsCue(std::string_view word) { return std::find(kCues.begin(), kCues.end(), word) != kCues.end(); }

/// Whether one value can stand for the other: same kind and unit, and of one size.
bool Comparable(const Number& before, const Number& after) {
  if (before.kind != after.kind) return false;
  if (before.kind == NumberKind::kDate || before.kind == NumberKind::kClock) return false;
  if (!before.unit.empty() && !after.unit.empty() && before.unit != after.unit) return false;
  if (before.value <= 0 || after.value <= 0) return false;
  const double ratio = before.value / after.value;
  return ratio > 0.5 && ratio < 2;
}

class Finder {
 public:
  Finder(const Text& text, const std::vector<Number>& numbers) : text_(text), numbers_(numbers) {}

  std::vector<TokenRange> Find() const {
    std::vector<TokenRange> withdrawn;
    for (std::size_t i = 0; i + 1 < numbers_.size(); ++i) {
      const Number& before = numbers_[i];
      const Number& after = numbers_[i + 1];
      if (!Comparable(before, after)) continue;
      if (SaidAgain(before, after) || TakenBack(before, after) || ReadAgain(before, after))
        withdrawn.push_back({before.range.first, after.range.first});
    }
    return withdrawn;
  }

 private:
  bool SaidAgain(const Number& before, const Number& after) const {
    if (before.value < 20 || std::floor(before.value) != std::floor(after.value)) return false;
    if (before.value != after.value && before.value != std::floor(before.value)) return false;
    for (TokenIndex at = before.range.last; at < after.range.first; ++at) {
      if (text_.Word(at) != ",") return false;
    }
    return after.range.first - before.range.last <= 1;
  }

  bool TakenBack(const Number& before, const Number& after) const {
    if (after.range.first - before.range.last > kFarthestValue) return false;
    TokenIndex words = 0;
    for (TokenIndex at = before.range.last; at < after.range.first; ++at) {
      if (text_.Word(at) == "?") return false;
      if (text_.IsMark(at) || (words == 0 && IsBreath(text_.Word(at)))) continue;
      if (IsCue(text_.Word(at))) {
        // "diabete no" denies its own word; a second thought stands by itself.
        const bool by_itself = words == 0 || text_.IsMark(static_cast<std::int64_t>(at) - 1) || text_.Word(at) != "no";
        return by_itself && words < kFarthestCue && CueIsOwn(at, after);
      }
      ++words;
    }
    return false;
  }

  /// "Novantasette e otto. Aspetti, tolga il marsupio... novantasette e due."
  bool ReadAgain(const Number& before, const Number& after) const {
    if (before.value < 20 || std::abs(before.value - after.value) > kReadAgain) return false;
    if (after.range.first - before.range.last > kFarthestValue) return false;
    for (TokenIndex at = before.range.last; at < after.range.first; ++at) {
      if (text_.Word(at) == "?") return false;
      if (text_.Word(at) == "aspetti" || text_.Word(at) == "aspetta") return at - before.range.last <= kFarthestCue;
    }
    return false;
  }

  /// "no" followed by a new subject ("alcol no, fumo dieci sigarette") takes nothing back: between the cue and the new
  /// value only the words of a second thought may stand, unless the speaker asks to wait.
  bool CueIsOwn(TokenIndex cue, const Number& after) const {
    TokenIndex words = 0;
    for (TokenIndex at = cue + 1; at < after.range.first; ++at) {
      const std::string_view word = text_.Word(at);
      if (word == "aspetti" || word == "aspetta") return true;
      if (text_.IsMark(at) || IsCue(word) || word == "mi" || word == "dico" || word == "facciamo" || word == "circa")
        continue;
      ++words;
    }
    return words <= 1;
  }

  const Text& text_;
  const std::vector<Number>& numbers_;
};

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

}  // namespace

std::vector<Number> CompleteHeights(const Text& text, std::vector<Number> numbers) {
  for (std::size_t i = 0; i + 1 < numbers.size(); ++i) {
    Number& after = numbers[i + 1];
    const bool centimetres = after.kind == NumberKind::kPlain && after.value >= 10 && after.value < 100 &&
                             after.value == std::floor(after.value) && (after.unit.empty() || after.unit == "cm");
    if (!centimetres || !IsHeight(numbers[i])) continue;
    if (!IsSecondThought(text, numbers[i].range.last, after.range.first)) continue;
    numbers[i].kind = NumberKind::kHeight;
    after.kind = NumberKind::kHeight;
    after.value += std::floor(numbers[i].value / 100) * 100;
    after.unit = "cm";
    after.written = WriteDecimal(after.value) + " cm";
  }
  return numbers;
}

std::vector<TokenRange> FindWithdrawn(const Text& text, const std::vector<Number>& numbers) {
  return Finder(text, numbers).Find();
}

}  // namespace scriba::clinical
