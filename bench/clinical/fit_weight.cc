// Fits the model of the weight of today (lexicon/weight.model) on consultations of tests/golden/clinical:
// fit_weight OUT.model FILE.json...
// and, with --cross-validate in place of the file, prints how often it is right in folders left out.
//
// Of the numbers of a talk that may be the weight, and of "none", one is right: a conditional logistic regression
// (McFadden, 1974) with an L2 term, fitted by Adagrad.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "annotated.h"
#include "clinical/measures/named_measures.h"
#include "clinical/measures/unnamed_measures.h"
#include "clinical/measures/weight_readings.h"
#include "clinical/placing/field_knowledge.h"
#include "clinical/placing/logistic_model.h"
#include "clinical/placing/placing_models.h"

namespace {

using namespace scriba::clinical;
using namespace scriba::clinical::fitting;

constexpr int kRounds = 30;
constexpr double kStep = 0.3;
constexpr double kDecay = 1e-4;
/// What a talk without scales counts for beside one in which somebody was weighed.
constexpr double kShareOfNone = 0.3;

struct Choice {
  std::vector<std::string> features;
  TokenIndex at = 0;
  bool right = false;
};
struct Talk {
  std::string folder;
  std::vector<Choice> choices;
  /// A weight was said: where none of the choices is right, nothing can be learned.
  bool has_weight = false;
};

bool IsWeight(const nlohmann::json& gold, double value) {
  constexpr double kSame = 0.051;
  if (gold.is_array())
    return std::any_of(gold.begin(), gold.end(), [&](const auto& one) { return IsWeight(one, value); });
  return gold.is_number() && std::abs(gold.get<double>() - value) < kSame;
}

Talk ReadTalk(const std::filesystem::path& path) {
  std::ifstream file(path);
  const auto consultation = nlohmann::json::parse(file);
  const auto& gold = consultation.at("measures").at("peso_kg");
  const Reading reading(consultation.at("transcript").get<std::string>());
  const PlacingModels& models = reading.is_unmarked ? ModelsOfUnmarkedText() : ModelsOfMarkedText();
  const auto probabilities = WithFieldKnowledge(reading, models.sections.Probabilities(Featurize(reading)));
  MeasureList list(reading, probabilities);
  FindNamedMeasures(list);
  FindUnnamedMeasures(list);
  Talk talk{path.parent_path().filename(), {}, !gold.is_null()};
  ForEachWeightReading(list, [&](const Number& number, const FeatureNames& features) {
    Choice& choice = talk.choices.emplace_back();
    for (const FeatureName& name : features) choice.features.push_back(name.Text());
    choice.at = number.range.first;
    choice.right = IsWeight(gold, number.value);
  });
  return talk;
}

/// The talk as if nobody had been weighed in it: hardly one says so, and there the model must find nothing. What stands
/// near the scales is left out.
Talk WithoutScales(const Talk& talk) {
  constexpr TokenIndex kScene = 60;
  Talk without{talk.folder, {}, false};
  for (const Choice& choice : talk.choices) {
    const bool is_near = std::any_of(talk.choices.begin(), talk.choices.end(), [&](const Choice& weight) {
      return weight.right && std::max(weight.at, choice.at) - std::min(weight.at, choice.at) < kScene;
    });
    if (!is_near) without.choices.push_back(choice);
  }
  return without;
}

class Fitter {
 public:
  explicit Fitter(std::vector<const Talk*> talks) : talks_(std::move(talks)) {}

  LogisticModel Fit() {
    for (int round = 0; round < kRounds; ++round) {
      for (const std::size_t i : Shuffled(talks_.size(), static_cast<std::uint64_t>(round))) Step(*talks_[i]);
    }
    LogisticModel model;
    for (const auto& [name, weight] : weights_) model.weights[name] = weight.value;
    return model;
  }

 private:
  struct Weight {
    double value = 0;
    double square = 1e-2;
  };

  void Step(const Talk& talk) {
    double all = 1, right = 0;
    std::vector<double> worth;
    for (const Choice& choice : talk.choices) {
      double sum = 0;
      for (const std::string& name : choice.features) sum += weights_[name].value;
      worth.push_back(std::exp(sum));
      all += worth.back();
      right += choice.right ? worth.back() : 0;
    }
    if (talk.has_weight && right == 0) return;
    const double share = talk.has_weight ? 1 : kShareOfNone;
    for (std::size_t i = 0; i < worth.size(); ++i) {
      const double wanted = talk.choices[i].right ? worth[i] / right : 0;
      for (const std::string& name : talk.choices[i].features) {
        Weight& weight = weights_[name];
        const double gradient = share * (wanted - worth[i] / all) - kDecay * weight.value;
        weight.square += gradient * gradient;
        weight.value += kStep * gradient / std::sqrt(weight.square);
      }
    }
  }

  std::vector<const Talk*> talks_;
  std::map<std::string, Weight> weights_;
};

/// Whether the likeliest choice is right, or none where no weight was said.
bool IsRight(const LogisticModel& model, const Talk& talk) {
  double most = 0.5;
  const Choice* best = nullptr;
  for (const Choice& choice : talk.choices) {
    FeatureNames names;
    for (const std::string& name : choice.features) names.push_back(name);
    const double likely = model.Score(names);
    if (likely <= most) continue;
    most = likely;
    best = &choice;
  }
  return best ? best->right : !talk.has_weight;
}

void CrossValidate(const std::vector<Talk>& talks) {
  constexpr std::size_t kParts = 6;
  std::set<std::string> folders;
  for (const Talk& talk : talks) folders.insert(talk.folder);
  const auto part_of = [&](const Talk& talk) {
    return static_cast<std::size_t>(std::distance(folders.begin(), folders.find(talk.folder))) % kParts;
  };
  std::size_t right = 0, weighed = 0, right_without = 0;
  for (std::size_t part = 0; part < kParts; ++part) {
    std::vector<const Talk*> others;
    for (const Talk& talk : talks) {
      if (part_of(talk) != part) others.push_back(&talk);
    }
    const LogisticModel model = Fitter(std::move(others)).Fit();
    for (const Talk& talk : talks) {
      if (part_of(talk) != part) continue;
      std::size_t& sum = talk.has_weight ? right : right_without;
      sum += IsRight(model, talk) ? 1U : 0U;
      weighed += talk.has_weight ? 1U : 0U;
    }
  }
  std::printf("weight: right in %zu of %zu talks left out, none in %zu of %zu without scales\n", right, weighed,
              right_without, talks.size() - weighed);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s OUT.model|--cross-validate FILE.json...\n", argv[0]);
    return 2;
  }
  std::vector<Talk> talks;
  for (int i = 2; i < argc; ++i) {
    talks.push_back(ReadTalk(argv[i]));
    if (talks.back().has_weight) talks.push_back(WithoutScales(talks.back()));
  }
  if (std::string(argv[1]) == "--cross-validate") {
    CrossValidate(talks);
    return 0;
  }
  std::vector<const Talk*> all;
  for (const Talk& talk : talks) all.push_back(&talk);
  std::ofstream(argv[1], std::ios::binary) << Fitter(std::move(all)).Fit().Write();
  return 0;
}
