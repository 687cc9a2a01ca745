#include "auth/answers.h"
#include "auth/audit_log.h"
#include "auth/email_change.h"
#include "auth/endpoints/endpoints.h"
#include "auth/forms.h"
#include "auth/one_time_tokens.h"
#include "auth/passwords.h"
#include "auth/sessions.h"
#include "platform/http/error_body.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Instant;
using platform::Result;
using platform::Task;

constexpr RateRule kPasswordChecks{.allowed = 10, .window = std::chrono::minutes(5)};
constexpr RateRule kNonces{.allowed = 10, .window = std::chrono::hours(1)};

struct Form {
  std::string email;             ///< empty: unchanged
  std::string password;          ///< empty: unchanged
  std::string current_password;  ///< empty: not stated
  std::string nonce;             ///< empty: not stated
  nlohmann::json metadata;       ///< changes, key by key
  std::optional<PkceChallenge> pkce;
};

Result<Form> ReadForm(const nlohmann::json& body) {
  if (const auto found = body.find("app_metadata"); found != body.end() && !found->is_null()) {
    return Fail(Code::kNotAdmin, "Updating app_metadata requires admin privileges");
  }
  auto password = TextField(body, "password");
  if (!password) return Forward(password);
  auto current = TextField(body, "current_password");
  if (!current) return Forward(current);
  auto nonce = TextField(body, "nonce");
  if (!nonce) return Forward(nonce);
  auto metadata = MetadataField(body);
  if (!metadata) return Forward(metadata);
  auto pkce = PkceField(body);
  if (!pkce) return Forward(pkce);
  auto address = TextField(body, "email");
  if (address && !address->empty()) address = NormalisedEmail(*address);
  if (!address) return Forward(address);
  if (const auto found = body.find("password"); found != body.end() && found->is_string()) {
    auto strong = CheckPassword(*password, PasswordRules::kChange);
    if (!strong) return Forward(strong);
  }
  return Form{.email = std::move(*address),
              .password = std::move(*password),
              .current_password = std::move(*current),
              .nonce = std::move(*nonce),
              .metadata = std::move(*metadata),
              .pkce = std::move(*pkce)};
}

Task<Result<Person>> Load(Service& service, const Caller& caller) {
  std::function<Task<Result<Person>>(Connection&)> load = [&](Connection& connection) {
    return LoadPerson(connection, caller.user_id);
  };
  co_return co_await service.database().Read<Person>(std::move(load));
}

/// The hash of the new password. Errors: kSamePassword, kInvalidCredentials, kOverRequestRateLimit.
Task<Result<std::string>> HashNewPassword(Service& service, const Account& account, const Form& form) {
  if (!service.rate_limits().Take("password-check:" + account.id, kPasswordChecks)) {
    co_return Fail(Code::kOverRequestRateLimit, "Request rate limit reached");
  }
  const auto hash = [&]() -> Result<std::string> {
    if (!form.current_password.empty() && !VerifyPassword(account.password_hash, form.current_password)) {
      return Fail(Code::kInvalidCredentials, "Current password is wrong");
    }
    if (!account.password_hash.empty() && VerifyPassword(account.password_hash, form.password)) {
      return Fail(Code::kSamePassword, "New password should be different from the old password.");
    }
    return HashPassword(form.password);
  };
  co_return co_await service.workers().Run(hash);
}

struct Outcome {
  Person person;
  std::vector<std::string> ended_sessions;
};

/// What stands fixed before the transaction begins.
struct Order {
  const Service& service;
  const platform::Request& request;
  const Caller& caller;
  const Form& form;
  std::string password_hash;  ///< empty: unchanged
};

Task<Result<>> UseNonce(Connection& connection, const Order& order, const Account& account) {
  std::vector<std::string> kinds{token_kind::kReauthentication};
  const Instant now = order.service.clock().Now();
  auto token =
      co_await order.service.one_time_tokens().TakeByCode(connection, account.email, order.form.nonce, kinds, now);
  if (!token) co_return Forward(token);
  if (!*token) co_return Fail(Code::kReauthenticationNotValid, "Nonce has expired or is invalid");
  co_return Result<>{};
}

