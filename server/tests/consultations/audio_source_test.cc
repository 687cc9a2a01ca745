#include "consultations/audio_source.h"

#include <gmock/gmock.h>

#include <atomic>
#include <thread>

#include "platform/ids.h"
#include "support/test_database.h"

namespace scriba::consultations {
namespace {

using namespace std::chrono_literals;
using platform::BlockOn;
using platform::Code;

/// A recording that one program takes in and another follows.
class GrowingAudioTest : public ::testing::Test {
 protected:
  GrowingAudioTest() {
    if (!BlockOn(writing_.Create(id_))) throw std::runtime_error("cannot make the file");
  }

  GrowingAudio Source(std::chrono::milliseconds patience) {
    return {*following_.Read(id_, key_), following_.Follow(id_), *BlockOn(following_.Length(id_, key_)), patience,
            [this] { return has_ended_.load(); }};
  }

  platform::Result<std::string> Read(GrowingAudio& source, std::uint64_t offset) {
    std::string bytes(100, '\0');
    auto got = source.ReadAt(offset, std::as_writable_bytes(std::span(bytes)), {});
    if (!got) return Forward(got);
    return bytes.substr(0, *got);
  }

  testing::TemporaryFolder folder_;
  const platform::SealingKey key_{1, platform::KeyBytes{3}};
  const std::string id_ = platform::NewUuid();
  storage::FileStore writing_{folder_.path() / "audio"};
  storage::FileStore following_{folder_.path() / "audio"};
  std::atomic<bool> has_ended_{false};
};

TEST_F(GrowingAudioTest, FollowsWhatAnotherProgramWritesUntilItHasEnded) {
  auto source = Source(30s);
  const std::jthread writer([this] {
    ASSERT_TRUE(BlockOn(writing_.Append(id_, key_, 0, "uno")));
    std::this_thread::sleep_for(1500ms);
    ASSERT_TRUE(BlockOn(writing_.Append(id_, key_, 3, "due")));
    has_ended_ = true;
  });
  EXPECT_EQ(*Read(source, 0), "uno");
  EXPECT_EQ(*Read(source, 3), "due");
  EXPECT_EQ(*Read(source, 6), "") << "the end";
}

TEST_F(GrowingAudioTest, WaitsNoLongerThanItsPatience) {
  auto source = Source(100ms);
  EXPECT_EQ(Read(source, 0).error().code, Code::kBusy);
}

// The end may be announced here while the last bytes went through another program.
TEST_F(GrowingAudioTest, ReadsWhatCameElsewhereBeforeTheEndWasAnnounced) {
  auto source = Source(30s);
  ASSERT_TRUE(BlockOn(writing_.Append(id_, key_, 0, "uno")));
  following_.AnnounceEnd(id_);
  EXPECT_EQ(*Read(source, 0), "uno");
  EXPECT_EQ(*Read(source, 3), "");
}

}  // namespace
}  // namespace scriba::consultations
