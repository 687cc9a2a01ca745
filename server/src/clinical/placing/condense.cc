#include "clinical/placing/condense.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "clinical/placing/answers.h"
#include "clinical/placing/bonds.h"
#include "clinical/placing/dose_context.h"
#include "clinical/placing/essential_segments.h"
#include "clinical/placing/field_knowledge.h"
#include "clinical/placing/kinds_of_text.h"
#include "clinical/placing/relevance.h"
#include "clinical/placing/subjects.h"
#include "clinical/reading/number_context.h"
#include "clinical/writing/telegraphic.h"

namespace scriba::clinical {
namespace {

/// A segment below this may be left out of a sentence that is kept, unless it is nearly as relevant as the best of it.
constexpr double kSegmentFloor = 0.778;
/// Where marks are missing, a segment may be any part of a sentence.
constexpr double kUnmarkedFloor = 0.2;
constexpr double kShareOfTop = 0.53;
/// The same for one that holds a number or a clinical term, which are facts more often than not.
constexpr double kFactFloor = 0.055;
/// Where the report has room, no segment below this comes back.
constexpr double kSpareFloor = 0.08;

/// The words with which a sentence begins stay with it from this relevance on.
constexpr double kOpening = 0.038;
/// So many words after what must stay still belong to it.
constexpr std::size_t kFewWords = 3;

/// From this certainty of its section on, an order or a short answer stays although its words are seldom those of a
/// fact.
constexpr double kSureOfSection = 0.93;
/// So many words at most are a short answer.
constexpr std::size_t kWordsOfAnswer = 4;

constexpr std::array<std::string_view, 9> kBindingTags{"denial",         "relative",   "other_person",
                                                       "condition_word", "correction", "self_harm",
                                                       "red_flag",       "allergy",    "outcome"};

constexpr std::array<std::string_view, 6> kClinicalTags{"condition", "drug",    "surgery",
                                                        "smoking",   "allergy", "eating_disorder"};

/// What becomes of a segment: a spare one stays where the report has room.
enum class Fate : std::uint8_t { kStays, kSpare, kGoes };

class Condenser {
 public:
  Condenser(const Reading& reading, const std::vector<LabelScores>& probabilities, const RelevanceModel& model)
      : reading_(reading),
        probabilities_(probabilities),
        segments_(FindSegments(reading)),
        telegraphic_(reading),
        must_stay_(FindEssential(reading, segments_)),
        binds_(BuiltInLexicon().tags().size(), false),
        is_clinical_(binds_),
        first_segment_(reading.clauses.size() + 1, segments_.size()),
        is_note_(IsNote(reading)) {
    for (const std::string_view tag : kBindingTags) binds_[BuiltInLexicon().Tag(tag)] = true;
    for (const std::string_view tag : kClinicalTags) is_clinical_[BuiltInLexicon().Tag(tag)] = true;
    std::vector<RelevanceModel::Seen> seen;
    seen.reserve(segments_.size());
    ForEachSegment(reading, segments_, probabilities,
                   [&](const FeatureNames& names) { seen.push_back(model.See(names)); });
    relevance_ = model.Rate(seen);
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      std::size_t& first = first_segment_[segments_[i].clause];
      first = std::min(first, i);
    }
    for (std::size_t clause = reading.clauses.size(); clause-- > 0;) {
      first_segment_[clause] = std::min(first_segment_[clause], first_segment_[clause + 1]);
    }
  }

  std::vector<Draft> Condense(const std::vector<Passage>& passages) {
    std::vector<Draft> drafts;
    drafts.reserve(passages.size());
    for (const Passage& passage : passages) drafts.push_back(DraftOf(passage));
    return Select(reading_, std::move(drafts));
  }

