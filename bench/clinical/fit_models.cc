// Fits the two models of the analyser on annotated consultations: fit_models OUT_DIRECTORY MARKS.json FILE...
// and, with --cross-validate in place of the directory, prints how well clauses are placed in files left out.
//
// A file is a consultation of tests/golden/clinical (.json) or a text of training/ (.txt).
//
// Section model: the likelihood of the labels of each utterance. An utterance may belong to several sections; then any
// of them may be the label of its clauses (the sum over the allowed paths is maximised).
// Relevance model: logistic regression on "most words of this segment carry a fact" (MARKS.json, from mark_facts.py).
// It sees section probabilities as they are on unseen text: of section models fitted without the file.
// Both by Adagrad with an L2 term.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_map>
#include <vector>

#include "clinical/relevance.h"
#include "clinical/section_model.h"

namespace {

using namespace scriba::clinical;

struct Settings {
  int rounds = 40;
  double step = 0.25;
  double decay_words = 2;
  double decay_tags = 0.3;
  double decay_moves = 0.05;
  int relevance_rounds = 40;
  double relevance_step = 0.2;
  double relevance_decay = 40;
  double relevance_decay_words = 80;
};
constexpr Settings kSettings;
/// Folds of the section models that the relevance model is shown.
constexpr std::size_t kFolds = 3;

struct Example {
  Reading reading;
  std::vector<ClauseFeatures> clauses;
  std::vector<std::array<bool, kLabelCount>> allowed;
  nlohmann::json marks;
};
using Examples = std::vector<const Example*>;

std::size_t LabelOf(const std::string& key) {
  for (std::size_t i = 0; i < kSectionCount; ++i) {
    if (SectionKey(AllSections()[i]) == key) return i;
  }
  throw std::runtime_error("unknown section " + key);
}

/// What both kinds of annotated file say.
struct Annotated {
  struct Utterance {
    icu::UnicodeString text;
    std::array<bool, kLabelCount> allowed{};
  };
  std::vector<Utterance> utterances;
  nlohmann::json marks = nlohmann::json::array();
};

/// A consultation of tests/golden/clinical; its marks are in the table made by mark_facts.py.
Annotated ReadConsultation(const std::string& path, const nlohmann::json& marks) {
  std::ifstream file(path);
  const auto gold = nlohmann::json::parse(file);
  Annotated annotated;
  for (const auto& utterance : gold.at("utterances")) {
    Annotated::Utterance read{icu::UnicodeString::fromUTF8(utterance.at("text").get<std::string>()), {}};
    for (const auto& key : utterance.at("sections")) read.allowed[LabelOf(key)] = true;
    if (utterance.at("sections").empty()) read.allowed[kNoSection] = true;
    annotated.utterances.push_back(std::move(read));
  }
  const std::string name = std::filesystem::path(path).filename().string();
  if (marks.contains(name)) annotated.marks = marks.at(name);
  return annotated;
}

/// A text of training/: one utterance a line, after the letter of its section; words that carry facts in brackets.
Annotated ReadTraining(const std::string& path) {
  static const std::string kLetters = "MSPATFECN-";
  std::ifstream file(path);
  Annotated annotated;
  int32_t at = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t label = kLetters.find(line[0]);
    if (label == std::string::npos || line.size() < 3 || line[1] != ' ') throw std::runtime_error(path + ": " + line);
    Annotated::Utterance read{{}, {}};
    read.allowed[label] = true;
    const auto raw = icu::UnicodeString::fromUTF8(line.substr(2));
    int32_t opened = 0;
    for (int32_t i = 0; i < raw.length(); ++i) {
      const char16_t c = raw.charAt(i);
      if (c == u'[') opened = at + read.text.length();
      if (c == u']') annotated.marks.push_back({opened, at + read.text.length()});
      if (c != u'[' && c != u']') read.text.append(c);
    }
    read.text.trim();
    at += read.text.length() + 1;
    annotated.utterances.push_back(std::move(read));
  }
  return annotated;
}

Example Load(const std::string& path, const nlohmann::json& marks) {
  Annotated annotated = path.ends_with(".txt") ? ReadTraining(path) : ReadConsultation(path, marks);
  // Utterances are joined by one space.
  icu::UnicodeString transcript;
  std::vector<std::size_t> ends;
  for (const auto& utterance : annotated.utterances) {
    if (!transcript.isEmpty()) transcript.append(u' ');
    transcript.append(utterance.text);
    ends.push_back(static_cast<std::size_t>(transcript.length()));
  }
  std::string utf8;
  transcript.toUTF8String(utf8);
  Example example{Reading(utf8), {}, {}, std::move(annotated.marks)};
  const Reading& reading = example.reading;
  example.clauses = Featurize(reading);
  for (const Clause& clause : reading.clauses) {
    // The utterance that holds the middle of the clause.
    const Span span = reading.text.SpanOf(clause.range);
    const std::size_t middle = (span.begin + span.end) / 2;
    const auto place = std::upper_bound(ends.begin(), ends.end(), middle);
    const auto index = static_cast<std::size_t>(std::min(place, ends.end() - 1) - ends.begin());
    example.allowed.push_back(annotated.utterances[index].allowed);
  }
  return example;
}

