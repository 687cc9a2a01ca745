#include "platform/data_folder.h"

#include <gmock/gmock.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <functional>

#include "support/test_database.h"

namespace scriba::platform {
namespace {

using ::testing::HasSubstr;

class DataFolderTest : public ::testing::Test {
 protected:
  Result<FileHandle> Hold(FolderUse use) { return HoldFolder(folder_.path(), use); }

  Result<NodePlace> Take() { return NodePlace::Take(folder_.path(), FolderUse::kShared); }

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
  auto one = Take();
  const auto other = Take();
  ASSERT_TRUE(one);
  ASSERT_TRUE(other);
  const std::string name = one->name();
  EXPECT_NE(name, other->name());
  one = Take();
  EXPECT_NE(one->name(), name) << "the former place was still held when this one was taken";
  one = Failure(Error{});
  EXPECT_EQ(Take()->name(), name);
}

/// What a child says that runs under another host's name; nothing where it may not take one.
std::string SaidUnderAnotherHostsName(const std::function<std::string()>& say) {
  std::array<int, 2> told{};
  if (pipe(told.data()) != 0) return {};
  const FileHandle reading(told[0]);
  FileHandle writing(told[1]);
  const pid_t child = fork();
  if (child == 0) {
    const bool is_renamed = unshare(CLONE_NEWUSER | CLONE_NEWUTS) == 0 && sethostname("made-anew", 9) == 0;
    const std::string said = is_renamed ? say() : std::string();
    _exit(write(writing.get(), said.data(), said.size()) == static_cast<ssize_t>(said.size()) ? 0 : 1);
  }
  writing = FileHandle();
  std::string said(200, '\0');
  const ssize_t length = read(reading.get(), said.data(), said.size());
  said.resize(static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
  waitpid(child, nullptr, 0);
  return said;
}

// Every upgrade makes the container anew: what the former one was at is taken up at once all the same.
TEST_F(DataFolderTest, GivesANodeItsNameAgainUnderAnotherHostsName) {
  const std::string name = Take()->name();
  const std::string said = SaidUnderAnotherHostsName([this] { return Take()->name(); });
  if (said.empty()) GTEST_SKIP() << "no namespace to rename a host in";
  EXPECT_EQ(said, name);
}

TEST_F(DataFolderTest, GivesProgramsOverFoldersOfTheirOwnDifferentNames) {
  const testing::TemporaryFolder other;
  EXPECT_NE(Take()->name(), NodePlace::Take(other.path(), FolderUse::kShared)->name());
}

TEST_F(DataFolderTest, GivesANameAnewWhereTheFormerOneWasCutOff) {
  const std::string name = Take()->name();
  std::filesystem::resize_file(folder_.path() / "node-1.lock", 7);
  const std::string next = Take()->name();
  EXPECT_NE(next, name);
  EXPECT_EQ(Take()->name(), next);
}

}  // namespace
}  // namespace scriba::platform