 private:
  Draft DraftOf(const Passage& passage) const {
    Draft draft;
    draft.section = passage.section;
    draft.confidence = passage.confidence;
    double top = 0;
    bool must_stay = false;
    for (const std::size_t clause : passage.clauses) {
      const bool is_one_segment = first_segment_[clause + 1] == first_segment_[clause] + 1;
      must_stay = must_stay || (!is_one_segment && MustStay(reading_, reading_.clauses[clause].range));
      for (std::size_t i = first_segment_[clause]; i < first_segment_[clause + 1]; ++i) {
        top = std::max(top, relevance_[i]);
        must_stay = must_stay || must_stay_[i];
      }
    }
    const std::vector<Fate> fates = FatesOf(passage, top, draft);
    draft.ranges = RangesOf(passage, fates, false);
    if (draft.worth_of_fuller > 0) draft.fuller = RangesOf(passage, fates, true);
    // What may be small talk counts for less than the certainty of its section says: most of it stands here.
    const double meant = 1 - ChatOf(passage);
    draft.value = passage.is_essential || must_stay ? 1 : top * passage.confidence * meant * meant;
    if ((draft.value >= kLeastValue && SpeaksOfItsSection(passage)) || AnswersShortly(passage)) {
      draft.value = std::max(draft.value, kSurelyReported);
    }
    return draft;
  }

  /// How likely a passage is talk without content.
  double ChatOf(const Passage& passage) const {
    double least = 1;
    for (const std::size_t clause : passage.clauses) {
      if (!reading_.clauses[clause].is_question) least = std::min(least, probabilities_[clause][kNoSection]);
    }
    return least == 1 ? 0 : least;
  }

  /// Of each segment of a passage; the draft learns what the spare ones are worth.
  std::vector<Fate> FatesOf(const Passage& passage, double top, Draft& draft) const {
    std::vector<Fate> fates;
    for (const std::size_t clause : passage.clauses) {
      for (std::size_t i = first_segment_[clause]; i < first_segment_[clause + 1]; ++i) {
        if (!is_note_ && (telegraphic_.IsEmpty(segments_[i].range) || IsRemark(clause))) {
          fates.push_back(Fate::kGoes);
        } else if (Stays(passage, i, top)) {
          fates.push_back(Fate::kStays);
        } else if (relevance_[i] >= kSpareFloor) {
          fates.push_back(Fate::kSpare);
          draft.worth_of_fuller = std::max(draft.worth_of_fuller, relevance_[i] * passage.confidence);
        } else {
          fates.push_back(Fate::kGoes);
        }
      }
    }
    KeepOpenings(passage, fates);
    KeepNamed(passage, fates);
    KeepAnswer(passage, fates);
    return fates;
  }

  /// "Il diabete?" "Sparito.": a question whose answer was left out would state what it asks.
  void KeepAnswer(const Passage& passage, std::vector<Fate>& fates) const {
    bool asks = false, is_answered = false;
    std::size_t at = 0;
    Fate* answer = nullptr;
    for (const std::size_t clause : passage.clauses) {
      const bool is_question = reading_.clauses[clause].is_question;
      for (std::size_t i = first_segment_[clause]; i < first_segment_[clause + 1]; ++i, ++at) {
        if (fates[at] == Fate::kStays) (is_question ? asks : is_answered) = true;
        if (!is_question && !answer) answer = &fates[at];
      }
    }
    if (asks && !is_answered && answer) *answer = Fate::kStays;
  }

  /// "Testosterone: non lo prescrivo.", "Una costola, da stress", "A gennaio, in farmacia, pesava 70,6": the few words
  /// with which a sentence begins say of what the rest speaks, and stay with it.
  void KeepOpenings(const Passage& passage, std::vector<Fate>& fates) const {
    std::size_t at = 0;
    for (const std::size_t clause : passage.clauses) {
      const std::size_t size = first_segment_[clause + 1] - first_segment_[clause];
      const auto own = fates.begin() + static_cast<std::ptrdiff_t>(at);
      at += size;
      const std::size_t opening = first_segment_[clause];
      if (size < 2 || *own == Fate::kStays || relevance_[opening] < kOpening ||
          (opening > 0 && SentenceOf(opening - 1) == SentenceOf(opening)) ||
          reading_.WordsIn(segments_[opening].range) > kFewWords)
        continue;
      const bool leads = IsHeading(segments_[opening].range) || NamesMonth(reading_.text, segments_[opening].range);
      const auto end = leads ? own + static_cast<std::ptrdiff_t>(size) : own + 2;
      if (std::find(own + 1, end, Fate::kStays) != end) *own = Fate::kStays;
    }
  }

