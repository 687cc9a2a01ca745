#include "platform/json.h"

#include <gtest/gtest.h>

namespace scriba::platform {
namespace {

std::string Nested(std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); }

TEST(ParseForeignJson, ReadsWhatIsJsonAndDiscardsWhatIsNot) {
  EXPECT_EQ(ParseForeignJson(R"({"a":[1,{"b":"[[[{{{"}]})")["a"][1]["b"], "[[[{{{");
  for (const char* text : {"", "{", "nonsense", "[1,]", "\xff"})
    EXPECT_TRUE(ParseForeignJson(text).is_discarded()) << text;
}

// A copy of a deep value runs over the end of the stack.
TEST(ParseForeignJson, DiscardsWhatIsNestedTooDeeply) {
  EXPECT_FALSE(ParseForeignJson(Nested(100)).is_discarded());
  EXPECT_TRUE(ParseForeignJson(Nested(101)).is_discarded());
  EXPECT_TRUE(ParseForeignJson(R"(["\\",)" + Nested(1'000'000) + "]").is_discarded());
}

// Each value takes some eighty bytes of memory, and `{},` is three.
TEST(ParseForeignJson, DiscardsMoreValuesThanARequestHasUseFor) {
  const auto list = [](std::size_t values) {
    std::string text = "[{}";
    for (std::size_t i = 1; i < values; ++i) text += ",{}";
    return text + "]";
  };
  EXPECT_FALSE(ParseForeignJson(list(200'000)).is_discarded());
  EXPECT_TRUE(ParseForeignJson(list(600'000)).is_discarded());
  EXPECT_FALSE(ParseForeignJson("\"" + std::string(2'000'000, ',') + "\"").is_discarded()) << "one text";
}

}  // namespace
}  // namespace scriba::platform
