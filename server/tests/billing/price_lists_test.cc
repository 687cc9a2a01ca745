#include "billing/price_lists.h"

#include <gmock/gmock.h>

#include <fstream>

#include "support/test_database.h"

namespace scriba::billing {
namespace {

TEST(PriceLists, AreShippedWithTheTwoListsOfTheProduct) {
  const auto lists = LoadPriceLists({});
  ASSERT_TRUE(lists) << lists.error().message;
  EXPECT_EQ(lists->landing.at("basic"), 99);
  EXPECT_EQ(lists->landing.at("advanced"), 199);
  EXPECT_EQ(lists->landing.at("enterprise"), std::nullopt);
  EXPECT_EQ(lists->product.at("free"), 0);
  EXPECT_EQ(lists->product.at("basic"), 9.99);
  EXPECT_EQ(lists->product.at("advanced"), 19.99);
  EXPECT_EQ(lists->product.at("enterprise"), 49.99);
}

TEST(PriceLists, OfTheOperatorReplaceThem) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "prezzi.toml";
  std::ofstream(file) << "[landing]\nbasic = 79\n[product]\nbasic = 79\nadvanced = 149.5\n";
  const auto lists = LoadPriceLists(file);
  ASSERT_TRUE(lists) << lists.error().message;
  EXPECT_EQ(lists->landing.at("basic"), 79);
  EXPECT_EQ(lists->landing.at("advanced"), std::nullopt);
  EXPECT_EQ(lists->product.at("advanced"), 149.5);
}

TEST(PriceLists, SayWhatIsWrong) {
  const auto refusal = [](std::string_view text) { return ParsePriceLists(text).error().message; };
  EXPECT_THAT(refusal("[landing]\n"), ::testing::HasSubstr("[product]"));
  EXPECT_THAT(refusal("[landing]\nbasis = 1\n[product]\n"), ::testing::HasSubstr("basis"));
  EXPECT_THAT(refusal("[landing]\nbasic = -1\n[product]\n"), ::testing::HasSubstr("[landing]"));
  EXPECT_THAT(refusal("[landing]\nbasic = \"molto\"\n[product]\n"), ::testing::HasSubstr("[landing]"));
  EXPECT_THAT(refusal("[landing"), ::testing::HasSubstr("SCRIBA_PRICES_FILE"));
  EXPECT_THAT(LoadPriceLists("/does/not/exist").error().message, ::testing::HasSubstr("cannot be read"));
}

TEST(PriceLists, AreWrittenToThePlans) {
  testing::TestDatabase database;
  const auto prices = [&] {
    std::map<std::string, std::optional<double>> found;
    const auto rows = platform::BlockOn(database->Query("SELECT name, price FROM subscription_plans"));
    for (const auto& row : *rows) found[row.Text(0)] = row.IsNull(1) ? std::nullopt : std::optional(row.Real(1));
    return found;
  };
  EXPECT_EQ(prices().at("basic"), 9.99) << "as shipped";
  const PriceList list{{"free", 0}, {"basic", 79}, {"advanced", 149.5}, {"enterprise", std::nullopt}};
  for (int times = 0; times < 2; ++times) {
    ASSERT_TRUE(platform::BlockOn(ApplyPrices(*database, list)));
    EXPECT_EQ(prices().at("basic"), 79);
    EXPECT_EQ(prices().at("enterprise"), std::nullopt);
  }
}

}  // namespace
}  // namespace scriba::billing
