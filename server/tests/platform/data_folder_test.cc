#include "platform/data_folder.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>

#include "support/test_database.h"

namespace scriba::platform {
namespace {

using ::testing::HasSubstr;

class DataFolderTest : public ::testing::Test {
 protected:
  Result<FileHandle> Hold(FolderUse use) { return HoldFolder(folder_.path(), use); }

  testing::TemporaryFolder folder_;
};

TEST_F(DataFolderTest, IsOneProgramsAloneUntilThatOneLetsGo) {
  {
    const auto held = Hold(FolderUse::kAlone);
    ASSERT_TRUE(held);
    EXPECT_THAT(Hold(FolderUse::kAlone).error().message, HasSubstr("in use by another program"));
    EXPECT_THAT(Hold(FolderUse::kShared).error().message, HasSubstr("shares it with nobody"));
  }
  EXPECT_TRUE(Hold(FolderUse::kAlone));
}

TEST_F(DataFolderTest, IsSharedByAsManyAsDoNotWantItAlone) {
  const auto one = Hold(FolderUse::kShared);
  const auto other = Hold(FolderUse::kShared);
  ASSERT_TRUE(one);
  ASSERT_TRUE(other);
  EXPECT_FALSE(Hold(FolderUse::kAlone));
}

TEST_F(DataFolderTest, IsFreeAtOnceWhenTheProgramThatHeldItIsKilled) {
  std::array<int, 2> told{};
  ASSERT_EQ(pipe(told.data()), 0);
  const FileHandle reading(told[0]);
  FileHandle writing(told[1]);
  const pid_t child = fork();
  if (child == 0) {
    const auto held = Hold(FolderUse::kAlone);
    if (!held || write(writing.get(), "x", 1) != 1) _exit(1);
    for (;;) pause();
  }
  writing = FileHandle();
  char byte = 0;
  ASSERT_EQ(read(reading.get(), &byte, 1), 1);
  EXPECT_FALSE(Hold(FolderUse::kAlone));
  ASSERT_EQ(kill(child, SIGKILL), 0);
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  EXPECT_TRUE(Hold(FolderUse::kAlone));
}

TEST_F(DataFolderTest, ThatCannotBeWrittenToIsToldInWords) {
  EXPECT_THAT(HoldFolder(folder_.path() / "missing", FolderUse::kAlone).error().message, HasSubstr("cannot be used"));
}

// By its name a program frees the jobs that a former life of it left: those of a living one must be safe from it.
TEST_F(DataFolderTest, GivesEachProgramThatSharesItANameThatItFindsAgain) {
  auto one = NodePlace::Take(folder_.path());
  const auto other = NodePlace::Take(folder_.path());
  ASSERT_TRUE(one);
  ASSERT_TRUE(other);
  const std::string name = one->name();
  EXPECT_NE(name, other->name());
  one = NodePlace::Take(folder_.path());
  EXPECT_NE(one->name(), name) << "the former place was still held when this one was taken";
  one = Failure(Error{});
  EXPECT_EQ(NodePlace::Take(folder_.path())->name(), name);
}

TEST_F(DataFolderTest, GivesProgramsOverFoldersOfTheirOwnDifferentNames) {
  const testing::TemporaryFolder other;
  EXPECT_NE(NodePlace::Take(folder_.path())->name(), NodePlace::Take(other.path())->name());
}

TEST_F(DataFolderTest, GivesANameAnewWhereTheFormerOneWasCutOff) {
  const std::string name = NodePlace::Take(folder_.path())->name();
  std::filesystem::resize_file(folder_.path() / "node-1.lock", 7);
  const std::string next = NodePlace::Take(folder_.path())->name();
  EXPECT_NE(next, name);
  EXPECT_EQ(NodePlace::Take(folder_.path())->name(), next);
}

}  // namespace
}  // namespace scriba::platform
