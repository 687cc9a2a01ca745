// Every storage operation by every role on an object of Anna's, and hostile names and headers in every position.
#include <gmock/gmock.h>

#include "storage/storage_app.h"

namespace scriba::storage {
namespace {

using nlohmann::json;
using platform::Headers;
using platform::Method;
using platform::Response;
using ::testing::HasSubstr;
using testing::HeaderOf;
using testing::JsonOf;
using ::testing::Not;
using testing::StorageApp;
using testing::TestUser;

struct Operation {
  std::string name;
  Method method;
  std::string path;  ///< below /storage/v1; @ stands for Anna's id
  std::string body;
  int others;  ///< the status for whoever is signed in and not the owner
  int nobody;  ///< without a sign-in
};

const std::vector<Operation>& Operations() {
  static const std::string kObject = "consultation-audio/@/a.webm";
  static const std::vector<Operation> kOperations{
      {"download", Method::kGet, "/object/" + kObject, "", 404, 401},
      {"authenticated download", Method::kGet, "/object/authenticated/" + kObject, "", 404, 401},
      {"ask for size", Method::kHead, "/object/" + kObject, "", 404, 401},
      {"describe", Method::kGet, "/object/info/" + kObject, "", 404, 401},
      {"describe, authenticated", Method::kGet, "/object/info/authenticated/" + kObject, "", 404, 401},
      {"upload beside", Method::kPost, "/object/consultation-audio/@/b.webm", "audio", 403, 401},
      {"upload over", Method::kPost, "/object/" + kObject, "audio", 403, 401},
      {"update", Method::kPut, "/object/" + kObject, "audio", 403, 401},
      {"remove", Method::kDelete, "/object/" + kObject, "", 404, 401},
      {"sign", Method::kPost, "/object/sign/" + kObject, R"({"expiresIn":60})", 404, 401},
      {"sign for upload", Method::kPost, "/object/upload/sign/consultation-audio/@/c.webm", "", 403, 401},
      {"move", Method::kPost, "/object/move",
       R"({"bucketId":"consultation-audio","sourceKey":"@/a.webm","destinationKey":"@/d.webm"})", 403, 401},
      {"copy", Method::kPost, "/object/copy",
       R"({"bucketId":"consultation-audio","sourceKey":"@/a.webm","destinationKey":"@/d.webm"})", 403, 401},
  };
  return kOperations;
}

class StorageMatrixTest : public ::testing::Test {
 protected:
  void SetUp() override {
    app_.auth.SetRole(people_.at("ada").id, "admin");
    app_.auth.SetRole(people_.at("sara").id, "superadmin");
    ASSERT_EQ(app_.Call(Method::kPost, Path("a.webm"), Anna(), {{"content-type", "audio/webm"}}, "secret").status, 200);
  }

  const TestUser& Anna() const { return people_.at("anna"); }
  std::string Path(const std::string& name) const { return "/object/consultation-audio/" + Anna().id + "/" + name; }

  std::string Filled(std::string text) const {
    for (auto at = text.find('@'); at != std::string::npos; at = text.find('@')) text.replace(at, 1, Anna().id);
    return text;
  }

  Response Do(const Operation& operation, const TestUser& person) {
    const char* type = operation.body == "audio" ? "audio/webm" : "application/json";
    return app_.Call(operation.method, Filled(operation.path), person, {{"content-type", type}},
                     Filled(operation.body));
  }

  /// What Anna has, by name and content.
  std::string Kept() {
    const auto list = app_.Call(Method::kPost, "/object/list/consultation-audio", Anna(),
                                {{"content-type", "application/json"}}, json{{"prefix", Anna().id}}.dump());
    std::string text;
    for (const json& entry : JsonOf(list)) {
      const std::string name = entry["name"];
      text += name + "=" + StorageApp::BodyOf(app_.Call(Method::kGet, Path(name), Anna())) + ";";
    }
    return text;
  }

  void ExpectRefused(const Response& response) {
    EXPECT_GE(response.status, 400) << response.body;
    EXPECT_LT(response.status, 500) << response.body;
    EXPECT_EQ(JsonOf(response)["statusCode"], std::to_string(response.status)) << response.body;
    EXPECT_THAT(response.body, Not(HasSubstr("secret")));
  }

  StorageApp app_;
  std::map<std::string, TestUser> people_ = SignUpAll();

