#include "clinical/reading/numbers.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "clinical/reading/cardinals.h"

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
    testing::Values(
        Case{"ottantaquattro chili e mezzo", "84,5 kg"}, Case{"peso ottantatré e due, alta", "83,2"},
        Case{"82,5 Kg", "82,5 kg"}, Case{"pesava quattro chili e 150", "4,15 kg"},
        Case{"97 chili e trecento", "97,3 kg"}, Case{"Centosedici e due. Altezza", "116,2"},
        Case{"settantuno e sei con altezza", "71,6"}, Case{"peso quarantanove e sette virgola altezza", "49,7"},
        Case{"settantuno e sei di peso", "71,6"}, Case{"ho perso due chili e quattro.", "2,4 kg"},
        Case{"un milligrammo a settimana", "1 mg"}, Case{"resti a un milligramma", "1 mg"},
        Case{"un microgrammo e mezzo", "1,5 mcg"}, Case{"un grammo di troppo", ""},
        Case{"calorie duemila e cento", "2100"}, Case{"mille e ottocento calorie", "1800 kcal"},
        Case{"mille e una", "1000"}, Case{"cento trenta chili", "130 kg"}, Case{"giro vita cento e due", "102"},
        Case{"la saluto settanta e sei anzi con la giacca no", "70,6"},
        Case{"mi raccontano novantasette e uno no scusi novantasei", "97,1 | 96"},
        Case{"ad agosto centoquattro e otto riferisce", "104,8"}, Case{"ad agosto trenta e due gocce", "30 | 2"},
        Case{"Peso sessantadue e quattro... no scusa sessantuno e quattro, leggevo", "62,4 | 61,4"},
        Case{"settantasette chili e quattro ecco altezza", "77,4 kg"}, Case{"venga ottantasei e tre caspita", "86,3"},
        Case{"venga tra ottanta e tre giorni", "80 | 3"}, Case{"un litro e mezzo caffè tre", "1,5 l | 3"}));
INSTANTIATE_TEST_SUITE_P(Heights, NumbersTest,
                         testing::Values(Case{"un metro e settantadue", "172 cm"},
                                         Case{"alta uno e sessantotto", "168 cm"}, Case{"1 metro e 62", "162 cm"},
                                         Case{"è alto 1,78", "178 cm"}, Case{"1,60 m", "160 cm"},
                                         Case{"altezza uno sessantotto", "168 cm"},
                                         Case{"Uno e ottantuno, e stamattina", "181 cm"},
                                         Case{"quarantuno e otto. centimetri uno e cinquantasette", "41,8 | 157 cm"},
                                         Case{"Uno e settantuno no uno e settanta.", "171 cm | 170 cm"}));
INSTANTIATE_TEST_SUITE_P(Pressures, NumbersTest,
                         testing::Values(Case{"centotrenta su ottantacinque", "130/85"}, Case{"126 su 80", "126/80"},
                                         Case{"PA 130/85", "130/85"}, Case{"la pressione è 130 85", "130/85"},
                                         Case{"pressione di centoquaranta e ottantacinque", "140/85"},
                                         Case{"massima centotrenta, minima ottanta", "130/80"},
                                         Case{"la pressione era tredici e otto", "13 e 8"},
                                         Case{"pressione 14 su 9", "14 e 9"}, Case{"tredici e otto", "13 | 8"},
                                         Case{"pressione 13 e 8 e mezzo", "13 e 8,5"}, Case{"sei su dieci", "6 | 10"}));
INSTANTIATE_TEST_SUITE_P(
    Laboratory, NumbersTest,
    testing::Values(Case{"glicata sei e quattro", "6,4"}, Case{"TSH due virgola uno", "2,1"},
                    Case{"creatinina uno e tre", "1,3"}, Case{"zero virgola zero cinque", "0,05"},
                    Case{"creatinina uno virgola zero otto", "1,08"}, Case{"sei virgola quattro per cento", "6,4%"},
                    Case{"litiemia zero e sette.", "0,7"}, Case{"creatinina zero ottantanove", "0,89"},
                    Case{"TSH tre e ventuno", "3,21"}, Case{"folati tre e due vitamina", "3,2"},
                    Case{"glicata. sei e quattro", "6,4"}, Case{"potassio quattro due.", "4,2"},
                    Case{"potassio quattro due volte", "4 | 2"}, Case{"la gli cata cinque e sei", "5,6"},
                    Case{"un oma di cinque e sette", "5,7"}, Case{"emoglobina undici e e quattro bassina", "11,4"},
                    Case{"testosterone zero virgola otto due.", "0,82"},
                    Case{"TSH zero virgola otto due compresse", "0,8 | 2"}));
