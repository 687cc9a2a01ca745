// Prints the report of annotated consultations in the form that tests/golden/clinical/score.py reads:
// print_reports OUT_DIRECTORY [--models SECTIONS RELEVANCE] FILE.json...
// With --models, those are used instead of the ones in the program (cross-validation).
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "clinical/pipeline.h"
#include "clinical/report_text.h"

namespace {

std::string ReadFile(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int main(int argc, char** argv) {
  using namespace scriba::clinical;
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s OUT_DIRECTORY [--models SECTIONS RELEVANCE] FILE.json...\n", argv[0]);
    return 2;
  }
  const std::filesystem::path out(argv[1]);
  std::filesystem::create_directories(out);
  int first = 2;
  SectionModel sections = BuiltInSectionModel();
  RelevanceModel relevance = BuiltInRelevanceModel();
  if (argc > 5 && std::string(argv[2]) == "--models") {
    sections = SectionModel(ReadFile(argv[3]));
    relevance = RelevanceModel(ReadFile(argv[4]));
    first = 5;
  }
  for (int i = first; i < argc; ++i) {
    std::ifstream file(argv[i]);
    const auto gold = nlohmann::json::parse(file);
    VisitContext context;
    if (gold.at("visita") == "visita_controllo") context.type = VisitType::kVisitaControllo;
    const Report report = AnalyzeWith(sections, relevance, gold.at("transcript").get<std::string>(), context);
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
