#include "clinical/reading/pressures.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "clinical/reading/items.h"

namespace scriba::clinical {
namespace {

/// Behind a value, so few tokens belong to it.
constexpr TokenIndex kFarthestName = 5;
/// A pressure that was taken again and is the one to write: "centoquarantadue su ottantadue, prendiamo questa".
constexpr WordSet kKeeps{"vale", "prendiamo", "prendo", "teniamo", "tengo", "segno", "segniamo", "scrivo", "scriviamo"};
/// Who measures it again says so before: "ti sei appena fatto le scale, la riprendo", "eh, alta, la rifacciamo".
constexpr std::array<std::string_view, 8> kMeasuresAgain{"riprend", "ripresa", "rifacc", "rifatt",
                                                         "ripet",   "rimisur", "riprov", "ricontroll"};
/// And that he will do so: "la ripeto dopo", "la riprendiamo fra poco".
constexpr WordSet kLater{"dopo", "poi", "poco", "fine", "tardi"};
/// In another posture or at the other arm it is another value.
constexpr WordSet kElsewhere{"piedi",    "ortostatismo", "clino",   "clinostatismo", "sdraiata",
                             "sdraiato", "altro",        "seconda", "destra",        "sinistra"};

class Finder {
 public:
  Finder(const Text& text, const std::vector<Number>& numbers) : text_(text), numbers_(numbers) {}

  std::vector<TokenRange> Find() const {
    std::vector<TokenRange> before;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      if (numbers_[i].kind != NumberKind::kPressure) continue;
      if (const auto taken = TakenBefore(i)) before.push_back(*taken);
    }
    return before;
  }

 private:
  /// "Centocinquantotto su ottantotto. Un attimo, stava parlando… Centoquarantadue su ottantadue, prendiamo questa":
  /// the pressure before the one that is kept, or that was measured again.
  std::optional<TokenRange> TakenBefore(std::size_t kept) const {
    constexpr TokenIndex kSameVisit = 500;
    const TokenRange range = numbers_[kept].range;
    const TokenRange behind{range.last, range.last + kFarthestName};
    const bool is_kept = FirstIn(behind, [&](TokenIndex at) { return SaysItIsKept(at); }) < behind.last;
    for (std::size_t i = kept; i > 0 && numbers_[i - 1].range.last + kSameVisit > range.first; --i) {
      const Number& before = numbers_[i - 1];
      if (before.kind != NumberKind::kPressure) continue;
      if (AreBothWanted(before.range, range)) return std::nullopt;
      if (is_kept || IsMeasuredAgain(before.range, range) || IsMeasuredLater(before.range, range)) return before.range;
      return std::nullopt;
    }
    return std::nullopt;
  }

  /// "La rimisuro fra cinque minuti e le segniamo tutte e due."
  bool AreBothWanted(TokenRange before, TokenRange after) const {
    constexpr TokenIndex kSoon = 16;
    constexpr WordSet kBoth{"tutte", "entrambe"};
    return text_.HasAny({before.last, std::min(before.last + kSoon, after.first)}, kBoth);
  }

  bool IsMeasuredAgain(TokenRange before, TokenRange after) const {
    constexpr TokenIndex kSoon = 40, kNear = 5;
    if (after.first > before.last + kSoon) return false;
    const TokenIndex from = before.first > kNear ? before.first - kNear : 0;
    const TokenRange around{from, std::min(after.last + kNear, text_.size())};
    return !text_.HasAny(around, kElsewhere) && MeasuresAgain({before.last, after.first}) < after.first;
  }

  /// "Centotrentotto su ottantadue, la rifaccio dopo col bracciale grande": the next one, whenever that is.
  bool IsMeasuredLater(TokenRange before, TokenRange after) const {
    constexpr TokenIndex kWithReason = 12, kAtOnce = 8, kNear = 4;
    const TokenRange behind{before.last, std::min(before.last + kWithReason, after.first)};
    const TokenIndex again = MeasuresAgain(behind);
    if (again == behind.last) return false;
    const TokenRange when{again, std::min(again + kNear, after.first)};
    const TokenRange around{after.first > kAtOnce ? after.first - kAtOnce : 0,
                            std::min(after.last + kNear, text_.size())};
    return text_.HasAny(when, kLater) && !text_.HasAny(around, kElsewhere);
  }

  TokenIndex MeasuresAgain(TokenRange range) const {
    return FirstIn(range, [&](TokenIndex at) { return StartsWithAny(Word(at), kMeasuresAgain); });
  }

  /// "Prendiamo questa", "questa la tengo".
  bool SaysItIsKept(TokenIndex at) const {
    if (Word(at) != "questa" && Word(at) != "quella") return false;
    const TokenIndex verb = Word(at + 1) == "la" ? at + 2 : at + 1;
    return IsAny(Word(verb), kKeeps) || IsAny(text_.Word(static_cast<std::int64_t>(at) - 1), kKeeps);
  }

  std::string_view Word(TokenIndex at) const { return text_.Word(at); }

  const Text& text_;
  const std::vector<Number>& numbers_;
};

}  // namespace

std::vector<TokenRange> FindPressuresBefore(const Text& text, const std::vector<Number>& numbers) {
  return Finder(text, numbers).Find();
}

}  // namespace scriba::clinical
