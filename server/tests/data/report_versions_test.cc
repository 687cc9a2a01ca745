// Every text that a report ever had is kept, by whatever path it was written.
#include <gmock/gmock.h>

#include "support/data/data_app.h"

namespace scriba::testing {
namespace {

using nlohmann::json;
using platform::Method;

class ReportVersionsTest : public ::testing::Test {
 protected:
  json AddConsultation(json fields) {
    fields["patient_id"] = patient_;
    return app_.Insert("anna", "consultations", fields);
  }
  int Change(const json& consultation, const json& texts) {
    return app_.As("anna", Method::kPatch, "consultations?id=eq." + consultation["id"].get<std::string>(), texts.dump())
        .status;
  }
  json Versions(const std::string& who, const std::string& select = "number,motivo_visita,note_specialista") {
    return JsonOf(app_.As(who, Method::kGet, "report_versions?order=number&select=" + select));
  }

  DataApp app_;
  const std::string patient_ = app_.AddPatient("anna")["id"];
};

TEST_F(ReportVersionsTest, KeepTheFirstDraftAndEverySavedChange) {
  const json consultation = AddConsultation({{"motivo_visita", "Aumento di peso."}});
  EXPECT_EQ(Change(consultation, {{"motivo_visita", "Aumento di sei chili."}, {"note_specialista", "Dieta."}}), 204);
  EXPECT_EQ(Change(consultation, {{"motivo_visita", nullptr}}), 204);
  const json expected = {{{"number", 1}, {"motivo_visita", "Aumento di peso."}, {"note_specialista", nullptr}},
                         {{"number", 2}, {"motivo_visita", "Aumento di sei chili."}, {"note_specialista", "Dieta."}},
                         {{"number", 3}, {"motivo_visita", nullptr}, {"note_specialista", "Dieta."}}};
  EXPECT_EQ(Versions("anna"), expected);
}

TEST_F(ReportVersionsTest, BeginWithTheFirstTextAndIgnoreWhatIsNoText) {
  const json consultation = AddConsultation({{"transcription", "Buongiorno."}});
  EXPECT_EQ(Versions("anna"), json::array());
  EXPECT_EQ(Change(consultation, {{"duration_seconds", 90}, {"motivo_visita", nullptr}}), 204);
  EXPECT_EQ(Versions("anna"), json::array());
  EXPECT_EQ(Change(consultation, {{"motivo_visita", "Controllo."}}), 204);
  EXPECT_EQ(Versions("anna").size(), 1U);
}

TEST_F(ReportVersionsTest, WhatAReportRestsOnStaysAsItWasHeardWhenTheTranscriptIsWritten) {
  const json evidence{{"transcript", {{"text", "Peso ottanta chili."}}}};
  const json consultation =
      AddConsultation({{"transcription", "Peso ottanta chili."}, {"motivo_visita", "Peso."}, {"evidence", evidence}});
  EXPECT_EQ(Change(consultation, {{"transcription", "Peso novanta chili."}}), 204);
  const json row = JsonOf(app_.As("anna", Method::kGet, "consultations?select=transcription,evidence")).at(0);
  EXPECT_EQ(row["transcription"], "Peso novanta chili.");
  EXPECT_EQ(row["evidence"], evidence);
  EXPECT_EQ(Versions("anna").size(), 1U);
}

TEST_F(ReportVersionsTest, ASavingThatChangesNothingMakesNoneAndLeavesTheReportReviewed) {
  const json texts{{"motivo_visita", "Controllo."}, {"punti_critici", nullptr}};
  const json consultation = AddConsultation(texts);
  static_cast<void>(platform::BlockOn(
      app_.database().Execute("UPDATE consultations SET reviewed_at = created_at, reviewed_by = user_id")));
  EXPECT_EQ(Change(consultation, texts), 204);
  const json upsert{{{"id", consultation["id"]}, {"patient_id", patient_}, {"motivo_visita", "Controllo."}}};
  const platform::Headers merge{{"prefer", "resolution=merge-duplicates"}};
  EXPECT_EQ(app_.As("anna", Method::kPost, "consultations", upsert.dump(), merge).status, 200);
  EXPECT_EQ(Versions("anna").size(), 1U);
  const json reviewed = JsonOf(app_.As("anna", Method::kGet, "consultations?select=reviewed_by"));
  EXPECT_EQ(reviewed.at(0)["reviewed_by"], app_.User("anna").id);
  EXPECT_EQ(Change(consultation, {{"motivo_visita", "Controllo."}, {"punti_critici", "Nessuno."}}), 204);
  EXPECT_EQ(Versions("anna").size(), 2U);
  EXPECT_EQ(Versions("anna").at(1)["motivo_visita"], "Controllo.");
}

TEST_F(ReportVersionsTest, AreReadByTheDoctorOfThePatientAlone) {
  AddConsultation({{"motivo_visita", "Controllo."}});
  EXPECT_EQ(Versions("anna").size(), 1U);
  for (const std::string other : {"bruno", "ada", "sara", "service"}) EXPECT_EQ(Versions(other), json::array());
  static_cast<void>(platform::BlockOn(app_.database().Execute("UPDATE consultations SET user_id = NULL")));
  EXPECT_EQ(Versions("anna").size(), 1U);
  EXPECT_EQ(Versions("bruno"), json::array());
}

TEST_F(ReportVersionsTest, AreChangedAndDeletedByNobody) {
  AddConsultation({{"motivo_visita", "Controllo."}});
  const std::string row = "report_versions?number=eq.1";
  EXPECT_EQ(app_.As("anna", Method::kPatch, row, json{{"motivo_visita", "Altro."}}.dump()).status, 403);
  EXPECT_EQ(app_.As("anna", Method::kDelete, row).status, 403);
  EXPECT_EQ(app_.As("anna", Method::kPost, "report_versions", json{{"number", 2}}.dump()).status, 403);
  const auto forced = platform::BlockOn(app_.database().Execute("UPDATE report_versions SET number = 7"));
  ASSERT_FALSE(forced);
  EXPECT_EQ(forced.error().code, platform::Code::kRaised);
  EXPECT_EQ(Versions("anna").at(0)["motivo_visita"], "Controllo.");
}

TEST_F(ReportVersionsTest, AreSealedAndGoWithTheirConsultation) {
  const json consultation = AddConsultation({{"motivo_visita", "Controllo del peso."}});
  const auto stored = app_.auth().Query("SELECT motivo_visita FROM report_versions").at(0).Bytes(0);
  EXPECT_THAT(stored, ::testing::Not(::testing::HasSubstr("Controllo")));
  const std::string row = "consultations?id=eq." + consultation["id"].get<std::string>();
  const json embedded = JsonOf(app_.As("anna", Method::kGet, row + "&select=id,report_versions(motivo_visita)"));
  EXPECT_EQ(embedded.at(0)["report_versions"].at(0)["motivo_visita"], "Controllo del peso.");
  EXPECT_EQ(app_.As("anna", Method::kDelete, row).status, 204);
  EXPECT_EQ(app_.auth().Query("SELECT count(*) FROM report_versions").at(0).Int(0), 0);
}

}  // namespace
}  // namespace scriba::testing
