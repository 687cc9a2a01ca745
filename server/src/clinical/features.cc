#include "clinical/features.h"

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

void AddUnique(std::vector<std::string>& names, std::string name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
}

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
    std::vector<std::string>& names = features.names;
    names.push_back("bias");
    AddTags(names, "t:", clause.range);
    const std::string phase = PhaseOf(index);
    names.push_back(phase);
    if (phase != "ph:none") AddTags(names, phase + ":", clause.range);
    AddWords(names, clause.range);
    for (const Number& number : reading_.NumbersIn(clause.range)) {
      AddUnique(names, "n");
      if (!number.unit.empty()) AddUnique(names, "u:" + number.unit);
      if (number.kind != NumberKind::kPlain) AddUnique(names, "nk:" + std::to_string(static_cast<int>(number.kind)));
    }
    if (clause.is_question) names.push_back("question");
    // Where in the visit: only a long one follows the order of a visit.
    if (reading_.clauses.size() >= kLongVisit) {
      names.push_back("pos:" + std::to_string(clause.range.first * kPositions / reading_.text.size()));
    }
    names.push_back("len:" + std::to_string(std::min<std::size_t>(4, reading_.WordsIn(clause.range) / 3)));
    if (index == 0) return features;
    const Clause& before = reading_.clauses[index - 1];
    features.link = before.is_question                   ? Link::kAfterQuestion
                    : before.sentence == clause.sentence ? Link::kSameSentence
                                                         : Link::kNewSentence;
    AddTags(names, before.is_question ? "qt:" : "pt:", before.range);
    if (before.is_question) AddQuestionWords(names, before.range);
    if (index + 1 < reading_.clauses.size()) AddTags(names, "nt:", reading_.clauses[index + 1].range);
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

  /// A visit goes from the history over the examination to the plan: the same words mean a habit before it and an
  /// advice after it.
  std::string PhaseOf(std::size_t index) const {
    if (!examination_) return "ph:none";
    return index < *examination_ ? "ph:before" : index > *examination_ ? "ph:after" : "ph:exam";
  }

  void AddTags(std::vector<std::string>& names, const std::string& prefix, TokenRange range) const {
    for (const TermHit& hit : reading_.TermsIn(range)) {
      AddUnique(names, prefix + BuiltInLexicon().tags()[hit.entry->tag]);
    }
  }

  void AddWords(std::vector<std::string>& names, TokenRange range) const {
    bool first = true;
    for (TokenIndex at = range.first; at < range.last; ++at) {
      if (reading_.text[at].kind != TokenKind::kWord) continue;
      const std::string stem(reading_.text.Word(at).substr(0, kStemLetters));
      AddUnique(names, "w:" + stem);
      if (first) names.push_back("first:" + stem);
      first = false;
    }
  }

  void AddQuestionWords(std::vector<std::string>& names, TokenRange range) const {
    for (TokenIndex at = range.first; at < range.last; ++at) {
      if (reading_.text[at].kind != TokenKind::kWord) continue;
      AddUnique(names, "qw:" + std::string(reading_.text.Word(at).substr(0, kStemLetters)));
    }
  }

  const Reading& reading_;
  std::optional<std::size_t> examination_;
};

}  // namespace

std::vector<ClauseFeatures> Featurize(const Reading& reading) { return Featurizer(reading).Run(); }

}  // namespace scriba::clinical
