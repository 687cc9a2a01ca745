#include "clinical/critical_points.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "clinical/analyze.h"

namespace scriba::clinical {
namespace {

bool Has(const Report& report, std::string_view code) {
  return std::any_of(report.critical_points.begin(), report.critical_points.end(),
                     [&](const CriticalPoint& point) { return point.code == code; });
}

TEST(CriticalPoints, NamesValuesOutOfRangeWithTheirRule) {
  const Report report = Analyze("Esami di ieri: potassio tre virgola uno, ferritina sei. Pressione 158 su 96.", {});
  ASSERT_TRUE(Has(report, "potassio_basso"));
  ASSERT_TRUE(Has(report, "pa_alto"));
  for (const CriticalPoint& point : report.critical_points) {
    EXPECT_FALSE(point.reason.empty());
    EXPECT_FALSE(point.evidence.empty());
  }
}

TEST(CriticalPoints, HearsRedFlags) {
  EXPECT_TRUE(Has(Analyze("A volte penso alla voglia di morire.", {}), "ideazione_suicidaria"));
  EXPECT_TRUE(Has(Analyze("La sera mangio e non riesco a fermarmi, sono vere abbuffate.", {}), "abbuffate") ||
              Has(Analyze("Sono vere abbuffate, tre volte a settimana.", {}), "abbuffate"));
}

TEST(CriticalPoints, DoesNotAccuseOnADenialAQuestionOrARelative) {
  EXPECT_FALSE(Has(Analyze("Abbuffate no, mai avute.", {}), "abbuffate"));
  EXPECT_FALSE(Has(Analyze("Ha mai abbuffate?", {}), "abbuffate"));
  EXPECT_FALSE(Has(Analyze("Mia sorella ha le abbuffate.", {}), "abbuffate"));
}

TEST(CriticalPoints, HearOfSleepAtTheWheel) {
  for (const auto* said : {"Ho avuto un colpo di sonno in autostrada.", "Mi sono addormentato al volante."}) {
    EXPECT_TRUE(Has(Analyze(said, {}), "sonnolenza_guida")) << said;
  }
  EXPECT_FALSE(Has(Analyze("Colpi di sonno? Mai.", {}), "sonnolenza_guida"));
  EXPECT_TRUE(Has(Analyze("Da lunedì vedo doppio.", {}), "diplopia"));
  EXPECT_FALSE(Has(Analyze("Vede doppio? No, mai.", {}), "diplopia"));
}

TEST(CriticalPoints, FindsNothingInValuesWithinRange) {
  EXPECT_TRUE(Analyze("Esami: potassio quattro virgola due. Glicemia 95.", {}).critical_points.empty());
}

TEST(CriticalPoints, WarnsOfALossThatIsTooFast) {
  const VisitContext context{VisitType::kVisitaControllo, PreviousVisit{14, 90.0, std::nullopt, std::nullopt}};
  EXPECT_TRUE(Has(Analyze("Parametri di oggi: peso 86 chili, altezza 170.", context), "calo_rapido"));
}

TEST(CriticalPoints, RemembersAllergiesAndDrugsInPregnancy) {
  EXPECT_TRUE(Has(Analyze("Sono allergica alla penicillina.", {}), "allergia"));
  EXPECT_FALSE(Has(Analyze("Nessuna allergia ai farmaci.", {}), "allergia"));
  EXPECT_TRUE(Has(Analyze("Sono incinta di otto settimane. Prendo la semaglutide.", {}), "farmaco_in_gravidanza"));
}

TEST(CriticalPoints, StandInTheirSectionAsComputed) {
  const Report report = Analyze("A volte penso alla voglia di morire.", {});
  ASSERT_FALSE(report[Section::kPuntiCritici].empty());
  EXPECT_EQ(report[Section::kPuntiCritici].back().source, Source::kComputed);
}

}  // namespace
}  // namespace scriba::clinical
