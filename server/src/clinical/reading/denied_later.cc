#include "clinical/reading/denied_later.h"

#include <algorithm>

#include "clinical/reading/integers.h"
#include "clinical/reading/items.h"
#include "clinical/reading/measure_names.h"

namespace scriba::clinical {
namespace {

/// So many tokens before the denial what it denies was said.
constexpr TokenIndex kFarthest = 30;
/// What an illness was instead follows it at once.
constexpr TokenIndex kFarthestInstead = 2;
/// A denial is a short sentence.
constexpr TokenIndex kLongestDenial = 12;
constexpr WordSet kVerbs{"e", "era", "erano", "sono"};
constexpr WordSet kWas{"era", "erano"};
constexpr WordSet kPossessives{"mio", "mia", "suo", "sua", "tuo", "tua"};
/// What tells whose a sheet is.
constexpr WordSet kOfSheet{"foglio", "fogli", "referto", "nato", "nata", "intestato", "cognome"};
constexpr WordSet kArticles{"il", "lo", "la", "l'", "un", "uno", "una", "un'", "i", "gli", "le"};

class Finder {
 public:
  Finder(const Text& text, const std::vector<Number>& numbers, const std::vector<TermHit>& terms)
      : text_(text), numbers_(numbers), terms_(terms) {}

  std::vector<TokenRange> Find() {
    for (TokenIndex at = 1; at + 2 < text_.size(); ++at) {
      if (IsOwner(at)) DisownSheet(at);
      if (text_.Word(at) != "non" || !IsAny(text_.Word(at + 1), kVerbs) || IsAsked(at)) continue;
      TokenIndex denied = at + 2;
      while (IsAny(text_.Word(denied), kArticles)) ++denied;
      DenyValue(at, denied);
      if (IsAny(text_.Word(at + 1), kWas)) DenyIllness(at, denied);
    }
    std::sort(found_.begin(), found_.end(), [](TokenRange one, TokenRange other) { return one.first < other.first; });
    return std::move(found_);
  }

 private:
  /// "Non sono otto, mamma?" denies nothing.
  bool IsAsked(TokenIndex at) const {
    const TokenIndex last = std::min(at + kLongestDenial, text_.size());
    while (at < last && text_.Word(at) != "." && text_.Word(at) != "?") ++at;
    return text_.Word(at) == "?";
  }

  /// "Ha perso otto chili. Otto!" "Non sono otto, mamma."
  void DenyValue(TokenIndex denial, TokenIndex denied) {
    const auto value = FirstFrom(numbers_, denied);
    if (value == numbers_.end() || value->range.first != denied || IsCounted(text_.Word(value->range.last))) return;
    for (auto number = FirstFrom(numbers_, EarliestFor(denial)); number->range.first < denial; ++number) {
      if (number->range.last <= denial && MayShareUnit(*number, *value) && number->kind == value->kind &&
          number->value == value->value) {
        found_.push_back(number->range);
      }
    }
  }

  /// "Dopo l'infarto aveva paura." "Non era infarto, era lo scompenso."
  void DenyIllness(TokenIndex denial, TokenIndex denied) {
    static const TagIndex kCondition = BuiltInLexicon().Tag("condition");
    auto illness = FirstFrom(terms_, denied);
    while (illness != terms_.end() && illness->range.first == denied && illness->entry->tag != kCondition) ++illness;
    if (illness == terms_.end() || illness->range.first != denied) return;
    TokenIndex instead = illness->range.last;
    while (instead < illness->range.last + kFarthestInstead && !IsAny(text_.Word(instead), kWas)) ++instead;
    if (!IsAny(text_.Word(instead), kWas)) return;
    for (auto hit = FirstFrom(terms_, EarliestFor(denial)); hit->range.first < denial; ++hit) {
      if (hit->range.last <= denial && hit->entry->tag == kCondition &&
          text_.Word(hit->range.first) == text_.Word(denied)) {
        found_.push_back(hit->range);
      }
    }
  }

  /// "È mio marito", "è di mia cognata".
  bool IsOwner(TokenIndex at) const {
    static const TagIndex kRelative = BuiltInLexicon().Tag("relative");
    static const TagIndex kOther = BuiltInLexicon().Tag("other_person");
    if (!IsAny(text_.Word(at), kPossessives)) return false;
    const std::int64_t verb = text_.Word(at - 1) == "di" ? std::int64_t{at} - 2 : std::int64_t{at} - 1;
    if (text_.Word(verb) != "e" && text_.Word(verb) != "era") return false;
    return std::any_of(FirstFrom(terms_, at), FirstFrom(terms_, at + 2),
                       [](const TermHit& hit) { return hit.entry->tag == kRelative || hit.entry->tag == kOther; });
  }

  /// "Glicata otto e uno, c'è scritto." "Qui dice Concetta, nata nel cinquantotto. Quella è mia cognata!": the named
  /// value that was read from a sheet of somebody else's.
  void DisownSheet(TokenIndex owner) {
    const TokenRange before{EarliestFor(owner), owner};
    if (!text_.HasAny(before, kOfSheet)) return;
    auto number = FirstFrom(numbers_, owner);
    while (number != numbers_.begin() && (number - 1)->range.first >= before.first) {
      --number;
      const TermHit* name = MeasureNamedBefore(terms_, number->range.first);
      if (!name) continue;
      found_.push_back({name->range.first, number->range.last});
      return;
    }
  }

  static TokenIndex EarliestFor(TokenIndex denial) { return denial > kFarthest ? denial - kFarthest : 0; }

  const Text& text_;
  const std::vector<Number>& numbers_;
  const std::vector<TermHit>& terms_;
  std::vector<TokenRange> found_;
};

}  // namespace

std::vector<TokenRange> FindDeniedLater(const Text& text, const std::vector<Number>& numbers,
                                        const std::vector<TermHit>& terms) {
  return Finder(text, numbers, terms).Find();
}

}  // namespace scriba::clinical
