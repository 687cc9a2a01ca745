#include "clinical/placing/features.h"

#include <algorithm>
#include <optional>

namespace scriba::clinical {
namespace {

/// Enough letters to know a stem, few enough to join its inflections.
constexpr std::size_t kStemLetters = 6;
constexpr std::size_t kPositions = 8;
constexpr std::size_t kLongVisit = 40;
/// Values from which the place of the examination in the visit is known.
constexpr std::size_t kFewestValues = 3;

constexpr FeatureKind kTag{"t:"};
constexpr FeatureKind kTagBefore{"pt:"};
constexpr FeatureKind kTagAfter{"nt:"};
constexpr FeatureKind kTagAsked{"qt:"};
constexpr FeatureKind kWord{"w:"};
constexpr FeatureKind kFirstWord{"first:"};
constexpr FeatureKind kWordAsked{"qw:"};
constexpr FeatureKind kClass{"c:"};
constexpr FeatureKind kClassAsked{"qc:"};
constexpr FeatureKind kUnit{"u:"};
constexpr FeatureKind kNumberKind{"nk:"};
constexpr FeatureKind kPosition{"pos:"};
constexpr FeatureKind kLength{"len:"};

/// A visit goes from the history over the examination to the plan: the same words mean a habit before it and an
/// advice after it.
struct Phase {
  std::string_view name;
  FeatureKind tags;
};
constexpr Phase kBeforeExamination{"ph:before", FeatureKind("ph:before:")};
constexpr Phase kExamination{"ph:exam", FeatureKind("ph:exam:")};
constexpr Phase kAfterExamination{"ph:after", FeatureKind("ph:after:")};

class Featurizer {
 public:
  explicit Featurizer(const Reading& reading) : reading_(reading), examination_(FindExamination()) {}

  std::vector<ClauseFeatures> Run() {
    std::vector<ClauseFeatures> all;
    all.reserve(reading_.clauses.size());
    for (std::size_t i = 0; i < reading_.clauses.size(); ++i) all.push_back(Of(i));
    return all;
  }

 private:
  ClauseFeatures Of(std::size_t index) const {
    const Clause& clause = reading_.clauses[index];
    ClauseFeatures features;
    FeatureNames& names = features.names;
    names.push_back("bias");
    AddTags(names, kTag, clause.range);
    if (const Phase* phase = PhaseOf(index)) {
      names.push_back(phase->name);
      AddTags(names, phase->tags, clause.range);
    } else {
      names.push_back("ph:none");
    }
    AddWords(names, clause.range);
    for (const Number& number : reading_.NumbersIn(clause.range)) {
      names.AddUnique("n");
      if (!number.unit.empty()) names.AddUnique({kUnit, number.unit});
      if (number.kind != NumberKind::kPlain)
        names.AddUnique({kNumberKind, Digit(static_cast<std::size_t>(number.kind))});
    }
    if (clause.is_question) names.push_back("question");
    // Where in the visit: only a long one follows the order of a visit.
    if (reading_.clauses.size() >= kLongVisit) {
      names.push_back({kPosition, Digit(clause.range.first * kPositions / reading_.text.size())});
    }
    names.push_back({kLength, Digit(std::min<std::size_t>(4, reading_.WordsIn(clause.range) / 3))});
    if (index == 0) return features;
    const Clause& before = reading_.clauses[index - 1];
    features.link = before.is_question                   ? Link::kAfterQuestion
                    : before.sentence == clause.sentence ? Link::kSameSentence
                                                         : Link::kNewSentence;
    AddTags(names, before.is_question ? kTagAsked : kTagBefore, before.range);
    if (before.is_question) AddQuestionWords(names, before.range);
    if (index + 1 < reading_.clauses.size()) AddTags(names, kTagAfter, reading_.clauses[index + 1].range);
    return features;
  }

  /// The clause in the middle of the measured values; none where there are too few to tell.
  std::optional<std::size_t> FindExamination() const {
    const TagIndex measure = BuiltInLexicon().Tag("measure");
    std::vector<std::size_t> measured;
    for (std::size_t i = 0; i < reading_.clauses.size(); ++i) {
      const TokenRange range = reading_.clauses[i].range;
      if (reading_.NumbersIn(range).empty()) continue;
      for (const TermHit& hit : reading_.TermsIn(range)) {
        if (hit.entry->tag == measure) measured.push_back(i);
      }
    }
    if (measured.size() < kFewestValues) return std::nullopt;
    return measured[measured.size() / 2];
  }

  /// None where the place of the examination is not known.
  const Phase* PhaseOf(std::size_t index) const {
    if (!examination_) return nullptr;
    return index < *examination_ ? &kBeforeExamination : index > *examination_ ? &kAfterExamination : &kExamination;
  }

  void AddTags(FeatureNames& names, const FeatureKind& kind, TokenRange range) const {
    for (const TermHit& hit : reading_.TermsIn(range)) {
      names.AddUnique({kind, BuiltInLexicon().tags()[hit.entry->tag]});
    }
  }

  std::string_view Stem(TokenIndex at) const { return reading_.text.Word(at).substr(0, kStemLetters); }

  void AddWords(FeatureNames& names, TokenRange range) const {
    bool first = true;
    for (TokenIndex at = range.first; at < range.last; ++at) {
      if (reading_.text[at].kind != TokenKind::kWord) continue;
      names.AddUnique({kWord, Stem(at)});
      for (const std::string_view kind : reading_.classes[at]) names.AddUnique({kClass, kind});
      if (first) names.push_back({kFirstWord, Stem(at)});
      first = false;
    }
  }

  void AddQuestionWords(FeatureNames& names, TokenRange range) const {
    for (TokenIndex at = range.first; at < range.last; ++at) {
      if (reading_.text[at].kind != TokenKind::kWord) continue;
      names.AddUnique({kWordAsked, Stem(at)});
      for (const std::string_view kind : reading_.classes[at]) names.AddUnique({kClassAsked, kind});
    }
  }

  const Reading& reading_;
  std::optional<std::size_t> examination_;
};

}  // namespace

std::vector<ClauseFeatures> Featurize(const Reading& reading) { return Featurizer(reading).Run(); }

}  // namespace scriba::clinical
