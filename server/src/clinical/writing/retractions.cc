#include "clinical/writing/retractions.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>

#include "clinical/reading/demonstratives.h"
#include "clinical/reading/items.h"
#include "clinical/writing/contradictions.h"
#include "clinical/writing/reminders.h"

namespace scriba::clinical {
namespace {

/// A denial says little more than no.
constexpr std::size_t kWordsOfDenial = 4;

/// A later admission is this short: "I lassativi sì."
constexpr std::size_t kWordsOfAdmission = 4;
/// Whoever says so much of a habit in the third person speaks of the patient's.
constexpr std::size_t kWordsOfHabit = 3;

constexpr WordSet kLie{"bugia", "bugie", "mentito"};
/// The truth follows in the same sentence or one of the next two.
constexpr std::size_t kTruth = 3;
constexpr std::array<std::string_view, 3> kAsksToConfirm{"conferm", "sicur", "sincer"};

/// "No, quella è la moglie": so many tokens lie between whom it is of and what is not the patient's.
constexpr TokenIndex kBeforeOwner = 3;
/// What turns out to be another's is a short statement.
constexpr std::size_t kWordsOfOthers = 10;
constexpr TokenIndex kPartOfAllergy = 8;
/// Clauses of a sentence that holds a second thought.
constexpr std::size_t kClausesOfThought = 3;
constexpr WordSet kIs{"e", "era", "sono", "erano"};

constexpr WordSet kTakingBack{"cioe", "anzi", "no"};
constexpr WordSet kWished{"volevo", "vorrei", "dovevo", "pensavo"};
constexpr TokenIndex kBeforeWish = 5;

/// Words of one stem name the same thing: "vomito", "vomitare".
constexpr std::size_t kStemLetters = 5;
/// Nobody is asked the same thing more often.
constexpr std::size_t kMostAgain = 8;

/// What somebody told as done, and the words with which he says that he only wished it.
struct Wish {
  TokenRange told;
  TokenRange says;
};

class Finder {
 public:
  explicit Finder(const Reading& reading) : reading_(reading) {
    for (std::size_t i = 0; i < reading_.clauses.size(); ++i) {
      const TokenRange range = reading_.clauses[i].range;
      if (reading_.clauses[i].is_question) {
        for (const std::string_view stem : Stems(range)) asked_[stem].push_back(i);
      }
      if (IsAdmission(i)) {
        for (const std::string_view stem : Stems(range)) confessed_[stem] = i;
      }
      if (!reading_.text.HasAny(range, kLie)) continue;
      for (std::size_t truth = i; truth < std::min(i + kTruth, reading_.clauses.size()); ++truth) {
        for (const std::string_view stem : Stems(reading_.clauses[truth].range)) confessed_[stem] = i;
      }
    }
  }

  /// Questions and their denials on which nothing may rest.
  std::vector<TokenRange> Denials() const {
    std::vector<TokenRange> retracted;
    for (std::size_t i = 1; i + 1 < reading_.clauses.size(); ++i) {
      auto at_once = OfAnother(i);
      if (!at_once) at_once = ContradictedAtOnce(i);
      if (at_once) retracted.push_back(*at_once);
      if (at_once || !IsDenied(i)) continue;
      const auto stems = Stems(reading_.clauses[i - 1].range);
      if (!IsReminded(reading_, i) && !IsCalledALie(stems, i) && !IsAskedAgain(stems, i)) continue;
      retracted.push_back({reading_.clauses[i - 1].range.first, reading_.clauses[i].range.last});
    }
    return retracted;
  }

  /// What was only wished, each with the words that say so.
  std::vector<Wish> Wishes() const {
    std::vector<Wish> wishes;
    for (std::size_t i = 0; i + 1 < reading_.clauses.size(); ++i) {
      if (IsOnlyWished(i) || IsToldBetter(i))
        wishes.push_back({reading_.clauses[i].range, reading_.clauses[i + 1].range});
    }
    return wishes;
  }

 private:
  /// "Ipoglicemie?" "Mah, no." "Come no! A Ferragosto quarantasei": the denial with the cry, so that the question keeps
  /// its answer.
  std::optional<TokenRange> ContradictedAtOnce(std::size_t answer) const {
    const TokenRange denial = reading_.clauses[answer].range;
    const Clause& next = reading_.clauses[answer + 1];
    if (next.is_question || reading_.clauses[answer].is_question || !reading_.clauses[answer - 1].is_question ||
        reading_.WordsIn(denial) > kWordsOfDenial || !reading_.text.HasAny(denial, kDenials))
      return std::nullopt;
    const TokenIndex cry = WordAt(next.range, 0) == "ma" ? 1 : 0;
    if (WordAt(next.range, cry) != "come" || !IsAny(WordAt(next.range, cry + 1), kDenials)) return std::nullopt;
    TokenIndex last = next.range.first + cry + 2;
    while (last < next.range.last && reading_.text.IsMark(last)) ++last;
    return TokenRange{denial.first, last};
  }