  /// "Redistribuzione proteica: a pranzo pasta, riso, …"
  bool IsHeading(TokenRange range) const { return reading_.text.Word(range.last - 1) == ":"; }

  /// "Ti prendo la neuropsichiatra infantile, la dottoressa Pagliani.", "la gravidanza, non adesso": a name or a
  /// refusal alone does not say whose or of what it is.
  void KeepNamed(const Passage& passage, std::vector<Fate>& fates) const {
    std::size_t at = 0;
    for (const std::size_t clause : passage.clauses) {
      for (std::size_t i = first_segment_[clause]; i < first_segment_[clause + 1]; ++i, ++at) {
        if (at == 0 || fates[at] != Fate::kStays || fates[at - 1] == Fate::kStays) continue;
        if (NeedsBefore(reading_, segments_, i)) fates[at - 1] = Fate::kStays;
      }
    }
  }

  bool Stays(const Passage& passage, std::size_t i, double top) const {
    const std::size_t clause = segments_[i].clause;
    return is_note_ || relevance_[i] >= FloorOf(segments_[i].range, top) || Binds(segments_[i].range) ||
           must_stay_[i] || reading_.clauses[clause].is_question || CompletesGrave(i) ||
           NamesDose(reading_, segments_, i) || NamesValue(i, top) || IsCompletedNext(i) ||
           CompletesBefore(reading_, clause) || Answers(passage, i) ||
           (passage.is_essential && !reading_.NumbersIn(segments_[i].range).empty());
  }

  /// The segments of a passage that are kept, those that adjoin as one range.
  std::vector<TokenRange> RangesOf(const Passage& passage, const std::vector<Fate>& fates, bool with_spare) const {
    std::vector<TokenRange> ranges;
    auto fate = fates.begin();
    for (const std::size_t clause : passage.clauses) {
      for (std::size_t i = first_segment_[clause]; i < first_segment_[clause + 1]; ++i) {
        const Fate own = *fate++;
        if (own == Fate::kGoes || (own == Fate::kSpare && !with_spare)) continue;
        const TokenRange range = segments_[i].range;
        // A question and its answer stay apart: they have different speakers.
        const bool adjoins = !ranges.empty() && ranges.back().last == range.first &&
                             !(i == first_segment_[clause] && clause > 0 && reading_.clauses[clause - 1].is_question);
        if (adjoins && i == first_segment_[clause] && CompletesBefore(reading_, clause)) {
          // The scrap becomes a part of the sentence.
          TokenRange& whole = ranges.back();
          while (whole.last > whole.first + 1 && reading_.text.IsMark(whole.last - 1)) --whole.last;
          ranges.push_back(range);
        } else if (adjoins) {
          ranges.back().last = range.last;
        } else {
          ranges.push_back(range);
        }
      }
    }
    return WithNewDoses(reading_, WithDrugAsked(reading_, passage.clauses.front(), std::move(ranges)));
  }

  /// "Diete?" "Nessuna.", "il pranzo?" "Mensa.": few words that surely answer a question of the field.
  bool AnswersShortly(const Passage& passage) const {
    const std::size_t answer = passage.clauses.back();
    if (passage.confidence < kSureOfSection || reading_.WordsIn(reading_.clauses[answer].range) > kWordsOfAnswer) {
      return false;
    }
    const auto asked = QuestionOf(reading_, answer);
    return asked && AsksOfField(reading_, *asked);
  }

  /// "Spritz una volta a settimana", "umore discreto", "a casa padel il martedì".
  bool SpeaksOfItsSection(const Passage& passage) const {
    return passage.confidence >= kSureOfSection &&
           std::any_of(passage.clauses.begin(), passage.clauses.end(),
                       [&](std::size_t clause) { return IsAbout(reading_, clause, passage.section); });
  }

  /// "Questo è importante, lo segno.", "questo conta per la scelta.": words about what was said, which say nothing
  /// alone.
  bool IsRemark(std::size_t clause) const {
    constexpr WordSet kIs{"e", "conta", "serve"};
    const TokenRange range = reading_.clauses[clause].range;
    if (reading_.text.Word(range.first) != "questo" || !IsAny(reading_.text.Word(range.first + 1), kIs)) return false;
    return reading_.TermsIn(range).empty() && reading_.NumbersIn(range).empty() &&
           !reading_.clauses[clause].is_question;
  }

