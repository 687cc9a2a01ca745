// Objects, lists, signed addresses, buckets: the calls of storage-js.
#include <gmock/gmock.h>

#include <filesystem>

#include "platform/ids.h"
#include "storage/objects.h"
#include "storage/storage_app.h"

namespace scriba::storage {
namespace {

using nlohmann::json;
using platform::Headers;
using platform::Method;
using platform::Response;
using testing::HeaderOf;
using testing::JsonOf;
using testing::StorageApp;
using testing::TestUser;

class ObjectsTest : public ::testing::Test {
 protected:
  std::string Path(const std::string& name) const { return "/object/consultation-audio/" + anna_.id + "/" + name; }

  Response Upload(const std::string& name, const std::string& bytes, Headers headers = {}) {
    headers.emplace("content-type", "audio/webm");
    return app_.Call(Method::kPost, Path(name), anna_, std::move(headers), bytes);
  }

  Response Post(const std::string& path, const json& body) {
    return app_.Call(Method::kPost, path, anna_, {{"content-type", "application/json"}}, body.dump());
  }

  /// A consultation of the doctor that names this file, and its recording. Answers its id.
  std::string AddVisit(const TestUser& doctor, const std::string& audio_url) {
    const std::string patient = platform::NewUuid();
    const std::string visit = platform::NewUuid();
    Run("INSERT INTO patients (id, user_id, first_name, last_name, birth_date, gender, created_at) "
        "VALUES ($1, $2, 'Maria', 'Rossi', '1970-01-01', 'female', $3)",
        {patient, doctor.id, kTime});
    Run("INSERT INTO consultations (id, patient_id, created_at, audio_url) VALUES ($1, $2, $3, $4)",
        {visit, patient, kTime, audio_url});
    Run("INSERT INTO recordings (id, user_id, patient_id, visita, consent_at, consent_version, mime, source, state, "
        "consultation_id, created_at, updated_at) VALUES ($1, $2, $3, 'prima_visita', $4, '1', 'audio/webm', 'upload', "
        "'saved', $1, $4, $4)",
        {visit, doctor.id, patient, kTime});
    return visit;
  }

  void Run(const std::string& sql, std::vector<platform::Value> values) {
    const auto done = platform::BlockOn(app_.auth.database().Execute(sql, std::move(values)));
    ASSERT_TRUE(done) << sql << ": " << done.error().message << done.error().internal;
  }

  std::int64_t Count(const std::string& from) { return app_.auth.Query("SELECT count(*) FROM " + from)[0].Int(0); }

  static constexpr const char* kTime = "2026-01-01T00:00:00.000000+00:00";