INSTANTIATE_TEST_SUITE_P(ReplacedValues, NumbersTest,
                         testing::Values(Case{"Emoglobina dodici e nove. Quella è vecchia. Adesso è undici e quattro.",
                                              "12,9 | 11,4"},
                                         Case{"Glicata sei e otto. No, mi correggo, sei e tre.", "6,8 | 6,3"},
                                         Case{"Glicata sei e otto. Ne prende sei e quattro.", "6,8 | 6 | 4"}));
INSTANTIATE_TEST_SUITE_P(
    Doses, NumbersTest,
    testing::Values(Case{"metformina mille due volte al giorno", "1000 | 2"}, Case{"cinquanta microgrammi", "50 mcg"},
                    Case{"settantacinque gamma al mattino", "75 mcg"},
                    Case{"alt ottantotto gamma gt ventidue", "88 | 22"},
                    Case{"alt quarantuno gamma ottantotto lipasi", "41 | 88"}, Case{"ALT 41 gamma 88", "41 | 88"},
                    Case{"cento gamma due volte", "100 mcg | 2"}, Case{"mille e cinquecento calorie", "1500 kcal"},
                    Case{"1.400 kcal", "1400 kcal"}, Case{"cinquantamila unità a settimana", "50000 UI"},
                    Case{"due etti e mezzo", "250 g"}, Case{"un litro e mezzo", "1,5 l"}, Case{"mezz'ora", "30 minuti"},
                    Case{"quella da zero cinque", "0,5"}, Case{"quella da zero venticinque.", "0,25"},
                    Case{"da zero a cinque", "0 | 5"}));
// Two quantities of one unit are not counted together: the second is a tenth.
INSTANTIATE_TEST_SUITE_P(TenthsBeforeUnits, NumbersTest,
                         testing::Values(Case{"peso ottantadue e quattro chili", "82,4 kg"},
                                         Case{"massa grassa quaranta e otto per cento", "40,8%"},
                                         Case{"elastografia nove e sei kilo pascal", "9,6 kPa"},
                                         Case{"la stiffness è 7,1 kPa", "7,1 kPa"},
                                         Case{"tra quaranta e sei chili", "40 | 6 kg"},
                                         Case{"in tre e quattro chili a testa", "3 | 4 kg"},
                                         Case{"da sessanta e due compresse", "60 | 2"}));
INSTANTIATE_TEST_SUITE_P(Times, NumbersTest,
                         testing::Values(Case{"alle sette e mezza", "7:30"}, Case{"nel duemilaventidue", "2022"},
                                         Case{"12/03/2021", "12/03/2021"}, Case{"tra le nove e le dieci", "9 | 10"}));
// What another quantity follows is not made one with it: no value that nobody said.
INSTANTIATE_TEST_SUITE_P(SaidApart, NumbersTest,
                         testing::Values(Case{"alle otto e venti gocce di vitamina D", "8 | 20"},
                                         Case{"alle otto e venti", "8:20"}, Case{"alle sette e mezza compressa", "7"},
                                         Case{"due litri e mezza bottiglia di vino", "2 l"},
                                         Case{"due litri e mezzo di acqua", "2,5 l"},
                                         Case{"ho perso dieci chili e duecento calorie", "10 kg | 200 kcal"},
                                         Case{"pesa ottanta chili e centosettanta di altezza", "80 kg | 170"},
                                         Case{"metformina da mille due al giorno", "1000 | 2"},
                                         Case{"prendo la cento due pastiglie", "100 | 2"},
                                         Case{"glicata sei e due compresse", "6 | 2"}));
