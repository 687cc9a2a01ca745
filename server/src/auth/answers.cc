#include "auth/answers.h"

#include <nlohmann/json.hpp>

namespace scriba::auth {
namespace {

using platform::FormatRfc3339;
using platform::JsonObjectText;

void PutTime(JsonObjectText& object, std::string_view name, const std::optional<platform::Instant>& instant) {
  if (instant) object.Text(name, FormatRfc3339(*instant));
}

std::string IdentityText(const Identity& identity, const Account& account) {
  JsonObjectText data;
  data.Text("email", account.email)
      .Flag("email_verified", account.IsConfirmed())
      .Flag("phone_verified", false)
      .Text("sub", account.id);
  if (const auto name = account.user_metadata.MemberText("full_name"); !name.empty()) data.Json("full_name", name);
  JsonObjectText object;
  object.Text("identity_id", identity.id)
      .Text("id", identity.provider_id)
      .Text("user_id", identity.account_id)
      .Json("identity_data", std::move(data).Close())
      .Text("provider", identity.provider)
      .Text("created_at", FormatRfc3339(identity.created_at))
      .Text("updated_at", FormatRfc3339(identity.updated_at))
      .Text("email", account.email);
  PutTime(object, "last_sign_in_at", identity.last_sign_in_at);
  return std::move(object).Close();
}

}  // namespace

std::string FactorText(const Factor& factor) {
  JsonObjectText object;
  object.Text("id", factor.id)
      .Text("factor_type", "totp")
      .Text("status", factor.is_verified ? "verified" : "unverified")
      .Text("created_at", FormatRfc3339(factor.created_at))
      .Text("updated_at", FormatRfc3339(factor.updated_at));
  if (!factor.friendly_name.empty()) object.Text("friendly_name", factor.friendly_name);
  PutTime(object, "last_challenged_at", factor.last_challenged_at);
  return std::move(object).Close();
}

JsonObjectText UserObject(const Person& person) {
  const Account& account = person.account;
  const auto identity = [&](const Identity& entry) { return IdentityText(entry, account); };
  JsonObjectText user;
  user.Text("id", account.id)
      .Text("aud", "authenticated")
      .Text("role", "authenticated")
      .Text("email", account.email)
      .Text("phone", "")
      .Json("app_metadata", account.app_metadata.Text())
      .Json("user_metadata", account.user_metadata.Text())
      .Json("identities", platform::JsonListText(person.identities, identity))
      .Text("created_at", FormatRfc3339(account.created_at))
      .Text("updated_at", FormatRfc3339(account.updated_at))
      .Flag("is_anonymous", false);
  if (!person.factors.empty()) user.Json("factors", platform::JsonListText(person.factors, FactorText));
  if (!account.new_email.empty()) user.Text("new_email", account.new_email);
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

Tokens IssueTokens(const Service& service, const Account& account, const Session& session) {
  const RefreshToken refresh{.session_id = session.id, .counter = session.refresh_counter};
  return {.access = service.access_tokens().Issue(account, session), .refresh = service.refresh_tokens().Make(refresh)};
}

JsonObjectText SessionObject(const Service& service, const Person& person, const Session& session) {
  const Tokens tokens = IssueTokens(service, person.account, session);
  JsonObjectText object;
  object.Text("access_token", tokens.access.text)
      .Text("token_type", "bearer")
      .Number("expires_in", kAccessTokenLifetime.count())
      .Number("expires_at", platform::ToUnixSeconds(tokens.access.expires_at))
      .Text("refresh_token", tokens.refresh)
      .Json("user", UserObject(person).Close());
  return object;
}

platform::Response Uncached(JsonObjectText object) {
  auto response = platform::Response::JsonText(200, std::move(object).Close());
  response.With("cache-control", "no-store");
  return response;
}

platform::Response SessionResponse(const Service& service, const Person& person, const Session& session) {
  return Uncached(SessionObject(service, person, session));
}

platform::Response EmptyObjectResponse() { return platform::Response::JsonText(200, "{}"); }

}  // namespace scriba::auth
