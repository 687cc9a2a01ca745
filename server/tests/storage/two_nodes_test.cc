// One upload and two nodes: what one of them has acknowledged, the other does not take away.
#include <gtest/gtest.h>

#include "storage/storage_app.h"
#include "storage/uploads.h"
#include "support/fake_clock.h"
#include "support/interposed_database.h"

namespace scriba::storage {
namespace {

using platform::BlockOn;
using platform::Code;
using platform::Method;
using testing::HeaderOf;
using testing::StorageApp;
using testing::TestUser;

class TwoNodesTest : public ::testing::Test {
 protected:
  int Patch(std::uint64_t offset, std::string body) {
    return app_.Tus(Method::kPatch, path_, anna_, {{"upload-offset", std::to_string(offset)}}, std::move(body)).status;
  }
  int TakeBack() { return app_.Tus(Method::kDelete, path_, anna_).status; }
  std::string Offset() { return HeaderOf(app_.Tus(Method::kHead, path_, anna_), "upload-offset"); }
  std::string Download() {
    const auto response = app_.Call(Method::kGet, "/object/consultation-audio/" + anna_.id + "/a.webm", anna_);
    return response.status == 200 ? StorageApp::BodyOf(response) : std::to_string(response.status);
  }
  std::string Capitals() const {
    std::string capitals = id_;
    for (char& c : capitals) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return capitals;
  }
  std::optional<Code> RefusalOf(const auto& result) {
    return result ? std::nullopt : std::optional(result.error().code);
  }

  StorageApp app_;
  TestUser anna_ = app_.auth.SignUp("anna@example.com");
  const std::string path_ = app_.Begin(anna_, "a.webm", {{"upload-length", "6"}});
  const std::string id_ = path_.substr(path_.rfind('/') + 1);

  testing::InterposedDatabase between_{app_.auth.database()};
  testing::FakeClock clock_{app_.auth.clock().Now()};
  FileStore files_{app_.auth.folder() / "audio"};
  Uploads other_{between_, app_.keys(), files_, clock_, {}};
};

TEST_F(TwoNodesTest, AnUploadThatIsCompletedFirstIsNotTakenBack) {
  ASSERT_EQ(Patch(0, "abc"), 204);
  between_.BeforeNextWrite([this] { EXPECT_EQ(Patch(3, "def"), 204); });
  EXPECT_EQ(RefusalOf(BlockOn(other_.Terminate(id_, anna_.id))), Code::kUploadLocked);
  EXPECT_EQ(Download(), "abcdef");
}

TEST_F(TwoNodesTest, BytesOfAnUploadThatIsTakenBackFirstAreNotAcknowledged) {
  ASSERT_EQ(Patch(0, "abc"), 204);
  between_.BeforeNextWrite([this] { EXPECT_EQ(TakeBack(), 204); });
  EXPECT_EQ(RefusalOf(BlockOn(other_.Append(id_, anna_.id, 3, "def", std::nullopt))), Code::kNoSuchUpload);
  EXPECT_EQ(Download(), "404");
}

TEST_F(TwoNodesTest, AnUploadIsNotTakenBackWhileBytesAreAddedHere) {
  between_.BeforeNextWrite(
      [this] { EXPECT_EQ(RefusalOf(BlockOn(other_.Terminate(id_, anna_.id))), Code::kUploadLocked); });
  EXPECT_EQ(RefusalOf(BlockOn(other_.Append(id_, anna_.id, 0, "abcdef", std::nullopt))), std::nullopt);
  EXPECT_EQ(Download(), "abcdef");
}

TEST_F(TwoNodesTest, AnIdInCapitalsNamesTheSameUpload) {
  between_.BeforeNextWrite(
      [this] { EXPECT_EQ(RefusalOf(BlockOn(other_.Terminate(Capitals(), anna_.id))), Code::kUploadLocked); });
  EXPECT_EQ(RefusalOf(BlockOn(other_.Append(id_, anna_.id, 0, "abcdef", std::nullopt))), std::nullopt);
  EXPECT_EQ(Download(), "abcdef");
}

TEST_F(TwoNodesTest, AnUploadEndsWithAllThatWasAcknowledgedMeanwhile) {
  ASSERT_EQ(Patch(0, "abc"), 204);
  between_.BeforeNextWrite([this] { EXPECT_EQ(Patch(3, "d"), 204); });
  EXPECT_EQ(RefusalOf(BlockOn(other_.CompleteAsItIs(id_, anna_.id))), std::nullopt);
  EXPECT_EQ(Download(), "abcd");
}

TEST_F(TwoNodesTest, BytesBehindTheEndOfAnUploadAreNotAcknowledged) {
  ASSERT_EQ(Patch(0, "abc"), 204);
  between_.AfterNextRead([this] { EXPECT_TRUE(BlockOn(app_.storage().CompleteAsItIs(anna_.id, id_))); });
  EXPECT_EQ(RefusalOf(BlockOn(other_.Append(id_, anna_.id, 3, "d", std::nullopt))), Code::kEntityTooLarge);
  EXPECT_EQ(Download(), "abc");
  EXPECT_EQ(Offset(), "3");
}

TEST_F(TwoNodesTest, TheLastBytesBehindTheEndOfAnUploadAreNotEither) {
  ASSERT_EQ(Patch(0, "abc"), 204);
  between_.AfterNextRead([this] { EXPECT_TRUE(BlockOn(app_.storage().CompleteAsItIs(anna_.id, id_))); });
  EXPECT_EQ(RefusalOf(BlockOn(other_.Append(id_, anna_.id, 3, "def", std::nullopt))), Code::kEntityTooLarge);
  EXPECT_EQ(Download(), "abc");
}

TEST_F(TwoNodesTest, BytesOfAnUploadThatIsTakenBackWhileItsLengthIsNotedAreNotAcknowledged) {
  const auto path = app_.Begin(anna_, "b.webm", {{"upload-defer-length", "1"}});
  between_.BeforeNextWrite([&] { EXPECT_EQ(app_.Tus(Method::kDelete, path, anna_).status, 204); });
  const auto added = BlockOn(other_.Append(path.substr(path.rfind('/') + 1), anna_.id, 0, "abc", 6));
  EXPECT_EQ(RefusalOf(added), Code::kNoSuchUpload);
}

TEST_F(TwoNodesTest, ASweepLeavesAnUploadThatGoesOnInTime) {
  app_.auth.clock().Advance(kUploadLife - std::chrono::minutes(1));
  anna_ = app_.auth.SignIn("anna@example.com");
  clock_.Advance(kUploadLife + std::chrono::minutes(1));
  between_.BeforeNextWrite([this] { EXPECT_EQ(Patch(0, "abc"), 204); });
  ASSERT_TRUE(BlockOn(other_.Sweep()));
  EXPECT_EQ(Offset(), "3");
  EXPECT_EQ(Patch(3, "def"), 204);
  EXPECT_EQ(Download(), "abcdef");
}

}  // namespace
}  // namespace scriba::storage
