#include "clinical/reading/past_values.h"

#include <array>

#include "clinical/reading/integers.h"
#include "clinical/reading/number_context.h"

namespace scriba::clinical {
namespace {

/// Words between a value and the same again, also where it is said of when it held, and tokens from there to the one
/// that holds now.
constexpr TokenIndex kFarthestEcho = 6;
constexpr TokenIndex kFarthestDated = 40;
constexpr TokenIndex kFarthestNow = 20;
/// Values up to this are said of many things.
constexpr double kFewest = 2;
constexpr WordSet kWas{"era", "erano"};
/// "Era in gravidanza", "era prima"; "era a digiuno" tells how it was measured.
constexpr WordSet kWhen{"in", "a", "prima", "fino", "quando", "durante"};
constexpr WordSet kHow{"digiuno", "casa", "stomaco", "riposo", "piedi", "farmacia", "posizione"};
/// "L'hanno messo da centoquarantacinque", "adesso è cinque".
constexpr std::array<std::string_view, 10> kChanged{"mess",  "portat",  "alzat", "aument", "ridott",
                                                    "calat", "cambiat", "adess", "oggi",   "attual"};
/// "Il massimo era novantacinque", "pesavo novantacinque": told as past.
constexpr WordSet kToldAsPast{"prima", "massimo", "minimo", "era", "ero", "stato", "stata", "arrivato", "arrivata"};
constexpr TokenIndex kToldBefore = 5;
/// "È di marzo", "è quella vecchia".
constexpr WordSet kOf{"di", "del", "della", "dell'", "dei", "quello", "quella"};

class Finder {
 public:
  Finder(const Text& text, const std::vector<Number>& numbers) : text_(text), numbers_(numbers) {}

  std::vector<TokenRange> Find() const {
    std::vector<TokenRange> past;
    for (std::size_t i = 0; i + 2 < numbers_.size(); ++i) {
      if (IsDatedLater(i)) past.push_back(numbers_[i].range);
      if (!IsToldOfBefore(i)) continue;
      if (const Number* now = HoldsNow(i + 1)) past.push_back({numbers_[i].range.first, EndOfPast(i + 1, *now)});
    }
    return past;
  }

 private:
  std::string_view Word(TokenIndex at) const { return text_.Word(at); }

  bool IsToldOfBefore(std::size_t value) const {
    const Number& said = numbers_[value];
    const Number& again = numbers_[value + 1];
    if (said.kind != NumberKind::kPlain || again.kind != said.kind || again.value != said.value ||
        said.value <= kFewest || text_.WordsBetween(said.range.last, again.range.first) > kFarthestEcho ||
        text_.HasWord({said.range.last, again.range.first}, "?"))
      return false;
    const TokenIndex verb = again.range.last;
    // "Qui leggo duecento. Era duecento in ospedale. Dopo me l'hanno messo da centoquarantacinque."
    if (IsAny(Word(again.range.first - 1), kWas) && SaysWhen(verb)) {
      return value + 2 < numbers_.size() && text_.HasStem({verb, numbers_[value + 2].range.first}, kChanged);
    }
    // "Novantasette chili e quattro, era centouno" tells two values.
    if (IsAny(Word(verb), kWas)) return value + 2 == numbers_.size() || numbers_[value + 2].range.first != verb + 1;
    // "Settanta. No, settanta lo dico sempre io."
    if (Word(verb) == "lo" && Word(verb + 1).starts_with("dic")) return true;
    return Word(verb) == "e" && text_.Original(verb) != "e" && IsAny(Word(verb + 1), kOf);
  }

  /// "Quant'è adesso?" "Centocinquanta." … "Centoventicinque, è vero. Centocinquanta era in gravidanza.": the one that
  /// holds was said before it is.
  bool IsDatedLater(std::size_t value) const {
    const Number& said = numbers_[value];
    if (said.kind != NumberKind::kPlain || said.value <= kFewest || IsCounted(Word(said.range.last)) ||
        IsToldAsPast(said.range.first))
      return false;
    bool is_replaced = false;
    TokenIndex words = 0;
    TokenIndex counted = said.range.last;
    for (std::size_t i = value + 1; i < numbers_.size(); ++i) {
      const Number& next = numbers_[i];
      words += text_.WordsBetween(counted, next.range.first);
      counted = next.range.first;
      if (words > kFarthestDated) return false;
      if (next.kind != said.kind || !MayShareUnit(said, next)) continue;
      if (next.value != said.value) {
        is_replaced = is_replaced || (AreOfOneSize(said, next) && !IsCounted(Word(next.range.last)));
      } else if (IsAny(Word(next.range.last), kWas)) {
        return is_replaced && SaysWhen(next.range.last + 1);
      }
    }
    return false;
  }

  bool SaysWhen(TokenIndex at) const { return IsAny(Word(at), kWhen) && !IsAny(Word(at + 1), kHow); }

  bool IsToldAsPast(TokenIndex value) const {
    for (TokenIndex at = value; at > 0 && value - at < kToldBefore; --at) {
      const std::string_view word = Word(at - 1);
      if (word == "." || word == "?" || word == "!") return false;
      if (IsAny(word, kToldAsPast) || word.starts_with("pesav")) return true;
    }
    return false;
  }

  /// The next value of its size; a month, a year and what is counted is none.
  const Number* HoldsNow(std::size_t again) const {
    const Number& was = numbers_[again];
    for (std::size_t i = again + 1; i < numbers_.size(); ++i) {
      const Number& now = numbers_[i];
      if (now.range.first > was.range.last + kFarthestNow || text_.HasWord({was.range.last, now.range.first}, "?"))
        return nullptr;
      if (AreOfOneSize(was, now) && MayShareUnit(was, now) && now.value != was.value &&
          !IsMonth(Word(now.range.last)) && !IsCounted(Word(now.range.last)))
        return &now;
    }
    return nullptr;
  }

  /// The value that holds, or the sentence that tells it.
  TokenIndex EndOfPast(std::size_t again, const Number& now) const {
    TokenIndex end = now.range.first;
    while (end > numbers_[again].range.last && Word(end - 1) != "." && Word(end - 1) != "!") --end;
    return end > numbers_[again].range.last ? end : now.range.first;
  }

  const Text& text_;
  const std::vector<Number>& numbers_;
};

}  // namespace

std::vector<TokenRange> FindPastValues(const Text& text, const std::vector<Number>& numbers) {
  return Finder(text, numbers).Find();
}

}  // namespace scriba::clinical