  /// "Ha avuto una trombosi venosa… no, quella è la moglie", "Alla penicillina. No, aspetti, alla penicillina sono io":
  /// what turns out to be another's, with the words that say so.
  std::optional<TokenRange> OfAnother(std::size_t clause) const {
    const TokenRange range = RestOfSentence(clause);
    const bool goes_on = WordAt(range, 0) == "no" && !reading_.clauses[clause - 1].is_question;
    const std::size_t said = goes_on ? clause - 1 : clause;
    auto others = OfAnotherFrom(said, range);
    // A question that loses its whole answer would state what it asks.
    if (others && others->first == reading_.clauses[said].range.first && said > 0 &&
        reading_.clauses[said - 1].is_question) {
      others->first = reading_.clauses[said - 1].range.first;
    }
    return others;
  }

  /// The same for what was said from a clause on, where the second thought begins with a "no" in `range`.
  std::optional<TokenRange> OfAnotherFrom(std::size_t clause, TokenRange range) const {
    const TokenIndex first = reading_.clauses[clause].range.first;
    TokenIndex no = range.first;
    while (no < range.last && reading_.text.Word(no) != "no") ++no;
    // "Diabete no, quello è mio marito" is a denial that holds.
    if (no == range.last || no == first || (!reading_.is_unmarked && !reading_.text.IsMark(no - 1)))
      return std::nullopt;
    const TokenRange said{WithAllergy(LastPartBefore(no, first)), no};
    if (reading_.WordsIn(said) > kWordsOfOthers || !NamesIllnessOrDrug(said)) return std::nullopt;
    for (TokenIndex at = no + 1; at + 1 < range.last; ++at) {
      const std::string_view word = reading_.text.Word(at);
      if (word == "sono" && reading_.text.Word(at + 1) == "io" && SpeaksOfAllergy(clause) &&
          SharesTerm(said, {no, range.last})) {
        return TokenRange{said.first, at + 2};
      }
      if (!IsAny(word, kThat) || !IsAny(reading_.text.Word(at + 1), kIs)) continue;
      const TokenRange owner{at + 2, std::min(at + 2 + kBeforeOwner, range.last)};
      if (NamesAnother(owner, said)) return TokenRange{said.first, owner.last};
    }
    return std::nullopt;
  }

  /// "Due cesarei e il varicocele, no": behind the mark or the "e" before the last words.
  TokenIndex LastPartBefore(TokenIndex end, TokenIndex first) const {
    TokenIndex at = end;
    while (at > first && reading_.text.IsMark(at - 1)) --at;
    while (at > first && !reading_.text.IsMark(at - 1) && reading_.text.Word(at - 1) != "e") --at;
    return at > first && reading_.text.Word(at - 1) == "e" ? at - 1 : at;
  }

  /// "È allergica allo iodio, il mezzo di contrasto": where the part begins that says of an allergy to what it is.
  TokenIndex WithAllergy(TokenIndex part) const {
    static const TagIndex kAllergy = BuiltInLexicon().Tag("allergy");
    if (part < 2 || reading_.text.Word(part - 1) != ",") return part;
    const TokenIndex before = LastPartBefore(part - 1, part > kPartOfAllergy ? part - kPartOfAllergy : 0);
    return reading_.HasTag({before, part}, kAllergy) ? before : part;
  }

  TokenRange RestOfSentence(std::size_t clause) const {
    TokenRange range = reading_.clauses[clause].range;
    const std::size_t last = std::min(clause + kClausesOfThought, reading_.clauses.size());
    for (std::size_t next = clause + 1; next < last; ++next) {
      if (reading_.clauses[next].sentence == reading_.clauses[clause].sentence) {
        range.last = reading_.clauses[next].range.last;
      }
    }
    return range;
  }

  std::string_view WordAt(TokenRange range, TokenIndex place) const {
    return range.first + place < range.last ? reading_.text.Word(range.first + place) : std::string_view();
  }

  /// In it or in the question that it answers.
  bool SpeaksOfAllergy(std::size_t clause) const {
    static const TagIndex kAllergy = BuiltInLexicon().Tag("allergy");
    const std::size_t first = clause > 0 && reading_.clauses[clause - 1].is_question ? clause - 1 : clause;
    return reading_.HasTag({reading_.clauses[first].range.first, reading_.clauses[clause].range.last}, kAllergy);
  }

