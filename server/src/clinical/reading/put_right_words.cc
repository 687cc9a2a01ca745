#include "clinical/reading/put_right_words.h"

#include <algorithm>

#include "clinical/reading/items.h"
#include "clinical/reading/objections.h"
#include "clinical/reading/prepositions.h"
#include "clinical/reading/sides.h"

namespace scriba::clinical {
namespace {

class Finder {
 public:
  Finder(const Text& text, const std::vector<TokenRange>& withdrawn)
      : text_(text), objections_(text), withdrawn_(withdrawn) {}

  std::vector<Exchange> Find() {
    for (TokenIndex at = 1; at < text_.size(); ++at) {
      if (!text_.IsMark(at) && objections_.EndsSentence(at - 1)) PutRightFrom(at);
    }
    return std::move(exchanges_);
  }

 private:
  std::string_view Word(std::int64_t at) const { return text_.Word(at); }

  void PutRightFrom(TokenIndex sentence) {
    if (PutAllergenRight(sentence)) return;
    if (const TokenIndex side = SideAgreedOn(sentence); side > sentence) PutSideRight(sentence, side, true);
    const Objections::Lead lead = objections_.LeadOf(sentence);
    if (IsSide(Word(lead.end))) PutSideRight(sentence, lead.end, lead.is_wrong);
    if (IsOrdinal(Word(lead.end))) PutOrdinalRight(lead.end);
  }

  /// "Vero, è la sinistra.": the side with which somebody gives way; the sentence itself where he does not.
  TokenIndex SideAgreedOn(TokenIndex sentence) const {
    constexpr WordSet kAgreeing{"vero", "giusto"};
    constexpr TokenIndex kSide = 4;
    const bool agrees = IsAny(Word(sentence), kAgreeing) && Word(sentence + 1) == "," && Word(sentence + 2) == "e";
    return agrees && IsSide(Word(sentence + kSide)) ? sentence + kSide : sentence;
  }

  /// "Sinistro, Ignà.", "anzi no, a sinistra", "scusi, sinistro".
  void PutSideRight(TokenIndex sentence, TokenIndex holds, bool is_wrong) {
    const TokenIndex after = holds + 1;
    if (!text_.IsMark(after) || Word(after) == "?" || IsWithdrawn(holds)) return;
    const TokenIndex next = text_.AfterMarks(after);
    const bool excuses = IsAny(Word(next), kWrong) || Word(next) == "mi";
    if (!is_wrong && ((!excuses && !objections_.EndsSentence(after) && !objections_.IsAddress(after)) ||
                      objections_.IsOfOtherTime(after)))
      return;
    const TokenIndex first = objections_.FirstOfWhatWasSaid(sentence);
    for (TokenIndex at = sentence; at > first; --at) {
      const TokenIndex said = at - 1;
      if (!IsSide(Word(said))) continue;
      const bool is_other = Word(said).front() != Word(holds).front();
      if (is_other && !IsWithdrawn(said)) exchanges_.push_back({{said, said + 1}, {holds, holds + 1}});
      return;
    }
  }

  /// "Alla sedicesima settimana." "Quindicesima, Ilenia."
  void PutOrdinalRight(TokenIndex holds) {
    constexpr TokenIndex kFarthestOrdinal = 44;
    if (!objections_.IsAddress(holds + 1)) return;
    const TokenIndex first = holds > kFarthestOrdinal ? holds - kFarthestOrdinal : 0;
    for (TokenIndex at = holds; at > first; --at) {
      const TokenIndex said = at - 1;
      if (!IsOrdinal(Word(said))) continue;
      const bool is_week = Word(at).starts_with("settiman") || Word(std::int64_t{said} - 1).starts_with("settiman");
      if (is_week && Word(said) != Word(holds) && !IsWithdrawn(said)) {
        exchanges_.push_back({{said, at}, {holds, holds + 1}});
      }
      return;
    }
  }

  static bool IsOrdinal(std::string_view word) { return word.ends_with("esima") || word.ends_with("esimo"); }

  /// "È allergica alle nocciole, quella è una cosa seria." "Alle arachidi, mamma."
  bool PutAllergenRight(TokenIndex sentence) {
    TokenIndex at = sentence;
    while (at < sentence + Objections::kLongestLead && (text_.IsMark(at) || IsAny(Word(at), kWrong))) ++at;
    const TokenRange holds = ToWhat(at);
    if (holds.empty() || (at == sentence && !objections_.IsAddress(holds.last))) return false;
    const TokenIndex first = objections_.FirstOfWhatWasSaid(sentence);
    for (TokenIndex allergy = sentence; allergy > first; --allergy) {
      if (!Word(allergy - 1).starts_with("allergi")) continue;
      const TokenRange said = ToWhat(allergy);
      if (said.empty() || Word(said.last - 1) == Word(holds.last - 1)) return false;
      exchanges_.push_back({said, holds});
      return true;
    }
    return false;
  }

  /// "Alle arachidi": up to the next mark; empty where no such words begin there.
  TokenRange ToWhat(TokenIndex at) const {
    constexpr TokenIndex kLongest = 4;
    if (!IsAny(Word(at), kTo)) return {};
    const TokenIndex end = FirstIn({at, at + kLongest}, [&](TokenIndex mark) { return text_.IsMark(mark); });
    const bool denies = Word(end - 1) == "no" || Word(end - 1) == "si";
    return end < at + kLongest && end > at + 1 && !denies ? TokenRange{at, end} : TokenRange{};
  }

  bool IsWithdrawn(TokenIndex at) const { return EndOfCovering(withdrawn_, at) > at; }

  const Text& text_;
  Objections objections_;
  const std::vector<TokenRange>& withdrawn_;
  std::vector<Exchange> exchanges_;
};

}  // namespace

std::vector<Exchange> FindWordsPutRight(const Text& text, const std::vector<TokenRange>& withdrawn) {
  return Finder(text, withdrawn).Find();
}

}  // namespace scriba::clinical
