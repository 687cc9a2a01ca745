#include "clinical/writing/contradictions.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "clinical/reading/demonstratives.h"
#include "clinical/reading/items.h"

namespace scriba::clinical {
namespace {

/// Who knows better says so within so many sentences.
constexpr std::size_t kSoon = 3;
/// So many tokens behind its name a denial still is of it.
constexpr TokenIndex kNearName = 3;
/// What is denied is a short statement, or a part of one between marks.
constexpr std::size_t kWordsOfContradicted = 12;
constexpr WordSet kDenying{"no", "nessuna", "nessuno", "niente", "nessun"};
/// A bare denial, and the name with which somebody overrules it ("Papà, l'ibuprofene.").
constexpr std::size_t kWordsOfDenial = 3;
constexpr std::size_t kWordsOfName = 4;
/// The name of an illness by itself.
constexpr std::size_t kWordsOfBare = 3;
constexpr WordSet kObjecting{"no", "ma", "io", "macche"};
constexpr WordSet kHad{"ho", "avevo", "ha", "aveva", "avuto", "avuta", "prendo", "preso", "presa"};

class Finder {
 public:
  explicit Finder(const Reading& reading) : reading_(reading) {}

  std::vector<TokenRange> Find() const {
    std::vector<TokenRange> found;
    for (std::size_t i = 0; i + 1 < reading_.clauses.size(); ++i) {
      const Clause& said = reading_.clauses[i];
      // Who says no to a plan refuses.
      if (!reading_.IsBeforePlan(said.range.first)) break;
      if (DeniesAllergies(i) && IsOverruled(i)) {
        found.push_back(
            {IsAskedForAllergies(i) ? reading_.clauses[i - 1].range.first : said.range.first, said.range.last});
        continue;
      }
      if (IsAllergyOfCompanion(i)) found.push_back({said.range.first, reading_.clauses[i + 1].range.last});
      if (const auto end = AnswersForAnother(i)) found.push_back({said.range.first, *end});
      if (IsIllnessOfSomebodyElse(i) || DeniesSmoking(i) || IsTolerated(i)) found.push_back(said.range);
      if (said.is_question || reading_.HasTag(said.range, denial_) || reading_.HasTag(said.range, relative_)) continue;
      for (const TermHit& hit : reading_.TermsIn(said.range)) {
        if (!CanBeDenied(hit) || !IsContradicted(hit, i)) continue;
        found.push_back(PartWith(hit, said.range));
        break;
      }
    }
    return Joined(std::move(found));
  }

 private:
  /// "Allergie a medicine?" "Nessuna.", "Qui dice: nessuna allergia."
  bool DeniesAllergies(std::size_t clause) const {
    const Clause& said = reading_.clauses[clause];
    if (said.is_question) return false;
    if (reading_.HasTag(said.range, allergy_) && reading_.HasTag(said.range, denial_)) return true;
    return IsAskedForAllergies(clause) && IsAny(Word(said.range.first), kDenying) &&
           (reading_.WordsIn(said.range) <= kWordsOfDenial || AddsNothing(said.range));
  }

  /// "Nessuna, io sono di ferro."; "no, solo la penicillina" names one.
  bool AddsNothing(TokenRange denial) const {
    constexpr WordSet kBut{"solo", "solamente", "soltanto", "tranne", "pero", "ma", "parte", "forse", "una"};
    const TokenRange rest{denial.first + 1, denial.last};
    return Word(rest.first) == "," && reading_.WordsIn(denial) <= kWordsOfContradicted &&
           !reading_.text.HasAny(rest, kBut) && !reading_.HasTag(rest, drug_) && !reading_.HasTag(rest, allergy_);
  }

  bool IsAskedForAllergies(std::size_t clause) const {
    return clause > 0 && reading_.clauses[clause - 1].is_question &&
           reading_.HasTag(reading_.clauses[clause - 1].range, allergy_);
  }

