#include "clinical/placing/relevance.h"

#include <algorithm>
#include <unordered_set>

namespace scriba::clinical {
namespace {

constexpr std::size_t kStemLetters = 6;

constexpr FeatureKind kTerm{"t:"};
constexpr FeatureKind kWord{"w:"};
constexpr FeatureKind kClass{"c:"};
constexpr FeatureKind kUnit{"u:"};
constexpr FeatureKind kLength{"len:"};
constexpr FeatureKind kSure{"sure:"};
constexpr FeatureKind kNone{"none:"};
constexpr FeatureKind kMuch{"much:"};

/// The names of the features that depend on the section.
struct InSection {
  std::string_view section;
  std::string_view number;
  FeatureKind term;
  FeatureKind kind;
  FeatureKind much;
};
constexpr std::array<InSection, kLabelCount> kInSections{{
    {"s0", "s0n", FeatureKind("s0t:"), FeatureKind("s0c:"), FeatureKind("s0much:")},
    {"s1", "s1n", FeatureKind("s1t:"), FeatureKind("s1c:"), FeatureKind("s1much:")},
    {"s2", "s2n", FeatureKind("s2t:"), FeatureKind("s2c:"), FeatureKind("s2much:")},
    {"s3", "s3n", FeatureKind("s3t:"), FeatureKind("s3c:"), FeatureKind("s3much:")},
    {"s4", "s4n", FeatureKind("s4t:"), FeatureKind("s4c:"), FeatureKind("s4much:")},
    {"s5", "s5n", FeatureKind("s5t:"), FeatureKind("s5c:"), FeatureKind("s5much:")},
    {"s6", "s6n", FeatureKind("s6t:"), FeatureKind("s6c:"), FeatureKind("s6much:")},
    {"s7", "s7n", FeatureKind("s7t:"), FeatureKind("s7c:"), FeatureKind("s7much:")},
    {"s8", "s8n", FeatureKind("s8t:"), FeatureKind("s8c:"), FeatureKind("s8much:")},
    {"s9", "s9n", FeatureKind("s9t:"), FeatureKind("s9c:"), FeatureKind("s9much:")},
}};

/// A share in steps: the last part of its feature's name.
std::string_view Steps(double share, int steps) { return Digit(static_cast<std::size_t>(share * steps)); }

bool Separates(std::string_view mark) {
  return mark == "," || mark == ";" || mark == ":" || mark == "." || mark == "?" || mark == "!" || mark == "…";
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

  void Read(std::size_t index, FeatureNames& names) {
    const Segment& segment = segments_[index];
    names.push_back("bias");
    const InSection& section = AddSection(segment.clause, names);
    AddTerms(segment.range, section, names);
    AddNumbers(segment.range, section, names);
    for (TokenIndex at = segment.range.first; at < segment.range.last; ++at) {
      if (reading_.text[at].kind != TokenKind::kWord) continue;
      names.AddUnique({kWord, reading_.text.Word(at).substr(0, kStemLetters)});
      for (const std::string_view kind : reading_.classes[at]) {
        names.AddUnique({kClass, kind});
        names.AddUnique({section.kind, kind});
      }
    }
    names.push_back({kLength, Digit(std::min<std::size_t>(5, reading_.WordsIn(segment.range) / 2))});
    AddPlace(index, names);
  }

 private:
  const InSection& AddSection(std::size_t clause, FeatureNames& names) const {
    const LabelScores& p = probabilities_[clause];
    const auto label = static_cast<std::size_t>(std::max_element(p.begin(), p.end()) - p.begin());
    const InSection& section = kInSections[label];
    names.push_back(section.section);
    names.push_back({kSure, Steps(p[label], 4)});
    names.push_back({kNone, Steps(p[kNoSection], 5)});
    // Of a subject that is touched once, what is said is needed; of one that fills the visit, a part.
    const double share = spoken_[label];
    const std::size_t much = share < 3 ? 0 : share < 6 ? 1 : share < 12 ? 2 : share < 20 ? 3 : 4;
    names.push_back({kMuch, Digit(much)});
    names.push_back({section.much, Digit(much)});
    return section;
  }

  void AddTerms(TokenRange range, const InSection& section, FeatureNames& names) {
    const auto terms = reading_.TermsIn(range);
    bool heard = !terms.empty();
    for (const TermHit& hit : terms) {
      const std::string& tag = BuiltInLexicon().tags()[hit.entry->tag];
      names.AddUnique({kTerm, tag});
      names.AddUnique({section.term, tag});
      // A broken name in one piece: it may have been heard whole.
      heard = !heard_terms_.insert(LettersOf(hit.range)).second && heard;
    }
    if (terms.empty()) names.push_back("no-terms");
    if (heard) names.push_back("heard-terms");
  }

  std::uint64_t LettersOf(TokenRange range) const {
    if (range.last - range.first == 1) return SpreadLetters(reading_.text.Word(range.first));
    std::string words;
    for (TokenIndex at = range.first; at < range.last; ++at) words += reading_.text.Word(at);
    return SpreadLetters(words);
  }

  void AddNumbers(TokenRange range, const InSection& section, FeatureNames& names) {
    const auto numbers = reading_.NumbersIn(range);
    bool heard = !numbers.empty();
    for (const Number& number : numbers) {
      names.AddUnique("n");
      names.AddUnique(section.number);
      if (!number.unit.empty()) names.AddUnique({kUnit, number.unit});
      if (number.kind != NumberKind::kPlain) names.AddUnique("nk");
      heard = !heard_numbers_.insert(SpreadLetters(number.written)).second && heard;
    }
    if (heard) names.push_back("heard-numbers");
  }

  void AddPlace(std::size_t index, FeatureNames& names) const {
    const Segment& segment = segments_[index];
    if (reading_.clauses[segment.clause].is_question) names.push_back("question");
    if (segment.clause > 0 && reading_.clauses[segment.clause - 1].is_question) names.push_back("answer");
    const bool first = index == 0 || segments_[index - 1].clause != segment.clause;
    const bool last = index + 1 == segments_.size() || segments_[index + 1].clause != segment.clause;
    names.push_back(first && last ? "whole" : first ? "first" : last ? "last" : "middle");
  }

  const Reading& reading_;
  const std::vector<Segment>& segments_;
  const std::vector<LabelScores>& probabilities_;
  /// Clauses of each section, as far as they are known.
  LabelScores spoken_{};
  std::unordered_set<std::uint64_t> heard_terms_;
  std::unordered_set<std::uint64_t> heard_numbers_;
};

}  // namespace

void ForEachSegment(const Reading& reading, const std::vector<Segment>& segments,
                    const std::vector<LabelScores>& probabilities,
                    const std::function<void(const FeatureNames&)>& show) {
  SegmentReader reader(reading, segments, probabilities);
  FeatureNames names;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    names.clear();
    reader.Read(i, names);
    show(names);
  }
}

}  // namespace scriba::clinical
