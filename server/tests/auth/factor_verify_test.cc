#include <gmock/gmock.h>

#include "auth/totp.h"
#include "support/auth_app.h"

namespace scriba::testing {
namespace {

using platform::Method;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// Base32 back to bytes, as an authenticator app reads the secret.
std::string FromBase32(const std::string& text) {
  const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string bytes;
  std::uint32_t buffer = 0;
  int bits = 0;
  for (const char c : text) {
    buffer = (buffer << 5) | static_cast<std::uint32_t>(alphabet.find(c));
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push_back(static_cast<char>(buffer >> bits));
  }
  return bytes;
}

// RFC 6238, appendix B (SHA-1), the last six of its eight digits.
TEST(Totp, GivesTheCodesOfTheRfc) {
  const std::string secret = "12345678901234567890";
  EXPECT_EQ(auth::TotpCode(secret, 59 / 30), "287082");
  EXPECT_EQ(auth::TotpCode(secret, 1111111109 / 30), "081804");
  EXPECT_EQ(auth::TotpCode(secret, 1234567890 / 30), "005924");
  EXPECT_EQ(auth::TotpCode(secret, 20000000000 / 30), "353130");
}

// RFC 4648, section 10.
TEST(Totp, WritesSecretsInBase32) {
  EXPECT_EQ(auth::ToBase32("f"), "MY");
  EXPECT_EQ(auth::ToBase32("fooba"), "MZXW6YTB");
  EXPECT_EQ(auth::ToBase32("foobar"), "MZXW6YTBOI");
}

class Factors : public ::testing::Test {
 protected:
  nlohmann::json Enroll(const TestUser& who, const std::string& name = "telefono") {
    return JsonOf(app.Auth(Method::kPost, "/factors", {{"factor_type", "totp"}, {"friendly_name", name}}, who.headers));
  }
  std::string Challenge(const TestUser& who, const std::string& factor_id) {
    return JsonOf(
               app.Auth(Method::kPost, "/factors/" + factor_id + "/challenge", {{"factorId", factor_id}}, who.headers))
        .value("id", "");
  }
  std::string CodeOf(const nlohmann::json& factor) {
    const std::string secret = FromBase32(factor["totp"]["secret"]);
    return auth::TotpCode(secret, platform::ToUnixSeconds(app.clock().Now()) / 30);
  }
  platform::Response Verify(const TestUser& who, const std::string& factor_id, const std::string& challenge_id,
                            const std::string& code) {
    return app.Auth(Method::kPost, "/factors/" + factor_id + "/verify",
                    {{"challenge_id", challenge_id}, {"code", code}}, who.headers);
  }
  /// Enrols and verifies; the session is at aal2 afterwards.
  TestUser Raise(const TestUser& who, nlohmann::json& factor) {
    factor = Enroll(who);
    const auto session = JsonOf(Verify(who, factor["id"], Challenge(who, factor["id"]), CodeOf(factor)));
    TestUser raised = who;
    raised.access_token = session["access_token"];
    raised.refresh_token = session["refresh_token"];
    raised.headers = app.HeadersFor(raised.access_token);
    return raised;
  }