  /// "Come no! Il liquido di contrasto", "Papà, l'ibuprofene.", "Correggo: …", also after "Nessuna, sicuro?".
  bool IsOverruled(std::size_t clause) const {
    const std::size_t last = std::min(clause + kSoon, reading_.clauses.size() - 1);
    for (std::size_t i = clause + 1; i <= last; ++i) {
      const Clause& next = reading_.clauses[i];
      const TokenIndex first = Word(next.range.first) == "ma" ? next.range.first + 1 : next.range.first;
      if (Word(first) == "come" && IsAny(Word(first + 1), kDenying)) {
        // "Come no?" "No, davvero, nessuna."
        return !next.is_question || i + 1 == reading_.clauses.size() ||
               !IsAny(Word(reading_.clauses[i + 1].range.first), kDenying);
      }
      if (next.is_question && IsAny(Word(first), kDenying)) continue;
      if (i == clause + 1 && RemindsOfDrug(i)) return true;
      if (next.is_question) return false;
      return Word(first) == "correggo" || IsBareName(next.range);
    }
    return false;
  }

  /// "E l'ibuprofene, papà?": who asks so knows, unless the answer is that it is taken.
  bool RemindsOfDrug(std::size_t question) const {
    constexpr WordSet kTaking{"si", "quella", "quello", "lo", "la"};
    const Clause& asked = reading_.clauses[question];
    if (!asked.is_question || Word(asked.range.first) != "e" || reading_.WordsIn(asked.range) > kWordsOfName)
      return false;
    if (question + 1 < reading_.clauses.size()) {
      const TokenRange answer = reading_.clauses[question + 1].range;
      if (IsAny(Word(answer.first), kTaking) || reading_.HasTag(answer, drug_use_)) return false;
    }
    for (const TermHit& hit : reading_.TermsIn(asked.range)) {
      const TokenIndex whom = hit.range.last + 1;
      if (hit.entry->tag == drug_ && Word(hit.range.last) == "," && reading_.HasTag({whom, whom + 1}, relative_)) {
        return true;
      }
    }
    return false;
  }

  /// "Allergia alla pesca." "Quella è mia sorella gemella.", "La penicillina." "Ma quella sono io!"
  bool IsAllergyOfCompanion(std::size_t clause) const {
    const TokenRange said = reading_.clauses[clause].range;
    const TokenRange next = reading_.clauses[clause + 1].range;
    if (reading_.clauses[clause].is_question || reading_.HasTag(said, denial_)) return false;
    return (reading_.HasTag(said, allergy_) && IsOfRelative(next)) ||
           (reading_.HasTag(said, drug_) && reading_.WordsIn(said) <= kWordsOfName && IsTheSpeakers(next));
  }

  /// "Allergie?" "La penicillina." "Quella è tua!", "No." "Quello è Tonino.": where what it answers for another ends.
  std::optional<TokenIndex> AnswersForAnother(std::size_t answer) const {
    const TokenRange said = reading_.clauses[answer].range;
    if (!IsAskedForAllergies(answer) || reading_.clauses[answer].is_question || reading_.WordsIn(said) > kWordsOfName ||
        reading_.HasTag(said, denial_))
      return std::nullopt;
    const TokenRange next = reading_.clauses[answer + 1].range;
    const bool denies = reading_.WordsIn(next) == 1 && Word(next.first) == "no";
    const std::size_t owner = denies ? answer + 2 : answer + 1;
    if (owner >= reading_.clauses.size() || !IsOfSomebodyNamed(reading_.clauses[owner].range)) return std::nullopt;
    return reading_.clauses[owner].range.last;
  }

  /// "Allergica all'ibuprofene, scrivo." "Ma l'ibuprofene lo prendo sempre!"
  bool IsTolerated(std::size_t clause) const {
    constexpr WordSet kPronouns{"lo", "la", "li", "le"};
    constexpr WordSet kVerbs{"prendo", "mangio", "bevo"};
    const TokenRange said = reading_.clauses[clause].range;
    const Clause& next = reading_.clauses[clause + 1];
    if (!reading_.HasTag(said, allergy_) || reading_.HasTag(said, denial_) || reading_.clauses[clause].is_question ||
        next.is_question || reading_.WordsIn(said) > kWordsOfContradicted)
      return false;
    const auto terms = reading_.TermsIn(said);
    return std::any_of(terms.begin(), terms.end(), [&](const TermHit& hit) {
      for (const TermHit& again : reading_.TermsIn(next.range)) {
        const TokenIndex behind = again.range.last;
        if (hit.entry->tag != allergy_ && AreOneName(hit, again) && IsAny(Word(behind), kPronouns) &&
            IsAny(Word(behind + 1), kVerbs))
          return true;
      }
      return false;
    });
  }

