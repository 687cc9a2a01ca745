// From the visit that disagrees with the last one to the doctor's word that the report is right.
#include "consultations/review.h"

#include <gmock/gmock.h>

#include "consultations/consultation_app.h"

namespace scriba::consultations {
namespace {

using nlohmann::json;
using platform::BlockOn;
using platform::Code;
using testing::ConsultationApp;
using ::testing::ElementsAre;

class ReviewTest : public ::testing::Test {
 protected:
  /// Saves a visit as the job does, from a text, and answers its id.
  std::string Visit(const std::string& said) {
    const auto texts =
        BlockOn(app_.service().Analyse(app_.anna.id, {.patient_id = app_.patient, .transcription = said}));
    if (!texts) throw std::runtime_error(texts.error().message);
    const std::string id = platform::NewUuid();
    const auto key = BlockOn(app_.app.keys().KeyOf(app_.anna.id));
    std::vector<platform::Value> values{
        id, app_.patient, app_.anna.id, platform::FormatTimestamp(platform::SystemClock().Now()),
        platform::Blob{key->Seal(texts->evidence.dump(), "consultations.evidence:" + id)}};
    const auto saved = BlockOn(app_.app.auth.database().Execute(
        "INSERT INTO consultations (id, patient_id, user_id, created_at, evidence) VALUES ($1, $2, $3, $4, $5)",
        std::move(values)));
    if (!saved) throw std::runtime_error(saved.error().message + saved.error().internal);
    return id;
  }

  json ChecksOf(const std::string& id) { return json::parse(app_.Opened(id, "evidence"))["checks"]; }

  std::vector<std::string> OpenKeys(const std::string& id) {
    std::vector<std::string> keys;
    for (const json& check : ChecksOf(id)) {
      if (check["state"] == "open") keys.push_back(check["key"]);
    }
    return keys;
  }

  bool IsReviewed(const std::string& id) {
    return !app_.app.auth.Query("SELECT reviewed_at FROM consultations WHERE id = $1", {id}).at(0).IsNull(0);
  }

  /// The code of the refusal, or nothing.
  std::optional<Code> Mark(const std::string& id, std::set<std::string> confirmed, const std::string& who = {}) {
    const auto marked =
        BlockOn(app_.service().review().Mark(who.empty() ? app_.anna.id : who, id, std::move(confirmed)));
    return marked ? std::nullopt : std::optional(marked.error().code);
  }

  ConsultationApp app_{""};
  const std::string first_ =
      "Esami: peso ottantaquattro chili, altezza un metro e settantadue. "
      "Prende metformina cinquecento milligrammi.";
};

TEST_F(ReviewTest, NeedsNothingConfirmedWhereNothingDisagrees) {
  const auto id = Visit(first_);
  EXPECT_TRUE(ChecksOf(id).empty());
  EXPECT_EQ(Mark(id, {}), std::nullopt);
  EXPECT_TRUE(IsReviewed(id));
}

TEST_F(ReviewTest, WaitsForEveryValueThatDisagreesWithTheLastVisit) {
  Visit(first_);
  const auto id =
      Visit("Esami: peso sessantaquattro chili, altezza un metro e sessantadue. Prende metformina mille milligrammi.");
  EXPECT_THAT(OpenKeys(id), ::testing::UnorderedElementsAre("peso_kg", "altezza_cm", "dose:metformina"));
  EXPECT_EQ(Mark(id, {"peso_kg"}), Code::kValidationFailed);
  EXPECT_FALSE(IsReviewed(id));
  EXPECT_EQ(Mark(id, {"peso_kg", "altezza_cm", "dose:metformina"}), std::nullopt);
  EXPECT_TRUE(IsReviewed(id));
  EXPECT_TRUE(OpenKeys(id).empty());
}

TEST_F(ReviewTest, ComparesWithThePatientsRecordToo) {
  std::vector<platform::Value> values{app_.patient};
  ASSERT_TRUE(
      BlockOn(app_.app.auth.database().Execute("UPDATE patients SET height = 160 WHERE id = $1", std::move(values))));
  const auto checks = ChecksOf(Visit(first_));
  ASSERT_EQ(checks.size(), 1U);
  EXPECT_EQ(checks[0]["message"], "Altezza 172 cm, ma 160 cm nella scheda del paziente.");
  EXPECT_EQ(checks[0]["quote"], "un metro e settantadue");
}

TEST_F(ReviewTest, IsTheDoctorsOwn) {
  const auto id = Visit(first_);
  const auto bruno = app_.app.auth.SignUp("bruno@example.com");
  EXPECT_EQ(Mark(id, {}, bruno.id), Code::kNotFound);
  EXPECT_EQ(Mark(platform::NewUuid(), {}), Code::kNotFound);
  EXPECT_EQ(Mark("non un id", {}), Code::kNotFound);
  EXPECT_FALSE(IsReviewed(id));
}

TEST_F(ReviewTest, EndsWhenTheReportIsChanged) {
  const auto id = Visit(first_);
  ASSERT_EQ(Mark(id, {}), std::nullopt);
  std::vector<platform::Value> values{id, platform::Blob{"altro"}};
  ASSERT_TRUE(BlockOn(
      app_.app.auth.database().Execute("UPDATE consultations SET note_specialista = $2 WHERE id = $1", values)));
  EXPECT_FALSE(IsReviewed(id));
  ASSERT_EQ(Mark(id, {}), std::nullopt);
  ASSERT_TRUE(BlockOn(
      app_.app.auth.database().Execute("UPDATE consultations SET note_specialista = $2 WHERE id = $1", values)));
  EXPECT_TRUE(IsReviewed(id));
}

TEST_F(ReviewTest, CanBeTakenBack) {
  const auto id = Visit(first_);
  ASSERT_EQ(Mark(id, {}), std::nullopt);
  ASSERT_TRUE(BlockOn(app_.service().review().Reopen(app_.anna.id, id)));
  EXPECT_FALSE(IsReviewed(id));
}

}  // namespace
}  // namespace scriba::consultations