  AuthApp app;
  TestUser user = app.SignUp("anna@example.com");
};

TEST_F(Factors, AreEnrolledWithASecretAndAQrCode) {
  const auto factor = Enroll(user);
  EXPECT_EQ(factor["type"], "totp");
  // A client shows it as data:image/svg+xml;utf-8,... without encoding it: a '#' would be the address's end.
  EXPECT_THAT(factor["totp"]["qr_code"].get<std::string>(), AllOf(StartsWith("<svg "), Not(HasSubstr("#"))));
  EXPECT_EQ(factor["totp"]["secret"].get<std::string>().size(), 32U);
  EXPECT_THAT(factor["totp"]["uri"].get<std::string>(), StartsWith("otpauth://totp/Scriba:anna%40example.com?"));
  const auto shown = JsonOf(Send(app.router(), Method::kGet, "/auth/v1/user", user.headers));
  EXPECT_EQ(shown["factors"][0]["status"], "unverified");
  EXPECT_EQ(shown["factors"][0]["friendly_name"], "telefono");
  EXPECT_THAT(app.Query("SELECT sealed_secret FROM factors")[0].Bytes(0),
              ::testing::Not(HasSubstr(FromBase32(factor["totp"]["secret"]))));
}

TEST_F(Factors, RaiseTheSessionAndEndTheOthers) {
  const auto other = app.SignIn("anna@example.com");
  const auto before = platform::BlockOn(app.service().IdentifyToken(user.access_token));
  const auto factor = Enroll(user);
  const auto response = Verify(user, factor["id"], Challenge(user, factor["id"]), CodeOf(factor));
  ASSERT_EQ(response.status, 200) << response.body;
  const auto session = JsonOf(response);
  const auto caller = platform::BlockOn(app.service().IdentifyToken(session["access_token"]));
  ASSERT_TRUE(caller && before);
  EXPECT_EQ(caller->aal, "aal2");
  EXPECT_EQ(caller->session_id, before->session_id);
  EXPECT_EQ(session["user"]["factors"][0]["status"], "verified");
  EXPECT_EQ(Send(app.router(), Method::kGet, "/auth/v1/user", other.headers).status, 403);
  const auto refresh = [&](const std::string& token) {
    return app.Auth(Method::kPost, "/token?grant_type=refresh_token", {{"refresh_token", token}});
  };
  EXPECT_EQ(refresh(user.refresh_token).status, 400);
  const auto refreshed = JsonOf(refresh(session["refresh_token"]));
  EXPECT_EQ(platform::BlockOn(app.service().IdentifyToken(refreshed["access_token"]))->aal, "aal2");
}

// What a second factor is for: the password alone opens no patient's data, and still leads to the factor.
TEST_F(Factors, AreNeededForTheDataOfTheAccount) {
  EXPECT_TRUE(platform::BlockOn(app.service().IdentifyToken(user.access_token)));
  Enroll(user, "mai confermato");
  EXPECT_TRUE(platform::BlockOn(app.service().IdentifyToken(user.access_token)));
  nlohmann::json factor;
  const auto raised = Raise(user, factor);
  EXPECT_TRUE(platform::BlockOn(app.service().IdentifyToken(raised.access_token)));
  const auto low = app.SignIn("anna@example.com");
  for (const auto& token : {user.access_token, low.access_token}) {
    const auto refused = platform::BlockOn(app.service().IdentifyToken(token));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, platform::Code::kSecondFactorRequired);
  }
  EXPECT_EQ(Send(app.router(), Method::kGet, "/auth/v1/user", low.headers).status, 200);
  app.clock().Advance(std::chrono::seconds(30));
  const auto session = JsonOf(Verify(low, factor["id"], Challenge(low, factor["id"]), CodeOf(factor)));
  EXPECT_TRUE(platform::BlockOn(app.service().IdentifyToken(session["access_token"])));
}

TEST_F(Factors, AreNeededNoMoreWhenRemoved) {
  nlohmann::json factor;
  const auto raised = Raise(user, factor);
  const auto low = app.SignIn("anna@example.com");
  EXPECT_FALSE(platform::BlockOn(app.service().IdentifyToken(low.access_token)));
  Send(app.router(), Method::kDelete, "/auth/v1/factors/" + factor["id"].get<std::string>(), raised.headers);
  EXPECT_TRUE(platform::BlockOn(app.service().IdentifyToken(low.access_token)));
}

// What a node knows of its sessions spares it a question to the database at each request.
TEST_F(Factors, AreRemovedWithoutTroubleForOtherAccounts) {
  const auto other = app.SignUp("bruno@example.com");
  nlohmann::json factor;
  const auto raised = Raise(user, factor);
  const auto session_of = [this](const TestUser& who) {
    return platform::BlockOn(app.service().IdentifyToken(who.access_token))->session_id;
  };
  const std::string hers = session_of(raised);
  const std::string his = session_of(other);
  const std::string path = "/auth/v1/factors/" + factor["id"].get<std::string>();
  auth::Standings& known = app.service().standings();
  ASSERT_TRUE(known.Known(hers) && known.Known(his));
  EXPECT_EQ(Send(app.router(), Method::kDelete, path, raised.headers).status, 200);
  EXPECT_FALSE(known.Known(hers));
  EXPECT_TRUE(known.Known(his));
}

TEST_F(Factors, TakeEachCodeOnce) {
  nlohmann::json factor;
  const auto raised = Raise(user, factor);
  const auto again = Verify(raised, factor["id"], Challenge(raised, factor["id"]), CodeOf(factor));
  EXPECT_EQ(again.status, 422);
  EXPECT_EQ(JsonOf(again)["code"], "mfa_verification_failed");
  app.clock().Advance(std::chrono::seconds(30));
  EXPECT_EQ(Verify(raised, factor["id"], Challenge(raised, factor["id"]), CodeOf(factor)).status, 200);
}

TEST_F(Factors, RefuseOldChallengesAndTheFactorsOfOthers) {
  const auto factor = Enroll(user);
  const auto challenge = Challenge(user, factor["id"]);
  const auto other = app.SignUp("bruno@example.com");
  EXPECT_EQ(Verify(other, factor["id"], challenge, CodeOf(factor)).status, 404);
  EXPECT_EQ(Challenge(other, factor["id"]), "");
  EXPECT_EQ(
      Send(app.router(), Method::kDelete, "/auth/v1/factors/" + factor["id"].get<std::string>(), other.headers).status,
      404);
  EXPECT_EQ(Verify(user, "nonsense", challenge, "123456").status, 404);
  app.clock().Advance(std::chrono::seconds(301));
  EXPECT_EQ(JsonOf(Verify(user, factor["id"], challenge, CodeOf(factor)))["code"], "mfa_challenge_expired");
}

TEST_F(Factors, AreNeededForANewPasswordAndTheirOwnRemoval) {
  nlohmann::json factor;
  const auto raised = Raise(user, factor);
  const auto low = app.SignIn("anna@example.com");
  const auto change = app.Auth(Method::kPut, "/user", {{"password", "NuovaSegreta2"}}, low.headers);
  EXPECT_EQ(change.status, 401);
  EXPECT_EQ(JsonOf(change)["code"], "insufficient_aal");
  const std::string path = "/auth/v1/factors/" + factor["id"].get<std::string>();
  const auto removal = Send(app.router(), Method::kDelete, path, low.headers);
  EXPECT_EQ(removal.status, 422);
  EXPECT_EQ(JsonOf(removal)["code"], "insufficient_aal");
  EXPECT_EQ(JsonOf(Send(app.router(), Method::kDelete, path, raised.headers))["id"], factor["id"]);
  const auto refreshed =
      JsonOf(app.Auth(Method::kPost, "/token?grant_type=refresh_token", {{"refresh_token", raised.refresh_token}}));
  EXPECT_EQ(platform::BlockOn(app.service().IdentifyToken(refreshed["access_token"]))->aal, "aal1");
}

TEST_F(Factors, AreSeenAndTakenAwayByTheOperator) {
  nlohmann::json factor;
  const auto raised = Raise(user, factor);
  const std::string path = "/admin/users/" + user.id + "/factors";
  const auto list = JsonOf(Send(app.router(), Method::kGet, "/auth/v1" + path, app.ServiceHeaders()));
  ASSERT_EQ(list.size(), 1U) << list;
  EXPECT_EQ(list[0]["id"], factor["id"]);
  EXPECT_EQ(list[0]["status"], "verified");
  const std::string one = "/auth/v1" + path + "/" + factor["id"].get<std::string>();
  EXPECT_EQ(Send(app.router(), Method::kDelete, one, raised.headers).status, 403) << "the operator's alone";
  const auto bruno = app.SignUp("bruno@example.com");
  const std::string others = "/auth/v1/admin/users/" + bruno.id + "/factors/" + factor["id"].get<std::string>();
  EXPECT_EQ(Send(app.router(), Method::kDelete, others, app.ServiceHeaders()).status, 404);
  EXPECT_EQ(JsonOf(Send(app.router(), Method::kDelete, one, app.ServiceHeaders()))["id"], factor["id"]);
  EXPECT_EQ(Send(app.router(), Method::kGet, "/auth/v1/user", raised.headers).status, 403) << "its sessions end";
  const auto again = app.SignIn("anna@example.com");
  EXPECT_TRUE(platform::BlockOn(app.service().IdentifyToken(again.access_token)));
}

TEST_F(Factors, HaveDifferentNames) {
  Enroll(user);
  EXPECT_EQ(Enroll(user)["code"], "mfa_factor_name_conflict");
  EXPECT_EQ(JsonOf(app.Auth(Method::kPost, "/factors", {{"factor_type", "phone"}}, user.headers))["code"],
            "validation_failed");
  for (int i = 0; i < 9; ++i) Enroll(user, "telefono " + std::to_string(i));
  EXPECT_EQ(Enroll(user, "di troppo")["code"], "too_many_enrolled_mfa_factors");
}

TEST(FactorGuessing, IsStoppedAfterFiveTries) {
  auto config = AuthApp::DefaultConfig();
  config.rate_limits = true;
  AuthApp app(config);
  const auto user = app.SignUp("anna@example.com");
  const auto factor = JsonOf(app.Auth(Method::kPost, "/factors", {{"factor_type", "totp"}}, user.headers));
  const std::string path = "/factors/" + factor["id"].get<std::string>();
  const auto challenge = JsonOf(app.Auth(Method::kPost, path + "/challenge", nlohmann::json::object(), user.headers));
  const auto guess = [&] {
    return app.Auth(Method::kPost, path + "/verify", {{"challenge_id", challenge["id"]}, {"code", "abcdef"}},
                    user.headers);
  };
  for (int i = 0; i < 5; ++i) EXPECT_EQ(guess().status, 422);
  EXPECT_EQ(guess().status, 429);
}

}  // namespace
}  // namespace scriba::testing