  /// "Quella è tua!", "quello è Tonino."
  bool IsOfSomebodyNamed(TokenRange range) const {
    constexpr WordSet kTheirs{"tua", "tuo", "mia", "mio"};
    const TokenIndex owner = range.first + 2;
    if (!IsAny(Word(range.first), kThat) || Word(range.first + 1) != "e" || owner + 1 >= range.last ||
        !reading_.text.IsMark(owner + 1))
      return false;
    const bool is_name = reading_.text[owner].kind == TokenKind::kWord && !reading_.text.IsSmall(owner) &&
                         reading_.TermsIn({owner, owner + 1}).empty();
    return is_name || IsAny(Word(owner), kTheirs);
  }

  /// "In valle ce l'avevano tutti, il gozzo." "Mia mamma aveva un gozzo così.", "E il favismo, dottò!" "In famiglia c'è
  /// il favismo": the bare name of an illness, of which somebody says at once whose it is or that there is none.
  bool IsIllnessOfSomebodyElse(std::size_t clause) const {
    const TokenRange said = reading_.clauses[clause].range;
    const auto terms = reading_.TermsIn(said);
    const bool asks_or_answers =
        reading_.clauses[clause].is_question || (clause > 0 && reading_.clauses[clause - 1].is_question);
    if (asks_or_answers || reading_.WordsIn(said) > kWordsOfBare || terms.size() > 2 ||
        !reading_.NumbersIn(said).empty() || reading_.HasTag(said, denial_) || reading_.HasTag(said, relative_))
      return false;
    const std::size_t last = std::min(clause + 2, reading_.clauses.size() - 1);
    for (std::size_t i = clause + 1; i <= last && !reading_.clauses[i].is_question; ++i) {
      const TokenRange again = reading_.clauses[i].range;
      if (!reading_.HasTag(again, relative_) && !reading_.HasTag(again, denial_)) continue;
      const bool same = std::any_of(terms.begin(), terms.end(), [&](const TermHit& hit) {
        return hit.entry->tag == condition_ && Repeats(hit, again);
      });
      if (same) return true;
    }
    return false;
  }

  /// "Quella è mia sorella gemella."
  bool IsOfRelative(TokenRange range) const {
    constexpr TokenIndex kBeforeOwner = 5;
    return IsAny(Word(range.first), kThat) && Word(range.first + 1) == "e" &&
           reading_.HasTag({range.first + 2, std::min(range.first + kBeforeOwner, range.last)}, relative_);
  }

  bool AreOneName(const TermHit& one, const TermHit& other) const {
    return one.entry == other.entry && Word(one.range.first) == Word(other.range.first);
  }

  bool Repeats(const TermHit& hit, TokenRange range) const {
    const auto terms = reading_.TermsIn(range);
    return std::any_of(terms.begin(), terms.end(), [&](const TermHit& again) { return AreOneName(hit, again); });
  }

  /// "Ma quella so' io!", of a companion.
  bool IsTheSpeakers(TokenRange range) const {
    constexpr WordSet kAm{"sono", "so'", "so"};
    const TokenIndex at = Word(range.first) == "ma" ? range.first + 1 : range.first;
    return IsAny(Word(at), kThat) && IsAny(Word(at + 1), kAm) && Word(at + 2) == "io";
  }

  /// "Fuma ancora?" "No!" "Due. Due al giorno": a denial on which a number follows at once.
  bool DeniesSmoking(std::size_t clause) const {
    const TokenRange said = reading_.clauses[clause].range;
    const TokenRange next = reading_.clauses[clause + 1].range;
    return clause > 0 && reading_.clauses[clause - 1].is_question && !reading_.clauses[clause + 1].is_question &&
           reading_.HasTag(reading_.clauses[clause - 1].range, smoking_) && reading_.WordsIn(said) == 1 &&
           Word(said.first) == "no" && !reading_.NumbersIn({next.first, next.first + 1}).empty() &&
           (reading_.WordsIn(next) == 1 || Word(next.first + 1) == "al" ||
            Word(next.first + 1).starts_with("sigarett"));
  }

