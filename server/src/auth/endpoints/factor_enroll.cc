#include "auth/endpoints/endpoints.h"
#include "auth/factors.h"
#include "auth/forms.h"
#include "auth/totp.h"
#include "platform/ids.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::Task;

constexpr std::size_t kMostFactors = 10;
constexpr std::size_t kLongestName = 128;
constexpr std::chrono::hours kAbandoned{1};

struct Form {
  std::string friendly_name;
  std::string issuer;
};

Result<Form> ReadForm(const nlohmann::json& body) {
  auto type = TextField(body, "factor_type");
  if (!type) return Forward(type);
  if (*type != "totp") return Fail(Code::kValidationFailed, "factor_type needs to be totp");
  auto name = TextField(body, "friendly_name");
  if (!name) return Forward(name);
  auto issuer = TextField(body, "issuer");
  if (!issuer) return Forward(issuer);
  if (name->size() > kLongestName || issuer->size() > kLongestName) {
    return Fail(Code::kValidationFailed, "friendly_name and issuer cannot be longer than 128 bytes");
  }
  if (issuer->empty()) *issuer = "Scriba";
  return Form{.friendly_name = std::move(*name), .issuer = std::move(*issuer)};
}

/// Errors: kTooManyEnrolledMfaFactors, kMfaFactorNameConflict, kInsufficientAal.
Result<> CheckMayEnroll(const Person& person, const Caller& caller, const std::string& friendly_name) {
  if (person.HasVerifiedFactor() && caller.aal != "aal2") {
    return Fail(Code::kInsufficientAal, "AAL2 required to enroll a new factor");
  }
  if (person.factors.size() >= kMostFactors) {
    return Fail(Code::kTooManyEnrolledMfaFactors, "Maximum number of verified factors reached, unenroll to continue");
  }
  for (const Factor& factor : person.factors) {
    if (!friendly_name.empty() && factor.friendly_name == friendly_name) {
      return Fail(Code::kMfaFactorNameConflict, "A factor with this friendly name already exists for this user");
    }
  }
  return {};
}

/// Enrolments that were begun and left do not count against the limit for ever.
Task<Result<>> DropAbandoned(Connection& connection, const Caller& caller, platform::Instant now) {
  std::vector<platform::Value> parameters{caller.user_id, platform::ToMicroseconds(now - kAbandoned)};
  auto dropped = co_await connection.Execute(
      "DELETE FROM factors WHERE account_id = $1 AND status = 'unverified' AND created_at < $2", std::move(parameters));
  if (!dropped) co_return Forward(dropped);
  co_return Result<>{};
}

Task<Result<Person>> Enroll(Connection& connection, const Caller& caller, const Factor& factor) {
  auto dropped = co_await DropAbandoned(connection, caller, factor.created_at);
  if (!dropped) co_return Forward(dropped);
  auto person = co_await LoadPerson(connection, caller.user_id);
  if (!person) co_return Forward(person);
  auto allowed = CheckMayEnroll(*person, caller, factor.friendly_name);
  if (!allowed) co_return Forward(allowed);
  auto inserted = co_await InsertFactor(connection, factor);
  if (!inserted) co_return Forward(inserted);
  co_return std::move(*person);
}

}  // namespace

EndpointResult EnrollFactor(Service& service, const platform::Request& request) {
  auto caller = co_await service.RequireUser(request);
  if (!caller) co_return Forward(caller);
  auto body = ReadBody(request);
  if (!body) co_return Forward(body);
  auto form = ReadForm(*body);
  if (!form) co_return Forward(form);
  const std::string secret = NewTotpSecret();
  const platform::Instant now = service.clock().Now();
  Factor factor{.id = platform::NewUuid(),
                .account_id = caller->user_id,
                .friendly_name = form->friendly_name,
                .created_at = now,
                .updated_at = now};
  factor.sealed_secret = service.factor_seal().Seal(secret, SecretPlace(factor.id));
  std::function<Task<Result<Person>>(Connection&)> enroll = [&](Connection& connection) {
    return Enroll(connection, *caller, factor);
  };
  auto person = co_await service.database().Write<Person>(std::move(enroll));
  if (!person) co_return Forward(person);
  const std::string uri = TotpUri(form->issuer, person->account.email, secret);
  auto response = platform::Response::Json(
      200, {{"id", factor.id},
            {"type", "totp"},
            {"friendly_name", factor.friendly_name},
            {"totp", {{"qr_code", QrCodeSvg(uri)}, {"secret", ToBase32(secret)}, {"uri", uri}}}});
  response.With("cache-control", "no-store");
  co_return response;
}

}  // namespace scriba::auth
