#include "clinical/reading/decimal_doses.h"

#include <gtest/gtest.h>

#include "clinical/reading/reading.h"

namespace scriba::clinical {
namespace {

std::vector<std::string> NumbersOf(std::string_view spoken) {
  std::vector<std::string> written;
  for (const Number& number : Reading(spoken).numbers) written.push_back(number.written);
  return written;
}

using Written = std::vector<std::string>;

TEST(DecimalDoses, AreOneNumberBehindADrug) {
  EXPECT_EQ(NumbersOf("carvedilolo sei e venticinque due volte al giorno"), (Written{"6,25", "2"}));
  EXPECT_EQ(NumbersOf("carve di lolo sei e venticinque"), (Written{"6,25"}));
  EXPECT_EQ(NumbersOf("la tirzepatide da dodici e cinque milligrammi"), (Written{"12,5 mg"}));
  EXPECT_EQ(NumbersOf("prende uno e sette di semaglutide"), (Written{"1,7"}));
  EXPECT_EQ(NumbersOf("la cabergolina zero e cinque"), (Written{"0,5"}));
  EXPECT_EQ(NumbersOf("bisoprololo uno e venticinque"), (Written{"1,25"}));
}

TEST(DecimalDoses, StayTwoWhereTwoAreSaid) {
  EXPECT_EQ(NumbersOf("olmesartan cinque e dieci"), (Written{"5", "10"}));
  EXPECT_EQ(NumbersOf("olmesartan venti e cinque"), (Written{"20", "5"}));
  EXPECT_EQ(NumbersOf("ramipril due e cinque gocce"), (Written{"2", "5"}));
  EXPECT_EQ(NumbersOf("ieri sei e venticinque"), (Written{"6", "25"}));
  EXPECT_EQ(NumbersOf("gabapentin uno la mattina e uno la sera"), Written{});
}

}  // namespace
}  // namespace scriba::clinical
