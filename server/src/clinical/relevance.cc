#include "clinical/relevance.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <unordered_set>

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

namespace {

class SegmentReader {
 public:
  SegmentReader(const Reading& reading, const std::vector<Segment>& segments,
                const std::vector<LabelScores>& probabilities)
      : reading_(reading), segments_(segments), probabilities_(probabilities) {
    for (const LabelScores& p : probabilities) {
      for (std::size_t label = 0; label < kLabelCount; ++label) spoken_[label] += p[label];
    }
  }

  std::vector<std::vector<std::string>> Read() {
    std::vector<std::vector<std::string>> all;
    all.reserve(segments_.size());
    for (std::size_t i = 0; i < segments_.size(); ++i) all.push_back(Of(i));
    return all;
  }

 private:
  std::vector<std::string> Of(std::size_t index) {
    const Segment& segment = segments_[index];
    std::vector<std::string> names{"bias"};
    const std::string section = AddSection(segment.clause, names);
    AddTerms(segment.range, section, names);
    AddNumbers(segment.range, section, names);
    for (TokenIndex at = segment.range.first; at < segment.range.last; ++at) {
      if (reading_.text[at].kind == TokenKind::kWord) {
        AddUnique(names, "w:" + std::string(reading_.text.Word(at).substr(0, kStemLetters)));
      }
    }
    names.push_back("len:" + std::to_string(std::min<std::size_t>(5, reading_.WordsIn(segment.range) / 2)));
    AddPlace(index, names);
    return names;
  }

  std::string AddSection(std::size_t clause, std::vector<std::string>& names) const {
    const LabelScores& p = probabilities_[clause];
    const auto label = static_cast<std::size_t>(std::max_element(p.begin(), p.end()) - p.begin());
    std::string section = "s" + std::to_string(label);
    names.push_back(section);
    names.push_back("sure:" + std::to_string(static_cast<int>(p[label] * 4)));
    names.push_back("none:" + std::to_string(static_cast<int>(p[kNoSection] * 5)));
    // Of a subject that is touched once, what is said is needed; of one that fills the visit, a part.
    const double share = spoken_[label];
    const int much = share < 3 ? 0 : share < 6 ? 1 : share < 12 ? 2 : share < 20 ? 3 : 4;
    names.push_back("much:" + std::to_string(much));
    names.push_back(section + "much:" + std::to_string(much));
    if (clause > 0)
      names.push_back("none-before:" + std::to_string(static_cast<int>(probabilities_[clause - 1][kNoSection] * 3)));
    if (clause + 1 < probabilities_.size())
      names.push_back("none-after:" + std::to_string(static_cast<int>(probabilities_[clause + 1][kNoSection] * 3)));
    return section;
  }

  void AddTerms(TokenRange range, const std::string& section, std::vector<std::string>& names) {
    const auto terms = reading_.TermsIn(range);
    bool heard = !terms.empty();
    for (const TermHit& hit : terms) {
      const std::string& tag = BuiltInLexicon().tags()[hit.entry->tag];
      AddUnique(names, "t:" + tag);
      AddUnique(names, section + "t:" + tag);
      std::string words;
      for (TokenIndex at = hit.range.first; at < hit.range.last; ++at) words += reading_.text.Word(at);
      heard = !heard_terms_.insert(words).second && heard;
    }
    if (terms.empty()) names.push_back("no-terms");
    if (heard) names.push_back("heard-terms");
  }

  void AddNumbers(TokenRange range, const std::string& section, std::vector<std::string>& names) {
    const auto numbers = reading_.NumbersIn(range);
    bool heard = !numbers.empty();
    for (const Number& number : numbers) {
      AddUnique(names, "n");
      AddUnique(names, section + "n");
      if (!number.unit.empty()) AddUnique(names, "u:" + number.unit);
      if (number.kind != NumberKind::kPlain) AddUnique(names, "nk");
      heard = !heard_numbers_.insert(number.written).second && heard;
    }
    if (heard) names.push_back("heard-numbers");
  }

  void AddPlace(std::size_t index, std::vector<std::string>& names) const {
    const Segment& segment = segments_[index];
    const auto& tags = BuiltInLexicon().tags();
    if (reading_.clauses[segment.clause].is_question) names.push_back("question");
    if (segment.clause > 0 && reading_.clauses[segment.clause - 1].is_question) {
      names.push_back("answer");
      for (const TermHit& hit : reading_.TermsIn(reading_.clauses[segment.clause - 1].range)) {
        AddUnique(names, "q:" + tags[hit.entry->tag]);
      }
    }
    const bool first = index == 0 || segments_[index - 1].clause != segment.clause;
    const bool last = index + 1 == segments_.size() || segments_[index + 1].clause != segment.clause;
    names.push_back(first && last ? "whole" : first ? "first" : last ? "last" : "middle");
    if (index > 0) AddNeighbour(segments_[index - 1].range, "bt:", names);
    if (index + 1 < segments_.size()) AddNeighbour(segments_[index + 1].range, "at:", names);
  }

  void AddNeighbour(TokenRange range, const std::string& prefix, std::vector<std::string>& names) const {
    for (const TermHit& hit : reading_.TermsIn(range)) {
      AddUnique(names, prefix + BuiltInLexicon().tags()[hit.entry->tag]);
    }
    if (!reading_.NumbersIn(range).empty()) names.push_back(prefix + "n");
  }

  const Reading& reading_;
  const std::vector<Segment>& segments_;
  const std::vector<LabelScores>& probabilities_;
  /// Clauses of each section, as far as they are known.
  LabelScores spoken_{};
  std::unordered_set<std::string> heard_terms_;
  std::unordered_set<std::string> heard_numbers_;
};

}  // namespace

std::vector<std::vector<std::string>> SegmentFeatures(const Reading& reading, const std::vector<Segment>& segments,
                                                      const std::vector<LabelScores>& probabilities) {
  return SegmentReader(reading, segments, probabilities).Read();
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
