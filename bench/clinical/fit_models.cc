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
  double decay_words = 10;
  double decay_tags = 0.8;
  double decay_moves = 0.01;
  /// Share of the features that each step does not see, so that no section rests on a few words of a few talks.
  double left_out = 0.65;
  int relevance_rounds = 20;
  double relevance_step = 0.1;
  double relevance_decay = 10;
  double relevance_decay_words = 20;
};
constexpr Settings kSettings;
/// Folds of the section models that the relevance model is shown.
constexpr std::size_t kFolds = 3;

struct Example {
  Reading reading;
  std::vector<ClauseFeatures> clauses;
  std::vector<std::array<bool, kLabelCount>> allowed;
  nlohmann::json marks;
  /// Marked by hand, and more generously than the facts of the consultations are: the model learns the difference.
  bool marked_by_hand = false;
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
  Example example{Reading(utf8), {}, {}, std::move(annotated.marks), path.ends_with(".txt")};
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

/// Clauses of an excerpt: a dictation of a few sentences must be understood as well as a whole visit.
constexpr std::array<std::size_t, 2> kExcerpts{14, 4};
/// In excerpts of this length the words of digressions are not pointed out: small talk must also be known by what it
/// lacks, since no list names all that people chat about.
constexpr std::size_t kUnaided = 14;

/// A run of clauses with its features as numbers: what one step of the fitting sees.
struct Sequence {
  std::vector<std::vector<std::uint32_t>> features;
  std::vector<std::size_t> links;
  std::vector<std::array<bool, kLabelCount>> allowed;
};

class Fitter {
 public:
  explicit Fitter(const Examples& examples) {
    for (const Example* example : examples) {
      AddSequence(*example, 0, example->clauses.size(), true);
      for (const std::size_t length : kExcerpts) {
        for (std::size_t first = 0; first < example->clauses.size(); first += length) {
          AddSequence(*example, first, std::min(first + length, example->clauses.size()), false);
        }
      }
    }
    weights_.resize(names_.size(), LabelScores{});
    squares_.resize(names_.size(), LabelScores{});
    scale_ = static_cast<double>(examples.size());
  }

  SectionModel Fit() {
    for (int round = 0; round < kSettings.rounds; ++round) {
      for (const Sequence& sequence : sequences_) Step(sequence);
    }
    for (std::size_t id = 0; id < names_.size(); ++id) model_.weights[names_[id]] = weights_[id];
    return model_;
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
    sequences_.push_back(std::move(sequence));
  }

  /// The same features in the same step of every run: the bits of both numbers mixed (splitmix64).
  bool IsLeftOut(std::uint32_t id) const {
    std::uint64_t bits = (id + 1) * 0x9E3779B97F4A7C15ULL ^ (step_ * 0xBF58476D1CE4E5B9ULL);
    bits = (bits ^ (bits >> 29)) * 0x94D049BB133111EBULL;
    return static_cast<double>((bits ^ (bits >> 32)) % 1000) < kSettings.left_out * 1000;
  }

