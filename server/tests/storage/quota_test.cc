// What one account may keep: refused before the first byte, and never in the middle.
#include <gtest/gtest.h>

#include "storage/storage_app.h"

namespace scriba::testing {
namespace {

using platform::Method;

class Quota : public ::testing::Test {
 protected:
  platform::Response Put(const std::string& name, std::size_t bytes) {
    return app_.Call(Method::kPost, "/object/consultation-audio/" + anna_.id + "/" + name, anna_,
                     {{"content-type", "audio/webm"}}, std::string(bytes, 'x'));
  }
  platform::Response Create(const std::string& name, platform::Headers headers) {
    headers.emplace("upload-metadata", StorageApp::AudioMetadata(anna_, name));
    return app_.Tus(Method::kPost, "/upload/resumable", anna_, std::move(headers));
  }
  std::int64_t Count(const std::string& what) { return app_.auth.Query("SELECT count(*) FROM " + what).at(0).Int(0); }
  std::size_t FilesOnDisk() { return app_.storage().files().FileIdsOlderThan(std::chrono::hours(-1)).size(); }

  static void ExpectFull(const platform::Response& response) {
    EXPECT_EQ(response.status, 413) << response.body;
    EXPECT_EQ(JsonOf(response)["code"], "storage_quota_exceeded");
    EXPECT_EQ(JsonOf(response)["statusCode"], "413");
  }

  StorageApp app_{storage::Quota{.bytes = 1000}};
  TestUser anna_ = app_.auth.SignUp("anna@example.com");
};

TEST_F(Quota, IsReachedAndNotPassed) {
  EXPECT_EQ(Put("a.webm", 600).status, 200);
  ExpectFull(Put("b.webm", 401));
  ExpectFull(Create("b.webm", {{"upload-length", "401"}}));
  EXPECT_EQ(Count("storage_objects"), 1);
  EXPECT_EQ(Count("storage_uploads"), 0);
  EXPECT_EQ(FilesOnDisk(), 1U);
  EXPECT_EQ(Put("b.webm", 400).status, 200);
  ExpectFull(Put("c.webm", 1));
}

TEST_F(Quota, CountsWhatIsPromisedAndNotYetSent) {
  EXPECT_EQ(Create("a.webm", {{"upload-length", "900"}}).status, 201);
  ExpectFull(Create("b.webm", {{"upload-length", "101"}}));
  ExpectFull(Put("b.webm", 101));
  EXPECT_EQ(Put("b.webm", 100).status, 200);
}

TEST_F(Quota, DoesNotCutOffWhatHasBegun) {
  EXPECT_EQ(Put("a.webm", 990).status, 200);
  const std::string path = app_.Begin(anna_, "b.webm", {{"upload-defer-length", "1"}});
  const auto patched =
      app_.Tus(Method::kPatch, path, anna_, {{"upload-offset", "0"}, {"upload-length", "200"}}, std::string(200, 'x'));
  EXPECT_EQ(patched.status, 204) << patched.body;
  EXPECT_EQ(Count("storage_objects"), 2);
  ExpectFull(Create("c.webm", {{"upload-defer-length", "1"}}));
}

TEST_F(Quota, HoldsForCopiesToo) {
  EXPECT_EQ(Put("a.webm", 600).status, 200);
  const nlohmann::json ends{{"bucketId", "consultation-audio"},
                            {"sourceKey", anna_.id + "/a.webm"},
                            {"destinationKey", anna_.id + "/b.webm"}};
  ExpectFull(app_.Call(Method::kPost, "/object/copy", anna_, {{"content-type", "application/json"}}, ends.dump()));
  EXPECT_EQ(FilesOnDisk(), 1U);
}

TEST_F(Quota, IsEachAccountsOwnAndDeletionMakesRoom) {
  EXPECT_EQ(Put("a.webm", 1000).status, 200);
  const auto bruno = app_.auth.SignUp("bruno@example.com");
  EXPECT_EQ(app_.Call(Method::kPost, "/object/consultation-audio/" + bruno.id + "/a.webm", bruno,
                      {{"content-type", "audio/webm"}}, "xxx")
                .status,
            200);
  ExpectFull(Put("b.webm", 1));
  EXPECT_EQ(app_.Call(Method::kDelete, "/object/consultation-audio/" + anna_.id + "/a.webm", anna_).status, 200);
  EXPECT_EQ(Put("b.webm", 1000).status, 200);
}

}  // namespace
}  // namespace scriba::testing
