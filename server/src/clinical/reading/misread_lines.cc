#include "clinical/reading/misread_lines.h"

#include "clinical/reading/demonstratives.h"
#include "clinical/reading/items.h"
#include "clinical/reading/measure_names.h"

namespace scriba::clinical {
namespace {

/// Between a verb and the name of a measure.
constexpr WordSet kBeforeName{"il", "lo", "la", "l'", "le", "i", "gli", "quello", "quella", "di", "del", "della"};
constexpr TokenIndex kFarthestName = 5;

class Finder {
 public:
  Finder(const Text& text, const std::vector<Number>& numbers, const std::vector<TermHit>& terms)
      : text_(text), numbers_(numbers), terms_(terms) {}

  std::vector<TokenRange> Find() const {
    std::vector<TokenRange> misread;
    for (std::size_t i = 0; i + 1 < numbers_.size(); ++i) {
      const TermHit* name = MeasureNamedBefore(terms_, numbers_[i].range.first);
      if (!name) continue;
      const TokenIndex end = EndOfMisread(*name->entry, numbers_[i], numbers_[i + 1]);
      if (end > numbers_[i].range.last) misread.push_back({BeginOfPhrase(text_, name->range.first), end});
    }
    return misread;
  }

 private:
  /// Where what holds begins; the end of the value where nothing is wrong with it.
  TokenIndex EndOfMisread(const LexiconEntry& measure, const Number& misread, const Number& next) const {
    if (IsSaidToBeOther(measure, misread, next)) return next.range.first;
    const TermHit* again = MeasureNamedBefore(terms_, next.range.first);
    const bool is_read = again && again->entry == &measure && again->range.first >= misread.range.last;
    return is_read && PointsAtOther(measure, {misread.range.last, again->range.first}) ? again->range.first
                                                                                       : misread.range.last;
  }

  /// "ALT ottantotto, no, scusa, ottantotto è la gamma GT, ALT quarantasei."
  bool IsSaidToBeOther(const LexiconEntry& measure, const Number& misread, const Number& again) const {
    constexpr TokenIndex kAtOnce = 6;
    if (misread.kind != again.kind || misread.value != again.value || again.range.first > misread.range.last + kAtOnce)
      return false;
    const LexiconEntry* other = MeasureThatItIs(again.range.last);
    return other && other != &measure && text_.HasWord({misread.range.last, again.range.first}, "no");
  }

  /// "… no, quella è la sideremia, leggo la riga sotto."
  bool PointsAtOther(const LexiconEntry& measure, TokenRange between) const {
    const TokenIndex no =
        FirstIn(between, [&](TokenIndex at) { return text_.Word(at) == "no" && text_.IsMark(std::int64_t{at} - 1); });
    const TokenIndex points = text_.AfterMarks(no + 1);
    if (points >= between.last || !IsAny(text_.Word(points), kDemonstratives)) return false;
    const LexiconEntry* other = MeasureThatItIs(points + 1);
    return other && other != &measure;
  }

  /// "È la gamma GT": the measure that follows a verb; null where none does.
  const LexiconEntry* MeasureThatItIs(TokenIndex verb) const {
    if (text_.Word(verb) != "e" && text_.Word(verb) != "era") return nullptr;
    const TokenIndex name =
        FirstIn({verb + 1, verb + kFarthestName}, [&](TokenIndex at) { return !IsAny(text_.Word(at), kBeforeName); });
    const TermHit* measure = MeasureNamedIn(terms_, {name, name + 1});
    return measure ? measure->entry : nullptr;
  }

  const Text& text_;
  const std::vector<Number>& numbers_;
  const std::vector<TermHit>& terms_;
};

}  // namespace

std::vector<TokenRange> FindMisreadLines(const Text& text, const std::vector<Number>& numbers,
                                         const std::vector<TermHit>& terms) {
  return Finder(text, numbers, terms).Find();
}

}  // namespace scriba::clinical