  StorageApp app_;
  TestUser anna_ = app_.auth.SignUp("anna@example.com");
  TestUser bruno_ = app_.auth.SignUp("bruno@example.com");
};

TEST_F(ObjectsTest, GivesBackWhatWasUploaded) {
  const auto uploaded = Upload("a b.webm", "0123456789");
  EXPECT_EQ(uploaded.status, 200) << uploaded.body;
  EXPECT_EQ(JsonOf(uploaded)["Key"], "consultation-audio/" + anna_.id + "/a b.webm");
  const auto download = app_.Call(Method::kGet, Path("a%20b.webm"), anna_);
  EXPECT_EQ(StorageApp::BodyOf(download), "0123456789");
  EXPECT_EQ(HeaderOf(download, "content-type"), "audio/webm");
  EXPECT_EQ(HeaderOf(download, "accept-ranges"), "bytes");
  EXPECT_FALSE(HeaderOf(download, "etag").empty());
}

TEST_F(ObjectsTest, TakesAFormWithANamelessFile) {
  const std::string form =
      "--X\r\nContent-Disposition: form-data; name=\"cacheControl\"\r\n\r\n3600\r\n"
      "--X\r\nContent-Disposition: form-data; name=\"\"; filename=\"blob\"\r\nContent-Type: "
      "audio/ogg\r\n\r\nogg!\r\n--X--\r\n";
  const auto uploaded =
      app_.Call(Method::kPost, Path("a.ogg"), anna_, {{"content-type", "multipart/form-data; boundary=X"}}, form);
  EXPECT_EQ(uploaded.status, 200) << uploaded.body;
  EXPECT_EQ(StorageApp::BodyOf(app_.Call(Method::kGet, Path("a.ogg"), anna_)), "ogg!");
}

TEST_F(ObjectsTest, RefusesMetadataThatIsNestedTooDeeply) {
  const std::string deep = R"({"a":)" + std::string(1'000'000, '[') + std::string(1'000'000, ']') + "}";
  const std::string form = "--X\r\nContent-Disposition: form-data; name=\"metadata\"\r\n\r\n" + deep +
                           "\r\n--X\r\nContent-Disposition: form-data; name=\"\"; filename=\"blob\"\r\nContent-Type: "
                           "audio/ogg\r\n\r\nogg!\r\n--X--\r\n";
  const auto uploaded =
      app_.Call(Method::kPost, Path("a.ogg"), anna_, {{"content-type", "multipart/form-data; boundary=X"}}, form);
  EXPECT_EQ(uploaded.status, 400) << uploaded.body;
}

TEST_F(ObjectsTest, SendsThePartThatIsAskedFor) {
  Upload("a.webm", "0123456789");
  const auto range = [&](const std::string& header) {
    return app_.Call(Method::kGet, Path("a.webm"), anna_, {{"range", header}});
  };
  const auto middle = range("bytes=2-4");
  EXPECT_EQ(middle.status, 206);
  EXPECT_EQ(HeaderOf(middle, "content-range"), "bytes 2-4/10");
  EXPECT_EQ(StorageApp::BodyOf(middle), "234");
  EXPECT_EQ(StorageApp::BodyOf(range("bytes=8-")), "89");
  EXPECT_EQ(StorageApp::BodyOf(range("bytes=-3")), "789");
  EXPECT_EQ(StorageApp::BodyOf(range("bytes=0-999")), "0123456789");
  EXPECT_EQ(range("bytes=10-").status, 416);
  EXPECT_EQ(range("lines=1-2").status, 200);
}

TEST_F(ObjectsTest, AreNotSentAgainToWhoHasThem) {
  Upload("a.webm", "0123456789");
  const std::string etag = HeaderOf(app_.Call(Method::kGet, Path("a.webm"), anna_), "etag");
  for (const std::string& held : {etag, std::string("*"), "\"x\", " + etag, "W/" + etag + ",\"x\""}) {
    EXPECT_EQ(app_.Call(Method::kGet, Path("a.webm"), anna_, {{"if-none-match", held}}).status, 304) << held;
  }
  EXPECT_EQ(app_.Call(Method::kGet, Path("a.webm"), anna_, {{"if-none-match", "\"x\", \"y\""}}).status, 200);
  EXPECT_EQ(app_.Call(Method::kGet, Path("b.webm"), anna_, {{"if-none-match", "*"}}).status, 404);
}

TEST_F(ObjectsTest, RefusesMetadataThatCannotBeRead) {
  for (const char* metadata : {"%%%", "e30", "W10=", "eA=="}) {
    const auto refused = Upload("a.webm", "0123", {{"x-metadata", metadata}});
    EXPECT_EQ(refused.status, std::string(metadata) == "e30" ? 200 : 400) << metadata << refused.body;
  }
  const auto kept = Upload("b.webm", "0123", {{"x-metadata", "eyJyb29tIjoiMiJ9"}});
  ASSERT_EQ(kept.status, 200) << kept.body;
  EXPECT_EQ(
      JsonOf(app_.Call(Method::kGet, "/object/info/consultation-audio/" + anna_.id + "/b.webm", anna_))["metadata"],
      json({{"room", "2"}}));
}

TEST_F(ObjectsTest, IsNotReplacedUnlessAsked) {
  Upload("a.webm", "old");
  EXPECT_EQ(Upload("a.webm", "new").status, 409);
  EXPECT_EQ(Upload("a.webm", "new", {{"x-upsert", "true"}}).status, 200);
  EXPECT_EQ(StorageApp::BodyOf(app_.Call(Method::kGet, Path("a.webm"), anna_)), "new");
}

TEST_F(ObjectsTest, IsReachedByItsOwnerOnly) {
  Upload("a.webm", "secret");
  EXPECT_EQ(app_.Call(Method::kGet, Path("a.webm"), bruno_).status, 404);
  EXPECT_EQ(app_.Call(Method::kDelete, Path("a.webm"), bruno_).status, 404);
  EXPECT_EQ(app_.Call(Method::kPost, Path("b.webm"), bruno_, {{"content-type", "audio/webm"}}, "x").status, 403);
  const auto signing = app_.Call(Method::kPost, "/object/sign/consultation-audio/" + anna_.id + "/a.webm", bruno_,
                                 {{"content-type", "application/json"}}, R"({"expiresIn":60})");
  EXPECT_EQ(signing.status, 404);
  TestUser nobody;
  nobody.headers = app_.auth.AnonHeaders();
  EXPECT_EQ(app_.Call(Method::kGet, Path("a.webm"), nobody).status, 401);
}

TEST_F(ObjectsTest, RefusesWhatIsNoSound) {
  EXPECT_EQ(Upload("a.html", "<script>", {{"content-type", "text/html"}}).status, 415);
  EXPECT_EQ(Upload("big.webm", std::string(testing::kMostTestBytes + 1, 'x')).status, 413);
}

TEST_F(ObjectsTest, OpensThroughASignedAddressForAWhile) {
  Upload("a.webm", "0123456789");
  const auto signed_url = Post("/object/sign/consultation-audio/" + anna_.id + "/a.webm", {{"expiresIn", 60}});
  ASSERT_EQ(signed_url.status, 200) << signed_url.body;
  const std::string address = "/storage/v1" + JsonOf(signed_url)["signedURL"].get<std::string>();
  const auto get = [&](const std::string& target) { return testing::Send(app_.auth.router(), Method::kGet, target); };
  EXPECT_EQ(StorageApp::BodyOf(get(address)), "0123456789");
  EXPECT_THAT(HeaderOf(get(address + "&download=visita"), "content-disposition"), ::testing::HasSubstr("visita"));
  EXPECT_EQ(get(address + "x").status, 401);
  Upload("b.webm", "other");
  std::string other = address;
  other.replace(other.find("a.webm"), 6, "b.webm");
  EXPECT_EQ(get(other).status, 401) << "bound to its path";
  app_.auth.clock().Advance(std::chrono::seconds(61));
  EXPECT_EQ(get(address).status, 401);
}

TEST_F(ObjectsTest, AreClosedBehindASignedAddressWhenItsSignerIsBannedOrGone) {
  Upload("a.webm", "0123456789");
  const auto path = [&](const char* kind, const char* key) {
    const std::string place = std::string(kind) + "/consultation-audio/" + anna_.id + "/a.webm";
    const Headers headers{{"content-type", "application/json"}, {"x-upsert", "true"}};
    return "/storage/v1" +
           JsonOf(app_.Call(Method::kPost, place, anna_, headers, R"({"expiresIn":604800})"))[key].get<std::string>();
  };
  const std::string download = path("/object/sign", "signedURL");
  const std::string upload = path("/object/upload/sign", "url");
  const auto get = [&] { return testing::Send(app_.auth.router(), Method::kGet, download).status; };
  const auto put = [&] {
    return testing::Send(app_.auth.router(), Method::kPut, upload, {{"content-type", "audio/webm"}}, "9876543210")
        .status;
  };
  const auto ban = [&](const char* duration) {
    app_.auth.Auth(Method::kPut, "/admin/users/" + anna_.id, {{"ban_duration", duration}}, app_.auth.ServiceHeaders());
  };
  ASSERT_EQ(get(), 200);
  ASSERT_EQ(put(), 200);
  ban("1h");
  EXPECT_EQ(get(), 401);
  EXPECT_EQ(put(), 401);
  ban("none");
  EXPECT_EQ(get(), 200);
  app_.auth.Auth(Method::kDelete, "/admin/users/" + anna_.id, nlohmann::json::object(), app_.auth.ServiceHeaders());
  EXPECT_EQ(get(), 401);
  EXPECT_EQ(put(), 401);
}

TEST_F(ObjectsTest, SignsSeveralAndSaysWhichAreMissing) {
  Upload("a.webm", "x");
  const auto answer = JsonOf(Post("/object/sign/consultation-audio",
                                  {{"expiresIn", 60}, {"paths", {anna_.id + "/a.webm", anna_.id + "/none.webm"}}}));
  EXPECT_TRUE(answer[0]["error"].is_null());
  EXPECT_TRUE(answer[1]["signedURL"].is_null());
}

TEST_F(ObjectsTest, ListsOneFolderAtATime) {
  Upload("b.webm", "x");
  Upload("a.webm", "xy");
  Upload("deep/c.webm", "x");
  const auto entries = JsonOf(Post("/object/list/consultation-audio",
                                   {{"prefix", anna_.id}, {"sortBy", {{"column", "name"}, {"order", "desc"}}}}));
  ASSERT_EQ(entries.size(), 3U) << entries;
  EXPECT_EQ(entries[0]["name"], "deep");
  EXPECT_TRUE(entries[0]["id"].is_null());
  EXPECT_EQ(entries[2]["name"], "a.webm");
  EXPECT_EQ(entries[2]["metadata"]["size"], 2);
  const auto theirs = app_.Call(Method::kPost, "/object/list/consultation-audio", bruno_,
                                {{"content-type", "application/json"}}, json{{"prefix", anna_.id}}.dump());
  EXPECT_EQ(JsonOf(theirs), json::array());
}

TEST_F(ObjectsTest, ListsInNoOrderThatItDoesNotKnow) {
  for (const json& order : {json("name"), json({{"column", "size"}}), json({{"column", "name"}, {"order", "down"}}),
                            json({{"order", 1}})}) {
    const auto refused = Post("/object/list/consultation-audio", {{"prefix", anna_.id}, {"sortBy", order}});
    EXPECT_EQ(refused.status, 400) << order;
    EXPECT_EQ(JsonOf(refused)["code"], "InvalidRequest") << order;
  }
  for (const json& order : {json(nullptr), json({{"column", "name"}, {"order", "desc"}})}) {
    EXPECT_EQ(Post("/object/list/consultation-audio", {{"prefix", anna_.id}, {"sortBy", order}}).status, 200) << order;
  }
}

TEST_F(ObjectsTest, RemovesOwnObjectsAndPassesOverTheRest) {
  Upload("a.webm", "x");
  const std::string body = json{{"prefixes", {anna_.id + "/a.webm", anna_.id + "/none", bruno_.id + "/b"}}}.dump();
  const auto removed =
      app_.Call(Method::kDelete, "/object/consultation-audio", anna_, {{"content-type", "application/json"}}, body);
  EXPECT_EQ(JsonOf(removed).size(), 1U);
  EXPECT_EQ(app_.Call(Method::kGet, Path("a.webm"), anna_).status, 404);
}

TEST_F(ObjectsTest, LeaveTheirConsultationWhenTheyGo) {
  const std::string address = "consultation-audio/" + anna_.id + "/a.webm";
  Upload("a.webm", "x");
  const auto visit = AddVisit(anna_, address);
  const auto other = AddVisit(bruno_, address);
  ASSERT_EQ(app_.Call(Method::kDelete, Path("a.webm"), anna_).status, 200);
  EXPECT_EQ(Count("consultations WHERE audio_url IS NULL AND id = '" + visit + "'"), 1);
  EXPECT_EQ(Count("recordings WHERE audio_deleted_at IS NOT NULL AND id = '" + visit + "'"), 1);
  EXPECT_EQ(Count("audit_log WHERE event = 'audio_removed' AND subject = '" + visit + "'"), 1);
  EXPECT_EQ(Count("recordings WHERE audio_deleted_at IS NULL AND id = '" + other + "'"), 1)
      << "an address that another doctor wrote is not the owner's";
}

TEST_F(ObjectsTest, GoWithTheLastConsultationThatNamesThem) {
  const std::string address = "consultation-audio/" + anna_.id + "/a.webm";
  Upload("a.webm", "x");
  const auto first = AddVisit(anna_, address);
  const auto second = AddVisit(anna_, address);
  const auto stranger = AddVisit(bruno_, address);
  for (const auto& [visit, left] : std::vector<std::pair<std::string, int>>{{stranger, 1}, {first, 1}, {second, 0}}) {
    Run("DELETE FROM consultations WHERE id = $1", {visit});
    EXPECT_EQ(Count("storage_objects"), left);
  }
}

TEST_F(ObjectsTest, MovesAndCopiesWithinTheOwnFolder) {
  Upload("a.webm", "content");
  const auto ends = [&](const std::string& from, const std::string& to) {
    return json{{"bucketId", "consultation-audio"}, {"sourceKey", from}, {"destinationKey", to}};
  };
  EXPECT_EQ(Post("/object/copy", ends(anna_.id + "/a.webm", anna_.id + "/b.webm")).status, 200);
  EXPECT_EQ(Post("/object/move", ends(anna_.id + "/a.webm", anna_.id + "/c.webm")).status, 200);
  EXPECT_EQ(app_.Call(Method::kGet, Path("a.webm"), anna_).status, 404);
  EXPECT_EQ(StorageApp::BodyOf(app_.Call(Method::kGet, Path("b.webm"), anna_)), "content");
  EXPECT_EQ(StorageApp::BodyOf(app_.Call(Method::kGet, Path("c.webm"), anna_)), "content");
  EXPECT_EQ(Post("/object/move", ends(anna_.id + "/b.webm", bruno_.id + "/b.webm")).status, 403);
  EXPECT_EQ(Post("/object/move", ends(anna_.id + "/b.webm", anna_.id + "/c.webm")).status, 409);
}

// Two tabs move one file at once: both have read it under its first name.
TEST_F(ObjectsTest, AreMovedFromTheNameTheyHave) {
  Upload("a.webm", "x");
  const std::string folder = anna_.id + "/";
  AddVisit(anna_, "consultation-audio/" + folder + "a.webm");
  auto& database = app_.auth.database();
  const auto seen = platform::BlockOn(FindObject(database, "consultation-audio", folder + "a.webm", anna_.id));
  ASSERT_TRUE(seen);
  const auto move = [&](const std::string& name) {
    std::function<platform::Task<platform::Result<>>(platform::Connection&)> work =
        [&](platform::Connection& connection) {
          return RenameObject(connection, *seen, folder + name, app_.auth.clock().Now());
        };
    return platform::BlockOn(database.WriteWith(std::move(work)));
  };
  ASSERT_TRUE(move("b.webm"));
  const auto second = move("c.webm");
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, platform::Code::kNoSuchKey);
  EXPECT_EQ(Count("consultations JOIN storage_objects ON audio_url = bucket || '/' || name"), 1);
}

TEST_F(ObjectsTest, AFileThatLostItsEndIsNotCopied) {
  Upload("a.webm", "content");
  const auto file = app_.auth.Query("SELECT file_id FROM storage_objects")[0].Text(0);
  const auto path = app_.auth.folder() / "audio" / file;
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 4);
  const auto copied = Post("/object/copy", {{"bucketId", "consultation-audio"},
                                            {"sourceKey", anna_.id + "/a.webm"},
                                            {"destinationKey", anna_.id + "/b.webm"}});
  EXPECT_EQ(copied.status, 500);
  EXPECT_EQ(app_.Call(Method::kGet, Path("b.webm"), anna_).status, 404);
  EXPECT_EQ(app_.storage().files().FileIdsOlderThan(std::chrono::hours(-1)), std::vector{file})
      << "what there is of the copy takes no room";
}

