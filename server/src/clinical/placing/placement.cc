#include "clinical/placing/placement.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "clinical/placing/answers.h"
#include "clinical/placing/asked_subjects.h"
#include "clinical/placing/companions.h"
#include "clinical/placing/field_knowledge.h"
#include "clinical/placing/guesses.h"
#include "clinical/placing/kinds_of_text.h"
#include "clinical/placing/tellings.h"
#include "clinical/placing/treatments.h"
#include "clinical/reading/number_context.h"
#include "clinical/reading/patient.h"

namespace scriba::clinical {
namespace {

/// Below this the section is not believed; chosen on the tuning files for recall at the permitted length.
constexpr double kEnough = 0.24;
/// Above this the clause is taken for talk without content.
constexpr double kTooLikelyNone = 0.45;
/// In a dictation only this much certainty makes small talk.
constexpr double kSurelyNone = 0.93;
/// So much makes small talk of what names an illness.
constexpr double kLikelyNone = 0.77;
/// So much in what otherwise must stay.
constexpr double kSurelyChat = 0.9;
/// Who came, and as surely chats, says how he came and not why.
constexpr double kTellsHow = 0.8;
/// A second section is given from this probability on.
constexpr double kEnoughForSecond = 0.252;
/// The reason, which is said once and is often history as well, is given from less.
constexpr double kEnoughForReason = 0.072;
/// What is told while a visit opens ("e mi gira la testa quando mi staccano") is given from still less.
constexpr double kEnoughForComplaint = 0.02;
/// From this on a section is believed also of words that no lexicon knows.
constexpr double kSureWithoutTerms = 0.69;
/// From this on for the section in which a rule of the field looks for what is said.
constexpr double kEnoughForHome = 0.02;
/// From this on for the history of the weight, of a number without a unit that can be kilos.
constexpr double kEnoughForWeight = 0.05;
constexpr double kLeastKilos = 35;
constexpr double kMostKilos = 220;
/// So sure is a rule of the field of the section that it names.
constexpr double kSureByRule = 0.4;
/// Passages longer than this many clauses are split, for evidence that can be read.
constexpr std::size_t kLongestPassage = 6;

/// An answer of so few words may be none without its question.
constexpr std::size_t kShortAnswer = 4;

/// The reason of a visit is said in its first part.
constexpr std::size_t kReasonParts = 5;
/// Of so many parts of a visit the first opens it: what is complained of there brought the patient, whatever else it
/// is.
constexpr std::size_t kOpeningParts = 10;

/// "A giugno"; the month of a date is that of the visit.
constexpr WordSet kInMonth{"a", "ad", "in", "di", "da"};

class Placer {
 public:
  Placer(const Reading& reading, const std::vector<LabelScores>& probabilities)
      : reading_(reading), probabilities_(probabilities), asked_(reading) {}

