#include "storage/sealed_file.h"

#include <gmock/gmock.h>

#include <fstream>

#include "support/test_database.h"

namespace scriba::storage {
namespace {

using platform::Code;
using platform::KeyBytes;
using platform::SealingKey;

class SealedFileTest : public ::testing::Test {
 protected:
  SealedFileTest() { std::ofstream(file_).close(); }

  SealedFileWriter OpenWriter() {
    auto writer = SealedFileWriter::Open(file_, kId, key_);
    if (!writer) throw std::runtime_error(writer.error().internal);
    if (auto held = writer->Hold(); !held) throw std::runtime_error(held.error().internal);
    return std::move(*writer);
  }

  void Write(const std::vector<std::string>& parts) {
    auto writer = OpenWriter();
    for (const auto& part : parts) ASSERT_TRUE(writer.Append(part));
    ASSERT_TRUE(writer.Sync());
  }

  std::string ReadAll() {
    auto reader = SealedFileReader::Open(file_, kId, key_);
    std::string content;
    while (true) {
      std::string piece(1000, '\0');
      const auto got = reader->ReadAt(content.size(), std::as_writable_bytes(std::span(piece)));
      if (!got) throw std::runtime_error("cannot read");
      if (*got == 0) return content;
      content += piece.substr(0, *got);
    }
  }

  std::string Disk() const {
    std::ifstream in(file_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  void PutDisk(const std::string& bytes) const { std::ofstream(file_, std::ios::binary) << bytes; }

  static constexpr const char* kId = "0a8a9d0e-77d0-4e0e-9d44-0d6dd1b9a001";
  testing::TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / kId;
  SealingKey key_{1, KeyBytes{7}};
};

TEST_F(SealedFileTest, GivesBackWhatWasAppended) {
  const std::string large(3 * kFrameBytes + 5, 'x');
  Write({"abc", "d", large});
  EXPECT_EQ(ReadAll(), "abcd" + large);
}

TEST_F(SealedFileTest, HoldsNothingReadable) {
  Write({"il paziente riferisce cefalea"});
  EXPECT_THAT(Disk(), ::testing::Not(::testing::HasSubstr("cefalea")));
}

TEST_F(SealedFileTest, ReadsFromAnyPlace) {
  std::string content;
  std::vector<std::string> parts;
  for (int i = 0; i < 900; ++i)
    parts.push_back(std::string(1 + static_cast<std::size_t>(i) % 1500, static_cast<char>('a' + i % 26)));
  for (const auto& part : parts) content += part;
  Write(parts);
  auto reader = SealedFileReader::Open(file_, kId, key_);
  ASSERT_EQ(reader->Length(), content.size());
  for (const std::size_t place :
       {content.size() - 1, std::size_t{0}, content.size() / 2, content.size() / 3, std::size_t{1500}}) {
    std::array<std::byte, 1> byte{};
    ASSERT_EQ(*reader->ReadAt(place, byte), 1U);
    EXPECT_EQ(static_cast<char>(byte[0]), content[place]) << place;
  }
}

TEST_F(SealedFileTest, KeepsEveryWholeFrameWhereverACrashCutsTheFile) {
  Write({"first", "second"});
  const std::string disk = Disk();
  const std::size_t first_frame = 4 + 45 + 5;
  for (std::size_t cut = 0; cut < disk.size(); ++cut) {
    PutDisk(disk.substr(0, cut));
    EXPECT_EQ(OpenWriter().length(), cut < first_frame ? 0U : 5U) << cut;
    EXPECT_EQ(ReadAll(), cut < first_frame ? "" : "first") << cut;
  }
}

TEST_F(SealedFileTest, CutsOffWhatACrashLeftUnwrittenInTheMiddle) {
  Write({"first", "second", "third"});
  std::string disk = Disk();
  disk[70] = static_cast<char>(disk[70] + 1);  // inside of the second frame
  PutDisk(disk);
  Write({"again"});
  EXPECT_EQ(ReadAll(), "firstagain");
}

TEST_F(SealedFileTest, RefusesAFrameOfAnotherPlaceFileOrOwner) {
  Write({"aaaaa", "bbbbb"});
  const std::string disk = Disk();
  const std::size_t frame = disk.size() / 2;
  PutDisk(disk.substr(frame) + disk.substr(0, frame));
  std::array<std::byte, 8> bytes{};
  EXPECT_EQ(SealedFileReader::Open(file_, kId, key_)->ReadAt(0, bytes).error().code, Code::kUnsealFailed);
  PutDisk(disk);
  EXPECT_EQ(SealedFileReader::Open(file_, "another", key_)->ReadAt(0, bytes).error().code, Code::kUnsealFailed);
  const SealingKey other(2, KeyBytes{8});
  EXPECT_EQ(SealedFileReader::Open(file_, kId, other)->ReadAt(0, bytes).error().code, Code::kUnsealFailed);
}

TEST_F(SealedFileTest, SeesWhatWasAddedSinceItLastLooked) {
  auto writer = OpenWriter();
  ASSERT_TRUE(writer.Append("one"));
  auto reader = SealedFileReader::Open(file_, kId, key_);
  std::array<std::byte, 8> bytes{};
  EXPECT_EQ(*reader->ReadAt(0, bytes), 3U);
  EXPECT_EQ(*reader->ReadAt(3, bytes), 0U);
  ASSERT_TRUE(writer.Append("two"));
  EXPECT_EQ(*reader->ReadAt(3, bytes), 3U);
}

TEST_F(SealedFileTest, GoesOnAfterARest) {
  auto writer = OpenWriter();
  ASSERT_TRUE(writer.Append("one"));
  ASSERT_TRUE(writer.Sync());
  writer.Rest();
  ASSERT_TRUE(writer.Hold());
  ASSERT_TRUE(writer.Append("two"));
  ASSERT_TRUE(writer.Sync());
  EXPECT_EQ(ReadAll(), "onetwo");
}

TEST_F(SealedFileTest, IsHeldByOneWriterAtATime) {
  auto one = OpenWriter();
  auto other = SealedFileWriter::Open(file_, kId, key_);
  EXPECT_EQ(other->Hold().error().code, Code::kUploadLocked);
  ASSERT_TRUE(one.Append("one"));
  ASSERT_TRUE(one.Sync());
  one.LetGo();
  ASSERT_TRUE(other->Hold());
  EXPECT_EQ(other->length(), 3U);
}

TEST_F(SealedFileTest, TellsNoLengthThatMayBeTakenBack) {
  auto writer = OpenWriter();
  ASSERT_TRUE(writer.Append("one"));
  auto reader = SealedFileReader::Open(file_, kId, key_);
  EXPECT_FALSE(reader->SettledLength());
  writer.RollBack();
  writer.LetGo();
  EXPECT_EQ(reader->SettledLength(), 0U);
}

TEST_F(SealedFileTest, TakesBackWhatIsNotDurable) {
  auto writer = OpenWriter();
  ASSERT_TRUE(writer.Append("kept"));
  ASSERT_TRUE(writer.Sync());
  ASSERT_TRUE(writer.Append("lost"));
  writer.RollBack();
  EXPECT_EQ(writer.length(), 4U);
  EXPECT_EQ(ReadAll(), "kept");
}

}  // namespace
}  // namespace scriba::storage