TEST_F(ObjectsTest, ShowsTheOneBucketAndKeepsIt) {
  EXPECT_EQ(JsonOf(app_.Call(Method::kGet, "/bucket", anna_))[0]["id"], "consultation-audio");
  EXPECT_EQ(app_.Call(Method::kGet, "/bucket/other", anna_).status, 404);
  EXPECT_EQ(app_.Call(Method::kDelete, "/bucket/consultation-audio", anna_).status, 403);
}

// PostgreSQL ends a text at a zero byte, or refuses it.
TEST_F(ObjectsTest, KnowsNoNamesThatNoFileCanHave) {
  EXPECT_EQ(Upload("a.webm", "0123").status, 200);
  const std::string name = anna_.id + "/a.webm" + std::string(1, '\0') + "x";
  const std::string bucket = "consultation-audio";
  EXPECT_EQ(
      Post("/object/move", {{"bucketId", bucket}, {"sourceKey", name}, {"destinationKey", anna_.id + "/b"}}).status,
      400);
  const auto removed = app_.Call(Method::kDelete, "/object/" + bucket, anna_, {{"content-type", "application/json"}},
                                 json({{"prefixes", {name}}}).dump());
  EXPECT_EQ(JsonOf(removed), json::array());
  const auto signed_urls = Post("/object/sign/" + bucket, {{"expiresIn", 60}, {"paths", {name}}});
  EXPECT_TRUE(JsonOf(signed_urls)[0]["signedURL"].is_null());
  const auto strange = app_.Call(Method::kPost, Path("b.webm"), anna_,
                                 {{"content-type", "audio/webm"}, {"cache-control", "max-age=\xff"}}, "0123");
  EXPECT_EQ(strange.status, 400) << strange.body;
  EXPECT_EQ(app_.Call(Method::kGet, Path("a.webm"), anna_).status, 200);
}

TEST_F(ObjectsTest, AnswersMalformedRequestsWithAClearRefusal) {
  const std::vector<std::pair<std::string, json>> requests{
      {"/object/list/consultation-audio", {{"prefix", 5}}},
      {"/object/list/consultation-audio", {{"limit", -1}}},
      {"/object/list/consultation-audio", {{"sortBy", {{"column", "secret"}}}}},
      {"/object/sign/consultation-audio/" + anna_.id + "/a", {{"expiresIn", "soon"}}},
      {"/object/sign/consultation-audio/" + anna_.id + "/a", {{"expiresIn", 700'000}}},
      {"/object/sign/consultation-audio", {{"expiresIn", 60}, {"paths", {1, 2}}}},
      {"/object/move", {{"bucketId", 1}}},
  };
  for (const auto& [path, body] : requests) {
    const auto response = Post(path, body);
    EXPECT_GE(response.status, 400) << path;
    EXPECT_LT(response.status, 500) << path;
    EXPECT_TRUE(JsonOf(response)["statusCode"].is_string()) << response.body;
  }
}

}  // namespace
}  // namespace scriba::storage
