#include "clinical/writing/report_text.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "clinical/analyze.h"

namespace scriba::clinical {
namespace {

TEST(ReportText, ShowsEverySectionUnderItsHeading) {
  const std::string text =
      RenderText(Analyze("Ho quarant'anni e vorrei dimagrire. Sono allergica alla penicillina.", {}));
  std::size_t at = 0;
  for (const Section section : AllSections()) {
    const std::size_t found = text.find(SectionTitle(section), at);
    ASSERT_NE(found, std::string::npos) << SectionTitle(section);
    at = found;
  }
}

TEST(ReportText, SaysWhatWasNotDiscussed) {
  const std::string text = RenderText(Analyze("", {}));
  std::size_t count = 0;
  for (std::size_t at = text.find("Non discusso."); at != std::string::npos; at = text.find("Non discusso.", at + 1))
    ++count;
  EXPECT_EQ(count, kSectionCount);
}

TEST(ReportText, MarksSentencesToVerify) {
  Report report;
  report[Section::kStoriaMedica].push_back({"Asma.", {{0, 4}}, Source::kSaid, Support::kToVerify, false, ""});
  EXPECT_EQ(SectionText(report, Section::kStoriaMedica), "Asma. [da verificare]");
}

TEST(ReportText, StoresEvidenceAsUtf16Offsets) {
  const std::string transcript = "Perché è qui? Sono allergica alla penicillina, è già successo due volte.";
  const auto json = ToJson(Analyze(transcript, {}));
  ASSERT_FALSE(json.at("sections").at("storia_medica").empty());
  const auto& span = json.at("sections").at("storia_medica")[0].at("evidence").back();
  EXPECT_LE(span[1].get<std::size_t>(), 72U);  // characters, fewer than the bytes
  EXPECT_LT(span[0].get<std::size_t>(), span[1].get<std::size_t>());
}

TEST(ReportText, GivesPressureAsOneText) {
  const auto json =
      ToJson(Analyze("Esami e parametri: pressione centotrenta su ottantacinque, frequenza settanta.", {}));
  bool found = false;
  for (const auto& measure : json.at("measures")) {
    if (measure.at("key") != "pa") continue;
    found = true;
    EXPECT_EQ(measure.at("value"), "130/85");
  }
  EXPECT_TRUE(found);
}

}  // namespace
}  // namespace scriba::clinical
