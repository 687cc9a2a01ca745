// Fits the models of the analyser on annotated consultations:
// fit_models OUT_DIRECTORY FACTS.json FILE... [--sections FILE...]
// and, with --cross-validate in place of the directory, prints how well clauses are placed in files left out.
//
// A file is a consultation of tests/golden/clinical (.json), a text of training/ (.txt) or one of phrases/ (.phrases);
// FACTS.json is made by mark_facts.py. From the files after --sections only the sections are learned. Written are
// marks.model and, for text with and without punctuation, a section model and the segments on which fit_relevance.py
// fits the relevance model. Those for text without are made of all files without their marks, cut by models of marks
// that did not see the file.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "annotated.h"
#include "mark_fitter.h"
#include "section_fitter.h"
#include "segment_examples.h"

namespace {

using namespace scriba::clinical;
using namespace scriba::clinical::fitting;

/// The models of marks that did not see a talk, by its fold, and the one that saw all.
struct MarkModels {
  std::vector<MarkModel> without;
  std::string all;
};

MarkModels FitMarkModels(const std::vector<MarkedTalk>& talks) {
  MarkModels models;
  for (std::size_t fold = 0; fold <= kFolds; ++fold) {
    std::vector<const MarkedTalk*> others;
    for (std::size_t i = 0; i < talks.size(); ++i) {
      if (i % kFolds != fold) others.push_back(&talks[i]);
    }
    const std::string model = FitMarks(others);
    if (fold == kFolds) {
      models.all = model;
    } else {
      models.without.emplace_back(model);
    }
  }
  return models;
}

void Print(const char* what, const Accuracy& accuracy) {
  std::printf("%s: %zu clauses, %.4f right\n", what, accuracy.all,
              static_cast<double>(accuracy.right) / static_cast<double>(accuracy.all));
}

/// Fits on all files but a fifth, and judges that fifth, for each.
void CrossValidate(const char* kind, const Examples& examples) {
  constexpr std::size_t kParts = 5;
  Accuracy accuracy;
  for (std::size_t part = 0; part < kParts; ++part) {
    Examples others;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      if (i % kParts != part) others.push_back(examples[i]);
    }
    const SectionModel model = FitSections(others);
    for (std::size_t i = part; i < examples.size(); i += kParts) Judge(model, *examples[i], accuracy);
  }
  Print(kind, accuracy);
}

/// Relevance is learned from probabilities as the model has them; the rules decide better by sharper ones, found by
/// authors left out together with their thresholds.
SectionModel Sharpened(SectionModel model) {
  constexpr double kFeatures = 1.73;
  constexpr double kMoves = 1.1;
  constexpr double kTowardsNone = 0.125;
  for (LabelScores& scores : model.weights) {
    for (double& weight : scores) weight *= kFeatures;
  }
  model.weights["bias"][kNoSection] += kTowardsNone;
  for (auto& of_link : model.moves) {
    for (LabelScores& from : of_link) {
      for (double& weight : from) weight *= kMoves;
    }
  }
  return model;
}

void Fit(const std::filesystem::path& out, const std::string& kind, const Examples& examples) {
  const SectionModel sections = FitSections(examples);
  std::ofstream(out / (kind + "sections.model"), std::ios::binary) << Sharpened(sections).Write();
  std::ofstream segments(out / (kind + "segments.jsonl"), std::ios::binary);
  WriteSegments(examples, segments);
  Accuracy accuracy;
  for (const Example* example : examples) Judge(sections, *example, accuracy);
  Print((kind + "fitted").c_str(), accuracy);
}

/// A whole talk is judged as the analyser does it; of an exchange a single mark tells.
bool CameWithoutMarks(const Annotated& talk) {
  if (!talk.is_exchange) return IsUnmarked(talk.Transcript());
  return std::none_of(talk.utterances.begin(), talk.utterances.end(), [](const Annotated::Utterance& utterance) {
    return utterance.text.indexOf(u'.') >= 0 || utterance.text.indexOf(u'?') >= 0;
  });
}

Examples Pointers(const std::vector<Example>& loaded) {
  Examples examples;
  for (const Example& example : loaded) examples.push_back(&example);
  return examples;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: %s OUT_DIRECTORY|--cross-validate FACTS.json FILE...\n", argv[0]);
    return 2;
  }
  std::ifstream facts_file(argv[2]);
  const auto facts = nlohmann::json::parse(facts_file);
  std::vector<Annotated> talks;
  std::vector<MarkedTalk> marked_talks;
  bool for_sections_only = false;
  for (int i = 3; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--sections") {
      for_sections_only = true;
      continue;
    }
    for (Annotated& annotated : ReadAnnotated(argv[i], facts)) {
      annotated.for_sections_only = annotated.for_sections_only || for_sections_only;
      if (!annotated.for_sections_only) marked_talks.push_back(ReadMarks(annotated.Transcript()));
      talks.push_back(std::move(annotated));
    }
  }
  const MarkModels marks = FitMarkModels(marked_talks);
  std::vector<Example> marked, unmarked;
  for (std::size_t i = 0; i < talks.size(); ++i) {
    const bool is_unmarked = CameWithoutMarks(talks[i]);
    unmarked.push_back(MakeExample(talks[i], !is_unmarked, marks.without[i % kFolds]));
    if (!is_unmarked) marked.push_back(MakeExample(talks[i], false, marks.without[i % kFolds]));
  }
  if (std::string(argv[1]) == "--cross-validate") {
    CrossValidateMarks(marked_talks);
    CrossValidate("with marks, left out", Pointers(marked));
    CrossValidate("without marks, left out", Pointers(unmarked));
    return 0;
  }
  const std::filesystem::path out(argv[1]);
  std::ofstream(out / "marks.model", std::ios::binary) << marks.all;
  Fit(out, "", Pointers(marked));
  Fit(out, "unmarked_", Pointers(unmarked));
  return 0;
}
