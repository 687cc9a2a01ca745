#include "clinical/analyze.h"

#include <algorithm>

#include "clinical/clauses.h"
#include "clinical/critical_points.h"
#include "clinical/features.h"
#include "clinical/measures.h"
#include "clinical/pipeline.h"
#include "clinical/placement.h"
#include "clinical/section_model.h"
#include "clinical/wording.h"

namespace scriba::clinical {
namespace {

/// Below this the section model hesitates, and the doctor should look.
constexpr double kSure = 0.45;

Statement WritePassage(const Reading& reading, const Passage& passage) {
  Statement statement;
  std::vector<TokenRange> ranges;
  for (const std::size_t index : passage.clauses) {
    ranges.push_back(reading.clauses[index].range);
    statement.evidence.push_back(reading.text.SpanOf(ranges.back()));
  }
  statement.text = WriteSentence(reading, ranges);
  if (passage.confidence < kSure) statement.support = Support::kToVerify;
  for (const TokenRange range : ranges) {
    for (const TermHit& hit : reading.TermsIn(range)) {
      if (hit.entry->tag == BuiltInLexicon().Tag("denial")) statement.negated = true;
      if (hit.entry->tag == BuiltInLexicon().Tag("relative") && statement.who.empty()) statement.who = hit.entry->name;
    }
  }
  return statement;
}

/// Marks what the sections rest on; what has content and is not marked is an omission.
void FindOmissions(const Reading& reading, const std::vector<LabelScores>& probabilities,
                   const std::vector<Passage>& passages, Report& report) {
  std::vector<bool> used(reading.clauses.size(), false);
  for (const Passage& passage : passages) {
    for (const std::size_t index : passage.clauses) used[index] = true;
  }
  std::size_t all_words = 0;
  std::size_t used_words = 0;
  for (std::size_t i = 0; i < reading.clauses.size(); ++i) {
    const Clause& clause = reading.clauses[i];
    const std::size_t words = reading.WordsIn(clause.range);
    all_words += words;
    if (used[i]) {
      used_words += words;
    } else if (!clause.is_question && probabilities[i][kNoSection] < 0.6 && words > 2) {
      report.omissions.push_back({WriteSentence(reading, {clause.range}), reading.text.SpanOf(clause.range)});
    }
  }
  if (all_words > 0) report.reported_share = static_cast<double>(used_words) / static_cast<double>(all_words);
}

}  // namespace

Report Analyze(std::string_view transcript_utf8, const VisitContext& context) {
  return AnalyzeWith(BuiltInSectionModel(), transcript_utf8, context);
}

Report AnalyzeWith(const SectionModel& model, std::string_view transcript_utf8, const VisitContext& context) {
  const Reading reading(transcript_utf8);
  Report report;
  if (reading.clauses.empty()) return report;
  const auto probabilities = model.Probabilities(Featurize(reading));
  const auto passages = PlaceClauses(reading, probabilities);
  for (const Passage& passage : passages) {
    Statement statement = WritePassage(reading, passage);
    if (!statement.text.empty()) report[passage.section].push_back(std::move(statement));
  }
  report.measures = FindMeasures(reading, probabilities, context);
  report.critical_points = FindCriticalPoints(reading, report.measures);
  FindOmissions(reading, probabilities, passages, report);
  return report;
}

}  // namespace scriba::clinical
