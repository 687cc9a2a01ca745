#include "section_fitter.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace scriba::clinical::fitting {
namespace {

constexpr int kRounds = 40;
constexpr int kFirstAveraged = 20;
constexpr double kStep = 0.12;
constexpr double kDecayOfWords = 3;
constexpr double kDecayOfTags = 1;
constexpr double kDecayOfMoves = 0.0001;
/// Share of the features that each step does not see, so that no section rests on a few words of a few talks.
constexpr double kLeftOut = 0.65;
/// What is seen counts for what is not, so that the moves between sections are learned beside features as strong as the
/// analyser will see them, which leaves out none.
constexpr double kSeen = 1 / (1 - kLeftOut);

/// Clauses of an excerpt: a dictation of a few sentences must be understood as well as a whole visit.
constexpr std::array<std::size_t, 2> kExcerpts{14, 4};
/// In excerpts of this length the words of digressions are not pointed out: small talk must also be known by what it
/// lacks, since no list names all that people chat about.
constexpr std::size_t kUnaided = 14;

/// What an exchange, or a text marked by hand, counts for beside a consultation.
constexpr double kWeightOfHand = 0.4;

/// A run of clauses with its features as numbers: what one step of the fitting sees.
struct Sequence {
  std::vector<std::vector<std::uint32_t>> features;
  std::vector<std::size_t> links;
  std::vector<std::array<bool, kLabelCount>> allowed;
  double weight = 1;
};

/// A weight on its way: the sum of its squared gradients and of its values in the later rounds.
struct Weight {
  double value = 0;
  double square = 0;
  double sum = 0;

  void Update(double gradient, double decay) {
    gradient -= decay * value;
    square += gradient * gradient;
    if (square > 0) value += kStep * gradient / std::sqrt(square + 1e-2);
  }
};
using Weights = std::array<Weight, kLabelCount>;

/// How many talks these are worth: each clause of a talk stands in three sequences, that of an exchange in one.
double TalksIn(const Examples& examples) {
  constexpr double kClausesOfTalk = 120;
  double talks = 0;
  for (const Example* example : examples) {
    talks += example->is_exchange ? static_cast<double>(example->clauses.size()) / (3 * kClausesOfTalk) : 1;
  }
  return talks;
}

class Fitter {
 public:
  explicit Fitter(const Examples& examples) : scale_(TalksIn(examples)) {
    for (const Example* example : examples) {
      if (example->is_exchange) {
        AddSequence(*example, 0, example->clauses.size(), false);
        continue;
      }
      AddSequence(*example, 0, example->clauses.size(), true);
      for (const std::size_t length : kExcerpts) {
        for (std::size_t first = 0; first < example->clauses.size(); first += length) {
          AddSequence(*example, first, std::min(first + length, example->clauses.size()), false);
        }
      }
    }
    weights_.resize(names_.size());
    for (const std::string& name : names_) {
      const bool is_word = name.starts_with("w:") || name.starts_with("first:") || name.starts_with("qw:");
      decays_.push_back((is_word ? kDecayOfWords : kDecayOfTags) / scale_);
    }
  }

  SectionModel Fit() {
    for (int round = 0; round < kRounds; ++round) {
      for (const std::size_t i : Shuffled(sequences_.size(), static_cast<std::uint64_t>(round))) Step(sequences_[i]);
      if (round >= kFirstAveraged) Sum();
    }
    const double rounds = kRounds - kFirstAveraged;
    for (std::size_t id = 0; id < names_.size(); ++id) {
      LabelScores& own = model_.weights[names_[id]];
      for (std::size_t label = 0; label < kLabelCount; ++label) own[label] = weights_[id][label].sum / rounds;
    }
    ForEachMove([&](Weight& move, double& own) { own = move.sum / rounds; });
    return std::move(model_);
  }

