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

}  // namespace
}  // namespace scriba::platform
