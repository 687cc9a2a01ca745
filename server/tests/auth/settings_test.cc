#include <gmock/gmock.h>

#include "support/auth_app.h"

namespace scriba::testing {
namespace {

using platform::Method;

TEST(Settings, SayWhatThisInstallationOffers) {
  auto config = AuthApp::DefaultConfig();
  config.signup_enabled = false;
  AuthApp app(config);
  const auto settings = JsonOf(Send(app.router(), Method::kGet, "/auth/v1/settings", app.AnonHeaders()));
  EXPECT_EQ(settings["external"]["email"], true);
  EXPECT_EQ(settings["external"]["google"], false);
  EXPECT_EQ(settings["disable_signup"], true);
  EXPECT_EQ(settings["mailer_autoconfirm"], true);
  EXPECT_EQ(settings["saml_enabled"], false);
}

TEST(Health, IsOpenToEverybody) {
  AuthApp app;
  const auto response = Send(app.router(), Method::kGet, "/auth/v1/health");
  ASSERT_EQ(response.status, 200);
  EXPECT_EQ(JsonOf(response)["name"], "Scriba");
}

TEST(PublicKeys, ShowPublicPartsOnly) {
  AuthApp app;
  ASSERT_TRUE(platform::BlockOn(app.service().signing_keys().Rotate()));
  const auto response = Send(app.router(), Method::kGet, "/auth/v1/.well-known/jwks.json");
  ASSERT_EQ(response.status, 200);
  EXPECT_EQ(HeaderOf(response, "cache-control"), "public, max-age=600");
  const auto keys = JsonOf(response)["keys"];
  ASSERT_EQ(keys.size(), 2U);
  for (const auto& key : keys) {
    EXPECT_EQ(key["kty"], "EC");
    EXPECT_EQ(key["crv"], "P-256");
    EXPECT_EQ(key["alg"], "ES256");
    EXPECT_FALSE(key.contains("d"));
  }
}

TEST(UnknownPath, IsRefusedInTheShapeOfThisSurface) {
  AuthApp app;
  RunScenarios(app.router(), {{.name = "unknown",
                               .target = "/auth/v1/nothing",
                               .headers = app.AnonHeaders(),
                               .status = 404,
                               .contains = {R"("code":"not_found")", R"("msg":)"}},
                              {.name = "wrong method",
                               .method = Method::kDelete,
                               .target = "/auth/v1/user",
                               .status = 405,
                               .contains = {R"("code":"method_not_allowed")"}}});
}

}  // namespace
}  // namespace scriba::testing