  /// A drug that is neither taken nor dosed there.
  bool IsBareName(TokenRange range) const {
    return reading_.WordsIn(range) <= kWordsOfName && reading_.HasTag(range, drug_) &&
           !reading_.HasTag(range, drug_use_) && !reading_.HasTag(range, denial_) && reading_.NumbersIn(range).empty();
  }

  static bool CanBeDenied(const TermHit& hit) {
    static const std::array<TagIndex, 3> kWhat{BuiltInLexicon().Tag("condition"), BuiltInLexicon().Tag("drug"),
                                               BuiltInLexicon().Tag("surgery")};
    return std::find(kWhat.begin(), kWhat.end(), hit.entry->tag) != kWhat.end();
  }

  bool IsContradicted(const TermHit& hit, std::size_t clause) const {
    const std::size_t last = std::min(clause + kSoon, reading_.clauses.size() - 1);
    for (std::size_t i = clause + 1; i <= last; ++i) {
      const Clause& next = reading_.clauses[i];
      if (next.is_question) return false;
      if (i == clause + 1 && IsNotMine(next.range)) return true;
      if (IsAny(Word(next.range.first), kObjecting) && Denies(hit, next.range)) return true;
    }
    return false;
  }

  /// "Non sono io, è mio fratello."
  bool IsNotMine(TokenRange range) const {
    const TokenIndex at = Word(range.first) == "no" ? reading_.text.AfterMarks(range.first + 1) : range.first;
    return Word(at) == "non" && Word(at + 1) == "sono" && Word(at + 2) == "io";
  }

  /// "No, sleeve no", "ma io il diabete non l'avevo".
  bool Denies(const TermHit& hit, TokenRange range) const {
    for (const TermHit& again : reading_.TermsIn(range)) {
      if (!AreOneName(hit, again)) continue;
      const TokenIndex behind = again.range.last;
      if (Word(behind) == "no" && (reading_.text.IsMark(behind + 1) || behind + 1 == range.last)) return true;
      if (Word(behind) != "non") continue;
      for (TokenIndex at = behind + 1; at < std::min(behind + 1 + kNearName, range.last); ++at) {
        if (IsAny(Word(at), kHad)) return true;
      }
    }
    return false;
  }

  /// The words between marks that hold a name; the whole of a short statement.
  TokenRange PartWith(const TermHit& hit, TokenRange said) const {
    if (reading_.WordsIn(said) <= kWordsOfContradicted && OnlyOneNamed(said)) return said;
    TokenRange part = hit.range;
    while (part.first > said.first && !reading_.text.IsMark(part.first - 1)) --part.first;
    while (part.last < said.last && !reading_.text.IsMark(part.last)) ++part.last;
    return part;
  }

  bool OnlyOneNamed(TokenRange range) const {
    const auto terms = reading_.TermsIn(range);
    return std::count_if(terms.begin(), terms.end(), [](const TermHit& hit) { return CanBeDenied(hit); }) == 1;
  }

  std::string_view Word(TokenIndex at) const { return reading_.text.Word(at); }

  const Reading& reading_;
  const TagIndex denial_ = BuiltInLexicon().Tag("denial");
  const TagIndex relative_ = BuiltInLexicon().Tag("relative");
  const TagIndex allergy_ = BuiltInLexicon().Tag("allergy");
  const TagIndex drug_ = BuiltInLexicon().Tag("drug");
  const TagIndex condition_ = BuiltInLexicon().Tag("condition");
  const TagIndex smoking_ = BuiltInLexicon().Tag("smoking");
  const TagIndex drug_use_ = BuiltInLexicon().Tag("drug_use");
};

}  // namespace

std::vector<TokenRange> FindContradicted(const Reading& reading) { return Finder(reading).Find(); }

}  // namespace scriba::clinical
