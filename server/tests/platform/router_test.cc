#include "platform/http/router.h"

#include <gtest/gtest.h>

#include "platform/http/error_body.h"
#include "support/http_scenario.h"

namespace scriba::platform {
namespace {

using testing::Send;

Handler Echo(std::string name) {
  return [name = std::move(name)](const Request& request) -> Task<Response> {
    std::string text = name;
    for (const auto& [key, value] : request.path_parameters) text.append(" ").append(key).append("=").append(value);
    co_return Response::Text(200, text);
  };
}

class RouterTest : public ::testing::Test {
 protected:
  void SetUp() override {
    router_.Add(Method::kGet, "/object/sign/{bucket}/{path...}", Echo("sign"));
    router_.Add(Method::kGet, "/object/{bucket}/{path...}", Echo("object"));
    router_.Add(Method::kPost, "/object/{bucket}", Echo("bucket"));
    router_.Add(Method::kGet, "/fails", [](const Request&) -> Task<Response> {
      throw std::runtime_error("secret of the house");
      co_return Response{};
    });
    router_.SetErrorWriter("/object", StorageErrorResponse);
  }

  std::string Body(Method method, const std::string& target) { return Send(router_, method, target).body; }

  Router router_;
};

TEST_F(RouterTest, PrefersLiteralSegmentsToNames) {
  EXPECT_EQ(Body(Method::kGet, "/object/sign/audio/a/b.webm"), "sign bucket=audio path=a/b.webm");
  EXPECT_EQ(Body(Method::kGet, "/object/audio/a/b.webm"), "object bucket=audio path=a/b.webm");
}

TEST_F(RouterTest, DecodesNamesOnce) {
  EXPECT_EQ(Body(Method::kGet, "/object/audio/a%2Fb%2525.webm"), "object bucket=audio path=a/b%25.webm");
}

TEST_F(RouterTest, AnswersHeadWithGet) { EXPECT_EQ(Send(router_, Method::kHead, "/object/audio/x").status, 200); }

TEST_F(RouterTest, SaysWhichMethodsAPathAnswers) {
  const Response response = Send(router_, Method::kDelete, "/object/audio");
  EXPECT_EQ(response.status, 405);
  EXPECT_EQ(testing::HeaderOf(response, "allow"), "POST");
}

TEST_F(RouterTest, AsksTheNearestGatekeeperAboutLargeBodies) {
  const auto refuses = [](Code code) {
    return [code](const Request& request) -> Task<Result<std::string>> {
      co_return Fail(code, std::string(request.Path("path")));
    };
  };
  router_.SetGatekeeper("/object", refuses(Code::kUnauthorized));
  router_.SetGatekeeper("/object/sign/", refuses(Code::kInvalidJwt));
  const auto refusal = [&](const std::string& path) {
    Request request{.method = Method::kPost, .raw_path = path};
    auto admitted = BlockOn(router_.Admit(request));
    return admitted ? Error{} : admitted.error();
  };
  EXPECT_EQ(refusal("/object/audio/x").code, Code::kUnauthorized);
  EXPECT_EQ(refusal("/object/sign/audio/a/b").code, Code::kInvalidJwt);
  EXPECT_EQ(refusal("/object/sign/audio/a/b").message, "a/b") << "the gatekeeper knows what the address names";
  EXPECT_EQ(refusal("/fails").code, Code::kRequestTooLarge) << "nobody guards it, so nobody may";
  EXPECT_EQ(refusal("/nowhere").code, Code::kNotFound);
}

TEST_F(RouterTest, GivesAFailureTheCodeThatSignInClientsKnow) {
  router_.SetErrorWriter("/fails", AuthErrorResponse);
  const Response response = Send(router_, Method::kGet, "/fails");
  EXPECT_EQ(response.status, 500);
  EXPECT_EQ(testing::JsonOf(response)["code"], "unexpected_failure");
  EXPECT_EQ(testing::HeaderOf(response, "x-sb-error-code"), "unexpected_failure");
}

TEST_F(RouterTest, WritesErrorsInTheShapeOfTheSurface) {
  const Response below = Send(router_, Method::kDelete, "/object/audio");
  EXPECT_EQ(testing::JsonOf(below)["statusCode"], "405");
  const Response elsewhere = Send(router_, Method::kGet, "/nothing");
  EXPECT_EQ(elsewhere.status, 404);
  EXPECT_EQ(testing::JsonOf(elsewhere)["code"], "not_found");
}

// A page instead of an error would look like success to a client.
TEST_F(RouterTest, APathThatASurfaceDoesNotKnowIsNoPage) {
  router_.Add(Method::kGet, "/{page...}", Echo("page"));
  EXPECT_EQ(Body(Method::kGet, "/patients/1"), "page page=patients/1");
  for (const auto method : {Method::kGet, Method::kPost}) {
    const Response unknown = Send(router_, method, "/object");
    EXPECT_EQ(unknown.status, 404);
    EXPECT_EQ(testing::JsonOf(unknown)["statusCode"], "404");
  }
  router_.SetErrorWriter("/deep/v1", [](const Request&, const Error&) { return Response::Text(404, "deep"); });
  EXPECT_EQ(Send(router_, Method::kGet, "/deep/v1/patients/1").body, "deep");
}

TEST_F(RouterTest, AnExceptionNeverShowsItsCause) {
  const Response response = Send(router_, Method::kGet, "/fails");
  EXPECT_EQ(response.status, 500);
  EXPECT_EQ(response.body.find("secret"), std::string::npos);
}

TEST_F(RouterTest, RefusesAPathThatDoesNotDecode) {
  EXPECT_EQ(Send(router_, Method::kGet, "/object/%ff/x").status, 404);
}

}  // namespace
}  // namespace scriba::platform
