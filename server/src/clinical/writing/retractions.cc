#include "clinical/writing/retractions.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace scriba::clinical {
namespace {

constexpr WordSet kDenying{"no", "niente", "nessuno", "nessuna", "nessun", "mai", "macche"};
/// A denial says little more than no.
constexpr std::size_t kWordsOfDenial = 4;

/// "Ah, vero." "Ah, già." "Hai ragione.": who is reminded says so within a few sentences.
constexpr std::size_t kReminded = 4;
constexpr std::size_t kWordsOfAgreeing = 4;
constexpr WordSet kAgreeing{"vero", "gia", "giusto", "ragione"};
constexpr WordSet kBeforeAgreeing{"ah", "e", "ha", "hai"};

/// Who knows better echoes the denial: "Allergie?" "Niente." "Come niente? La penicillina!"
constexpr std::size_t kWordsOfEcho = 3;
/// A later admission is this short: "I lassativi sì."
constexpr std::size_t kWordsOfAdmission = 4;
/// Whoever says so much of a habit in the third person speaks of the patient's.
constexpr std::size_t kWordsOfHabit = 3;

constexpr WordSet kLie{"bugia", "bugie", "mentito"};
/// The truth follows in the same sentence or one of the next two.
constexpr std::size_t kTruth = 3;
constexpr std::array<std::string_view, 3> kAsksToConfirm{"conferm", "sicur", "sincer"};
constexpr WordSet kContrasting{"quello", "quella", "quelli", "quelle"};

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
      if (!Holds(range, kLie)) continue;
      for (std::size_t truth = i; truth < std::min(i + kTruth, reading_.clauses.size()); ++truth) {
        for (const std::string_view stem : Stems(reading_.clauses[truth].range)) confessed_[stem] = i;
      }
    }
  }

  /// Questions and their denials on which nothing may rest.
  std::vector<TokenRange> Denials() const {
    std::vector<TokenRange> retracted;
    for (std::size_t i = 1; i + 1 < reading_.clauses.size(); ++i) {
      if (!IsDenied(i)) continue;
      const auto stems = Stems(reading_.clauses[i - 1].range);
      if (!IsReminded(i) && !IsCalledALie(stems, i) && !IsAskedAgain(stems, i)) continue;
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
  bool IsDenied(std::size_t answer) const {
    const TokenRange range = reading_.clauses[answer].range;
    return !reading_.clauses[answer].is_question && reading_.clauses[answer - 1].is_question &&
           reading_.WordsIn(range) <= kWordsOfDenial && IsAny(reading_.text.Word(range.first), kDenying) &&
           !Stems(reading_.clauses[answer - 1].range).empty();
  }

  bool IsReminded(std::size_t answer) const {
    const std::size_t last = std::min(answer + kReminded, reading_.clauses.size() - 1);
    for (std::size_t i = answer + 1; i <= last; ++i) {
      const TokenRange range = reading_.clauses[i].range;
      if (i == answer + 1 && IsEcho(range)) continue;
      if (reading_.clauses[i].is_question) return false;
      if (reading_.WordsIn(range) > kWordsOfAgreeing || !IsAny(reading_.text.Word(range.first), kBeforeAgreeing))
        continue;
      // The one who is asked does not agree right after his own answer: there the doctor does.
      if (i > answer + 1 && Holds(range, kAgreeing)) return true;
    }
    return false;
  }

  /// "Come niente?"
  bool IsEcho(TokenRange range) const {
    return reading_.text.Word(range.first) == "come" && reading_.WordsIn(range) <= kWordsOfEcho &&
           Holds(range, kDenying);
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
    return was_list && Stems(question).size() == 1 && Holds(answer, kContrasting);
  }

  /// "Mi sono iscritta in palestra. Cioè, mi volevo iscrivere."
  bool IsOnlyWished(std::size_t clause) const {
    const TokenRange next = reading_.clauses[clause + 1].range;
    if (reading_.clauses[clause].is_question || reading_.clauses[clause + 1].is_question ||
        !IsAny(reading_.text.Word(next.first), kTakingBack))
      return false;
    return Holds({next.first, std::min(next.first + kBeforeWish, next.last)}, kWished);
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

  bool Confirms(TokenRange range) const {
    for (TokenIndex at = range.first; at < range.last; ++at) {
      if (StartsWithAny(reading_.text.Word(at), kAsksToConfirm)) return true;
    }
    return false;
  }

  bool Holds(TokenRange range, const auto& words) const {
    for (TokenIndex at = range.first; at < range.last; ++at) {
      if (IsAny(reading_.text.Word(at), words)) return true;
    }
    return false;
  }

  /// The stems of what people deny at first: allergies, alcohol, smoking, vomiting, drugs.
  std::vector<std::string_view> Stems(TokenRange range) const {
    static const std::array<TagIndex, 7> kSubjects{
        BuiltInLexicon().Tag("eating_disorder"), BuiltInLexicon().Tag("red_flag"), BuiltInLexicon().Tag("drink"),
        BuiltInLexicon().Tag("smoking"),         BuiltInLexicon().Tag("allergy"),  BuiltInLexicon().Tag("drug"),
        BuiltInLexicon().Tag("self_harm")};
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
  const std::vector<TokenRange> denials = finder.Denials();
  const std::vector<Wish> wishes = finder.Wishes();
  if (denials.empty() && wishes.empty()) return;
  for (Draft& draft : drafts) {
    draft.ranges = Without(draft.ranges, denials);
    ReplaceWishes(draft, wishes);
  }
  std::erase_if(drafts, [](const Draft& draft) { return draft.ranges.empty(); });
}

}  // namespace scriba::clinical
