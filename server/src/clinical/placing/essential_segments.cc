#include "clinical/placing/essential_segments.h"

#include <algorithm>
#include <array>
#include <optional>

#include "clinical/placing/answers.h"
#include "clinical/placing/field_knowledge.h"
#include "clinical/placing/tellings.h"
#include "clinical/placing/treatments.h"
#include "clinical/reading/number_context.h"

namespace scriba::clinical {
namespace {

class Finder {
 public:
  Finder(const Reading& reading, const std::vector<Segment>& segments) : reading_(reading), segments_(segments) {}

  std::vector<bool> Find() {
    essential_.reserve(segments_.size());
    bool of_clause = false;
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      if (BeginsClause(i)) of_clause = IsEssentialClause(segments_[i].clause);
      essential_.push_back(of_clause || IsEssential(i));
    }
    KeepCoursesOfDrugs();
    KeepAllergens();
    return std::move(essential_);
  }

 private:
  bool BeginsClause(std::size_t i) const { return i == 0 || segments_[i - 1].clause != segments_[i].clause; }

  bool IsEssentialClause(std::size_t clause) const {
    return GivesDose(reading_, clause) || DeclinesDrug(reading_, clause) || RefusedBy(reading_, clause).has_value() ||
           NeverTakenBy(reading_, clause).has_value();
  }

  bool IsEssential(std::size_t i) const {
    const auto [range, clause] = segments_[i];
    return MustStay(reading_, range) || (!reading_.NumbersIn(range).empty() && SaysStrength(reading_, clause)) ||
           IsDeclinedNext(i) || TellsWeeksOfPregnancy(i) || (BeginsClause(i) && DecidesOnAsked(reading_, clause));
  }

  /// "Sono incinta, ventesima settimana finita ieri."
  bool TellsWeeksOfPregnancy(std::size_t i) const {
    return TellsWeeks(reading_, segments_[i].range) &&
           SaysSheIsPregnant(reading_, reading_.clauses[segments_[i].clause].range);
  }

  /// "Voleva darmi la rosuvastatina." "Gli ho detto di no."
  bool IsDeclinedNext(std::size_t i) const {
    static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
    const std::size_t next = segments_[i].clause + 1;
    return reading_.HasTag(segments_[i].range, kDrug) && next < reading_.clauses.size() && DeclinesDrug(reading_, next);
  }

  /// "Ramipril, quello da cinque", "il dapagliflozin me l'avevano dato, ma mi è venuta un'infezione, e me l'hanno
  /// levato": what a sentence says of the dose or the end of a drug stays, and so does the drug.
  void KeepCoursesOfDrugs() {
    static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
    std::optional<std::size_t> drug;
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      if (i > 0 && SentenceOf(i) != SentenceOf(i - 1)) drug.reset();
      const auto terms = reading_.TermsIn(segments_[i].range);
      const bool names_drug = std::any_of(terms.begin(), terms.end(), [&](const TermHit& hit) {
        return hit.entry->tag == kDrug || reading_.text.Word(hit.range.first) == "insulina";
      });
      if (names_drug) {
        drug = i;
        if (EndsDrug(segments_[i].range)) essential_[i] = true;
      } else if (drug && (EndsDrug(segments_[i].range) || IsForgotten(segments_[i].range) ||
                          SaysDose(segments_[i].range, *drug + 1 == i) || SaysWhen(segments_[i].range))) {
        essential_[*drug] = essential_[i] = true;
      }
    }
  }

  /// "Allergia: la medicina per la malaria, la clorochina.": what follows an allergy in its clause says to what.
  void KeepAllergens() {
    constexpr std::size_t kWordsOfAllergen = 5;
    static const TagIndex kAllergy = BuiltInLexicon().Tag("allergy");
    for (std::size_t i = 1; i < segments_.size(); ++i) {
      const std::size_t before = i - 1;
      const bool follows =
          segments_[before].clause == segments_[i].clause && essential_[before] &&
          reading_.HasTag({reading_.clauses[segments_[i].clause].range.first, segments_[i].range.first}, kAllergy);
      if (follows && reading_.WordsIn(segments_[i].range) <= kWordsOfAllergen) essential_[i] = true;
    }
  }

  std::uint32_t SentenceOf(std::size_t segment) const { return reading_.clauses[segments_[segment].clause].sentence; }

  bool EndsDrug(TokenRange range) const {
    constexpr std::array<std::string_view, 14> kEnds{"levat",     "tolt",   "sospes",    "smess",  "interrott",
                                                     "cambiat",   "rifiut", "sospend",   "leviam", "togliam",
                                                     "interromp", "smett",  "eliminiam", "stopp"};
    return reading_.text.HasStem(range, kEnds);
  }

  /// "Una fiala quando me la ricordo", "me le scordo spesso".
  bool IsForgotten(TokenRange range) const {
    constexpr std::array<std::string_view, 3> kForgetting{"ricord", "scord", "dimentic"};
    return reading_.text.HasStem(range, kForgetting);
  }

  /// "Levotiroxina appena sveglia, un'ora intera prima della colazione", "mille microgrammi al mese, ultima a gennaio".
  bool SaysWhen(TokenRange range) const {
    constexpr std::size_t kMostWords = 8;
    constexpr TokenIndex kNear = 3;
    constexpr WordSet kBesides{"prima", "dopo", "lontano"};
    static const TagIndex kMeal = BuiltInLexicon().Tag("meal");
    if (reading_.WordsIn(range) > kMostWords) return false;
    const TokenIndex first = reading_.text.Word(range.first) == "l'" ? range.first + 1 : range.first;
    if (reading_.text.Word(first).starts_with("ultim") && NamesMonth(reading_.text, range)) return true;
    for (TokenIndex at = range.first; at < range.last; ++at) {
      if (IsAny(reading_.text.Word(at), kBesides) && reading_.HasTag({at, std::min(at + kNear, range.last)}, kMeal)) {
        return true;
      }
    }
    return false;
  }

  /// "Quello da cinque" right after a drug; further on only with its unit, "venti unità".
  bool SaysDose(TokenRange range, bool adjoins) const {
    constexpr std::size_t kWordsOfDose = 4;
    constexpr WordSet kUnits{"mg", "mcg", "UI"};
    const auto numbers = reading_.NumbersIn(range);
    return reading_.WordsIn(range) <= kWordsOfDose && !numbers.empty() &&
           (adjoins || IsAny(numbers.front().unit, kUnits));
  }

  const Reading& reading_;
  const std::vector<Segment>& segments_;
  std::vector<bool> essential_;
};

}  // namespace

std::vector<bool> FindEssential(const Reading& reading, const std::vector<Segment>& segments) {
  return Finder(reading, segments).Find();
}

}  // namespace scriba::clinical
