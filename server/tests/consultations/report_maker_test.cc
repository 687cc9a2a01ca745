// What the report takes from the patient's record and earlier visits beside the words of the visit.
#include "consultations/report_maker.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "consultations/consultation_app.h"
#include "support/audio_files.h"
#include "support/synthetic_sound.h"

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

// A recording may wait for days, and its patient come again meanwhile.
TEST(ReportMaker, ComparesAVisitThatWaitedWithThoseBeforeItOnly) {
  ConsultationApp app{""};
  const auto recorded = [&] {
    const auto id = app.Upload(speech::testing::Encoded(speech::testing::Speak("Buongiorno dottore."), "wav"),
                               {{"visita", "visita_controllo"}});
    EXPECT_EQ(app.Await(id, {"waiting speech_engine_missing"}), "waiting speech_engine_missing");
    app.clock().Advance(std::chrono::hours(24));
    return id;
  };
  const auto checks_of = [&](const std::string& id, const std::string& said) {
    EXPECT_TRUE(BlockOn(app.actions().SubmitTranscript(app.anna.id, id, said)));
    EXPECT_EQ(app.Await(id, {"saved"}), "saved");
    return json::parse(app.Opened(id, "evidence"))["checks"];
  };
  const auto monday = recorded();
  const auto tuesday = recorded();
  const auto wednesday = recorded();
  EXPECT_EQ(checks_of(tuesday, "Esami: peso sessantaquattro chili.").size(), 0U);
  EXPECT_EQ(checks_of(monday, "Esami: peso ottantaquattro chili.").size(), 0U) << "tuesday was still to come";
  const auto checks = checks_of(wednesday, "Esami: peso ottantaquattro chili.");
  ASSERT_EQ(checks.size(), 1U);
  EXPECT_THAT(checks[0]["message"].get<std::string>(), ::testing::HasSubstr("64 kg")) << "the last before it";
}

}  // namespace
}  // namespace scriba::consultations
