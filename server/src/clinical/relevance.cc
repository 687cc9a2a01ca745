#include "clinical/relevance.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <map>
#include <stdexcept>

#include "embedded/clinical_lexicon.h"

namespace scriba::clinical {
namespace {

constexpr std::size_t kStemLetters = 6;

bool Separates(std::string_view mark) {
  return mark == "," || mark == ";" || mark == ":" || mark == "." || mark == "?" || mark == "!" || mark == "…";
}

void AddUnique(std::vector<std::string>& names, std::string name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
}

}  // namespace

std::vector<Segment> FindSegments(const Reading& reading) {
  std::vector<Segment> segments;
  for (std::size_t clause = 0; clause < reading.clauses.size(); ++clause) {
    const TokenRange range = reading.clauses[clause].range;
    TokenIndex first = range.first;
    for (TokenIndex at = range.first; at < range.last; ++at) {
      const bool mark = reading.text.IsMark(at) && Separates(reading.text.Word(at));
      const bool last = at + 1 == range.last;
      if (!last && !mark) continue;
      // A run of marks ("...", "?!") closes one segment.
      if (!last && mark && reading.text.IsMark(at + 1) && Separates(reading.text.Word(at + 1))) continue;
      segments.push_back({{first, at + 1}, clause});
      first = at + 1;
    }
  }
  return segments;
}

std::vector<std::string> SegmentFeatures(const Reading& reading, const std::vector<Segment>& segments,
                                         std::size_t index, const std::vector<LabelScores>& probabilities) {
  const Segment& segment = segments[index];
  std::vector<std::string> names{"bias"};
  const LabelScores& p = probabilities[segment.clause];
  const auto label = static_cast<std::size_t>(std::max_element(p.begin(), p.end()) - p.begin());
  const std::string section = "s" + std::to_string(label);
  names.push_back(section);
  names.push_back("sure:" + std::to_string(static_cast<int>(p[label] * 4)));
  names.push_back("none:" + std::to_string(static_cast<int>(p[kNoSection] * 5)));
  const auto& tags = BuiltInLexicon().tags();
  bool any = false;
  for (const TermHit& hit : reading.TermsIn(segment.range)) {
    AddUnique(names, "t:" + tags[hit.entry->tag]);
    AddUnique(names, section + "t:" + tags[hit.entry->tag]);
    any = true;
  }
  if (!any) names.push_back("no-terms");
  for (const Number& number : reading.NumbersIn(segment.range)) {
    AddUnique(names, "n");
    AddUnique(names, section + "n");
    if (!number.unit.empty()) AddUnique(names, "u:" + number.unit);
    if (number.kind != NumberKind::kPlain) AddUnique(names, "nk");
  }
  for (TokenIndex at = segment.range.first; at < segment.range.last; ++at) {
    if (reading.text[at].kind == TokenKind::kWord) {
      AddUnique(names, "w:" + std::string(reading.text.Word(at).substr(0, kStemLetters)));
    }
  }
  names.push_back("len:" + std::to_string(std::min<std::size_t>(5, reading.WordsIn(segment.range) / 2)));
  if (reading.clauses[segment.clause].is_question) names.push_back("question");
  if (segment.clause > 0 && reading.clauses[segment.clause - 1].is_question) {
    names.push_back("answer");
    for (const TermHit& hit : reading.TermsIn(reading.clauses[segment.clause - 1].range)) {
      AddUnique(names, "q:" + tags[hit.entry->tag]);
    }
  }
  const bool first = index == 0 || segments[index - 1].clause != segment.clause;
  const bool last = index + 1 == segments.size() || segments[index + 1].clause != segment.clause;
  names.push_back(first && last ? "whole" : first ? "first" : last ? "last" : "middle");
  return names;
}

RelevanceModel::RelevanceModel(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos) continue;
    double weight = 0;
    if (std::from_chars(line.data() + space + 1, line.data() + line.size(), weight).ec != std::errc{}) {
      throw std::runtime_error("the relevance model has a line that is not understood");
    }
    weights.emplace(line.substr(0, space), weight);
  }
}

std::string RelevanceModel::Write() const {
  std::string out;
  for (const auto& [name, weight] : std::map<std::string, double>(weights.begin(), weights.end())) {
    if (std::abs(weight) < 0.03) continue;
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, " %.2f\n", weight);
    out += name + buffer;
  }
  return out;
}

double RelevanceModel::Score(const std::vector<std::string>& features) const {
  double sum = 0;
  for (const std::string& name : features) {
    const auto found = weights.find(name);
    if (found != weights.end()) sum += found->second;
  }
  return 1 / (1 + std::exp(-sum));
}

const RelevanceModel& BuiltInRelevanceModel() {
  static const RelevanceModel model = [] {
    for (const auto& file : embedded::ClinicalLexicon()) {
      if (file.path == "relevance.model") return RelevanceModel(file.bytes);
    }
    throw std::runtime_error("the relevance model is not part of the program");
  }();
  return model;
}

}  // namespace scriba::clinical
