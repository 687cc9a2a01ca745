// Two programs over one folder of sealed files, as when several nodes share a disk.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <future>
#include <thread>

#include "platform/ids.h"
#include "storage/file_store.h"
#include "support/test_database.h"

namespace scriba::storage {
namespace {

using namespace std::chrono_literals;
using platform::BlockOn;
using platform::Code;
using platform::KeyBytes;
using platform::SealingKey;

class SharedFolderTest : public ::testing::Test {
 protected:
  SharedFolderTest() {
    if (!BlockOn(one_.Create(id_))) throw std::runtime_error("cannot make the file");
  }

  std::string Content() const {
    auto reader = one_.Read(id_, key_);
    std::string content(reader->Length(), '\0');
    for (std::size_t at = 0; at < content.size();) {
      const auto got = reader->ReadAt(at, std::as_writable_bytes(std::span(content)).subspan(at));
      if (!got || *got == 0) throw std::runtime_error("cannot read");
      at += *got;
    }
    return content;
  }

  /// Bytes by their place, so that what is out of place shows.
  static std::string Part(std::uint64_t offset, std::size_t length) {
    std::string part(length, '\0');
    for (std::size_t i = 0; i < length; ++i) part[i] = static_cast<char>((offset + i) % 251);
    return part;
  }

  testing::TemporaryFolder folder_;
  const SealingKey key_{1, KeyBytes{3}};
  const std::string id_ = platform::NewUuid();
  FileStore one_{folder_.path() / "audio"};
  FileStore other_{folder_.path() / "audio"};
};

TEST_F(SharedFolderTest, AppendsThatAlternateStandOneBehindTheOther) {
  EXPECT_EQ(*BlockOn(one_.Append(id_, key_, 0, "uno")), 3U);
  EXPECT_EQ(*BlockOn(other_.Append(id_, key_, 3, "due")), 6U);
  EXPECT_EQ(*BlockOn(one_.Length(id_, key_)), 6U);
  EXPECT_EQ(BlockOn(one_.Append(id_, key_, 3, "xxx")).error().code, Code::kInvalidUploadOffset);
  EXPECT_EQ(*BlockOn(one_.Append(id_, key_, 6, "tre")), 9U);
  EXPECT_EQ(*BlockOn(other_.Length(id_, key_)), 9U);
  EXPECT_EQ(Content(), "unoduetre");
}

TEST_F(SharedFolderTest, AFileThatAnotherProgramRemovedIsGone) {
  ASSERT_TRUE(BlockOn(one_.Append(id_, key_, 0, "uno")));
  ASSERT_TRUE(BlockOn(other_.Remove(id_)));
  EXPECT_EQ(BlockOn(one_.Append(id_, key_, 3, "due")).error().code, Code::kNotFound);
  ASSERT_TRUE(BlockOn(other_.Create(id_)));
  EXPECT_EQ(*BlockOn(one_.Append(id_, key_, 0, "tre")), 3U);
  EXPECT_EQ(Content(), "tre");
}

TEST_F(SharedFolderTest, NobodyTouchesTheFrameThatAnotherProgramIsWriting) {
  ASSERT_TRUE(BlockOn(one_.Append(id_, key_, 0, "uno")));
  const auto path = folder_.path() / "audio" / id_;
  const FileHandle writer(open(path.c_str(), O_RDWR | O_CLOEXEC));
  ASSERT_EQ(flock(writer.get(), LOCK_EX), 0);
  std::ofstream(path, std::ios::app | std::ios::binary) << "half a frame";
  const auto half = std::filesystem::file_size(path);
  auto length = std::async(std::launch::async, [this] { return BlockOn(other_.Length(id_, key_)); });
  std::this_thread::sleep_for(100ms);
  EXPECT_EQ(std::filesystem::file_size(path), half);
  ASSERT_EQ(flock(writer.get(), LOCK_UN), 0);
  // Its writer died, then: the half frame is cut off, and what stood before it is there.
  EXPECT_EQ(*length.get(), 3U);
  EXPECT_EQ(*BlockOn(other_.Append(id_, key_, 3, "due")), 6U);
  EXPECT_EQ(Content(), "unodue");
}

// Two programs add to one file as fast as they can, each where it believes the end to be; one of them is killed in the
// middle. What was acknowledged to either must be there, byte by byte.
TEST_F(SharedFolderTest, LosesNoAcknowledgedByteWhenOneOfTwoIsKilled) {
  std::uint64_t acknowledged = 0;
  for (int round = 0; round < 8; ++round) {
    std::array<int, 2> pipe_ends{};
    ASSERT_EQ(pipe(pipe_ends.data()), 0);
    const pid_t child = fork();
    if (child == 0) {
      FileStore store(folder_.path() / "audio");
      for (;;) {
        const auto end = BlockOn(store.Length(id_, key_));
        const auto after = end ? BlockOn(store.Append(id_, key_, *end, Part(*end, 1 + *end % 3000))) : end;
        if (after && write(pipe_ends[1], &*after, sizeof *after) != sizeof *after) _exit(1);
        std::this_thread::sleep_for(1ms);
      }
    }
    close(pipe_ends[1]);
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(40 + 13 * round);
    while (std::chrono::steady_clock::now() < until) {
      const auto end = BlockOn(one_.Length(id_, key_));
      ASSERT_TRUE(end);
      const auto after = BlockOn(one_.Append(id_, key_, *end, Part(*end, 1 + *end % 5000)));
      if (after) acknowledged = std::max(acknowledged, *after);
      std::this_thread::sleep_for(1ms);
    }
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    std::uint64_t theirs = 0;
    while (read(pipe_ends[0], &theirs, sizeof theirs) == sizeof theirs) acknowledged = std::max(acknowledged, theirs);
    close(pipe_ends[0]);
    ASSERT_GE(*BlockOn(other_.Length(id_, key_)), acknowledged);
    const std::string content = Content();
    ASSERT_EQ(content, Part(0, content.size()));
  }
  EXPECT_GT(acknowledged, 0U);
}

}  // namespace
}  // namespace scriba::storage