  std::vector<Passage> Place() {
    for (std::size_t i = 0; i < reading_.clauses.size(); ++i) {
      const Clause& clause = reading_.clauses[i];
      if (clause.is_question || IsTakenBack(reading_, i) || IsOfCompanion(reading_, i)) continue;
      if (GuessesWeight(reading_, i)) continue;
      if (GivesDose(reading_, i)) {
        PutDose(i);
        continue;
      }
      if (CompletesBefore(reading_, i) && PutScrap(i)) continue;
      if (PutNotTaken(i)) continue;
      PutRefusal(i);
      PutSaidReason(i, probabilities_[i]);
      if (!age_found_ && StatedAge(reading_, i)) {
        PutAge(i);
        if (probabilities_[i][static_cast<std::size_t>(Section::kMotivoVisita)] > 0.3) continue;
      }
      const bool answers = QuestionOf(reading_, i).has_value();
      const LabelScores p = Believed(i);
      std::array<std::size_t, kSectionCount> order{};
      for (std::size_t s = 0; s < kSectionCount; ++s) order[s] = s;
      std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] > p[b]; });
      if (p[order[0]] < kEnough || p[kNoSection] > kTooLikelyNone) continue;
      if (p[order[0]] < kSureWithoutTerms && !HasContent(clause) && !answers && !ContinuesSentence(i)) continue;
      if (!StandsIn(static_cast<Section>(order[0]), i)) Put(static_cast<Section>(order[0]), i, p[order[0]]);
      PutSecond(i, p, order);
      PutEarlyReason(i, p);
      PutBareWeight(i, p);
    }
    PutReason();
    std::stable_sort(passages_.begin(), passages_.end(),
                     [](const Passage& a, const Passage& b) { return a.section < b.section; });
    return std::move(passages_);
  }

 private:
  /// In a few dictated sentences nearly everything is meant for the report: what has content is not taken for small
  /// talk.
  LabelScores Believed(std::size_t i) const {
    LabelScores p = probabilities_[i];
    const bool stays = AnswersGravely(reading_, i) || (MustStay(reading_, reading_.clauses[i].range) && !IsChat(i)) ||
                       SaysStrength(reading_, i) || DecidesOnAsked(reading_, i) || (NamesExtreme(i) && CanBeWeight(i));
    const bool counts = IsShort(reading_) && HasContent(reading_.clauses[i]);
    const bool tells = p[kNoSection] < kLikelyNone && TellsOfIllness(i);
    if (!stays && !tells && (!counts || p[kNoSection] > kSurelyNone)) return p;
    const double sections = 1 - p[kNoSection];
    for (double& score : p) score /= std::max(sections, 1e-9);
    p[kNoSection] = 0;
    return p;
  }

  /// "Il barbiere si opera da solo": so surely small talk that no word of it makes a fact, but a sign of what a doctor
  /// could not forgive to miss.
  bool IsChat(std::size_t i) const {
    const Clause& clause = reading_.clauses[i];
    return probabilities_[i][kNoSection] > kSurelyChat && !HasTag(i, "self_harm") &&
           !SaysSheIsPregnant(reading_, clause.range) && !ForbidsDriving(reading_, clause.range) &&
           HomeOf(reading_, clause) != Section::kFattoriPsi;
  }

  /// An illness is told, not chatted about; that of a relative where the clause before is no small talk either.
  bool TellsOfIllness(std::size_t i) const {
    const bool goes_on = i > 0 && probabilities_[i - 1][kNoSection] < kTooLikelyNone;
    return HasTag(i, "condition") && (goes_on || !HasTag(i, "relative"));
  }

  bool HasContent(const Clause& clause) const {
    if (!reading_.NumbersIn(clause.range).empty()) return true;
    return asked_.AreIn(clause.range);
  }

  bool ContinuesSentence(std::size_t i) const {
    return i > 0 && reading_.clauses[i - 1].sentence == reading_.clauses[i].sentence;
  }

  /// The first clause of a sentence, or one not far before: a text without marks is one sentence.
  std::size_t BeginOfSentence(std::size_t i) const {
    for (std::size_t back = 0; back < kLongestPassage && ContinuesSentence(i); ++back) --i;
    return i;
  }

  void PutSecond(std::size_t i, const LabelScores& p, const std::array<std::size_t, kSectionCount>& order) {
    const bool hesitates = p[order[1]] >= kEnoughForSecond;
    if (hesitates) {
      const auto second = static_cast<Section>(order[1]);
      Put(second, i, AsSecond(second, p, p[order[1]]));
    }
    if (TellsOfSelfHarm(reading_, i) && !StandsIn(Section::kFattoriPsi, i)) {
      Put(Section::kFattoriPsi, i, kSureByRule);
    }
    const std::size_t subject = SubjectOf(i);
    const auto home = HomeOf(reading_, reading_.clauses[subject]);
    const std::size_t at_home = home ? static_cast<std::size_t>(*home) : order[0];
    if (at_home != order[0]) {
      const bool stands = hesitates && at_home == order[1];
      const bool is_sure = IsSureOfHome(reading_, reading_.clauses[subject]);
      if (!stands && (is_sure || (!hesitates && p[at_home] > kEnoughForHome))) {
        Put(*home, i, std::max(is_sure ? p[order[0]] : p[at_home], kSureByRule));
      }
    } else if (!hesitates && order[0] == static_cast<std::size_t>(Section::kMotivoVisita) &&
               MustStay(reading_, reading_.clauses[i].range)) {
      // "Donna di 52 anni, in terapia con ramipril 5 mg": the introduction of a dictation holds the therapy too.
      Put(Section::kStoriaMedica, i, p[order[0]]);
    }
  }

  /// "Colpi di sonno al volante?" "Uno.": an answer of a few words that needs its question has its home.
  std::size_t SubjectOf(std::size_t i) const {
    const auto asked = QuestionOf(reading_, i);
    const bool is_short = reading_.WordsIn(reading_.clauses[i].range) <= kShortAnswer;
    return asked && is_short && !HomeOf(reading_, reading_.clauses[i]) && asked_.NeedsQuestion(*asked, i) ? *asked : i;
  }

  /// The dose stands wherever the drug does, and what is not ordered in the medical history.
  void PutDose(std::size_t i) {
    bool stands = false;
    for (Passage& passage : passages_) {
      if (passage.clauses.back() != i - 1) continue;
      passage.clauses.push_back(i);
      passage.is_essential = true;
      stands |= passage.section == Section::kStoriaMedica || HasTag(i - 1, "order");
    }
    if (!stands) passages_.push_back({Section::kStoriaMedica, {i - 1, i}, kSureByRule, true});
  }

  /// A scrap stands wherever the sentence does that it completes; false where that stands nowhere and the scrap names
  /// no illness of a relative.
  bool PutScrap(std::size_t i) {
    const auto kin = KinOfIllness(reading_, i);
    bool stands = false;
    for (Passage& passage : passages_) {
      if (passage.clauses.back() != i - 1) continue;
      passage.clauses.push_back(i);
      passage.is_essential = passage.is_essential || kin;
      stands |= !kin || passage.section == Section::kStoriaMedica;
    }
    if (!stands && kin) {
      std::vector<std::size_t> clauses(i + 1 - *kin);
      std::iota(clauses.begin(), clauses.end(), *kin);
      passages_.push_back({Section::kStoriaMedica, std::move(clauses), kSureByRule, true});
    }
    return stands || kin;
  }

  /// "Mi manda il cardiologo.": who says why he came says the reason.
  void PutSaidReason(std::size_t i, const LabelScores& p) {
    // "Vengo perché il reumatologo dice | che con questo peso le ginocchia non durano."
    const bool goes_on = ContinuesSentence(i) && reading_.text.Word(reading_.clauses[i].range.first) == "che" &&
                         HasTag(i - 1, "visit_reason") && StandsIn(Section::kMotivoVisita, i - 1);
    if (!IsEarly(i) || StandsIn(Section::kMotivoVisita, i)) return;
    // "Sono venuta in motorino" says how, not why.
    const bool says_why = HasTag(i, "visit_reason") && p[kNoSection] <= kTellsHow;
    if (!goes_on && !says_why && !AnswersWhyHeCame(reading_, BeginOfSentence(i))) return;
    Put(Section::kMotivoVisita, i, std::max(p[static_cast<std::size_t>(Section::kMotivoVisita)], kSureByRule));
    LastOf(Section::kMotivoVisita)->is_essential = true;
  }

  /// A drug that was prescribed and never taken is history with both halves, and so is one that was declined, or about
  /// which somebody is asked and answers that he stopped it.
  bool PutNotTaken(std::size_t i) {
    if (DeclinesDrug(reading_, i)) {
      Put(Section::kStoriaMedica, i, kSureByRule);
      LastOf(Section::kStoriaMedica)->is_essential = true;
      return true;
    }
    auto named = NeverTakenBy(reading_, i);
    if (!named) named = StoppedOnAsking(reading_, i);
    if (named) passages_.push_back({Section::kStoriaMedica, {*named, i}, kSureByRule, true});
    return named.has_value();
  }

  /// What was asked for and is not given belongs to the plan, beside what is given.
  void PutRefusal(std::size_t i) {
    const auto refused = RefusedBy(reading_, i);
    if (refused) passages_.push_back({Section::kNoteSpecialista, {*refused, i}, kSureByRule, true});
  }

  /// Where nobody says why he came, the change of weight with which he begins is the reason.
  void PutReason() {
    const auto has_reason = [](const Passage& passage) { return passage.section == Section::kMotivoVisita; };
    if (std::any_of(passages_.begin(), passages_.end(), has_reason)) return;
    for (const Passage& passage : passages_) {
      const std::size_t clause = passage.clauses.front();
      if (passage.section != Section::kStoriaPonderale || !Complains(clause)) continue;
      passages_.push_back({Section::kMotivoVisita, {clause}, passage.confidence, true});
      return;
    }
  }

  void PutEarlyReason(std::size_t i, const LabelScores& p) {
    const double likely = p[static_cast<std::size_t>(Section::kMotivoVisita)];
    const bool opens = likely >= kEnoughForComplaint && IsInFirst(kOpeningParts, i) && HasContent(reading_.clauses[i]);
    if (!opens && (likely < kEnoughForReason || !IsEarly(i))) return;
    if (StandsIn(Section::kMotivoVisita, i)) return;
    Put(Section::kMotivoVisita, i, AsSecond(Section::kMotivoVisita, p, likely));
    if (opens) LastOf(Section::kMotivoVisita)->is_essential = true;
  }

  /// "A giugno settantanove", "era quarantanove alla diagnosi": who speaks of his weight often leaves out the kilos.
  void PutBareWeight(std::size_t i, const LabelScores& p) {
    const double likely = p[static_cast<std::size_t>(Section::kStoriaPonderale)];
    if (likely < kEnoughForWeight && !TellsPastWeight(i)) return;
    if (!CanBeWeight(i)) return;
    if (!StandsIn(Section::kStoriaPonderale, i)) Put(Section::kStoriaPonderale, i, std::max(likely, kSureByRule));
    if (NamesExtreme(i) || BeginsWithPastWeight(i)) LastOf(Section::kStoriaPonderale)->is_essential = true;
  }

  bool CanBeWeight(std::size_t i) const {
    const auto numbers = reading_.NumbersIn(reading_.clauses[i].range);
    return std::any_of(numbers.begin(), numbers.end(), [](const Number& number) {
      return number.unit.empty() && number.value >= kLeastKilos && number.value <= kMostKilos;
    });
  }

  /// "Il massimo quando sono andato in pensione: centotré."
  bool NamesExtreme(std::size_t i) const {
    constexpr WordSet kExtremes{"massimo", "minimo"};
    return reading_.text.HasAny(reading_.clauses[i].range, kExtremes);
  }

  /// "Peso a giugno settantatré e nove.", "peso sei mesi fa": whatever the model deems it, it is no value of today.
  bool TellsPastWeight(std::size_t i) const {
    const TokenRange range = reading_.clauses[i].range;
    constexpr WordSet kPast{"scorso", "scorsa", "preoperatorio", "pregravidico", "abituale", "usuale", "iniziale"};
    bool weight = false, past = false;
    for (TokenIndex at = range.first; at < range.last; ++at) {
      const std::string_view word = reading_.text.Word(at);
      weight = weight || word.starts_with("peso") || word.starts_with("pesav");
      past = past || IsAny(word, kPast) ||
             (word == "fa" && at > 0 && !reading_.text.Word(at - 1).starts_with("peso")) ||
             (word == "prima" && reading_.text.Word(at + 1).starts_with("de")) ||
             (IsMonth(word) && at > range.first && IsAny(reading_.text.Word(at - 1), kInMonth));
    }
    return weight && past;
  }

  /// "Peso preoperatorio 121,4.": a line of the history of the weight, not a condition that names one.
  bool BeginsWithPastWeight(std::size_t i) const {
    constexpr TokenIndex kFirstWords = 2;
    const TokenIndex first = reading_.clauses[i].range.first;
    for (TokenIndex at = first; at < first + kFirstWords; ++at) {
      if (reading_.text.Word(at).starts_with("peso") || reading_.text.Word(at).starts_with("pesav")) {
        return TellsPastWeight(i);
      }
    }
    return false;
  }

  std::vector<Passage>::reverse_iterator LastOf(Section section) {
    return std::find_if(passages_.rbegin(), passages_.rend(),
                        [&](const Passage& passage) { return passage.section == section; });
  }

  bool StandsIn(Section section, std::size_t clause) {
    const auto last = LastOf(section);
    return last != passages_.rend() && last->clauses.back() == clause;
  }

  /// The reason of a note says nothing new: nobody need check it where the same words stand surely elsewhere.
  double AsSecond(Section section, const LabelScores& p, double likely) const {
    if (section != Section::kMotivoVisita || !IsNote(reading_)) return likely;
    return std::max(likely, *std::max_element(p.begin(), p.begin() + kSectionCount));
  }

  bool IsEarly(std::size_t clause) const { return IsInFirst(kReasonParts, clause); }

  /// Whether a clause stands in the first of so many parts of the visit.
  bool IsInFirst(std::size_t parts, std::size_t clause) const {
    return reading_.clauses[clause].range.first * parts <= reading_.text.size();
  }

  bool HasTag(std::size_t clause, std::string_view tag) const {
    return reading_.HasTag(reading_.clauses[clause].range, BuiltInLexicon().Tag(tag));
  }

  bool Complains(std::size_t clause) const {
    return IsEarly(clause) && HasTag(clause, "first_person") && HasTag(clause, "weight_change");
  }

  void PutAge(std::size_t clause) {
    age_found_ = true;
    Passage passage{Section::kMotivoVisita, {}, 1, true};
    PutQuestion(clause, passage);
    passage.clauses.push_back(clause);
    passages_.push_back(std::move(passage));
  }

  /// "Allergie?" "No. Cioè, aspetti: al lattice.": what is taken back stands before what holds.
  void PutQuestion(std::size_t answer, Passage& passage) const {
    const auto asked = QuestionOf(reading_, answer);
    if (!asked || !asked_.NeedsQuestion(*asked, answer)) return;
    // "Il disturbo bipolare come va? Ricoveri?"
    if (IsAskedTogether(reading_, *asked)) passage.clauses.push_back(*asked - 1);
    for (std::size_t i = *asked; i < answer; ++i) {
      const bool goes_with = !reading_.clauses[i].is_question && !IsOfCompanion(reading_, i);
      if (i == *asked || goes_with) passage.clauses.push_back(i);
    }
  }

  void Put(Section section, std::size_t clause, double probability) {
    const auto open = LastOf(section);
    const bool adjoins = open != passages_.rend() && open->clauses.back() + 1 == clause &&
                         reading_.clauses[clause - 1].sentence == reading_.clauses[clause].sentence &&
                         open->clauses.size() < kLongestPassage;
    if (adjoins) {
      open->clauses.push_back(clause);
      open->confidence = std::max(open->confidence, probability);
      open->is_essential = open->is_essential || AnswersGravely(reading_, clause);
      return;
    }
    Passage passage{section, {}, probability, AnswersGravely(reading_, clause)};
    PutQuestion(clause, passage);
    passage.clauses.push_back(clause);
    passages_.push_back(std::move(passage));
  }

  const Reading& reading_;
  const std::vector<LabelScores>& probabilities_;
  AskedSubjects asked_;
  std::vector<Passage> passages_;
  bool age_found_ = false;
};

}  // namespace

std::vector<Passage> PlaceClauses(const Reading& reading, const std::vector<LabelScores>& probabilities) {
  return Placer(reading, probabilities).Place();
}

}  // namespace scriba::clinical
