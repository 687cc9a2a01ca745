#include "clinical/checking/value_checks.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "clinical/analyze.h"

namespace scriba::clinical {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::string_view kVisit =
    "Esami e parametri: peso ottantaquattro chili, altezza un metro e settantadue, glicemia novantasei. "
    "Prende metformina cinquecento milligrammi due volte al giorno.";

std::vector<ValueCheck> ChecksOf(std::string_view said, const EarlierValues& earlier) {
  return CheckValues(Analyze(said, {}), FindDoses(said), said, earlier);
}

std::vector<std::string> KeysOf(std::string_view said, const EarlierValues& earlier) {
  std::vector<std::string> keys;
  for (const ValueCheck& check : ChecksOf(said, earlier)) keys.push_back(check.key);
  return keys;
}

EarlierValues With(EarlierValue value) { return {.values = {std::move(value)}, .doses = {}, .age_years = 50}; }

std::vector<std::string> DosesIn(std::string_view said) {
  std::vector<std::string> doses;
  for (const Dose& dose : FindDoses(said)) doses.push_back(dose.drug + " " + DoseText(dose.value, dose.unit));
  return doses;
}

TEST(Doses, BelongToTheDrugBesideThem) {
  EXPECT_THAT(DosesIn("Prendo la metformina da cinquecento due volte al giorno e ramipril cinque milligrammi."),
              ElementsAre("metformina 500", "ramipril 5 mg"));
  EXPECT_THAT(DosesIn("Cento microgrammi di levotiroxina al mattino."), ElementsAre("levotiroxina 100 mcg"));
}

TEST(Doses, AreNotWhatWasAskedDeniedTakenBackOrARelatives) {
  EXPECT_THAT(DosesIn("Prende metformina 500 milligrammi?"), IsEmpty());
  EXPECT_THAT(DosesIn("Non prendo più metformina 500 milligrammi."), IsEmpty());
  EXPECT_THAT(DosesIn("Mia madre prende ramipril 5 milligrammi."), IsEmpty());
  EXPECT_THAT(DosesIn("Prendo la metformina due volte al giorno."), IsEmpty());
}

TEST(Doses, AreTheSameInEveryUnit) {
  EXPECT_TRUE(IsSameDose(1, "g", 1000, "mg"));
  EXPECT_TRUE(IsSameDose(500, "", 500, "mg"));
  EXPECT_FALSE(IsSameDose(500, "mg", 500, "mcg"));
  EXPECT_FALSE(IsSameDose(500, "mg", 850, "mg"));
}

TEST(ValueChecks, FindNothingWhereAllAgrees) {
  EXPECT_THAT(ChecksOf(kVisit, {}), IsEmpty());
  EarlierValues same{.values = {{"peso_kg", 86, "kg", "prima", 30}, {"altezza_cm", 172, "cm", "prima", 30}},
                     .doses = {{"metformina", 500, "mg", "prima"}},
                     .age_years = 50};
  EXPECT_THAT(ChecksOf(kVisit, same), IsEmpty());
}

TEST(ValueChecks, AskAboutAWeightThatNobodyReachesInTheTime) {
  const auto checks = ChecksOf(kVisit, With({"peso_kg", 70, "kg", "nella visita del 01/11/2026", 14}));
  ASSERT_EQ(checks.size(), 1U);
  EXPECT_EQ(checks[0].key, "peso_kg");
  EXPECT_EQ(checks[0].value, "84 kg");
  EXPECT_EQ(checks[0].earlier, "70 kg");
  EXPECT_EQ(checks[0].quote, "ottantaquattro chili");
  EXPECT_EQ(checks[0].message, "Peso 84 kg, ma 70 kg nella visita del 01/11/2026 (14 giorni fa).");
  EXPECT_THAT(KeysOf(kVisit, With({"peso_kg", 70, "kg", "", 180})), IsEmpty());
  EXPECT_THAT(KeysOf(kVisit, With({"peso_kg", 60, "kg", "nella scheda", 0})), ElementsAre("peso_kg"));
}

TEST(ValueChecks, AskAboutAnotherHeight) {
  EXPECT_THAT(KeysOf(kVisit, With({"altezza_cm", 168, "cm", "", 30})), ElementsAre("altezza_cm"));
  EXPECT_THAT(KeysOf(kVisit, With({"altezza_cm", 171, "cm", "", 30})), IsEmpty());
  EarlierValues of_child = With({"altezza_cm", 160, "cm", "", 400});
  of_child.age_years = 14;
  EXPECT_THAT(KeysOf(kVisit, of_child), IsEmpty());
}

TEST(ValueChecks, AskAboutALaboratoryValueThatIsTooFarFromTheLast) {
  EXPECT_THAT(KeysOf(kVisit, With({"glicemia", 280, "mg/dl", "", 90})), ElementsAre("glicemia"));
  EXPECT_THAT(KeysOf(kVisit, With({"glicemia", 130, "mg/dl", "", 90})), IsEmpty());
}

TEST(ValueChecks, AskAboutAnotherDose) {
  const EarlierValues earlier{
      .values = {}, .doses = {{"metformina", 1000, "mg", "nella visita del 01/11/2026"}}, .age_years = {}};
  const auto checks = ChecksOf(kVisit, earlier);
  ASSERT_EQ(checks.size(), 1U);
  EXPECT_EQ(checks[0].key, "dose:metformina");
  EXPECT_EQ(checks[0].message, "Dose di metformina 500 mg, ma 1000 mg nella visita del 01/11/2026.");
}

TEST(ValueChecks, AskAboutABodyMassIndexThatDoesNotComeOut) {
  EXPECT_THAT(KeysOf("Esami: peso 84 chili, altezza 172 centimetri, BMI 31.", {}), ElementsAre("bmi"));
  EXPECT_THAT(KeysOf("Esami: peso 84 chili, altezza 172 centimetri, BMI 28,4.", {}), IsEmpty());
}

TEST(ValueChecks, AskAboutAValueThatItsWordsDoNotSay) {
  Report report = Analyze(kVisit, {});
  for (Measure& measure : report.measures) {
    if (measure.key == "glicemia") measure.value = 69;
  }
  const auto checks = CheckValues(report, {}, kVisit, {});
  ASSERT_EQ(checks.size(), 1U);
  EXPECT_EQ(checks[0].key, "glicemia");
  EXPECT_THAT(checks[0].message, HasSubstr("non corrisponde"));
}

TEST(ValueChecks, DoNotDoubtTheWordsOfTheAnnotatedVisits) {
  namespace fs = std::filesystem;
  std::size_t seen = 0;
  for (const auto& file : fs::recursive_directory_iterator(SCRIBA_SOURCE_DIR "/server/tests/golden/clinical")) {
    const std::string folder = file.path().parent_path().filename();
    if (file.path().extension() != ".json" || (folder != "tuned" && folder != "held_out")) continue;
    std::ifstream stream(file.path());
    const auto visit = nlohmann::json::parse(stream);
    const auto said = visit.at("transcript").get<std::string>();
    for (const ValueCheck& check : ChecksOf(said, {})) {
      EXPECT_THAT(check.message, ::testing::Not(HasSubstr("non corrisponde"))) << file.path() << " " << check.quote;
    }
    ++seen;
  }
  EXPECT_GE(seen, 20U);
}

TEST(ValueChecks, AreStoredOpen) {
  const auto json = ToJson(ChecksOf(kVisit, With({"altezza_cm", 168, "cm", "prima", 30})));
  ASSERT_EQ(json.size(), 1U);
  EXPECT_EQ(json[0].at("state"), "open");
  EXPECT_EQ(json[0].at("earlier"), "168 cm");
}

}  // namespace
}  // namespace scriba::clinical
