#include "platform/crypto/encoding.h"

#include <gtest/gtest.h>

namespace scriba::platform {
namespace {

// RFC 4648, section 10.
TEST(Base64Test, WritesTheTestVectors) {
  const std::pair<const char*, const char*> vectors[] = {{"", ""},
                                                         {"f", "Zg=="},
                                                         {"fo", "Zm8="},
                                                         {"foo", "Zm9v"},
                                                         {"foob", "Zm9vYg=="},
                                                         {"fooba", "Zm9vYmE="},
                                                         {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : vectors) {
    EXPECT_EQ(ToBase64(bytes), text);
    const std::string_view whole = text;
    EXPECT_EQ(ToBase64Url(bytes), whole.substr(0, whole.find('=')));
  }
}

TEST(Base64Test, ReadsBackEveryByteAtEveryPlace) {
  std::string bytes;
  for (int i = 0; i < 259; ++i) {
    bytes.push_back(static_cast<char>(255 - i));
    EXPECT_EQ(FromBase64(ToBase64(bytes)), bytes);
    EXPECT_EQ(FromBase64Url(ToBase64Url(bytes)), bytes);
  }
  EXPECT_EQ(ToBase64("\xfb\xff\xbf"), "+/+/");
  EXPECT_EQ(ToBase64Url("\xfb\xff\xbf"), "-_-_");
}

TEST(Base64Test, RefusesWhatNobodyWrites) {
  for (const char* text :
       {"Z", "Zm9vY", "Zm9v\n", " Zm9v", "Zm9v Zm9v", "Zm=v", "Zm-v", "Zm_v", "Zm\x80v", "Zh", "Zm9"}) {
    EXPECT_EQ(FromBase64(text), std::nullopt) << text;
  }
  for (const char* text : {"Zm+v", "Zm/v", "Zh", "Zm9"}) EXPECT_EQ(FromBase64Url(text), std::nullopt) << text;
  EXPECT_EQ(FromBase64("Zg"), "f");
  EXPECT_EQ(FromBase64Url("Zg=="), "f");
}

TEST(PercentEncodeTest, LeavesNothingThatMeansSomethingInAnAddressAFormOrAHeader) {
  EXPECT_EQ(PercentEncode("aZ09-._"), "aZ09-._");
  EXPECT_EQ(PercentEncode("a b&c=d+e%/?#"), "a%20b%26c%3Dd%2Be%25%2F%3F%23");
  EXPECT_EQ(PercentEncode("*'()!~\";\r\n"), "%2A%27%28%29%21%7E%22%3B%0D%0A");
  EXPECT_EQ(PercentEncode(std::string_view("perché\0", 8)), "perch%C3%A9%00");
}

}  // namespace
}  // namespace scriba::platform
