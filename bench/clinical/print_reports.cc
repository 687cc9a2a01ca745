// Prints the report of annotated consultations in the form that tests/golden/clinical/score.py reads:
// print_reports OUT_DIRECTORY [--model FILE] FILE.json...
// With --model, that section model is used instead of the one in the program (cross-validation).
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "clinical/pipeline.h"
#include "clinical/report_text.h"

int main(int argc, char** argv) {
  using namespace scriba::clinical;
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s OUT_DIRECTORY [--model FILE] FILE.json...\n", argv[0]);
    return 2;
  }
  const std::filesystem::path out(argv[1]);
  std::filesystem::create_directories(out);
  int first = 2;
  SectionModel model = BuiltInSectionModel();
  if (argc > 4 && std::string(argv[2]) == "--model") {
    std::ifstream file(argv[3]);
    model = SectionModel(std::string(std::istreambuf_iterator<char>(file), {}));
    first = 4;
  }
  for (int i = first; i < argc; ++i) {
    std::ifstream file(argv[i]);
    const auto gold = nlohmann::json::parse(file);
    VisitContext context;
    if (gold.at("visita") == "visita_controllo") context.type = VisitType::kVisitaControllo;
    const Report report = AnalyzeWith(model, gold.at("transcript").get<std::string>(), context);
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