  bool NamesIllnessOrDrug(TokenRange range) const {
    static const std::array<TagIndex, 4> kWhat{BuiltInLexicon().Tag("condition"), BuiltInLexicon().Tag("drug"),
                                               BuiltInLexicon().Tag("allergy"), BuiltInLexicon().Tag("surgery")};
    return reading_.HasAnyOf(range, kWhat);
  }

  /// Whose it is instead. An illness of a blood relative stays: it is family history.
  bool NamesAnother(TokenRange range, TokenRange said) const {
    static const std::array<TagIndex, 2> kWho{BuiltInLexicon().Tag("relative"), BuiltInLexicon().Tag("other_person")};
    static const TagIndex kCondition = BuiltInLexicon().Tag("condition");
    const auto terms = reading_.TermsIn(range);
    return std::any_of(terms.begin(), terms.end(), [&](const TermHit& hit) {
      if (std::find(kWho.begin(), kWho.end(), hit.entry->tag) == kWho.end()) return false;
      return hit.entry->key != "sangue" || !reading_.HasTag(said, kCondition);
    });
  }

  bool SharesTerm(TokenRange one, TokenRange other) const {
    const auto terms = reading_.TermsIn(other);
    for (const TermHit& hit : reading_.TermsIn(one)) {
      if (std::any_of(terms.begin(), terms.end(), [&](const TermHit& again) { return again.entry == hit.entry; }))
        return true;
    }
    return false;
  }

  bool IsDenied(std::size_t answer) const {
    const TokenRange range = reading_.clauses[answer].range;
    return !reading_.clauses[answer].is_question && reading_.clauses[answer - 1].is_question &&
           reading_.WordsIn(range) <= kWordsOfDenial && IsAny(reading_.text.Word(range.first), kDenials) &&
           !Stems(reading_.clauses[answer - 1].range).empty();
  }

  /// "Lassativi?" "No." … "I lassativi sì. A vent'anni, tutti i giorni."
  bool IsAdmission(std::size_t clause) const {
    const TokenRange range = reading_.clauses[clause].range;
    if (reading_.clauses[clause].is_question || reading_.WordsIn(range) > kWordsOfAdmission) return false;
    TokenIndex last = range.last;
    while (last > range.first && reading_.text.IsMark(last - 1)) --last;
    return last > range.first && reading_.text.Original(last - 1) == "sì";
  }

  /// "Prima ho detto una bugia. Vomito, non sempre."
  bool IsCalledALie(const std::vector<std::string_view>& stems, std::size_t answer) const {
    return std::any_of(stems.begin(), stems.end(), [&](std::string_view stem) {
      const auto lie = confessed_.find(stem);
      return lie != confessed_.end() && lie->second > answer;
    });
  }

  /// "Sull'alcol mi conferma: niente?" "Il sabato." And of a list "Vomito, lassativi?" "No." … "Lassativi?" "No, quelli
  /// no": who denies a part the second time does not deny the rest.
  bool IsAskedAgain(const std::vector<std::string_view>& stems, std::size_t answer) const {
    for (const std::string_view stem : stems) {
      const std::vector<std::size_t>& asked = asked_.at(stem);
      auto again = std::upper_bound(asked.begin(), asked.end(), answer);
      for (std::size_t times = 0; again != asked.end() && times < kMostAgain; ++again, ++times) {
        if (TakesBack(*again, stems.size() > 1)) return true;
      }
    }
    return false;
  }

  /// Whether the answer to a question says something else than the denial of the same before.
  bool TakesBack(std::size_t again, bool was_list) const {
    if (again + 1 >= reading_.clauses.size() || reading_.clauses[again + 1].is_question) return false;
    const TokenRange question = reading_.clauses[again].range;
    const TokenRange answer = reading_.clauses[again + 1].range;
    if (!HasDenial(answer)) return HasDenial(question) || Confirms(question);
    return was_list && Stems(question).size() == 1 && reading_.text.HasAny(answer, kThat);
  }

  /// "Mi sono iscritta in palestra. Cioè, mi volevo iscrivere."
  bool IsOnlyWished(std::size_t clause) const {
    const TokenRange next = reading_.clauses[clause + 1].range;
    if (reading_.clauses[clause].is_question || reading_.clauses[clause + 1].is_question ||
        !IsAny(reading_.text.Word(next.first), kTakingBack))
      return false;
    return reading_.text.HasAny({next.first, std::min(next.first + kBeforeWish, next.last)}, kWished);
  }

