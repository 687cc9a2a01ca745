// Who a caller is: keys, tokens, and sessions that end.
#include "auth/service.h"

#include <gmock/gmock.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "auth/jwt.h"
#include "platform/crypto/encoding.h"
#include "support/auth_app.h"

namespace scriba::testing {
namespace {

using platform::BlockOn;
using platform::Code;
using platform::Method;

platform::Result<auth::Caller> Identify(AuthApp& app, platform::Headers headers) {
  platform::Request request;
  request.headers = std::move(headers);
  return BlockOn(app.service().Identify(request));
}

Code RefusalOf(AuthApp& app, const std::string& token) {
  const auto caller = BlockOn(app.service().IdentifyToken(token));
  return caller ? Code::kInternal : caller.error().code;
}

/// A token with the parts as given, signed by nobody.
std::string Unsigned(const std::string& header, const std::string& payload, const std::string& signature) {
  return platform::ToBase64Url(header) + "." + platform::ToBase64Url(payload) + "." + signature;
}

nlohmann::json ClaimsOf(const TestUser& user) {
  const auto first = user.access_token.find('.');
  const auto second = user.access_token.rfind('.');
  return nlohmann::json::parse(*platform::FromBase64Url(user.access_token.substr(first + 1, second - first - 1)));
}

TEST(Identify, KnowsTheThreeKindsOfCallers) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  EXPECT_EQ(Identify(app, app.AnonHeaders())->role, auth::TokenRole::kAnon);
  EXPECT_EQ(Identify(app, {{"apikey", app.service().public_key()}})->role, auth::TokenRole::kAnon);
  EXPECT_EQ(Identify(app, app.ServiceHeaders())->role, auth::TokenRole::kService);
  const auto caller = Identify(app, user.headers);
  ASSERT_TRUE(caller);
  EXPECT_TRUE(caller->IsUser());
  EXPECT_EQ(caller->user_id, user.id);
  EXPECT_EQ(caller->email, "anna@example.com");
  EXPECT_EQ(caller->aal, "aal1");
}

TEST(Identify, AsksForAKnownKey) {
  AuthApp app;
  EXPECT_EQ(Identify(app, {}).error().code, Code::kNoApiKey);
  EXPECT_EQ(Identify(app, {{"apikey", "sb_publishable_x"}}).error().code, Code::kInvalidApiKey);
}

TEST(Identify, RefusesForgedTokens) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  const auto key = app.service().signing_keys().Current();
  const std::string payload = ClaimsOf(user).dump();
  const std::string header = R"({"alg":"ES256","typ":"JWT","kid":")" + key->kid + "\"}";
  const std::string signature = user.access_token.substr(user.access_token.rfind('.') + 1);
  auto changed = ClaimsOf(user);
  changed["sub"] = "00000000-0000-4000-8000-000000000000";
  const auto hmac_header = R"({"alg":"HS256","typ":"JWT","kid":")" + key->kid + "\"}";

  EXPECT_EQ(RefusalOf(app, Unsigned(header, changed.dump(), signature)), Code::kTokenUndecodable);
  EXPECT_EQ(RefusalOf(app, Unsigned(R"({"alg":"none","typ":"JWT"})", payload, "")), Code::kTokenUndecodable);
  EXPECT_EQ(RefusalOf(app, Unsigned(R"({"alg":"none","kid":")" + key->kid + "\"}", payload, "AA")),
            Code::kTokenUndecodable);
  EXPECT_EQ(RefusalOf(app, Unsigned(hmac_header, payload, signature)), Code::kTokenUndecodable);
  EXPECT_EQ(RefusalOf(app, Unsigned(R"({"alg":"ES256","kid":"other"})", payload, signature)), Code::kTokenUndecodable);
  EXPECT_EQ(RefusalOf(app, Unsigned(R"({"alg":"ES256"})", payload, signature)), Code::kTokenUndecodable);
  EXPECT_EQ(RefusalOf(app, user.access_token + "A"), Code::kTokenUndecodable);
  EXPECT_EQ(RefusalOf(app, user.access_token.substr(0, 40)), Code::kTokenUndecodable);
  EXPECT_EQ(RefusalOf(app, std::string("a\0.b.c", 6)), Code::kTokenUndecodable);
  EXPECT_EQ(RefusalOf(app, std::string(20'000, 'a')), Code::kTokenUndecodable);
  EXPECT_EQ(RefusalOf(app, "..."), Code::kTokenUndecodable);
  EXPECT_EQ(RefusalOf(app, ""), Code::kTokenUndecodable);
  AuthApp other;
  EXPECT_EQ(RefusalOf(app, other.SignUp("anna@example.com").access_token), Code::kTokenUndecodable);
}

TEST(Identify, RefusesTokensSignedWithWhatEverybodyKnows) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  const auto key = app.service().signing_keys().Current();
  const std::string signed_part = platform::ToBase64Url(R"({"alg":"HS256","typ":"JWT","kid":")" + key->kid + "\"}") +
                                  "." + platform::ToBase64Url(ClaimsOf(user).dump());
  for (const std::string& secret : {key->public_pem, key->public_jwk, app.service().public_key(), std::string()}) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> mac{};
    unsigned int length = 0;
    HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
         reinterpret_cast<const unsigned char*>(signed_part.data()), signed_part.size(), mac.data(), &length);
    const std::string signature(mac.begin(), mac.begin() + length);
    EXPECT_EQ(RefusalOf(app, signed_part + "." + platform::ToBase64Url(signature)), Code::kTokenUndecodable);
  }
}