 private:
  /// With `placed`, the features that say where in the visit a clause stands are kept.
  void AddSequence(const Example& example, std::size_t first, std::size_t last, bool placed) {
    Sequence sequence;
    for (std::size_t i = first; i < last; ++i) {
      std::vector<std::uint32_t>& ids = sequence.features.emplace_back();
      for (const FeatureName& feature : example.clauses[i].names) {
        const std::string name = feature.Text();
        if (!placed && name.starts_with("pos:")) continue;
        if (last - first == kUnaided && name.ends_with(":digression")) continue;
        const auto [known, is_new] = ids_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
        if (is_new) names_.push_back(name);
        ids.push_back(known->second);
      }
      sequence.links.push_back(static_cast<std::size_t>(example.clauses[i].link));
      sequence.allowed.push_back(example.allowed[i]);
    }
    if (example.marked_by_hand || example.is_exchange) sequence.weight = kWeightOfHand;
    sequences_.push_back(std::move(sequence));
  }

  void Step(const Sequence& sequence) {
    ++step_;
    SectionModel::Lattice lattice{{}, sequence.links};
    for (const auto& ids : sequence.features) {
      LabelScores& scores = lattice.emissions.emplace_back();
      scores.fill(0);
      for (const std::uint32_t id : ids) {
        if (LeavesOut(id, step_, kLeftOut)) continue;
        for (std::size_t label = 0; label < kLabelCount; ++label) scores[label] += kSeen * weights_[id][label].value;
      }
    }
    const auto free = model_.Infer(lattice, nullptr);
    const auto bound = model_.Infer(lattice, &sequence.allowed);
    for (std::size_t i = 0; i < sequence.features.size(); ++i) {
      for (const std::uint32_t id : sequence.features[i]) {
        if (LeavesOut(id, step_, kLeftOut)) continue;
        for (std::size_t label = 0; label < kLabelCount; ++label) {
          weights_[id][label].Update(sequence.weight * (bound.labels[i][label] - free.labels[i][label]), decays_[id]);
        }
      }
    }
    for (std::size_t link = 0; link < kLinkCount; ++link) {
      for (std::size_t from = 0; from < kLabelCount; ++from) {
        for (std::size_t to = 0; to < kLabelCount; ++to) {
          Weight& move = moves_[link][from][to];
          move.Update(sequence.weight * (bound.moves[link][from][to] - free.moves[link][from][to]), kDecayOfMoves);
          model_.moves[link][from][to] = move.value;
        }
      }
    }
  }

  void Sum() {
    for (Weights& own : weights_) {
      for (Weight& weight : own) weight.sum += weight.value;
    }
    ForEachMove([](Weight& move, double&) { move.sum += move.value; });
  }

  template <typename Do>
  void ForEachMove(const Do& act) {
    for (std::size_t link = 0; link < kLinkCount; ++link) {
      for (std::size_t from = 0; from < kLabelCount; ++from) {
        for (std::size_t to = 0; to < kLabelCount; ++to) act(moves_[link][from][to], model_.moves[link][from][to]);
      }
    }
  }

  double scale_;
  std::unordered_map<std::string, std::uint32_t> ids_;
  std::vector<std::string> names_;
  std::vector<Sequence> sequences_;
  std::vector<Weights> weights_;
  std::vector<double> decays_;
  std::array<std::array<Weights, kLabelCount>, kLinkCount> moves_{};
  std::uint64_t step_ = 0;
  /// Its moves are kept as they are now: Infer reads them.
  SectionModel model_;
};

}  // namespace

SectionModel FitSections(const Examples& examples) { return Fitter(examples).Fit(); }

void Judge(const SectionModel& model, const Example& example, Accuracy& accuracy) {
  const auto labels = model.Probabilities(example.clauses);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto best = std::max_element(labels[i].begin(), labels[i].end()) - labels[i].begin();
    accuracy.right += example.allowed[i][static_cast<std::size_t>(best)] ? 1U : 0U;
    ++accuracy.all;
  }
}

}  // namespace scriba::clinical::fitting
