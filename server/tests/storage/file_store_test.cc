#include "storage/file_store.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <random>
#include <thread>

#include "platform/ids.h"
#include "support/test_database.h"

namespace scriba::storage {
namespace {

using platform::BlockOn;
using platform::Code;
using platform::KeyBytes;
using platform::SealingKey;

class FileStoreTest : public ::testing::Test {
 protected:
  static std::string ContentOf(const FileStore& store, const std::string& id, const SealingKey& key) {
    auto reader = store.Read(id, key);
    std::string content(reader->Length(), '\0');
    for (std::size_t at = 0; at < content.size();) {
      const auto got = reader->ReadAt(at, std::as_writable_bytes(std::span(content)).subspan(at));
      if (!got || *got == 0) throw std::runtime_error("cannot read");
      at += *got;
    }
    return content;
  }

  testing::TemporaryFolder folder_;
  SealingKey key_{1, KeyBytes{3}};
  const std::string id_ = platform::NewUuid();
};

TEST_F(FileStoreTest, AppendsOnlyAtTheEnd) {
  FileStore store(folder_.path() / "audio");
  ASSERT_TRUE(BlockOn(store.Create(id_)));
  EXPECT_EQ(*BlockOn(store.Append(id_, key_, 0, "abc")), 3U);
  EXPECT_EQ(BlockOn(store.Append(id_, key_, 0, "abc")).error().code, Code::kInvalidUploadOffset);
  EXPECT_EQ(BlockOn(store.Append(id_, key_, 4, "d")).error().code, Code::kInvalidUploadOffset);
  EXPECT_EQ(*BlockOn(store.Append(id_, key_, 3, "d")), 4U);
  EXPECT_EQ(*BlockOn(store.Length(id_, key_)), 4U);
}

TEST_F(FileStoreTest, KnowsNoFileThatWasNotMade) {
  FileStore store(folder_.path() / "audio");
  EXPECT_EQ(BlockOn(store.Append(id_, key_, 0, "abc")).error().code, Code::kNotFound);
  EXPECT_EQ(store.Read(id_, key_).error().code, Code::kNotFound);
  ASSERT_TRUE(BlockOn(store.Create(id_)));
  ASSERT_TRUE(BlockOn(store.Remove(id_)));
  ASSERT_TRUE(BlockOn(store.Remove(id_)));
  EXPECT_EQ(BlockOn(store.Length(id_, key_)).error().code, Code::kNotFound);
}

TEST_F(FileStoreTest, KeepsConcurrentAppendsToManyFilesApart) {
  FileStore store(folder_.path() / "audio");
  std::vector<std::string> ids;
  for (int i = 0; i < 24; ++i) ids.push_back(platform::NewUuid());
  std::vector<std::jthread> threads;
  for (const auto& id : ids) {
    threads.emplace_back([&store, &id, this] {
      ASSERT_TRUE(BlockOn(store.Create(id)));
      std::uint64_t length = 0;
      for (int i = 0; i < 20; ++i) {
        const std::string part = id + std::to_string(i);
        const auto after = BlockOn(store.Append(id, key_, length, part));
        ASSERT_TRUE(after);
        length += part.size();
        ASSERT_EQ(*after, length);
      }
    });
  }
  threads.clear();
  for (const auto& id : ids) {
    std::string expected;
    for (int i = 0; i < 20; ++i) expected += id + std::to_string(i);
    EXPECT_EQ(ContentOf(store, id, key_), expected);
  }
}

TEST_F(FileStoreTest, TellsFollowersOfGrowthAndOfTheEnd) {
  using std::chrono_literals::operator""s;
  using std::chrono_literals::operator""ms;
  FileStore store(folder_.path() / "audio");
  ASSERT_TRUE(BlockOn(store.Create(id_)));
  const auto growth = store.Follow(id_);
  EXPECT_FALSE(growth->WaitForMore(0, {}, 1ms));
  const std::jthread writer([&] {
    ASSERT_TRUE(BlockOn(store.Append(id_, key_, 0, "abc")));
    store.AnnounceEnd(id_);
  });
  EXPECT_EQ(growth->WaitForMore(0, {}, 30s), 3U);
  EXPECT_EQ(growth->WaitForMore(3, {}, 30s), 3U) << "the end is no more bytes";
}

// Each round a child process appends as fast as it can and reports every acknowledged length through a pipe; it is
// killed in the middle. What was acknowledged must be there, byte by byte, and the next round goes on from it.
TEST_F(FileStoreTest, LosesNoAcknowledgedByteToKill) {
  const auto folder = folder_.path() / "audio";
  {
    FileStore store(folder);
    ASSERT_TRUE(BlockOn(store.Create(id_)));
  }
  std::mt19937 random(20260914);
  std::uint64_t acknowledged = 0;
  for (int round = 0; round < 15; ++round) {
    std::array<int, 2> pipe_ends{};
    ASSERT_EQ(pipe(pipe_ends.data()), 0);
    const pid_t child = fork();
    if (child == 0) {
      FileStore store(folder);
      auto length = BlockOn(store.Length(id_, key_));
      while (length) {
        std::string part(1 + *length % 5000, '\0');
        for (std::size_t i = 0; i < part.size(); ++i) part[i] = static_cast<char>((*length + i) % 251);
        length = BlockOn(store.Append(id_, key_, *length, std::move(part)));
        if (length && write(pipe_ends[1], &*length, sizeof *length) != sizeof *length) break;
      }
      _exit(1);
    }
    close(pipe_ends[1]);
    std::this_thread::sleep_for(std::chrono::milliseconds(5 + random() % 60));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    std::uint64_t length = 0;
    while (read(pipe_ends[0], &length, sizeof length) == sizeof length) acknowledged = length;
    close(pipe_ends[0]);
    FileStore store(folder);
    const auto present = BlockOn(store.Length(id_, key_));
    ASSERT_TRUE(present);
    ASSERT_GE(*present, acknowledged);
    const std::string content = ContentOf(store, id_, key_);
    for (std::size_t i = 0; i < content.size(); ++i) ASSERT_EQ(static_cast<unsigned char>(content[i]), i % 251) << i;
  }
  EXPECT_GT(acknowledged, 0U);
}

}  // namespace
}  // namespace scriba::storage
