#include "realtime/frame.h"

#include <gtest/gtest.h>

namespace scriba::realtime {
namespace {

TEST(FrameTest, ReadsAndWritesBothVersions) {
  const auto arrays = ParseFrame(R"(["1","2","realtime:a","phx_join",{"config":{}}])", WireVersion::kArrays);
  ASSERT_TRUE(arrays);
  EXPECT_EQ(arrays->join_ref, "1");
  EXPECT_EQ(arrays->topic, "realtime:a");
  EXPECT_EQ(WriteFrame(*arrays, WireVersion::kArrays), R"(["1","2","realtime:a","phx_join",{"config":{}}])");
  const auto objects = ParseFrame(WriteFrame(*arrays, WireVersion::kObjects), WireVersion::kObjects);
  ASSERT_TRUE(objects);
  EXPECT_EQ(WriteFrame(*objects, WireVersion::kArrays), WriteFrame(*arrays, WireVersion::kArrays));
}

TEST(FrameTest, PayloadIsAlwaysAnObject) {
  const auto frame = ParseFrame(R"([null,"2","phoenix","heartbeat",null])", WireVersion::kArrays);
  ASSERT_TRUE(frame);
  EXPECT_TRUE(frame->payload.is_object());
  EXPECT_FALSE(frame->join_ref);
}

TEST(FrameTest, ReadsWhoBroadcastsWhere) {
  const std::string whole = std::string("\x03\x01\x02\x0a\x01\x00\x01", 7) + "112realtime:ax{}";
  const auto frame = ParseBroadcast(whole);
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->join_ref, "1");
  EXPECT_EQ(frame->ref, "12");
  EXPECT_EQ(frame->topic, "realtime:a");
  EXPECT_EQ(frame->event, "broadcast");
  for (std::size_t bytes = 0; bytes < 20; ++bytes) EXPECT_FALSE(ParseBroadcast(whole.substr(0, bytes))) << bytes;
  EXPECT_FALSE(ParseBroadcast("\x04" + whole.substr(1)));
}

TEST(FrameTest, DropsWhatIsNotAFrame) {
  for (const auto* text :
       {"", "[]", "{}", "[1,2,3,4,5]", "[null,null,\"a\"]", "nonsense", "{\"topic\":1,\"event\":\"x\"}"}) {
    EXPECT_FALSE(ParseFrame(text, WireVersion::kArrays)) << text;
    EXPECT_FALSE(ParseFrame(text, WireVersion::kObjects)) << text;
  }
}

}  // namespace
}  // namespace scriba::realtime
