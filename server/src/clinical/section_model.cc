#include "clinical/section_model.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <map>
#include <stdexcept>

#include "embedded/clinical_lexicon.h"

namespace scriba::clinical {
namespace {

using Mask = std::vector<std::array<bool, kLabelCount>>;

double LogSum(const LabelScores& values) {
  const double top = *std::max_element(values.begin(), values.end());
  if (std::isinf(top)) return top;
  double sum = 0;
  for (const double value : values) sum += std::exp(value - top);
  return top + std::log(sum);
}

class Fields {
 public:
  explicit Fields(std::string_view line) : rest_(line) {}
  std::string_view Next() {
    const std::size_t space = rest_.find(' ');
    const std::string_view field = rest_.substr(0, space);
    rest_ = space == std::string_view::npos ? std::string_view{} : rest_.substr(space + 1);
    return field;
  }
  double NextNumber() {
    const std::string_view field = Next();
    double value = 0;
    if (std::from_chars(field.data(), field.data() + field.size(), value).ec != std::errc{}) {
      throw std::runtime_error("the section model has a line that is not understood");
    }
    return value;
  }

 private:
  std::string_view rest_;
};

void AppendNumber(std::string& out, double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, " %.2f", value);
  out += buffer;
}

}  // namespace

SectionModel::SectionModel(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    Fields fields(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    const std::string_view kind = fields.Next();
    if (kind == "T") {
      const auto link = static_cast<std::size_t>(fields.NextNumber());
      const auto from = static_cast<std::size_t>(fields.NextNumber());
      for (double& weight : moves.at(link).at(from)) weight = fields.NextNumber();
    } else if (kind == "F") {
      LabelScores& scores = weights[std::string(fields.Next())];
      for (double& weight : scores) weight = fields.NextNumber();
    }
  }
}

std::string SectionModel::Write() const {
  std::string out;
  for (std::size_t link = 0; link < kLinkCount; ++link) {
    for (std::size_t from = 0; from < kLabelCount; ++from) {
      out += "T " + std::to_string(link) + " " + std::to_string(from);
      for (const double weight : moves[link][from]) AppendNumber(out, weight);
      out += '\n';
    }
  }
  const std::map<std::string, LabelScores> sorted(weights.begin(), weights.end());
  for (const auto& [name, scores] : sorted) {
    const bool matters = std::any_of(scores.begin(), scores.end(), [](double w) { return std::abs(w) >= 0.05; });
    if (!matters) continue;
    out += "F " + name;
    for (const double weight : scores) AppendNumber(out, weight);
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
    for (const std::string& name : clauses[i].names) {
      const auto found = weights.find(name);
      if (found == weights.end()) continue;
      for (std::size_t label = 0; label < kLabelCount; ++label) scores[label] += found->second[label];
    }
    lattice.links[i] = static_cast<std::size_t>(clauses[i].link);
  }
  return lattice;
}

SectionModel::Posterior SectionModel::Infer(const Lattice& lattice, const Mask* allowed) const {
  const std::size_t size = lattice.emissions.size();
  Posterior posterior;
  if (size == 0) return posterior;
  const double never = -std::numeric_limits<double>::infinity();
  const auto emission = [&](std::size_t i, std::size_t label) {
    return allowed && !(*allowed)[i][label] ? never : lattice.emissions[i][label];
  };
  std::vector<LabelScores> forward(size);
  std::vector<LabelScores> backward(size);
  for (std::size_t label = 0; label < kLabelCount; ++label) forward[0][label] = emission(0, label);
  LabelScores terms;
  for (std::size_t i = 1; i < size; ++i) {
    const auto& move = moves[lattice.links[i]];
    for (std::size_t to = 0; to < kLabelCount; ++to) {
      for (std::size_t from = 0; from < kLabelCount; ++from) terms[from] = forward[i - 1][from] + move[from][to];
      forward[i][to] = emission(i, to) + LogSum(terms);
    }
  }
  backward[size - 1].fill(0);
  for (std::size_t i = size - 1; i > 0; --i) {
    const auto& move = moves[lattice.links[i]];
    for (std::size_t from = 0; from < kLabelCount; ++from) {
      for (std::size_t to = 0; to < kLabelCount; ++to) terms[to] = move[from][to] + emission(i, to) + backward[i][to];
      backward[i - 1][from] = LogSum(terms);
    }
  }
  const double total = LogSum(forward[size - 1]);
  posterior.log_partition = total;
  posterior.labels.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t label = 0; label < kLabelCount; ++label) {
      posterior.labels[i][label] = std::exp(forward[i][label] + backward[i][label] - total);
    }
    if (i == 0) continue;
    const auto& move = moves[lattice.links[i]];
    auto& expected = posterior.moves[lattice.links[i]];
    for (std::size_t from = 0; from < kLabelCount; ++from) {
      for (std::size_t to = 0; to < kLabelCount; ++to) {
        expected[from][to] +=
            std::exp(forward[i - 1][from] + move[from][to] + emission(i, to) + backward[i][to] - total);
      }
    }
  }
  return posterior;
}

std::vector<LabelScores> SectionModel::Probabilities(const std::vector<ClauseFeatures>& clauses) const {
  return Infer(Score(clauses), nullptr).labels;
}

const SectionModel& BuiltInSectionModel() {
  static const SectionModel model = [] {
    for (const auto& file : embedded::ClinicalLexicon()) {
      if (file.path == "sections.model") return SectionModel(file.bytes);
    }
    throw std::runtime_error("the section model is not part of the program");
  }();
  return model;
}

}  // namespace scriba::clinical
