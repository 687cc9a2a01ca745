#include "storage/names.h"

#include <gtest/gtest.h>

#include "storage/byte_range.h"
#include "storage/tus.h"

namespace scriba::storage {
namespace {

TEST(NamesTest, RefusesNamesThatCouldLeadElsewhere) {
  for (const std::string name : {"", "/a", "a/", "a//b", "a/./b", "a/../b", "..", "a\\b", "a\nb", "a\xff"}) {
    EXPECT_FALSE(CheckName(name)) << name;
  }
  EXPECT_FALSE(CheckName(std::string(1025, 'a')));
  EXPECT_FALSE(CheckName(std::string("a\0b", 3)));
  for (const std::string name : {"a", "a/b c", "a/...", "a/Nicolò.webm"}) EXPECT_TRUE(CheckName(name)) << name;
}

TEST(NamesTest, OwnsWhatLiesBelowTheOwnersId) {
  EXPECT_TRUE(IsOwnName("u1/a", "u1"));
  EXPECT_FALSE(IsOwnName("u1", "u1"));
  EXPECT_FALSE(IsOwnName("u12/a", "u1"));
  EXPECT_FALSE(IsOwnName("u2/a", "u1"));
}

TEST(NamesTest, KnowsWhatIsSound) {
  EXPECT_EQ(*CheckMediaType("Audio/WebM;codecs=opus"), "audio/webm");
  EXPECT_TRUE(CheckMediaType("audio/x-m4a"));
  EXPECT_TRUE(CheckMediaType("video/mp4"));
  for (const std::string type : {"", "audio/", "video/quicktime", "text/html", "audio/x\ny", "audio"}) {
    EXPECT_FALSE(CheckMediaType(type)) << type;
  }
}

TEST(NamesTest, BoundsWhatIsNotedBesideAFile) {
  EXPECT_TRUE(CheckNotes("max-age=3600", R"({"visita":1})"));
  EXPECT_TRUE(CheckNotes("max-age=60", std::string(64 << 10, 'x')));
  EXPECT_FALSE(CheckNotes("max-age=60", std::string((64 << 10) + 1, 'x')));
  for (const std::string& control :
       {std::string("a\0b", 3), std::string("a\nb"), std::string("a\xff"), std::string(257, 'a')}) {
    EXPECT_FALSE(CheckNotes(control, "{}"));
  }
}

TEST(UploadMetadataTest, ReadsPairsAndBareKeys) {
  const auto values = ParseUploadMetadata("bucketName YXVkaW8=, flag ,objectName YS9i");
  ASSERT_TRUE(values);
  EXPECT_EQ(values->at("bucketName"), "audio");
  EXPECT_EQ(values->at("objectName"), "a/b");
  EXPECT_EQ(values->at("flag"), "");
  EXPECT_FALSE(ParseUploadMetadata("a !!!"));
}

TEST(HttpDateTest, WritesTheFormOfTheStandard) {
  EXPECT_EQ(FormatHttpDate(*platform::ParseTimestamp("1994-11-06T08:49:37Z")), "Sun, 06 Nov 1994 08:49:37 GMT");
}

TEST(ByteRangeTest, ReadsOneRange) {
  EXPECT_EQ(*ParseRange("bytes=0-0", 10), (ByteRange{0, 0}));
  EXPECT_EQ(*ParseRange("bytes=5-", 10), (ByteRange{5, 9}));
  EXPECT_EQ(*ParseRange("bytes=-20", 10), (ByteRange{0, 9}));
  EXPECT_FALSE(ParseRange("bytes=10-", 10));
  EXPECT_FALSE(ParseRange("bytes=-0", 10));
  EXPECT_FALSE(ParseRange("bytes=0-", 0));
  for (const char* header : {"", "bytes=", "bytes=-", "bytes=a-b", "bytes=5-2", "bytes=0-1,3-4", "items=0-1"}) {
    EXPECT_EQ(*ParseRange(header, 10), std::nullopt) << header;
  }
}

}  // namespace
}  // namespace scriba::storage