  void Step(const Sequence& sequence) {
    ++step_;
    SectionModel::Lattice lattice{{}, sequence.links};
    for (const auto& ids : sequence.features) {
      LabelScores& scores = lattice.emissions.emplace_back();
      scores.fill(0);
      for (const std::uint32_t id : ids) {
        if (IsLeftOut(id)) continue;
        for (std::size_t label = 0; label < kLabelCount; ++label) scores[label] += weights_[id][label];
      }
    }
    const auto free = model_.Infer(lattice, nullptr);
    const auto bound = model_.Infer(lattice, &sequence.allowed);
    for (std::size_t i = 0; i < sequence.features.size(); ++i) {
      for (const std::uint32_t id : sequence.features[i]) {
        if (IsLeftOut(id)) continue;
        const bool is_word =
            names_[id].starts_with("w:") || names_[id].starts_with("first:") || names_[id].starts_with("qw:");
        const double decay = (is_word ? kSettings.decay_words : kSettings.decay_tags) / scale_;
        for (std::size_t label = 0; label < kLabelCount; ++label) {
          Update(weights_[id][label], squares_[id][label], bound.labels[i][label] - free.labels[i][label], decay);
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

  static void Update(double& weight, double& square, double gradient, double decay) {
    gradient -= decay * weight;
    square += gradient * gradient;
    if (square > 0) weight += kSettings.step * gradient / std::sqrt(square + 1e-2);
  }

  std::unordered_map<std::string, std::uint32_t> ids_;
  std::vector<std::string> names_;
  std::vector<Sequence> sequences_;
  std::vector<LabelScores> weights_;
  std::vector<LabelScores> squares_;
  double scale_ = 1;
  std::uint64_t step_ = 0;
  SectionModel model_;
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
  FeatureNames features;
  /// What MarkOf says of it.
  double mark = 0;
  double words = 0;
};

/// Learning a critical fact counts for so many others.
constexpr double kCritical = 2.5;

/// 0 where no fact rests on a span, 1 where one does, more where a critical one does.
double MarkOf(const Span& span, const nlohmann::json& marks) {
  double most = 0;
  for (const auto& mark : marks) {
    const auto begin = mark[0].get<std::size_t>();
    const auto end = mark[1].get<std::size_t>();
    const std::size_t from = std::max(begin, span.begin);
    const std::size_t to = std::min(end, span.end);
    if (to <= from || (to - from) * 2 < std::min(span.end - span.begin, end - begin)) continue;
    most = std::max(most, mark.size() > 2 && mark[2].get<int>() > 0 ? kCritical : 1.0);
  }
  return most;
}

constexpr FeatureKind kByHand{"by-hand:"};

void AddSegments(const Example& example, const SectionModel& sections, std::vector<SegmentExample>& all) {
  const auto probabilities = sections.Probabilities(example.clauses);
  const auto segments = FindSegments(example.reading);
  auto features = SegmentFeatures(example.reading, segments, probabilities);
  for (std::size_t i = 0; i < segments.size(); ++i) {
    SegmentExample segment{std::move(features[i]),
                           MarkOf(example.reading.text.SpanOf(segments[i].range), example.marks),
                           static_cast<double>(example.reading.WordsIn(segments[i].range))};
    if (example.marked_by_hand) {
      segment.features.push_back("by-hand");
      segment.features.push_back({kByHand, segment.features[1].rest()});
    }
    all.push_back(std::move(segment));
  }
}

/// Segments with section probabilities as they are on unseen text; by example.
std::vector<std::vector<SegmentExample>> UnseenSegments(const Examples& examples) {
  std::vector<std::vector<SegmentExample>> segments(examples.size());
  for (std::size_t fold = 0; fold < kFolds; ++fold) {
    Examples others;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      if (i % kFolds != fold) others.push_back(examples[i]);
    }
    const SectionModel sections = Fitter(others).Fit();
    for (std::size_t i = fold; i < examples.size(); i += kFolds) AddSegments(*examples[i], sections, segments[i]);
  }
  return segments;
}

RelevanceModel FitRelevance(const std::vector<SegmentExample>& segments) {
  std::unordered_map<std::string, std::uint32_t> ids;
  std::vector<std::string> names;
  std::vector<std::vector<std::uint32_t>> features;
  for (const SegmentExample& segment : segments) {
    auto& own = features.emplace_back();
    for (const FeatureName& feature : segment.features) {
      const std::string name = feature.Text();
      const auto [known, is_new] = ids.try_emplace(name, static_cast<std::uint32_t>(names.size()));
      if (is_new) names.push_back(name);
      own.push_back(known->second);
    }
  }
  std::vector<double> weights(names.size(), 0);
  std::vector<double> squares(names.size(), 0);
  const double scale = 10.0 / static_cast<double>(segments.size());
  for (int round = 0; round < kSettings.relevance_rounds; ++round) {
    for (std::size_t i = 0; i < segments.size(); ++i) {
      double sum = 0;
      for (const std::uint32_t id : features[i]) sum += weights[id];
      const double mark = segments[i].mark;
      const double error = mark > 0 ? mark * (1 - 1 / (1 + std::exp(-sum))) : -1 / (1 + std::exp(-sum));
      for (const std::uint32_t id : features[i]) {
        const double decay = names[id].starts_with("w:") ? kSettings.relevance_decay_words : kSettings.relevance_decay;
        const double gradient = error - decay * weights[id] * scale;
        squares[id] += gradient * gradient;
        weights[id] += kSettings.relevance_step * gradient / std::sqrt(squares[id] + 1e-2);
      }
    }
  }
  RelevanceModel model;
  for (std::size_t id = 0; id < names.size(); ++id) model.weights[names[id]] = weights[id];
  return model;
}

/// Share of the fact-bearing segments among the most relevant ones that hold 60 % of the words, in files left out.
void CrossValidateRelevance(const Examples& examples, std::size_t parts) {
  const auto segments = UnseenSegments(examples);
  struct Judged {
    double score;
    bool relevant;
    double words;
  };
  std::vector<Judged> judged;
  double words = 0;
  double facts = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    std::vector<SegmentExample> others;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      if (i % parts != part) others.insert(others.end(), segments[i].begin(), segments[i].end());
    }
    const RelevanceModel model = FitRelevance(others);
    for (std::size_t i = part; i < examples.size(); i += parts) {
      if (examples[i]->marked_by_hand) continue;
      for (const SegmentExample& segment : segments[i]) {
        judged.push_back({model.Score(segment.features), segment.mark > 0, segment.words});
        words += segment.words;
        facts += segment.mark > 0 ? 1 : 0;
      }
    }
  }
  std::sort(judged.begin(), judged.end(), [](const Judged& a, const Judged& b) { return a.score > b.score; });
  double seen = 0;
  double found = 0;
  for (const Judged& segment : judged) {
    if ((seen += segment.words) > words * 0.6) break;
    found += segment.relevant ? 1 : 0;
  }
  std::printf("relevance: %.4f of the facts in 60 %% of the words\n", found / facts);
}

/// Fits on all files but a fifth, and judges that fifth, for each.
void CrossValidate(const Examples& examples) {
  constexpr std::size_t kParts = 5;
  Accuracy accuracy;
  for (std::size_t part = 0; part < kParts; ++part) {
    Examples others;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      if (i % kParts != part) others.push_back(examples[i]);
    }
    const SectionModel model = Fitter(others).Fit();
    for (std::size_t i = part; i < examples.size(); i += kParts) Judge(model, *examples[i], accuracy);
  }
  Print("left out", accuracy);
  CrossValidateRelevance(examples, kParts);
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
  std::vector<SegmentExample> segments;
  for (auto& own : UnseenSegments(examples)) std::move(own.begin(), own.end(), std::back_inserter(segments));
  std::ofstream(out / "relevance.model", std::ios::binary) << FitRelevance(segments).Write();
  Accuracy accuracy;
  for (const Example* example : examples) Judge(sections, *example, accuracy);
  Print("fitted", accuracy);
  return 0;
}