/// A changed password voids what was mailed before and ends every other session.
Task<Result<std::vector<std::string>>> ChangePassword(Connection& connection, const Order& order, Account& account) {
  account.password_hash = order.password_hash;
  auto noted = co_await NoteEvent(connection, account.id, "password_changed", order.request.client_address,
                                  order.service.clock().Now());
  if (!noted) co_return Forward(noted);
  auto cleared = co_await ForgetPendingProofs(connection, account.id);
  if (!cleared) co_return Forward(cleared);
  co_return co_await EndSessions(connection, account.id, SessionScope::kOthers, order.caller.session_id);
}

Task<Result<Outcome>> Apply(Connection& connection, const Order& order) {
  auto person = co_await LoadPerson(connection, order.caller.user_id);
  if (!person) co_return Forward(person);
  Outcome outcome{.person = std::move(*person), .ended_sessions = {}};
  Account& account = outcome.person.account;
  if (!order.form.nonce.empty()) {
    auto used = co_await UseNonce(connection, order, account);
    if (!used) co_return Forward(used);
  }
  auto merged = MergeMetadata(account.user_metadata.Edit(), order.form.metadata);
  if (!merged) co_return Forward(merged);
  account.updated_at = order.service.clock().Now();
  if (!order.password_hash.empty()) {
    auto ended = co_await ChangePassword(connection, order, account);
    if (!ended) co_return Forward(ended);
    outcome.ended_sessions = std::move(*ended);
  }
  if (!order.form.email.empty() && order.form.email != account.email) {
    const std::string redirect_to = order.request.QueryValue("redirect_to").value_or("");
    auto begun =
        co_await BeginEmailChange(connection, order.service, account, order.form.email, redirect_to, order.form.pkce);
    if (!begun) co_return Forward(begun);
  }
  auto updated = co_await UpdateAccount(connection, account);
  if (!updated) co_return Forward(updated);
  co_return outcome;
}

/// This endpoint says 401 where the removal of a factor says 422.
platform::Response NeedsSecondFactor(const platform::Request& request) {
  const platform::Failure refusal =
      Fail(Code::kInsufficientAal, "AAL2 session is required to update email or password when MFA is enabled.");
  auto response = platform::AuthErrorResponse(request, refusal.value());
  response.status = 401;
  return response;
}

Result<> TakeLimits(Service& service, const platform::Request& request, const Caller& caller, const Form& form) {
  if (!form.email.empty()) {
    auto allowed = TakeMailLimits(service, request, form.email);
    if (!allowed) return allowed;
    if (form.email != caller.email && !TakeReceiverLimit(service, caller.email)) {
      return Fail(Code::kOverEmailSendRateLimit, "Email rate limit exceeded");
    }
  }
  if (!form.nonce.empty() && !service.rate_limits().Take("nonce:" + caller.user_id, kNonces)) {
    return Fail(Code::kOverRequestRateLimit, "Request rate limit reached");
  }
  return {};
}

}  // namespace

EndpointResult UpdateUser(Service& service, const platform::Request& request) {
  auto caller = co_await service.RequireUser(request);
  if (!caller) co_return Forward(caller);
  auto body = ReadBody(request);
  if (!body) co_return Forward(body);
  auto form = ReadForm(*body);
  if (!form) co_return Forward(form);
  auto allowed = TakeLimits(service, request, *caller, *form);
  if (!allowed) co_return Forward(allowed);
  Order order{.service = service, .request = request, .caller = *caller, .form = *form, .password_hash = {}};
  if (!form->password.empty() || !form->email.empty()) {
    auto person = co_await Load(service, *caller);
    if (!person) co_return Forward(person);
    if (person->HasVerifiedFactor() && caller->aal != "aal2") co_return NeedsSecondFactor(request);
    if (!form->password.empty()) {
      auto hash = co_await HashNewPassword(service, person->account, *form);
      if (!hash) co_return Forward(hash);
      order.password_hash = std::move(*hash);
    }
  }
  std::function<Task<Result<Outcome>>(Connection&)> apply = [&](Connection& connection) {
    return Apply(connection, order);
  };
  auto outcome = co_await service.database().Write<Outcome>(std::move(apply));
  if (!outcome) co_return Forward(outcome);
  service.standings().Forget(outcome->ended_sessions);
  service.SendWaitingMails();
  co_return Uncached(UserObject(outcome->person));
}

}  // namespace scriba::auth
