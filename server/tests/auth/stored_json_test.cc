#include "auth/stored_json.h"

#include <gtest/gtest.h>

namespace scriba::auth {
namespace {

TEST(StoredJsonTest, StandsAsItIsWritten) {
  const std::string text = R"({"email":"anna@example.com","full_name":"Anna \"Verdi\" – però"})";
  const StoredJson stored = StoredJson::FromColumn(text);
  EXPECT_EQ(stored.Text(), text);
  EXPECT_EQ(stored.MemberText("full_name"), R"("Anna \"Verdi\" – però")");
  EXPECT_EQ(stored.MemberText("phone"), "");
  EXPECT_EQ(stored.Text(), text);
}

TEST(StoredJsonTest, AWordInsideAValueIsNoMember) {
  EXPECT_EQ(StoredJson::FromColumn(R"({"note":"full_name"})").MemberText("full_name"), "");
}

TEST(StoredJsonTest, AChangeShowsInTheText) {
  StoredJson stored = StoredJson::FromColumn(R"([{"method":"password"}])");
  StoredJson copy = stored;
  stored.Edit().push_back("otp");
  EXPECT_EQ(stored.Text(), R"([{"method":"password"},"otp"])");
  EXPECT_EQ(copy.Text(), R"([{"method":"password"}])");
  stored.Edit().clear();
  EXPECT_EQ(stored.Text(), "[]");
}

TEST(StoredJsonTest, AValueIsWrittenAsTheColumnWillHoldIt) {
  const StoredJson made = nlohmann::json{{"b", 1}, {"a", {true, nullptr}}};
  EXPECT_EQ(made.Text(), R"({"a":[true,null],"b":1})");
  EXPECT_EQ(made.MemberText("b"), "1");
  EXPECT_EQ(StoredJson::FromColumn(made.Text()).Value(), made.Value());
}

}  // namespace
}  // namespace scriba::auth