class Fitter {
 public:
  explicit Fitter(const Examples& examples) : examples_(examples) {}

  SectionModel Fit() {
    for (int round = 0; round < kSettings.rounds; ++round) {
      for (const Example* example : examples_) Step(*example);
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
        const double decay =
            (name.starts_with("w:") || name.starts_with("first:")) ? kSettings.decay_words : kSettings.decay_tags;
        for (std::size_t label = 0; label < kLabelCount; ++label) {
          Update(weights[label], squares[label], bound.labels[i][label] - free.labels[i][label], decay / Scale());
        }
      }
    }
    for (std::size_t link = 0; link < kLinkCount; ++link) {
      for (std::size_t from = 0; from < kLabelCount; ++from) {
        for (std::size_t to = 0; to < kLabelCount; ++to) {
          Update(model_.moves[link][from][to], move_squares_[link][from][to],
                 bound.moves[link][from][to] - free.moves[link][from][to], kSettings.decay_moves);
        }
      }
    }
  }

  double Scale() const { return static_cast<double>(examples_.size()); }

  static void Update(double& weight, double& square, double gradient, double decay) {
    gradient -= decay * weight;
    square += gradient * gradient;
    if (square > 0) weight += kSettings.step * gradient / std::sqrt(square + 1e-2);
  }

  const Examples& examples_;
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

struct SegmentExample {
  std::vector<std::string> features;
  bool relevant = false;
};

bool IsMarked(const Span& span, const nlohmann::json& marks) {
  for (const auto& mark : marks) {
    const auto begin = mark[0].get<std::size_t>();
    const auto end = mark[1].get<std::size_t>();
    const std::size_t from = std::max(begin, span.begin);
    const std::size_t to = std::min(end, span.end);
    if (to > from && (to - from) * 2 >= std::min(span.end - span.begin, end - begin)) return true;
  }
  return false;
}

void AddSegments(const Example& example, const SectionModel& sections, std::vector<SegmentExample>& all) {
  const auto probabilities = sections.Probabilities(example.clauses);
  const auto segments = FindSegments(example.reading);
  for (std::size_t i = 0; i < segments.size(); ++i) {
    all.push_back({SegmentFeatures(example.reading, segments, i, probabilities),
                   IsMarked(example.reading.text.SpanOf(segments[i].range), example.marks)});
  }
}

RelevanceModel FitRelevance(const Examples& examples) {
  std::vector<SegmentExample> segments;
  for (std::size_t fold = 0; fold < kFolds; ++fold) {
    Examples others;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      if (i % kFolds != fold) others.push_back(examples[i]);
    }
    const SectionModel sections = Fitter(others).Fit();
    for (std::size_t i = fold; i < examples.size(); i += kFolds) AddSegments(*examples[i], sections, segments);
  }
  RelevanceModel model;
  std::unordered_map<std::string, double> squares;
  const double scale = 1.0 / static_cast<double>(segments.size());
  for (int round = 0; round < kSettings.relevance_rounds; ++round) {
    for (const SegmentExample& example : segments) {
      const double error = (example.relevant ? 1.0 : 0.0) - model.Score(example.features);
      for (const std::string& name : example.features) {
        double& weight = model.weights[name];
        double& square = squares[name];
        const double decay = name.starts_with("w:") ? kSettings.relevance_decay_words : kSettings.relevance_decay;
        const double gradient = error - decay * weight * scale * 10;
        square += gradient * gradient;
        weight += kSettings.relevance_step * gradient / std::sqrt(square + 1e-2);
      }
    }
  }
  return model;
}

/// Fits on all files but one, and judges that one, for each.
void CrossValidate(const Examples& examples) {
  Accuracy accuracy;
  for (std::size_t left_out = 0; left_out < examples.size(); ++left_out) {
    Examples others;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      if (i != left_out) others.push_back(examples[i]);
    }
    Judge(Fitter(others).Fit(), *examples[left_out], accuracy);
  }
  Print("left out", accuracy);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: %s OUT_DIRECTORY|--cross-validate MARKS.json FILE...\n", argv[0]);
    return 2;
  }
  std::ifstream marks_file(argv[2]);
  const auto marks = nlohmann::json::parse(marks_file);
  std::vector<Example> loaded;
  for (int i = 3; i < argc; ++i) loaded.push_back(Load(argv[i], marks));
  Examples examples;
  for (const Example& example : loaded) examples.push_back(&example);
  if (std::string(argv[1]) == "--cross-validate") {
    CrossValidate(examples);
    return 0;
  }
  const std::filesystem::path out(argv[1]);
  const SectionModel sections = Fitter(examples).Fit();
  std::ofstream(out / "sections.model", std::ios::binary) << sections.Write();
  std::ofstream(out / "relevance.model", std::ios::binary) << FitRelevance(examples).Write();
  Accuracy accuracy;
  for (const Example* example : examples) Judge(sections, *example, accuracy);
  Print("fitted", accuracy);
  return 0;
}
