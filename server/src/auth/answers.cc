#include "auth/answers.h"

#include <nlohmann/json.hpp>

namespace scriba::auth {
namespace {

using nlohmann::json;
using platform::FormatRfc3339;

void PutTime(json& object, const char* name, const std::optional<platform::Instant>& instant) {
  if (instant) object[name] = FormatRfc3339(*instant);
}

json IdentityObject(const Identity& identity, const Account& account) {
  json data{{"email", account.email},
            {"email_verified", account.IsConfirmed()},
            {"phone_verified", false},
            {"sub", account.id}};
  if (const auto name = account.user_metadata.find("full_name"); name != account.user_metadata.end())
    data["full_name"] = *name;
  json object{{"identity_id", identity.id},
              {"id", identity.provider_id},
              {"user_id", identity.account_id},
              {"identity_data", std::move(data)},
              {"provider", identity.provider},
              {"created_at", FormatRfc3339(identity.created_at)},
              {"updated_at", FormatRfc3339(identity.updated_at)},
              {"email", account.email}};
  PutTime(object, "last_sign_in_at", identity.last_sign_in_at);
  return object;
}

json FactorObject(const Factor& factor) {
  json object{{"id", factor.id},
              {"factor_type", "totp"},
              {"status", factor.is_verified ? "verified" : "unverified"},
              {"created_at", FormatRfc3339(factor.created_at)},
              {"updated_at", FormatRfc3339(factor.updated_at)}};
  if (!factor.friendly_name.empty()) object["friendly_name"] = factor.friendly_name;
  PutTime(object, "last_challenged_at", factor.last_challenged_at);
  return object;
}

}  // namespace

json UserObject(const Person& person) {
  const Account& account = person.account;
  json user{{"id", account.id},
            {"aud", "authenticated"},
            {"role", "authenticated"},
            {"email", account.email},
            {"phone", ""},
            {"app_metadata", account.app_metadata},
            {"user_metadata", account.user_metadata},
            {"identities", json::array()},
            {"created_at", FormatRfc3339(account.created_at)},
            {"updated_at", FormatRfc3339(account.updated_at)},
            {"is_anonymous", false}};
  for (const Identity& identity : person.identities) user["identities"].push_back(IdentityObject(identity, account));
  for (const Factor& factor : person.factors) user["factors"].push_back(FactorObject(factor));
  if (!account.new_email.empty()) user["new_email"] = account.new_email;
  PutTime(user, "email_confirmed_at", account.email_confirmed_at);
  PutTime(user, "confirmed_at", account.email_confirmed_at);
  PutTime(user, "last_sign_in_at", account.last_sign_in_at);
  PutTime(user, "confirmation_sent_at", account.confirmation_sent_at);
  PutTime(user, "recovery_sent_at", account.recovery_sent_at);
  PutTime(user, "email_change_sent_at", account.email_change_sent_at);
  PutTime(user, "reauthentication_sent_at", account.reauthentication_sent_at);
  PutTime(user, "invited_at", account.invited_at);
  PutTime(user, "banned_until", account.banned_until);
  return user;
}

json SessionObject(const Service& service, const Person& person, const Session& session) {
  const AccessToken access = service.access_tokens().Issue(person.account, session);
  const RefreshToken refresh{.session_id = session.id, .counter = session.refresh_counter};
  return {{"access_token", access.text},
          {"token_type", "bearer"},
          {"expires_in", kAccessTokenLifetime.count()},
          {"expires_at", platform::ToUnixSeconds(access.expires_at)},
          {"refresh_token", service.refresh_tokens().Make(refresh)},
          {"user", UserObject(person)}};
}

platform::Response SessionResponse(const Service& service, const Person& person, const Session& session) {
  auto response = platform::Response::Json(200, SessionObject(service, person, session));
  response.With("cache-control", "no-store");
  return response;
}

platform::Response EmptyObjectResponse() { return platform::Response::JsonText(200, "{}"); }

}  // namespace scriba::auth
