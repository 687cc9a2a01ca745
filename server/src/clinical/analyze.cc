#include "clinical/analyze.h"

#include <algorithm>

#include "clinical/critical_points.h"
#include "clinical/measures/measures.h"
#include "clinical/pipeline.h"
#include "clinical/placing/condense.h"
#include "clinical/placing/features.h"
#include "clinical/placing/field_knowledge.h"
#include "clinical/placing/placement.h"
#include "clinical/placing/section_model.h"
#include "clinical/reading/reading.h"
#include "clinical/writing/bare_statements.h"
#include "clinical/writing/joined_statements.h"
#include "clinical/writing/measured_statements.h"
#include "clinical/writing/question.h"
#include "clinical/writing/repetition.h"
#include "clinical/writing/report_text.h"
#include "clinical/writing/retractions.h"
#include "clinical/writing/wording.h"

namespace scriba::clinical {
namespace {

/// Below this the section model hesitates, and the doctor should look.
constexpr double kSure = 0.35;

/// A question and its answer stand in one sentence; otherwise the words as they follow one another.
std::string WriteRanges(const Reading& reading, std::vector<TokenRange> ranges, const ThirdPerson* person) {
  if (ranges.size() == 1) {
    if (auto plain = PlainDenial(reading, ranges[0])) return std::move(*plain);
  }
  if (ranges.size() < 2 || !reading.IsQuestion(ranges[0].first)) return WriteSentence(reading, ranges, person);
  if (ranges.size() == 2) {
    if (auto plain = PlainAnswer(reading, ranges[0], ranges[1])) return std::move(*plain);
  }
  if (IsBareAge(reading, ranges[0], ranges[1])) {
    ranges.erase(ranges.begin());
    std::string written = WriteSentence(reading, ranges, person);
    const std::string age = reading.NumbersIn(ranges[0]).front().written;
    return written.starts_with(age) && !age.ends_with("anni") ? written.insert(age.size(), " anni") : written;
  }
  std::vector<TokenRange> written = Asked(reading, ranges[0]);
  written.insert(written.end(), ranges.begin() + 1, ranges.end());
  return WriteSentence(reading, written, person);
}

Statement WriteDraft(const Reading& reading, const Draft& draft, const ThirdPerson& person) {
  Statement statement;
  for (const TokenRange range : draft.ranges) {
    statement.evidence.push_back(reading.text.SpanOf(range));
    for (const Exchange& exchange : reading.ExchangesIn(range)) {
      statement.evidence.push_back(reading.text.SpanOf(exchange.holds));
    }
  }
  // The plan and the critical points are the doctor's own words.
  const bool of_patient = draft.section < Section::kEsamiParametri;
  statement.text = WriteRanges(reading, draft.ranges, of_patient ? &person : nullptr);
  if (draft.confidence < kSure) statement.support = Support::kToVerify;
  static const TagIndex kDenial = BuiltInLexicon().Tag("denial");
  static const TagIndex kRelative = BuiltInLexicon().Tag("relative");
  for (const TokenRange range : draft.ranges) {
    for (const TermHit& hit : reading.TermsIn(range)) {
      if (hit.entry->tag == kDenial) statement.negated = true;
      if (hit.entry->tag == kRelative && statement.who.empty()) statement.who = hit.entry->name;
    }
  }
  return statement;
}

/// Whether the doctor's own critical points already speak of what a rule found.
bool IsStated(const Report& report, const CriticalPoint& point, const Reading& reading) {
  constexpr std::size_t kStemLetters = 6;
  const std::string stem = Fold(reading.text.Original(point.evidence.front())).substr(0, kStemLetters);
  const auto& stated = report[Section::kPuntiCritici];
  return std::any_of(stated.begin(), stated.end(), [&](const Statement& statement) {
    return statement.source == Source::kSaid && Fold(statement.text).find(stem) != std::string::npos;
  });
}

/// Adds the points found by rule to their section. Values out of range stand among the measures, and allergies in the
/// medical history: neither is said twice.
void ReportCriticalPoints(const Reading& reading, Report& report) {
  for (const CriticalPoint& point : report.critical_points) {
    const bool of_value = point.code.ends_with("_alto") || point.code.ends_with("_basso");
    if (of_value || point.code == "allergia" || IsStated(report, point, reading)) continue;
    report[Section::kPuntiCritici].push_back(
        {point.text, point.evidence, Source::kComputed, Support::kToVerify, false, ""});
  }
}

/// Marks what the sections rest on; what has content and is not marked is an omission.
void FindOmissions(const Reading& reading, const std::vector<LabelScores>& probabilities,
                   const std::vector<Draft>& drafts, Report& report) {
  std::vector<bool> used(reading.text.size(), false);
  for (const Draft& draft : drafts) {
    for (const TokenRange range : draft.ranges) std::fill(used.begin() + range.first, used.begin() + range.last, true);
  }
  std::size_t all_words = 0;
  std::size_t used_words = 0;
  for (std::size_t i = 0; i < reading.clauses.size(); ++i) {
    const Clause& clause = reading.clauses[i];
    const std::size_t words = reading.WordsIn(clause.range);
    std::size_t here = 0;
    for (TokenIndex at = clause.range.first; at < clause.range.last; ++at) {
      if (used[at] && !reading.text.IsMark(at)) ++here;
    }
    all_words += words;
    used_words += here;
    if (here == 0 && !clause.is_question && probabilities[i][kNoSection] < 0.5 && words > 2) {
      report.omissions.push_back({WriteSentence(reading, {clause.range}), reading.text.SpanOf(clause.range)});
    }
  }
  if (all_words > 0) report.reported_share = static_cast<double>(used_words) / static_cast<double>(all_words);
}

}  // namespace

Report Analyze(std::string_view transcript_utf8, const VisitContext& context) {
  return AnalyzeWith({}, transcript_utf8, context);
}

Report AnalyzeWith(const Models& models, std::string_view transcript_utf8, const VisitContext& context) {
  const Reading reading(transcript_utf8, models.marks);
  const PlacingModels& placing = reading.is_unmarked ? models.unmarked : models.marked;
  Report report;
  if (reading.clauses.empty()) return report;
  const auto probabilities = WithFieldKnowledge(reading, placing.sections.Probabilities(Featurize(reading)));
  auto drafts = Condense(reading, PlaceClauses(reading, probabilities), probabilities, placing.relevance);
  LeaveOutRetractions(reading, drafts);
  const ThirdPerson person(reading);
  for (const Draft& draft : drafts) {
    Statement statement = WriteDraft(reading, draft, person);
    if (!IsBare(statement.text)) report[draft.section].push_back(std::move(statement));
  }
  LeaveOutRepetitions(report);
  report.measures = FindMeasures(reading, probabilities, context);
  ReportMeasures(reading, report);
  JoinScraps(reading, report);
  report.critical_points = FindCriticalPoints(reading, report.measures);
  ReportCriticalPoints(reading, report);
  FindOmissions(reading, probabilities, drafts, report);
  return report;
}

}  // namespace scriba::clinical
