// What the report takes from the patient's record beside the words of the visit.
#include "consultations/report_maker.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "consultations/consultation_app.h"

namespace scriba::consultations {
namespace {

using nlohmann::json;
using platform::BlockOn;
using testing::ConsultationApp;

bool HasMeasure(const json& evidence, const std::string& key) {
  const json& measures = evidence.at("measures");
  return std::any_of(measures.begin(), measures.end(), [&](const json& measure) { return measure.at("key") == key; });
}

TEST(ReportMaker, ComputesFiltrationFromTheAgeAndSexOfTheRecord) {
  ConsultationApp app{""};
  const std::string said = "Esami: creatinina 1,2.";
  const auto known = BlockOn(app.service().Analyse(app.anna.id, {.patient_id = app.patient, .transcription = said}));
  ASSERT_TRUE(known);
  EXPECT_TRUE(HasMeasure(known->evidence, "creatinina"));
  EXPECT_TRUE(HasMeasure(known->evidence, "egfr_calcolato"));
  const auto unknown = BlockOn(app.service().Analyse(app.anna.id, {.patient_id = {}, .transcription = said}));
  ASSERT_TRUE(unknown);
  EXPECT_FALSE(HasMeasure(unknown->evidence, "egfr_calcolato"));
}

}  // namespace
}  // namespace scriba::consultations
