#include "platform/json_text.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace scriba::platform {
namespace {

using nlohmann::json;

TEST(JsonStringTest, EscapesWhatJsonWantsEscapedWhereverItStands) {
  for (int byte = 1; byte < 0x80; ++byte) {
    for (std::size_t length = 1; length <= 20; ++length) {
      for (std::size_t at = 0; at < length; ++at) {
        std::string text(length, 'x');
        text[at] = static_cast<char>(byte);
        std::string written;
        AppendJsonString(written, text);
        ASSERT_EQ(json::parse(written), text) << "byte " << byte << " at " << at << " of " << length;
      }
    }
  }
}

TEST(JsonStringTest, LeavesAccentsAndSymbolsAsTheyAre) {
  const std::string text = "perché l’età è 54 anni: 36,6 °C \xF0\x9F\x99\x82";
  std::string written;
  AppendJsonString(written, text);
  EXPECT_EQ(written, '"' + text + '"');
}

TEST(JsonTextTest, IsWhatTheLibraryWrites) {
  const json value{{"list", {1, -2, 3.5, true, nullptr, json::array(), json::object()}},
                   {"età", {{"perché", "l’età\n\"54\""}, {"", ""}}},
                   {"large", UINT64_MAX},
                   {"broken \xff", "\xc3("}};
  for (const json& part : {value, value["list"], json("text"), json(nullptr), json(0.1)}) {
    EXPECT_EQ(JsonText(part), part.dump(-1, ' ', false, json::error_handler_t::replace));
  }
}

TEST(MemberTextTest, FindsEveryMemberOfWhatJsonTextWrites) {
  const json object{{"", "empty name"},
                    {"a\"b\\", {{"full_name", "not this one"}}},
                    {"full_name", "Anna \"Verdi\", } ] – però\\"},
                    {"list", {1, json::array(), "]", {{"x", "}"}}}},
                    {"none", nullptr},
                    {"number", -1.5e30},
                    {"zone", json::object()}};
  const std::string text = JsonText(object);
  for (const auto& [name, value] : object.items()) {
    const std::string quoted = JsonText(name);
    EXPECT_EQ(MemberText(text, quoted.substr(1, quoted.size() - 2)), JsonText(value)) << name;
  }
  EXPECT_EQ(MemberText(text, "full"), "");
  EXPECT_EQ(MemberText(text, "x"), "");
  EXPECT_EQ(MemberText("{}", "full_name"), "");
}

// A column that lost its end must not be read beyond it.
TEST(MemberTextTest, AnObjectThatIsCutOffHasNoMoreThanItSays) {
  const std::string text = JsonText({{"list", {"a\\", 1}}, {"name", "Anna"}});
  for (std::size_t length = 0; length < text.size(); ++length) {
    const std::string cut = text.substr(0, length);
    EXPECT_LE(MemberText(cut, "name").size(), length);
  }
}

TEST(JsonObjectTextTest, WritesMembersInTheOrderOfTheCalls) {
  JsonObjectText inner;
  inner.Flag("yes", true).Flag("no", false);
  JsonObjectText object;
  object.Text("name", "a\t\"b\"").Number("count", -5).Value("list", {1, "due"}).Json("inner", std::move(inner).Close());
  EXPECT_EQ(std::move(object).Close(),
            R"({"name":"a\t\"b\"","count":-5,"list":[1,"due"],"inner":{"yes":true,"no":false}})");
  EXPECT_EQ(JsonObjectText().Close(), "{}");
}

TEST(JsonListTextTest, PutsCommasBetweenItems) {
  const auto write = [](int item) { return std::to_string(item); };
  EXPECT_EQ(JsonListText(std::vector<int>{}, write), "[]");
  EXPECT_EQ(JsonListText(std::vector{1, 2, 3}, write), "[1,2,3]");
}

}  // namespace
}  // namespace scriba::platform
