// Fits the weights of the section model on annotated consultations: fit_sections OUT.model FILE.json...
//
// The objective is the likelihood of the labels of each utterance. An utterance may belong to several sections; then
// any of them may be the label of its clauses (the sum over the allowed paths is maximised). Adagrad with an L2 term.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "clinical/section_model.h"

namespace {

using namespace scriba::clinical;

constexpr int kRounds = 60;
constexpr double kStep = 0.25;
constexpr double kDecayWords = 0.6;
constexpr double kDecayTags = 0.08;
constexpr double kDecayMoves = 0.05;

struct Example {
  std::vector<ClauseFeatures> clauses;
  std::vector<std::array<bool, kLabelCount>> allowed;
};

std::size_t LabelOf(const std::string& key) {
  for (std::size_t i = 0; i < kSectionCount; ++i) {
    if (SectionKey(AllSections()[i]) == key) return i;
  }
  throw std::runtime_error("unknown section " + key);
}

Example Load(const std::string& path) {
  std::ifstream file(path);
  const auto gold = nlohmann::json::parse(file);
  const Reading reading(gold.at("transcript").get<std::string>());
  Example example;
  example.clauses = Featurize(reading);
  // Places of the utterances in UTF-16 units: they are joined by one space.
  std::vector<std::size_t> ends;
  std::size_t at = 0;
  for (const auto& utterance : gold.at("utterances")) {
    at += static_cast<std::size_t>(icu::UnicodeString::fromUTF8(utterance.at("text").get<std::string>()).length());
    ends.push_back(at);
    ++at;
  }
  for (const Clause& clause : reading.clauses) {
    // The utterance that holds the middle of the clause.
    const Span span = reading.text.SpanOf(clause.range);
    const std::size_t middle = (span.begin + span.end) / 2;
    const auto place = std::upper_bound(ends.begin(), ends.end(), middle);
    const auto index = static_cast<std::size_t>(std::min(place, ends.end() - 1) - ends.begin());
    std::array<bool, kLabelCount> allowed{};
    const auto& sections = gold.at("utterances")[index].at("sections");
    for (const auto& key : sections) allowed[LabelOf(key)] = true;
    if (sections.empty()) allowed[kNoSection] = true;
    example.allowed.push_back(allowed);
  }
  return example;
}

class Fitter {
 public:
  explicit Fitter(const std::vector<Example>& examples) : examples_(examples) {}

  SectionModel Fit() {
    for (int round = 0; round < kRounds; ++round) {
      for (const Example& example : examples_) Step(example);
    }
    return model_;
  }

 private:
  void Step(const Example& example) {
    const auto lattice = model_.Score(example.clauses);
    const auto free = model_.Infer(lattice, nullptr);
    const auto bound = model_.Infer(lattice, &example.allowed);
    for (std::size_t i = 0; i < example.clauses.size(); ++i) {
      for (const std::string& name : example.clauses[i].names) {
        LabelScores& weights = model_.weights[name];
        LabelScores& squares = feature_squares_[name];
        const double decay = (name.starts_with("w:") || name.starts_with("first:")) ? kDecayWords : kDecayTags;
        for (std::size_t label = 0; label < kLabelCount; ++label) {
          Update(weights[label], squares[label], bound.labels[i][label] - free.labels[i][label], decay / Scale());
        }
      }
    }
    for (std::size_t link = 0; link < kLinkCount; ++link) {
      for (std::size_t from = 0; from < kLabelCount; ++from) {
        for (std::size_t to = 0; to < kLabelCount; ++to) {
          Update(model_.moves[link][from][to], move_squares_[link][from][to],
                 bound.moves[link][from][to] - free.moves[link][from][to], kDecayMoves);
        }
      }
    }
  }

  double Scale() const { return static_cast<double>(examples_.size()); }

  static void Update(double& weight, double& square, double gradient, double decay) {
    gradient -= decay * weight;
    square += gradient * gradient;
    if (square > 0) weight += kStep * gradient / std::sqrt(square + 1e-2);
  }

  const std::vector<Example>& examples_;
  SectionModel model_;
  std::unordered_map<std::string, LabelScores> feature_squares_;
  std::array<std::array<LabelScores, kLabelCount>, kLinkCount> move_squares_{};
};

struct Accuracy {
  std::size_t right = 0;
  std::size_t all = 0;
};

/// Clauses whose likeliest label is one of the annotated ones.
void Judge(const SectionModel& model, const Example& example, Accuracy& accuracy) {
  const auto labels = model.Probabilities(example.clauses);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto best = std::max_element(labels[i].begin(), labels[i].end()) - labels[i].begin();
    accuracy.right += example.allowed[i][static_cast<std::size_t>(best)] ? 1U : 0U;
    ++accuracy.all;
  }
}

void Print(const char* what, const Accuracy& accuracy) {
  std::printf("%s: %zu clauses, %.4f right\n", what, accuracy.all,
              static_cast<double>(accuracy.right) / static_cast<double>(accuracy.all));
}

/// Fits on all files but one, and measures that one, for each.
void CrossValidate(const std::vector<Example>& examples) {
  Accuracy accuracy;
  for (std::size_t left_out = 0; left_out < examples.size(); ++left_out) {
    std::vector<Example> others;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      if (i != left_out) others.push_back(examples[i]);
    }
    Judge(Fitter(others).Fit(), examples[left_out], accuracy);
  }
  Print("left out", accuracy);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s OUT.model|--cross-validate FILE.json...\n", argv[0]);
    return 2;
  }
  std::vector<Example> examples;
  for (int i = 2; i < argc; ++i) examples.push_back(Load(argv[i]));
  if (std::string(argv[1]) == "--cross-validate") {
    CrossValidate(examples);
    return 0;
  }
  const SectionModel model = Fitter(examples).Fit();
  std::ofstream(argv[1], std::ios::binary) << model.Write();
  Accuracy accuracy;
  for (const Example& example : examples) Judge(model, example, accuracy);
  Print("fitted", accuracy);
  return 0;
}