  /// "Cammino un'ora al giorno." "Cammina fino alla panchina, trecento metri": who lives with the patient says of him,
  /// by the same verb, what holds. Of drugs the doctor repeats a part.
  bool IsToldBetter(std::size_t clause) const {
    static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
    const TokenRange told = reading_.clauses[clause].range;
    const TokenRange next = reading_.clauses[clause + 1].range;
    const std::string_view third = BuiltInLexicon().ThirdPerson(reading_.text.Word(told.first));
    return !third.empty() && Fold(third) == reading_.text.Word(next.first) && reading_.WordsIn(next) > kWordsOfHabit &&
           !reading_.clauses[clause].is_question && !reading_.clauses[clause + 1].is_question &&
           !reading_.HasTag(told, kDrug) && !reading_.NumbersIn(next).empty();
  }

  bool HasDenial(TokenRange range) const {
    static const TagIndex kDenial = BuiltInLexicon().Tag("denial");
    return reading_.HasTag(range, kDenial);
  }

  bool Confirms(TokenRange range) const { return reading_.text.HasStem(range, kAsksToConfirm); }

  /// The stems of what people deny at first: allergies, alcohol, smoking, vomiting, drugs.
  std::vector<std::string_view> Stems(TokenRange range) const {
    static const std::array<TagIndex, 8> kSubjects{
        BuiltInLexicon().Tag("eating_disorder"), BuiltInLexicon().Tag("red_flag"), BuiltInLexicon().Tag("drink"),
        BuiltInLexicon().Tag("smoking"),         BuiltInLexicon().Tag("allergy"),  BuiltInLexicon().Tag("drug"),
        BuiltInLexicon().Tag("self_harm"),       BuiltInLexicon().Tag("deniable")};
    std::vector<std::string_view> stems;
    for (const TermHit& hit : reading_.TermsIn(range)) {
      if (std::find(kSubjects.begin(), kSubjects.end(), hit.entry->tag) == kSubjects.end()) continue;
      for (TokenIndex at = hit.range.first; at < std::min(hit.range.last, range.last); ++at) {
        const std::string_view word = reading_.text.Word(at);
        const std::string_view stem = word.substr(0, kStemLetters);
        if (word.size() >= kStemLetters && std::find(stems.begin(), stems.end(), stem) == stems.end())
          stems.push_back(stem);
      }
    }
    return stems;
  }

  const Reading& reading_;
  /// The questions about each subject, and the last clause that calls its denial a lie.
  std::map<std::string_view, std::vector<std::size_t>> asked_;
  std::map<std::string_view, std::size_t> confessed_;
};

/// What of the ranges lies outside others, which stand in reading order and apart.
std::vector<TokenRange> Without(const std::vector<TokenRange>& ranges, const std::vector<TokenRange>& taken) {
  std::vector<TokenRange> rest;
  for (const TokenRange range : ranges) {
    TokenIndex from = range.first;
    auto next = std::upper_bound(taken.begin(), taken.end(), range.first,
                                 [](TokenIndex at, TokenRange other) { return at < other.last; });
    for (; next != taken.end() && next->first < range.last; ++next) {
      if (next->first > from) rest.push_back({from, next->first});
      from = std::max(from, next->last);
    }
    if (from < range.last) rest.push_back({from, range.last});
  }
  return rest;
}

/// In place of what was only wished stand the words that say so.
void ReplaceWishes(Draft& draft, const std::vector<Wish>& wishes) {
  std::vector<Wish> told;
  for (const TokenRange range : draft.ranges) {
    auto wish = std::lower_bound(wishes.begin(), wishes.end(), range.first,
                                 [](const Wish& other, TokenIndex at) { return other.told.first < at; });
    for (; wish != wishes.end() && wish->told.first < range.last; ++wish) told.push_back(*wish);
  }
  for (const Wish& wish : told) {
    draft.ranges = Without(draft.ranges, {{wish.told.first, wish.says.last}});
    draft.ranges.push_back(wish.says);
  }
  if (told.empty()) return;
  std::sort(draft.ranges.begin(), draft.ranges.end(),
            [](TokenRange left, TokenRange right) { return left.first < right.first; });
}

}  // namespace

void LeaveOutRetractions(const Reading& reading, std::vector<Draft>& drafts) {
  const Finder finder(reading);
  std::vector<TokenRange> denials = finder.Denials();
  const std::vector<TokenRange> contradicted = FindContradicted(reading);
  denials.insert(denials.end(), contradicted.begin(), contradicted.end());
  denials = Joined(std::move(denials));
  const std::vector<Wish> wishes = finder.Wishes();
  if (denials.empty() && wishes.empty()) return;
  for (Draft& draft : drafts) {
    draft.ranges = Without(draft.ranges, denials);
    ReplaceWishes(draft, wishes);
  }
  std::erase_if(drafts, [](const Draft& draft) { return draft.ranges.empty(); });
}

}  // namespace scriba::clinical