INSTANTIATE_TEST_SUITE_P(VerbsThatLookLikeNumbers, NumbersTest,
                         testing::Values(Case{"tu sei Riccardo", ""}, Case{"quanto sei alto", ""},
                                         Case{"sei disidratato", ""}, Case{"non sei sola", ""},
                                         Case{"sei mai stata a dieta", ""}, Case{"mangio alle sei la merenda", "6"},
                                         Case{"sei volte a settimana", "6"}, Case{"cinque o sei", "5 | 6"},
                                         Case{"non sei chili", "6 kg"},
                                         Case{"sessantotto e sei alta uno e settanta", "68,6 | 170 cm"}));
INSTANTIATE_TEST_SUITE_P(ToldWeights, NumbersTest,
                         testing::Values(Case{"Peso 72. Quindici giorni dopo settanta e otto.", "72 | 15 | 70,8"},
                                         Case{"calare di peso settanta e otto erano ottantuno", "70,8 | 81"},
                                         Case{"cento due chili e otto bravo", "102,8 kg"},
                                         Case{"A settembre era ottantuno e cinque, quindi", "81,5"},
                                         Case{"sono tre chili e tre in meno", "3,3 kg"},
                                         Case{"perdere tre chili e tre in casa", "3 kg | 3"},
                                         Case{"due chili e tre in quattro mesi", "2,3 kg | 4"},
                                         Case{"ripreso nove chili e due però", "9,2 kg"},
                                         Case{"ne ho persi due chili e otto bravo", "2 kg | 8"},
                                         Case{"novantotto e sei novantotto e sei buono", "98,6 | 98,6"}));
INSTANTIATE_TEST_SUITE_P(HundredAnd, NumbersTest,
                         testing::Values(Case{"Pressione cento e otto su sessantasei.", "108/66"},
                                         Case{"alla fine cento e tre.", "103"}));
INSTANTIATE_TEST_SUITE_P(LeftAsSaid, NumbersTest,
                         testing::Values(Case{"un uomo e una donna", ""}, Case{"quattro volte e due giorni", "4 | 2"},
                                         Case{"duecentomila follower", ""}, Case{"mangio sei e quattro", "6 | 4"}));

/// Two numbers of which the second counts something are two numbers, whatever is measured and however they are joined.
TEST(Numbers, NeverJoinsWhatCountsSomethingElse) {
  constexpr std::array kHeads{"",     "peso",     "glicata",    "alle", "pressione",
                              "alta", "ho perso", "creatinina", "da",   "dopo"};
  constexpr std::array kUnits{"", "chili", "litri", "grammi", "anni", "volte"};
  constexpr std::array kJoints{"e", "e poi", ",", "più", ""};
  constexpr std::array kCounted{"volte", "compresse", "mesi", "gocce", "bustine", "milligrammi", "sigarette", "caffè"};
  constexpr std::array<long, 11> kFirst{2, 5, 8, 13, 20, 30, 70, 95, 100, 200, 1000};
  constexpr std::array<long, 12> kSecond{2, 3, 6, 9, 10, 20, 45, 60, 90, 100, 150, 500};
  for (const std::string head : kHeads) {
    for (const std::string unit : kUnits) {
      for (const std::string joint : kJoints) {
        for (const std::string counted : kCounted) {
          for (const long first : kFirst) {
            for (const long second : kSecond) {
              // "Cento venti", "mille e cento": one number.
              if (unit.empty() && (joint.empty() || joint == "e") && (second >= 10 || first % 100 == 0)) continue;
              const std::string said = head + " " + WriteCardinal(first) + " " + unit + " " + joint + " " +
                                       WriteCardinal(second) + " " + counted;
              const auto numbers = FindNumbers(Text(said));
              ASSERT_EQ(numbers.size(), 2U) << said;
              EXPECT_EQ(numbers[0].value, first) << said;
              EXPECT_EQ(numbers[1].value, second) << said;
            }
          }
        }
      }
    }
  }
}

TEST(Numbers, WritesDecimalsTheItalianWay) {
  EXPECT_EQ(WriteDecimal(84.5), "84,5");
  EXPECT_EQ(WriteDecimal(130), "130");
  EXPECT_EQ(WriteDecimal(0.05), "0,05");
}

TEST(Numbers, ReadsATelephoneNumberWithoutStumbling) { EXPECT_EQ(Written("chiami il 33312345678901234567890"), ""); }

}  // namespace
}  // namespace scriba::clinical