TEST(Identify, RefusesGenuineTokensWithWrongClaims) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  const auto refusal = [&](const char* claim, nlohmann::json value) {
    auto claims = ClaimsOf(user);
    claims[claim] = std::move(value);
    return RefusalOf(app, auth::SignJwt(claims.dump(), *app.service().signing_keys().Current()));
  };
  const std::int64_t now = platform::ToUnixSeconds(app.clock().Now());
  EXPECT_EQ(refusal("exp", now - 31), Code::kTokenClaimsInvalid);
  EXPECT_EQ(refusal("exp", "tomorrow"), Code::kTokenClaimsInvalid);
  EXPECT_EQ(refusal("exp", 1e300), Code::kTokenClaimsInvalid);
  EXPECT_EQ(refusal("iat", now + 60), Code::kTokenClaimsInvalid);
  EXPECT_EQ(refusal("nbf", now + 60), Code::kTokenClaimsInvalid);
  EXPECT_EQ(refusal("aud", "anon"), Code::kTokenClaimsInvalid);
  EXPECT_EQ(refusal("aud", nlohmann::json::array({"authenticated"})), Code::kTokenClaimsInvalid);
  EXPECT_EQ(refusal("iss", "https://elsewhere.example/auth/v1"), Code::kTokenClaimsInvalid);
  EXPECT_EQ(refusal("sub", "1"), Code::kTokenClaimsInvalid);
  EXPECT_EQ(refusal("session_id", nullptr), Code::kTokenClaimsInvalid);
  EXPECT_EQ(refusal("session_id", "00000000-0000-4000-8000-000000000000"), Code::kSessionNotFound);
}

TEST(Identify, ToleratesThirtySecondsOfSkewAndNoMore) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  app.clock().Advance(std::chrono::seconds(3600 + 29));
  EXPECT_TRUE(BlockOn(app.service().IdentifyToken(user.access_token)));
  app.clock().Advance(std::chrono::seconds(1));
  EXPECT_EQ(RefusalOf(app, user.access_token), Code::kTokenClaimsInvalid);
}

TEST(Identify, RefusesAtOnceWhatEndedHereAndWithinFiveSecondsWhatEndedElsewhere) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  EXPECT_TRUE(BlockOn(app.service().IdentifyToken(user.access_token)));
  ASSERT_TRUE(BlockOn(app.database().Execute("DELETE FROM sessions")));
  app.clock().Advance(std::chrono::seconds(5));
  EXPECT_EQ(RefusalOf(app, user.access_token), Code::kSessionNotFound);
}

TEST(Identify, RefusesTheTokensOfABannedUser) {
  AuthApp app;
  const auto user = app.SignUp("anna@example.com");
  const auto until = (app.clock().Now() + std::chrono::hours(1)).time_since_epoch().count();
  ASSERT_TRUE(BlockOn(app.database().Execute("UPDATE accounts SET banned_until = $1", {until})));
  app.clock().Advance(std::chrono::seconds(5));
  EXPECT_EQ(RefusalOf(app, user.access_token), Code::kSessionNotFound);
}

TEST(SigningKeys, RotateWithoutEndingAnySession) {
  AuthApp app;
  const auto before = app.SignUp("anna@example.com");
  const auto old_kid = app.service().signing_keys().Current()->kid;
  app.clock().Advance(std::chrono::minutes(10));
  ASSERT_TRUE(BlockOn(app.service().signing_keys().Rotate()));
  EXPECT_NE(app.service().signing_keys().Current()->kid, old_kid);
  const auto after = app.SignIn("anna@example.com");
  EXPECT_TRUE(BlockOn(app.service().IdentifyToken(before.access_token)));
  EXPECT_TRUE(BlockOn(app.service().IdentifyToken(after.access_token)));
}

TEST(SigningKeys, AreDroppedOnceNoLivingTokenNeedsThem) {
  AuthApp app;
  const auto first = app.service().signing_keys().Current()->kid;
  app.clock().Advance(std::chrono::hours(5));
  ASSERT_TRUE(BlockOn(app.service().signing_keys().Rotate()));
  EXPECT_NE(app.service().signing_keys().Find(first), nullptr);
  app.clock().Advance(std::chrono::hours(5));
  ASSERT_TRUE(BlockOn(app.service().signing_keys().Rotate()));
  EXPECT_EQ(app.service().signing_keys().Find(first), nullptr);
}

TEST(SigningKeys, OfAnotherNodeAreFoundWhenATokenNamesThem) {
  AuthApp app;
  auth::SigningKeys node(app.database(), app.master(), app.clock());
  ASSERT_TRUE(BlockOn(node.Load()));
  app.clock().Advance(std::chrono::seconds(6));
  ASSERT_TRUE(BlockOn(node.Rotate()));
  const auto user = app.SignUp("anna@example.com");
  const std::string token = auth::SignJwt(ClaimsOf(user).dump(), *node.Current());
  EXPECT_TRUE(BlockOn(app.service().IdentifyToken(token)));
}

TEST(SigningKeys, LieInTheDatabaseSealed) {
  AuthApp app;
  const auto rows = app.Query("SELECT sealed_pem FROM signing_keys");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_THAT(rows[0].Bytes(0), ::testing::Not(::testing::HasSubstr("PRIVATE KEY")));
}

TEST(ApiKeys, AreTheSameOnEveryNodeAndDifferentInEveryInstallation) {
  AuthApp app;
  AuthApp other;
  const auth::ApiKeys again(app.master());
  EXPECT_EQ(again.public_key(), app.service().public_key());
  EXPECT_NE(other.service().public_key(), app.service().public_key());
  EXPECT_THAT(app.service().public_key(), ::testing::StartsWith("sb_publishable_"));
  EXPECT_THAT(app.service().service_key(), ::testing::StartsWith("sb_secret_"));
}

}  // namespace
}  // namespace scriba::testing
