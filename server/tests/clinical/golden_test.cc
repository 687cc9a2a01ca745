// The figures of the report on annotated consultations (golden/clinical). Floors only rise.
#include <gtest/gtest.h>

#include <unistd.h>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "clinical/analyze.h"
#include "clinical/writing/report_text.h"

namespace scriba::clinical {
namespace {

namespace fs = std::filesystem;

const fs::path kGolden = fs::path(SCRIBA_SOURCE_DIR) / "server/tests/golden/clinical";

nlohmann::json ReadJson(const fs::path& path) {
  std::ifstream file(path);
  return nlohmann::json::parse(file);
}

void WriteReports(const fs::path& gold, const fs::path& reports) {
  fs::create_directories(reports);
  for (const auto& entry : fs::directory_iterator(gold)) {
    const auto consultation = ReadJson(entry.path());
    VisitContext context;
    if (consultation.at("visita") == "visita_controllo") context.type = VisitType::kVisitaControllo;
    const Report report = Analyze(consultation.at("transcript").get<std::string>(), context);
    nlohmann::json printed;
    for (const Section section : AllSections())
      printed["sections"][std::string(SectionKey(section))] = SectionText(report, section);
    const nlohmann::json full = ToJson(report);
    for (const auto& measure : full.at("measures")) {
      printed["measures"][measure.at("key").get<std::string>()] = measure.at("value");
    }
    std::ofstream(reports / entry.path().filename()) << printed.dump();
  }
}

/// The last line that the scorer prints.
nlohmann::json Score(const fs::path& gold, const fs::path& reports) {
  const std::string command = "python3 '" + (kGolden / "score.py").string() + "' --quiet --gold '" + gold.string() +
                              "' --reports '" + reports.string() + "'";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  if (!pipe) throw std::runtime_error("python3 does not start");
  std::string out;
  std::array<char, 4096> buffer{};
  while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe.get()) != nullptr) out += buffer.data();
  return nlohmann::json::parse(out);
}

class GoldenTest : public testing::TestWithParam<std::string> {};

TEST_P(GoldenTest, KeepsItsFloors) {
  const fs::path reports = fs::temp_directory_path() / ("scriba-golden-" + std::to_string(getpid()) + "-" + GetParam());
  WriteReports(kGolden / GetParam(), reports);
  const auto figures = Score(kGolden / GetParam(), reports);
  fs::remove_all(reports);
  const auto floors = ReadJson(kGolden / "floors.json").at(GetParam());
  for (const auto& [name, floor] : floors.at("at_least").items()) {
    EXPECT_GE(figures.at(name).get<double>(), floor.get<double>()) << name;
  }
  for (const auto& [name, ceiling] : floors.at("at_most").items()) {
    EXPECT_LE(figures.at(name).get<double>(), ceiling.get<double>()) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Consultations, GoldenTest,
    testing::Values("tuned", "held_out", "own_tuned", "own_held_out", "unseen", "first_exam", "second_exam",
                    "third_authors", "fourth_authors", "fifth_authors", "sixth_authors", "seventh_authors",
                    "eighth_authors", "ninth_authors", "tenth_authors", "eleventh_authors", "twelfth_authors",
                    "thirteenth_authors", "fourteenth_authors", "fifteenth_authors", "sixteenth_authors",
                    "seventeenth_authors", "eighteenth_authors", "nineteenth_authors", "twentieth_authors",
                    "twenty_first_authors", "twenty_second_authors", "twenty_third_authors", "twenty_fourth_authors",
                    "twenty_fifth_authors", "twenty_sixth_authors", "twenty_seventh_authors", "twenty_eighth_authors",
                    "twenty_ninth_authors", "thirtieth_authors", "thirty_first_authors", "thirty_second_authors",
                    "thirty_third_authors", "thirty_fourth_authors", "exam"),
    [](const auto& suite) { return suite.param; });

}  // namespace
}  // namespace scriba::clinical
