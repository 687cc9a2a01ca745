#include "storage/sweep_files.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "storage/storage_app.h"

namespace scriba::storage {
namespace {

namespace files = std::filesystem;
using platform::Method;
using testing::HeaderOf;
using testing::StorageApp;

class SweepFilesTest : public ::testing::Test {
 protected:
  /// The id of a sealed file of Anna's with this content, two hours old.
  std::string Keep(const std::string& name, const std::string& content) {
    const auto path = app_.Begin(anna_, name, {{"upload-length", std::to_string(content.size())}});
    EXPECT_EQ(app_.Tus(Method::kPatch, path, anna_, {{"upload-offset", "0"}}, content).status, 204);
    std::string id = path.substr(path.rfind('/') + 1);
    files::last_write_time(audio_ / id, files::file_time_type::clock::now() - std::chrono::hours(2));
    return id;
  }

  void Write(const std::string& sql) { ASSERT_TRUE(platform::BlockOn(app_.auth.database().Execute(sql))); }

  void Sweep() { ASSERT_TRUE(platform::BlockOn(app_.storage().Sweep())); }

  std::string Download(const std::string& name) {
    const auto response = app_.Call(Method::kGet, "/object/consultation-audio/" + anna_.id + "/" + name, anna_);
    return response.status == 200 ? StorageApp::BodyOf(response) : std::to_string(response.status);
  }

  StorageApp app_;
  testing::TestUser anna_ = app_.auth.SignUp("anna@example.com");
  const files::path audio_ = app_.auth.folder() / "audio";
};

TEST_F(SweepFilesTest, RemovesTheFileOfAnObjectThatGoesWithItsRow) {
  const auto id = Keep("a.webm", "abc");
  Write("DELETE FROM storage_objects");
  Write("DELETE FROM storage_uploads");
  Sweep();
  EXPECT_FALSE(files::exists(audio_ / id));
  EXPECT_FALSE(files::exists(audio_ / "aside" / id));
  EXPECT_TRUE(app_.auth.Query("SELECT 1 FROM removed_files").empty());
}

TEST_F(SweepFilesTest, BringsBackWhatAnOlderDatabaseDidNotName) {
  const auto id = Keep("a.webm", "abc");
  Write("CREATE TABLE newer AS SELECT * FROM storage_objects");
  Write("DELETE FROM storage_objects");
  Write("DELETE FROM storage_uploads");
  Write("DELETE FROM removed_files");
  Sweep();
  EXPECT_FALSE(files::exists(audio_ / id));
  EXPECT_TRUE(files::exists(audio_ / "aside" / id));
  Write("INSERT INTO storage_objects SELECT * FROM newer");
  Sweep();
  EXPECT_EQ(Download("a.webm"), "abc");
}

TEST_F(SweepFilesTest, RemovesWhatNobodyNamedForAMonth) {
  const auto id = Keep("a.webm", "abc");
  Write("DELETE FROM storage_objects");
  Write("DELETE FROM storage_uploads");
  Write("DELETE FROM removed_files");
  Sweep();
  files::last_write_time(audio_ / "aside" / id, files::file_time_type::clock::now() - std::chrono::hours(29 * 24));
  Sweep();
  EXPECT_TRUE(files::exists(audio_ / "aside" / id));
  files::last_write_time(audio_ / "aside" / id, files::file_time_type::clock::now() - std::chrono::hours(31 * 24));
  Sweep();
  EXPECT_FALSE(files::exists(audio_ / "aside" / id));
}

TEST_F(SweepFilesTest, RemovesTheFileThatAnotherReplaced) {
  const auto former = Keep("a.webm", "abc");
  EXPECT_EQ(app_.Tus(Method::kPatch, app_.Begin(anna_, "a.webm", {{"upload-length", "3"}, {"x-upsert", "true"}}), anna_,
                     {{"upload-offset", "0"}}, "new")
                .status,
            204);
  Sweep();
  EXPECT_FALSE(files::exists(audio_ / former));
  EXPECT_FALSE(files::exists(audio_ / "aside" / former));
  EXPECT_EQ(Download("a.webm"), "new");
}

TEST_F(SweepFilesTest, GoesOnBesideAFileThatCannotBeRead) {
  const auto broken = app_.Begin(anna_, "broken.webm", {{"upload-length", "5"}});
  const files::path file = audio_ / broken.substr(broken.rfind('/') + 1);
  files::remove(file);
  files::create_directory(file);
  const auto expired = app_.Begin(anna_, "expired.webm", {{"upload-length", "5"}});
  app_.auth.clock().Advance(std::chrono::hours(25));
  anna_ = app_.auth.SignIn("anna@example.com");
  const auto gone = Keep("gone.webm", "abc");
  Write("DELETE FROM storage_objects");
  Sweep();
  EXPECT_FALSE(files::exists(audio_ / expired.substr(expired.rfind('/') + 1)));
  EXPECT_FALSE(files::exists(audio_ / gone));
}

}  // namespace
}  // namespace scriba::storage
