// POST, HEAD, PATCH and DELETE of /upload/resumable.
#include <gmock/gmock.h>

#include <thread>

#include "storage/storage_app.h"
#include "storage/tus.h"

namespace scriba::storage {
namespace {

using platform::Headers;
using platform::Method;
using platform::Response;
using testing::HeaderOf;
using testing::JsonOf;
using testing::StorageApp;
using testing::TestUser;

class ResumableTest : public ::testing::Test {
 protected:
  Response Patch(const std::string& path, std::uint64_t offset, std::string body, Headers headers = {}) {
    headers.emplace("upload-offset", std::to_string(offset));
    return app_.Tus(Method::kPatch, path, anna_, std::move(headers), std::move(body));
  }

  std::string Download(const std::string& name) {
    const auto response = app_.Call(Method::kGet, "/object/consultation-audio/" + anna_.id + "/" + name, anna_);
    return response.status == 200 ? StorageApp::BodyOf(response) : std::to_string(response.status);
  }

  StorageApp app_;
  TestUser anna_ = app_.auth.SignUp("anna@example.com");
  TestUser bruno_ = app_.auth.SignUp("bruno@example.com");
};

TEST_F(ResumableTest, SaysWhatItSpeaks) {
  const auto response = testing::Send(app_.auth.router(), Method::kOptions, "/storage/v1/upload/resumable");
  EXPECT_EQ(response.status, 204);
  EXPECT_EQ(HeaderOf(response, "tus-version"), "1.0.0");
  EXPECT_THAT(HeaderOf(response, "tus-extension"), ::testing::HasSubstr("creation-defer-length"));
}

TEST_F(ResumableTest, BecomesAnObjectWithTheLastByte) {
  const auto path = app_.Begin(anna_, "a.webm", {{"upload-length", "6"}});
  auto after = Patch(path, 0, "abc");
  EXPECT_EQ(after.status, 204);
  EXPECT_EQ(HeaderOf(after, "upload-offset"), "3");
  EXPECT_EQ(Download("a.webm"), "404");
  EXPECT_EQ(Patch(path, 3, "def").status, 204);
  EXPECT_EQ(Download("a.webm"), "abcdef");
}

TEST_F(ResumableTest, LearnsItsLengthWithTheLastPiece) {
  const auto path = app_.Begin(anna_, "a.webm", {{"upload-defer-length", "1"}});
  EXPECT_EQ(Patch(path, 0, "abc").status, 204);
  auto head = app_.Tus(Method::kHead, path, anna_);
  EXPECT_EQ(HeaderOf(head, "upload-defer-length"), "1");
  EXPECT_EQ(HeaderOf(head, "upload-length"), "");
  EXPECT_EQ(HeaderOf(head, "cache-control"), "no-store");
  EXPECT_EQ(Patch(path, 3, "de", {{"upload-length", "5"}}).status, 204);
  head = app_.Tus(Method::kHead, path, anna_);
  EXPECT_EQ(HeaderOf(head, "upload-offset"), "5");
  EXPECT_EQ(HeaderOf(head, "upload-length"), "5");
  EXPECT_EQ(Download("a.webm"), "abcde");
}

// Protocol: a client that goes on elsewhere reads there what the file is.
TEST_F(ResumableTest, SaysAgainWhatWasSaidOfTheFile) {
  const std::map<std::string, std::string> said{{"bucketName", "consultation-audio"},
                                                {"cacheControl", "60"},
                                                {"contentType", "audio/webm"},
                                                {"metadata", R"({"room":"2"})"},
                                                {"objectName", anna_.id + "/visita di oggi.webm"}};
  const auto created = app_.Tus(Method::kPost, "/upload/resumable", anna_,
                                {{"upload-length", "3"}, {"upload-metadata", StorageApp::Metadata(said)}});
  ASSERT_EQ(created.status, 201) << created.body;
  const auto read = [&](const Response& head) {
    const auto values = ParseUploadMetadata(HeaderOf(head, "upload-metadata"));
    return values ? std::map<std::string, std::string>(values->begin(), values->end())
                  : std::map<std::string, std::string>();
  };
  EXPECT_EQ(read(app_.Tus(Method::kHead, StorageApp::PathOf(created), anna_)), said);
  const auto plain = app_.Begin(anna_, "b.webm", {{"upload-length", "3"}});
  EXPECT_FALSE(read(app_.Tus(Method::kHead, plain, anna_)).contains("metadata"));
}

TEST_F(ResumableTest, MayEndWithAnEmptyPieceThatBringsTheLength) {
  const auto path = app_.Begin(anna_, "a.webm", {{"upload-defer-length", "1"}});
  EXPECT_EQ(Patch(path, 0, "abc").status, 204);
  EXPECT_EQ(Patch(path, 3, "", {{"upload-length", "3"}}).status, 204);
  EXPECT_EQ(Download("a.webm"), "abc");
}

TEST_F(ResumableTest, TakesTheFirstBytesWithTheCreation) {
  const auto created = app_.Tus(Method::kPost, "/upload/resumable", anna_,
                                {{"upload-length", "5"},
                                 {"content-type", "application/offset+octet-stream"},
                                 {"upload-metadata", StorageApp::AudioMetadata(anna_, "a.webm")}},
                                "abc");
  EXPECT_EQ(created.status, 201);
  EXPECT_EQ(HeaderOf(created, "upload-offset"), "3");
  EXPECT_EQ(Patch(StorageApp::PathOf(created), 3, "de").status, 204);
  EXPECT_EQ(Download("a.webm"), "abcde");
}

TEST_F(ResumableTest, GoesOnOnlyWhereItIs) {
  const auto path = app_.Begin(anna_, "a.webm", {{"upload-length", "6"}});
  EXPECT_EQ(Patch(path, 0, "abc").status, 204);
  EXPECT_EQ(Patch(path, 0, "abc").status, 409);
  EXPECT_EQ(Patch(path, 4, "e").status, 409);
  EXPECT_EQ(HeaderOf(app_.Tus(Method::kHead, path, anna_), "upload-offset"), "3");
}

TEST_F(ResumableTest, RefusesMoreThanWasPromisedAndKeepsWhatItHas) {
  const auto path = app_.Begin(anna_, "a.webm", {{"upload-length", "4"}});
  EXPECT_EQ(Patch(path, 0, "abcde").status, 413);
  EXPECT_EQ(Patch(path, 0, "abcd").status, 204);
  EXPECT_EQ(Patch(path, 4, "e").status, 413);
  EXPECT_EQ(Download("a.webm"), "abcd");
}

TEST_F(ResumableTest, RefusesWhatGrowsBeyondTheLimit) {
  const std::string most = std::to_string(testing::kMostTestBytes + 1);
  const Headers declared{{"upload-length", most}, {"upload-metadata", StorageApp::AudioMetadata(anna_, "a.webm")}};
  EXPECT_EQ(app_.Tus(Method::kPost, "/upload/resumable", anna_, declared).status, 413);
  const auto path = app_.Begin(anna_, "b.webm", {{"upload-defer-length", "1"}});
  EXPECT_EQ(Patch(path, 0, std::string(testing::kMostTestBytes, 'x')).status, 204);
  EXPECT_EQ(Patch(path, testing::kMostTestBytes, "x").status, 413);
}

TEST_F(ResumableTest, ChecksNameTypeAndSizeBeforeTheFirstByte) {
  const auto create = [&](const std::map<std::string, std::string>& metadata, Headers headers) {
    headers.emplace("upload-metadata", StorageApp::Metadata(metadata));
    return app_.Tus(Method::kPost, "/upload/resumable", anna_, std::move(headers));
  };
  const Headers length{{"upload-length", "5"}};
  const std::string own = anna_.id + "/a.webm";
  const std::string bucket = "consultation-audio";
  EXPECT_EQ(
      JsonOf(create({{"bucketName", "other"}, {"objectName", own}, {"contentType", "audio/webm"}}, length))["code"],
      "NoSuchBucket");
  EXPECT_EQ(
      create({{"bucketName", bucket}, {"objectName", bruno_.id + "/a"}, {"contentType", "audio/webm"}}, length).status,
      403);
  EXPECT_EQ(create({{"bucketName", bucket}, {"objectName", anna_.id + "/../x"}, {"contentType", "audio/webm"}}, length)
                .status,
            400);
  EXPECT_EQ(create({{"bucketName", bucket}, {"objectName", own}, {"contentType", "text/html"}}, length).status, 415);
  const std::map<std::string, std::string> good{
      {"bucketName", bucket}, {"objectName", own}, {"contentType", "audio/webm"}};
  EXPECT_EQ(create(good, {}).status, 400);
  EXPECT_EQ(create(good, {{"upload-length", "-1"}}).status, 400);
  EXPECT_EQ(create(good, {{"upload-length", "99999999999999999999"}}).status, 400);
  EXPECT_EQ(create(good, {{"upload-length", "5"}, {"upload-defer-length", "1"}}).status, 400);
  EXPECT_EQ(app_.Tus(Method::kPost, "/upload/resumable", anna_,
                     {{"upload-length", "5"}, {"upload-metadata", "objectName ***"}})
                .status,
            400);
}

TEST_F(ResumableTest, RefusesOtherVersionsOfTheProtocol) {
  const auto path = app_.Begin(anna_, "a.webm", {{"upload-length", "5"}});
  EXPECT_EQ(app_.Call(Method::kHead, path, anna_).status, 412);
  EXPECT_EQ(app_.Call(Method::kHead, path, anna_, {{"tus-resumable", "0.2.2"}}).status, 412);
}

TEST_F(ResumableTest, NamesTheVersionInEveryRefusal) {
  TestUser nobody;
  const auto version = [](const Response& response) { return HeaderOf(response, "tus-resumable"); };
  const auto unknown_key = app_.Tus(Method::kPost, "/upload/resumable", nobody);
  EXPECT_EQ(unknown_key.status, 401);
  EXPECT_EQ(version(unknown_key), "1.0.0");
  const auto unknown_path = app_.Tus(Method::kPatch, "/upload/resumable/a/b", anna_);
  EXPECT_EQ(unknown_path.status, 404);
  EXPECT_EQ(version(unknown_path), "1.0.0");
  const auto wrong_method = app_.Tus(Method::kPut, "/upload/resumable", anna_);
  EXPECT_EQ(wrong_method.status, 405);
  EXPECT_EQ(version(wrong_method), "1.0.0");
  const platform::Request large{.method = Method::kPatch, .raw_path = "/storage/v1/upload/resumable/a"};
  const auto too_large = app_.auth.router().Refuse(large, {.code = platform::Code::kRequestTooLarge});
  EXPECT_EQ(version(too_large), "1.0.0");
  EXPECT_EQ(JsonOf(too_large)["code"], "EntityTooLarge");
}

TEST_F(ResumableTest, RefusesPiecesOfAnotherType) {
  const auto path = app_.Begin(anna_, "a.webm", {{"upload-length", "5"}});
  EXPECT_EQ(Patch(path, 0, "abc", {{"content-type", "application/json"}}).status, 415);
}

TEST_F(ResumableTest, BelongsToItsOwner) {
  const auto path = app_.Begin(anna_, "a.webm", {{"upload-length", "5"}});
  EXPECT_EQ(app_.Tus(Method::kHead, path, bruno_).status, 404);
  EXPECT_EQ(app_.Tus(Method::kPatch, path, bruno_, {{"upload-offset", "0"}}, "abc").status, 404);
  EXPECT_EQ(app_.Tus(Method::kDelete, path, bruno_).status, 404);
  TestUser nobody;
  nobody.headers = app_.auth.AnonHeaders();
  EXPECT_EQ(app_.Tus(Method::kHead, path, nobody).status, 401);
  EXPECT_EQ(app_.Tus(Method::kHead, path, anna_).status, 200);
}

TEST_F(ResumableTest, CanBeTakenBack) {
  const auto path = app_.Begin(anna_, "a.webm", {{"upload-length", "5"}});
  EXPECT_EQ(Patch(path, 0, "abc").status, 204);
  EXPECT_EQ(app_.Tus(Method::kDelete, path, anna_).status, 204);
  EXPECT_EQ(app_.Tus(Method::kHead, path, anna_).status, 404);
  EXPECT_EQ(Patch(path, 3, "de").status, 404);
}

TEST_F(ResumableTest, TakesAPatchInDisguise) {
  const auto path = app_.Begin(anna_, "a.webm", {{"upload-length", "3"}});
  const auto response = app_.Tus(Method::kPost, path, anna_,
                                 {{"x-http-method-override", "PATCH"},
                                  {"content-type", "application/offset+octet-stream"},
                                  {"upload-offset", "0"}},
                                 "abc");
  EXPECT_EQ(response.status, 204);
  EXPECT_EQ(Download("a.webm"), "abc");
}

TEST_F(ResumableTest, ReplacesAnObjectOnlyWhenAsked) {
  EXPECT_EQ(Patch(app_.Begin(anna_, "a.webm", {{"upload-length", "3"}}), 0, "old").status, 204);
  const Headers again{{"upload-length", "3"}, {"upload-metadata", StorageApp::AudioMetadata(anna_, "a.webm")}};
  EXPECT_EQ(app_.Tus(Method::kPost, "/upload/resumable", anna_, again).status, 409);
  EXPECT_EQ(Patch(app_.Begin(anna_, "a.webm", {{"upload-length", "3"}, {"x-upsert", "true"}}), 0, "new").status, 204);
  EXPECT_EQ(Download("a.webm"), "new");
}

TEST_F(ResumableTest, ExpiresWhenItIsLeftAlone) {
  const auto path = app_.Begin(anna_, "a.webm", {{"upload-length", "5"}});
  app_.auth.clock().Advance(std::chrono::hours(23));
  anna_ = app_.auth.SignIn("anna@example.com");
  EXPECT_EQ(Patch(path, 0, "abc").status, 204) << "bytes prolong its life";
  app_.auth.clock().Advance(std::chrono::hours(23));
  anna_ = app_.auth.SignIn("anna@example.com");
  EXPECT_EQ(app_.Tus(Method::kHead, path, anna_).status, 200);
  app_.auth.clock().Advance(std::chrono::hours(2));
  anna_ = app_.auth.SignIn("anna@example.com");
  EXPECT_EQ(app_.Tus(Method::kHead, path, anna_).status, 404);
  ASSERT_TRUE(platform::BlockOn(app_.storage().Sweep()));
  EXPECT_TRUE(app_.auth.Query("SELECT 1 FROM storage_uploads").empty());
}

TEST_F(ResumableTest, CompletesWhatACrashLeftWithoutItsLastStep) {
  const auto path = app_.Begin(anna_, "a.webm", {{"upload-length", "3"}});
  const auto key = *platform::BlockOn(app_.keys().KeyOf(anna_.id));
  // As if the server had died between the last byte and the naming of the object.
  ASSERT_TRUE(platform::BlockOn(app_.storage().files().Append(path.substr(path.rfind('/') + 1), key, 0, "abc")));
  EXPECT_EQ(Download("a.webm"), "404");
  EXPECT_EQ(HeaderOf(app_.Tus(Method::kHead, path, anna_), "upload-offset"), "3");
  EXPECT_EQ(Download("a.webm"), "abc");
}

// A confused client, or two tabs: whoever comes first wins, and what is acknowledged stays true.
TEST_F(ResumableTest, TakesOneOfTwoContradictingRequests) {
  for (int round = 0; round < 20; ++round) {
    const std::string name = std::to_string(round) + ".webm";
    const auto path = app_.Begin(anna_, name, {{"upload-defer-length", "1"}});
    int ended = 0;
    std::jthread ending([&] { ended = Patch(path, 0, "", {{"upload-length", "0"}}).status; });
    const int added = Patch(path, 0, "abc").status;
    ending.join();
    EXPECT_NE(ended == 204, added == 204) << ended << " " << added;
    const auto offset = HeaderOf(app_.Tus(Method::kHead, path, anna_), "upload-offset");
    EXPECT_EQ(offset, added == 204 ? "3" : "0");
  }
}

}  // namespace
}  // namespace scriba::storage
