// Prints the report of annotated consultations in the form that tests/golden/clinical/score.py reads:
// print_reports OUT_DIRECTORY [--models DIRECTORY] FILE.json...
// With --models, those are used instead of the ones in the program (cross-validation).
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "clinical/pipeline.h"
#include "clinical/writing/report_text.h"

namespace {

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// What fit_models wrote into a directory.
struct FittedModels {
  scriba::clinical::MarkModel marks;
  scriba::clinical::PlacingModels marked;
  scriba::clinical::PlacingModels unmarked;

  explicit FittedModels(const std::filesystem::path& from)
      : marks(ReadFile(from / "marks.model")), marked(Placing(from, "")), unmarked(Placing(from, "unmarked_")) {}

 private:
  static scriba::clinical::PlacingModels Placing(const std::filesystem::path& from, const std::string& kind) {
    return {scriba::clinical::SectionModel(ReadFile(from / (kind + "sections.model"))),
            scriba::clinical::RelevanceModel(ReadFile(from / (kind + "relevance.model")))};
  }
};

}  // namespace

int main(int argc, char** argv) {
  using namespace scriba::clinical;
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s OUT_DIRECTORY [--models DIRECTORY] FILE.json...\n", argv[0]);
    return 2;
  }
  const std::filesystem::path out(argv[1]);
  std::filesystem::create_directories(out);
  int first = 2;
  std::optional<FittedModels> fitted;
  if (argc > 4 && std::string(argv[2]) == "--models") {
    fitted.emplace(argv[3]);
    first = 4;
  }
  const Models models = fitted ? Models{fitted->marks, fitted->marked, fitted->unmarked} : Models{};
  for (int i = first; i < argc; ++i) {
    std::ifstream file(argv[i]);
    const auto gold = nlohmann::json::parse(file);
    VisitContext context;
    if (gold.at("visita") == "visita_controllo") context.type = VisitType::kVisitaControllo;
    const Report report = AnalyzeWith(models, gold.at("transcript").get<std::string>(), context);
    nlohmann::json printed;
    for (const Section section : AllSections())
      printed["sections"][std::string(SectionKey(section))] = SectionText(report, section);
    printed["measures"] = nlohmann::json::object();
    const nlohmann::json full = ToJson(report);
    for (const auto& measure : full.at("measures"))
      printed["measures"][measure.at("key").get<std::string>()] = measure.at("value");
    printed["report"] = full;
    std::ofstream(out / std::filesystem::path(argv[i]).filename()) << printed.dump(1) << '\n';
  }
  return 0;
}
