#include "clinical/placing/section_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "clinical/reading/model_file.h"

namespace scriba::clinical {
namespace {

using Mask = std::vector<std::array<bool, kLabelCount>>;

using Moves = std::array<LabelScores, kLabelCount>;

std::array<Moves, kLinkCount> Exponentials(std::array<Moves, kLinkCount> moves) {
  for (Moves& of_link : moves) {
    for (LabelScores& from : of_link) {
      for (double& weight : from) weight = std::exp(weight);
    }
  }
  return moves;
}

/// Puts e^score in the place of the scores, divided by the largest, and 0 where a label is not allowed; returns the
/// largest score.
double Exponentiate(LabelScores& scores, const Mask::value_type* allowed) {
  double top = -std::numeric_limits<double>::infinity();
  for (std::size_t label = 0; label < kLabelCount; ++label) {
    if (!allowed || (*allowed)[label]) top = std::max(top, scores[label]);
  }
  for (std::size_t label = 0; label < kLabelCount; ++label) {
    scores[label] = !allowed || (*allowed)[label] ? std::exp(scores[label] - top) : 0;
  }
  return top;
}

LabelScores Onwards(const LabelScores& from_each, const Moves& moves) {
  LabelScores to_each{};
  for (std::size_t from = 0; from < kLabelCount; ++from) {
    for (std::size_t to = 0; to < kLabelCount; ++to) to_each[to] += from_each[from] * moves[from][to];
  }
  return to_each;
}

/// Weights are kept in hundredths.
constexpr double kScale = 100;

double NextWeight(ModelLine& line) { return line.NextNumber() / kScale; }

void AppendWeight(std::string& out, double weight) { out += " " + std::to_string(std::lround(weight * kScale)); }

}  // namespace

SectionModel::SectionModel(std::string_view text) {
  ForEachLine(text, [&](ModelLine line) {
    const std::string_view kind = line.Next();
    if (kind == "T") {
      const auto link = static_cast<std::size_t>(line.NextNumber());
      const auto from = static_cast<std::size_t>(line.NextNumber());
      for (double& weight : moves.at(link).at(from)) weight = NextWeight(line);
    } else if (kind == "F") {
      LabelScores& scores = weights[std::string(line.Next())];
      for (double& weight : scores) weight = NextWeight(line);
    }
  });
}

std::string SectionModel::Write() const {
  std::string out;
  for (std::size_t link = 0; link < kLinkCount; ++link) {
    for (std::size_t from = 0; from < kLabelCount; ++from) {
      out += "T " + std::to_string(link) + " " + std::to_string(from);
      for (const double weight : moves[link][from]) AppendWeight(out, weight);
      out += '\n';
    }
  }
  for (const auto& [name, scores] : weights.Sorted()) {
    const bool matters = std::any_of(scores.begin(), scores.end(), [](double w) { return std::abs(w) >= 0.05; });
    if (!matters) continue;
    out += "F " + name;
    for (const double weight : scores) AppendWeight(out, weight);
    out += '\n';
  }
  return out;
}

SectionModel::Lattice SectionModel::Score(const std::vector<ClauseFeatures>& clauses) const {
  Lattice lattice;
  lattice.emissions.resize(clauses.size());
  lattice.links.resize(clauses.size());
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    LabelScores& scores = lattice.emissions[i];
    scores.fill(0);
    for (const FeatureName& name : clauses[i].names) {
      const LabelScores* known = weights.Find(name);
      if (!known) continue;
      for (std::size_t label = 0; label < kLabelCount; ++label) scores[label] += (*known)[label];
    }
    lattice.links[i] = static_cast<std::size_t>(clauses[i].link);
  }
  return lattice;
}

SectionModel::Posterior SectionModel::Infer(const Lattice& lattice, const Mask* allowed) const {
  const std::size_t size = lattice.emissions.size();
  Posterior posterior;
  if (size == 0) return posterior;
  const auto move_weights = Exponentials(moves);
  std::vector<LabelScores> emissions(size);
  for (std::size_t i = 0; i < size; ++i) {
    emissions[i] = lattice.emissions[i];
    posterior.log_partition += Exponentiate(emissions[i], allowed ? &(*allowed)[i] : nullptr);
  }
  std::vector<double> sums(size);
  std::vector<LabelScores> forward(size);
  for (std::size_t i = 0; i < size; ++i) {
    forward[i] = emissions[i];
    if (i > 0) {
      const LabelScores moved = Onwards(forward[i - 1], move_weights[lattice.links[i]]);
      for (std::size_t to = 0; to < kLabelCount; ++to) forward[i][to] *= moved[to];
    }
    sums[i] = std::accumulate(forward[i].begin(), forward[i].end(), 0.0);
    for (double& value : forward[i]) value /= sums[i];
    posterior.log_partition += std::log(sums[i]);
  }
  posterior.labels.resize(size);
  posterior.labels[size - 1] = forward[size - 1];
  // What follows a clause, for each of its labels, divided by the same sums: times `forward` it is a probability.
  LabelScores backward;
  backward.fill(1);
  for (std::size_t i = size - 1; i > 0; --i) {
    const auto& move = move_weights[lattice.links[i]];
    auto& expected = posterior.moves[lattice.links[i]];
    LabelScores after;
    for (std::size_t to = 0; to < kLabelCount; ++to) after[to] = emissions[i][to] * backward[to] / sums[i];
    for (std::size_t from = 0; from < kLabelCount; ++from) {
      backward[from] = 0;
      for (std::size_t to = 0; to < kLabelCount; ++to) {
        const double path = move[from][to] * after[to];
        backward[from] += path;
        expected[from][to] += forward[i - 1][from] * path;
      }
      posterior.labels[i - 1][from] = forward[i - 1][from] * backward[from];
    }
  }
  return posterior;
}

std::vector<LabelScores> SectionModel::Probabilities(const std::vector<ClauseFeatures>& clauses) const {
  return Infer(Score(clauses), nullptr).labels;
}

}  // namespace scriba::clinical
