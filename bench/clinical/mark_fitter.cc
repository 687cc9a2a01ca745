#include "mark_fitter.h"

#include <cmath>
#include <cstdio>
#include <map>
#include <unordered_map>

#include "annotated.h"

namespace scriba::clinical::fitting {
namespace {

constexpr int kRounds = 12;
constexpr double kStep = 0.2;
constexpr double kDecay = 0.6;
/// What is seen less often is not learned, and what weighs less is not kept.
constexpr int kLeastSeen = 3;
constexpr double kLeastWeight = 0.25;

using Weights = std::unordered_map<std::string, double>;

std::vector<std::string> Names(const std::vector<MarkFeature>& features) {
  std::vector<std::string> names;
  for (const MarkFeature& feature : features) names.push_back(feature.Name());
  return names;
}

/// By the place where the next word begins: a mark stands before it, and whether that is a question's.
std::map<std::uint32_t, bool> PausesOf(const Text& marked) {
  std::map<std::uint32_t, bool> pauses;
  bool pause = false, asks = false;
  for (const Token& token : marked.tokens()) {
    if (token.kind == TokenKind::kMark && IsPause(token.folded)) {
      pause = true;
      asks = asks || token.folded == "?";
    } else if (pause) {
      pauses.emplace(token.begin, asks);
      pause = asks = false;
    }
  }
  return pauses;
}

class LogisticFitter {
 public:
  explicit LogisticFitter(const std::vector<const MarkExample*>& examples) : examples_(examples) {
    std::unordered_map<std::string, std::uint32_t> ids;
    for (const MarkExample* example : examples) {
      auto& own = features_.emplace_back();
      for (const std::string& name : example->names) {
        const auto [known, is_new] = ids.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
        if (is_new) names_.push_back(name);
        own.push_back(known->second);
      }
    }
    seen_.resize(names_.size(), 0);
    for (const auto& own : features_) {
      for (const std::uint32_t id : own) ++seen_[id];
    }
    weights_.resize(names_.size(), 0);
    squares_.resize(names_.size(), 0);
  }

  void FitInto(Weights& model) {
    for (int round = 0; round < kRounds; ++round) {
      for (std::size_t i = 0; i < examples_.size(); ++i) Step(i);
    }
    for (std::size_t id = 0; id < names_.size(); ++id) {
      if (std::abs(weights_[id]) >= kLeastWeight) model[names_[id]] = weights_[id];
    }
  }

 private:
  void Step(std::size_t i) {
    double sum = 0;
    for (const std::uint32_t id : features_[i]) sum += weights_[id];
    const double error = (examples_[i]->holds ? 1.0 : 0.0) - 1 / (1 + std::exp(-sum));
    for (const std::uint32_t id : features_[i]) {
      if (seen_[id] < kLeastSeen) continue;
      const double gradient = error - kDecay * weights_[id] / static_cast<double>(seen_[id]);
      squares_[id] += gradient * gradient;
      weights_[id] += kStep * gradient / std::sqrt(squares_[id] + 1e-2);
    }
  }

  const std::vector<const MarkExample*>& examples_;
  std::vector<std::string> names_;
  std::vector<std::vector<std::uint32_t>> features_;
  std::vector<int> seen_;
  std::vector<double> weights_;
  std::vector<double> squares_;
};

Weights FitWeights(const std::vector<const MarkedTalk*>& talks) {
  std::vector<const MarkExample*> places, pieces;
  for (const MarkedTalk* talk : talks) {
    for (const MarkExample& place : talk->places) places.push_back(&place);
    for (const MarkExample& piece : talk->pieces) pieces.push_back(&piece);
  }
  Weights model;
  LogisticFitter(places).FitInto(model);
  LogisticFitter(pieces).FitInto(model);
  return model;
}

double Score(const Weights& model, const MarkExample& example) {
  double sum = 0;
  for (const std::string& name : example.names) {
    if (const auto found = model.find(name); found != model.end()) sum += found->second;
  }
  return 1 / (1 + std::exp(-sum));
}

void Print(const char* what, const std::vector<std::pair<double, bool>>& judged) {
  for (const double least : {0.3, 0.4, 0.5, 0.6, 0.7, 0.8}) {
    double found = 0, right = 0, all = 0;
    for (const auto& [score, holds] : judged) {
      all += holds ? 1 : 0;
      found += score >= least ? 1 : 0;
      right += score >= least && holds ? 1 : 0;
    }
    std::printf("%s at %.1f: %.3f of those found are right, %.3f of all are found\n", what, least, right / found,
                right / all);
  }
}

}  // namespace

MarkedTalk ReadMarks(const icu::UnicodeString& transcript) {
  MarkedTalk talk;
  const Text marked(ToUtf8(transcript));
  if (clinical::IsUnmarked(marked)) return talk;
  const auto pauses = PausesOf(marked);
  const Text text(ToUtf8(Blanked(transcript)));
  MarkReader reader(text, BuiltInLexicon().Find(text));
  TokenIndex first = 0;
  for (TokenIndex at = 1; at < text.size(); ++at) {
    const auto found = pauses.find(text[at].begin);
    talk.places.push_back({Names(reader.OfPlace(at)), found != pauses.end()});
    if (found == pauses.end()) continue;
    talk.pieces.push_back({Names(reader.OfPiece({first, at})), found->second});
    first = at;
  }
  return talk;
}

std::string FitMarks(const std::vector<const MarkedTalk*>& talks) {
  const Weights weights = FitWeights(talks);
  std::string out;
  for (const auto& [name, weight] : std::map<std::string, double>(weights.begin(), weights.end())) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, " %.2f\n", weight);
    out += name + buffer;
  }
  return out;
}

void CrossValidateMarks(const std::vector<MarkedTalk>& talks) {
  constexpr std::size_t kParts = 5;
  std::vector<std::pair<double, bool>> places, pieces;
  for (std::size_t part = 0; part < kParts; ++part) {
    std::vector<const MarkedTalk*> others;
    for (std::size_t i = 0; i < talks.size(); ++i) {
      if (i % kParts != part) others.push_back(&talks[i]);
    }
    const Weights model = FitWeights(others);
    for (std::size_t i = part; i < talks.size(); i += kParts) {
      for (const MarkExample& place : talks[i].places) places.emplace_back(Score(model, place), place.holds);
      for (const MarkExample& piece : talks[i].pieces) pieces.emplace_back(Score(model, piece), piece.holds);
    }
  }
  Print("pauses", places);
  Print("questions", pieces);
}

}  // namespace scriba::clinical::fitting