 private:
  std::map<std::string, TestUser> SignUpAll() {
    std::map<std::string, TestUser> people;
    for (const std::string name : {"anna", "bruno", "ada", "sara"})
      people[name] = app_.auth.SignUp(name + "@example.com");
    people["anon"].headers = app_.auth.AnonHeaders();
    people["service"].headers = app_.auth.ServiceHeaders();
    return people;
  }
};

TEST_F(StorageMatrixTest, SoundIsItsOwnersAlone) {
  for (const Operation& operation : Operations()) {
    for (const auto& [name, person] : people_) {
      if (name == "anna") continue;
      SCOPED_TRACE(operation.name + " by " + name);
      const auto response = Do(operation, person);
      const int expected = name == "anon" ? operation.nobody : name == "service" ? 403 : operation.others;
      EXPECT_EQ(response.status, expected);
      if (operation.method == Method::kHead) continue;
      ExpectRefused(response);
    }
  }
  EXPECT_EQ(Kept(), "a.webm=secret;");
}

TEST_F(StorageMatrixTest, ListsAndRemovalsPassOverOthers) {
  for (const std::string name : {"bruno", "ada", "sara", "service"}) {
    const Headers is_json{{"content-type", "application/json"}};
    for (const std::string& prefix : {Anna().id, Anna().id.substr(0, 8), std::string(), std::string("%")}) {
      const auto list = app_.Call(Method::kPost, "/object/list/consultation-audio", people_[name], is_json,
                                  json{{"prefix", prefix}}.dump());
      EXPECT_THAT(list.body, Not(HasSubstr("a.webm"))) << name;
    }
    const json names{{"prefixes", {Anna().id + "/a.webm", Anna().id, ""}}};
    app_.Call(Method::kDelete, "/object/consultation-audio", people_[name], is_json, names.dump());
    const json signing{{"expiresIn", 60}, {"paths", {Anna().id + "/a.webm"}}};
    const auto signs =
        app_.Call(Method::kPost, "/object/sign/consultation-audio", people_[name], is_json, signing.dump());
    EXPECT_THAT(signs.body, Not(HasSubstr("token="))) << name;
  }
  EXPECT_EQ(Kept(), "a.webm=secret;");
}

TEST_F(StorageMatrixTest, ListsNamesInEveryAlphabet) {
  for (const std::string name : {"%C3%A8.webm", "%E6%97%A5.webm"}) {
    const std::string path = "/object/consultation-audio/" + Anna().id + "/" + name;
    EXPECT_EQ(app_.Call(Method::kPost, path, Anna(), {{"content-type", "audio/webm"}}, "x").status, 200);
  }
  const auto list = app_.Call(Method::kPost, "/object/list/consultation-audio", Anna(),
                              {{"content-type", "application/json"}}, json{{"prefix", Anna().id}}.dump());
  EXPECT_THAT(list.body, HasSubstr("è.webm"));
  EXPECT_THAT(list.body, HasSubstr("日.webm"));
}

TEST_F(StorageMatrixTest, AnUploadInProgressIsItsCreatorsAlone) {
  const std::string path = app_.Begin(Anna(), "up.webm", {{"upload-length", "6"}});
  for (const auto& [name, person] : people_) {
    if (name == "anna") continue;
    SCOPED_TRACE(name);
    const int status = name == "anon" ? 401 : name == "service" ? 403 : 404;
    for (const Method method : {Method::kHead, Method::kPatch, Method::kDelete}) {
      const auto response =
          app_.Tus(method, path, person, {{"upload-offset", "0"}}, method == Method::kPatch ? "x" : "");
      EXPECT_EQ(response.status, status);
    }
  }
  EXPECT_EQ(HeaderOf(app_.Tus(Method::kHead, path, Anna()), "upload-offset"), "0");
}

TEST_F(StorageMatrixTest, HostileNamesAreRefusedOrJustNames) {
  const std::string own = people_.at("bruno").id;
  for (const std::string& name : std::vector<std::string>{own + "/../" + Anna().id + "/a.webm",
                                                          own + "/%2e%2e/" + Anna().id + "/a.webm",
                                                          own + "/..%2f" + Anna().id + "/a.webm",
                                                          own + "/%252e%252e/a.webm",
                                                          own + "//a.webm",
                                                          own + "/./a.webm",
                                                          "../../etc/passwd",
                                                          own + "/a%00.webm",
                                                          own + "/a%0d%0ax-injected:%201",
                                                          own + "/a%5cb",
                                                          own + "/%ff%fe",
                                                          own + "/" + std::string(2000, 'a'),
                                                          own + "/x' OR '1'='1",
                                                          own + "/\"; DROP TABLE objects; --",
                                                          own + "/$1",
                                                          own + "/?1",
                                                          own,
                                                          own + "/",
                                                          "%2f",
                                                          Anna().id + "%2fa.webm",
                                                          "*",
                                                          "%25"}) {
    SCOPED_TRACE(name.substr(0, 100));
    for (const Method method : {Method::kGet, Method::kPost, Method::kPut, Method::kDelete}) {
      const auto response = app_.Call(method, "/object/consultation-audio/" + name, people_["bruno"],
                                      {{"content-type", "audio/webm"}}, method == Method::kGet ? "" : "x");
      EXPECT_LT(response.status, 500) << response.body;
      EXPECT_THAT(StorageApp::BodyOf(response), Not(HasSubstr("secret")));
      for (const auto& [header, value] : response.headers) EXPECT_NE(header, "x-injected");
    }
    const json names{{"bucketId", name}, {"sourceKey", name}, {"destinationKey", name},
                     {"prefix", name},   {"search", name},    {"prefixes", {name}},
                     {"paths", {name}},  {"expiresIn", name}, {"sortBy", {{"column", name}}}};
    for (const char* path : {"/object/move", "/object/copy", "/object/list/consultation-audio", "/object/list/%2e%2e",
                             "/object/sign/consultation-audio"}) {
      const auto response = app_.Call(Method::kPost, path, people_["bruno"], {{"content-type", "application/json"}},
                                      names.dump(-1, ' ', false, json::error_handler_t::replace));
      EXPECT_LT(response.status, 500) << path << response.body;
    }
  }
  EXPECT_EQ(Kept(), "a.webm=secret;");
}

TEST_F(StorageMatrixTest, HostileUploadHeadersAreRefused) {
  const std::string own = people_.at("bruno").id;
  const auto create = [&](Headers headers) {
    const auto response = app_.Tus(Method::kPost, "/upload/resumable", people_["bruno"], std::move(headers));
    EXPECT_LT(response.status, 500) << response.body;
    return response.status;
  };
  for (const std::string& name :
       std::vector<std::string>{Anna().id + "/x.webm", own + "/../" + Anna().id + "/x.webm", std::string("../../x"),
                                own + std::string("/a\0b", 4), own + "/a\r\nx: y", own + "/a\\b", std::string()}) {
    const std::string metadata = StorageApp::Metadata(
        {{"bucketName", "consultation-audio"}, {"objectName", name}, {"contentType", "audio/webm"}});
    EXPECT_GE(create({{"upload-length", "3"}, {"upload-metadata", metadata}}), 400) << name;
  }
  const std::string good = StorageApp::AudioMetadata(people_["bruno"], "ok.webm");
  for (const std::string length : {"-1", "1e3", "x", "", " 3", "99999999999999999999", "9223372036854775807", "0x10"}) {
    EXPECT_GE(create({{"upload-length", length}, {"upload-metadata", good}}), 400) << length;
  }
  for (const std::string metadata :
       {"", ",,,", "objectName", "objectName !!!", "bucketName Li4v", "a b c", "\xff\xfe"}) {
    EXPECT_GE(create({{"upload-length", "3"}, {"upload-metadata", metadata}}), 400) << metadata;
  }
  EXPECT_GE(create({{"upload-length", "3"}, {"upload-defer-length", "2"}, {"upload-metadata", good}}), 400);
  EXPECT_GE(create({{"upload-metadata", good}}), 400);
  for (const std::string id : {"x", "..", "%2e%2e%2f", "x' OR '1'='1", "00000000-0000-4000-8000-000000000000"}) {
    const auto response =
        app_.Tus(Method::kPatch, "/upload/resumable/" + id, people_["bruno"], {{"upload-offset", "0"}}, "x");
    EXPECT_TRUE(response.status == 404 || response.status == 400) << id << response.status;
  }
  const std::string path = app_.Begin(people_["bruno"], "p.webm", {{"upload-length", "6"}});
  for (const std::string offset : {"-1", "x", "", "1e0", "99999999999999999999", "0 "}) {
    const auto response = app_.Tus(Method::kPatch, path, people_["bruno"], {{"upload-offset", offset}}, "x");
    EXPECT_GE(response.status, 400) << offset;
    EXPECT_LT(response.status, 500) << offset;
  }
  EXPECT_EQ(HeaderOf(app_.Tus(Method::kHead, path, people_["bruno"]), "upload-offset"), "0");
}

}  // namespace
}  // namespace scriba::storage
