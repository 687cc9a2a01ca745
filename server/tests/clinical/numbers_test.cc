#include "clinical/numbers.h"

#include <gtest/gtest.h>

namespace scriba::clinical {
namespace {

std::string Written(std::string_view sentence) {
  std::string all;
  for (const Number& number : FindNumbers(Text(sentence))) all += (all.empty() ? "" : " | ") + number.written;
  return all;
}

struct Case {
  const char* spoken;
  const char* written;
};

class NumbersTest : public testing::TestWithParam<Case> {};

TEST_P(NumbersTest, WritesWhatWasSaid) {
  EXPECT_EQ(Written(GetParam().spoken), GetParam().written) << GetParam().spoken;
}

INSTANTIATE_TEST_SUITE_P(
    Weights, NumbersTest,
    testing::Values(Case{"ottantaquattro chili e mezzo", "84,5 kg"}, Case{"peso ottantatré e due, alta", "83,2"},
                    Case{"82,5 Kg", "82,5 kg"}, Case{"pesava quattro chili e 150", "4,15 kg"},
                    Case{"97 chili e trecento", "97,3 kg"}, Case{"Centosedici e due. Altezza", "116,2"},
                    Case{"settantuno e sei con altezza", "71,6"},
                    Case{"peso quarantanove e sette virgola altezza", "49,7"}, Case{"settantuno e sei di peso", "71,6"},
                    Case{"ho perso due chili e quattro.", "2,4 kg"}, Case{"cento trenta chili", "130 kg"},
                    Case{"giro vita cento e due", "102"}));
INSTANTIATE_TEST_SUITE_P(Heights, NumbersTest,
                         testing::Values(Case{"un metro e settantadue", "172 cm"},
                                         Case{"alta uno e sessantotto", "168 cm"}, Case{"1 metro e 62", "162 cm"},
                                         Case{"è alto 1,78", "178 cm"}, Case{"1,60 m", "160 cm"},
                                         Case{"altezza uno sessantotto", "168 cm"},
                                         Case{"Uno e ottantuno, e stamattina", "181 cm"}));
INSTANTIATE_TEST_SUITE_P(Pressures, NumbersTest,
                         testing::Values(Case{"centotrenta su ottantacinque", "130/85"}, Case{"126 su 80", "126/80"},
                                         Case{"PA 130/85", "130/85"}, Case{"la pressione è 130 85", "130/85"},
                                         Case{"pressione di centoquaranta e ottantacinque", "140/85"},
                                         Case{"massima centotrenta, minima ottanta", "130/80"},
                                         Case{"la pressione era tredici e otto", "13 e 8"},
                                         Case{"pressione 14 su 9", "14 e 9"}, Case{"tredici e otto", "13 | 8"},
                                         Case{"pressione 13 e 8 e mezzo", "13 e 8,5"}, Case{"sei su dieci", "6 | 10"}));
INSTANTIATE_TEST_SUITE_P(Laboratory, NumbersTest,
                         testing::Values(Case{"glicata sei e quattro", "6,4"}, Case{"TSH due virgola uno", "2,1"},
                                         Case{"creatinina uno e tre", "1,3"}, Case{"zero virgola zero cinque", "0,05"},
                                         Case{"creatinina uno virgola zero otto", "1,08"},
                                         Case{"sei virgola quattro per cento", "6,4%"},
                                         Case{"litiemia zero e sette.", "0,7"},
                                         Case{"creatinina zero ottantanove", "0,89"},
                                         Case{"TSH tre e ventuno", "3,21"}));
INSTANTIATE_TEST_SUITE_P(
    Doses, NumbersTest,
    testing::Values(Case{"metformina mille due volte al giorno", "1000 | 2"}, Case{"cinquanta microgrammi", "50 mcg"},
                    Case{"mille e cinquecento calorie", "1500 kcal"}, Case{"1.400 kcal", "1400 kcal"},
                    Case{"cinquantamila unità a settimana", "50000 UI"}, Case{"due etti e mezzo", "250 g"},
                    Case{"un litro e mezzo", "1,5 l"}, Case{"mezz'ora", "30 minuti"}));
INSTANTIATE_TEST_SUITE_P(Times, NumbersTest,
                         testing::Values(Case{"alle sette e mezza", "7:30"}, Case{"nel duemilaventidue", "2022"},
                                         Case{"12/03/2021", "12/03/2021"}, Case{"tra le nove e le dieci", "9 | 10"}));
INSTANTIATE_TEST_SUITE_P(LeftAsSaid, NumbersTest,
                         testing::Values(Case{"un uomo e una donna", ""}, Case{"quattro volte e due giorni", "4 | 2"},
                                         Case{"duecentomila follower", ""}, Case{"mangio sei e quattro", "6 | 4"}));

TEST(Numbers, WritesDecimalsTheItalianWay) {
  EXPECT_EQ(WriteDecimal(84.5), "84,5");
  EXPECT_EQ(WriteDecimal(130), "130");
  EXPECT_EQ(WriteDecimal(0.05), "0,05");
}

TEST(Numbers, ReadsATelephoneNumberWithoutStumbling) { EXPECT_EQ(Written("chiami il 33312345678901234567890"), ""); }

}  // namespace
}  // namespace scriba::clinical