  /// "Metformina 500, due volte", "Allergie: i gamberetti", "ci vediamo tra un mese, con gli esami".
  bool CompletesGrave(std::size_t segment) const {
    if (segment == 0 || segments_[segment - 1].clause != segments_[segment].clause) return false;
    return (reading_.WordsIn(segments_[segment].range) <= kFewWords && must_stay_[segment - 1]) ||
           TellsMore(reading_, segments_, segment);
  }

  double FloorOf(TokenRange range, double top) const {
    const auto terms = reading_.TermsIn(range);
    const bool holds_fact =
        !reading_.NumbersIn(range).empty() ||
        std::any_of(terms.begin(), terms.end(), [&](const TermHit& hit) { return is_clinical_[hit.entry->tag]; });
    const double floor = reading_.is_unmarked ? kUnmarkedFloor : kSegmentFloor;
    return std::min(holds_fact ? kFactFloor : floor, top * kShareOfTop);
  }

  std::uint32_t SentenceOf(std::size_t segment) const { return reading_.clauses[segments_[segment].clause].sentence; }

  /// "Colpi di sonno al volante?" "Uno.": a question that stays says nothing without the first words of its answer.
  bool Answers(const Passage& passage, std::size_t segment) const {
    const std::size_t clause = segments_[segment].clause;
    return passage.is_essential && segment == first_segment_[clause] && clause == passage.clauses.back() &&
           reading_.clauses[passage.clauses.front()].is_question && clause != passage.clauses.front();
  }

  /// "Non mi viene." before "Da quattordici mesi."
  bool IsCompletedNext(std::size_t segment) const {
    const std::size_t next = segment + 1;
    return next < segments_.size() && segments_[next].clause != segments_[segment].clause &&
           CompletesBefore(reading_, segments_[next].clause);
  }

  /// "Il massimo quando sono andato in pensione: centotré.": a value that stays says nothing without what it is.
  bool NamesValue(std::size_t segment, double top) const {
    constexpr std::size_t kWordsOfValue = 2;
    const std::size_t next = segment + 1;
    if (next == segments_.size() || segments_[next].clause != segments_[segment].clause) return false;
    // A waist is reported with its name and unit among the measures.
    const auto names = reading_.TermsIn(segments_[segment].range);
    if (std::any_of(names.begin(), names.end(), [](const TermHit& hit) { return hit.entry->unit == "cm"; }))
      return false;
    const TokenRange value = segments_[next].range;
    const auto numbers = reading_.NumbersIn(value);
    return reading_.WordsIn(value) <= kWordsOfValue && numbers.size() == 1 && reading_.TermsIn(value).empty() &&
           reading_.text.Word(numbers.front().range.last) != "anni" && relevance_[next] >= FloorOf(value, top);
  }

  bool Binds(TokenRange range) const {
    const auto terms = reading_.TermsIn(range);
    // "Alle nocciole sì, mi si chiude la gola."
    return AffirmsPart(reading_, range) || PointsAtSomebody(reading_, range) || TurnsTheRest(reading_, range) ||
           std::any_of(terms.begin(), terms.end(), [&](const TermHit& hit) { return binds_[hit.entry->tag]; });
  }

  const Reading& reading_;
  const std::vector<LabelScores>& probabilities_;
  std::vector<Segment> segments_;
  Telegraphic telegraphic_;
  std::vector<double> relevance_;
  /// By segment: what no report may lack.
  std::vector<bool> must_stay_;
  std::vector<bool> binds_;
  std::vector<bool> is_clinical_;
  std::vector<std::size_t> first_segment_;
  bool is_note_;
};

}  // namespace

std::vector<Draft> Condense(const Reading& reading, const std::vector<Passage>& passages,
                            const std::vector<LabelScores>& probabilities, const RelevanceModel& relevance) {
  return Condenser(reading, probabilities, relevance).Condense(passages);
}

}  // namespace scriba::clinical
