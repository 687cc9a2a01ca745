#include "auth/answers.h"
#include "auth/audit_log.h"
#include "auth/endpoints.h"
#include "auth/forms.h"
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

struct Form {
  std::string password;          ///< empty: unchanged
  std::string current_password;  ///< empty: not stated
  nlohmann::json metadata;       ///< changes, key by key
};

Result<Form> ReadForm(const nlohmann::json& body) {
  if (const auto found = body.find("app_metadata"); found != body.end() && !found->is_null()) {
    return Fail(Code::kNotAdmin, "Updating app_metadata requires admin privileges");
  }
  auto password = TextField(body, "password");
  if (!password) return Forward(password);
  auto current = TextField(body, "current_password");
  if (!current) return Forward(current);
  auto metadata = MetadataField(body);
  if (!metadata) return Forward(metadata);
  if (const auto found = body.find("password"); found != body.end() && found->is_string()) {
    auto strong = CheckPassword(*password, PasswordRules::kChange);
    if (!strong) return Forward(strong);
  }
  return Form{
      .password = std::move(*password), .current_password = std::move(*current), .metadata = std::move(*metadata)};
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

struct Changes {
  nlohmann::json metadata;
  std::string password_hash;  ///< empty: unchanged
};

struct Outcome {
  Person person;
  std::vector<std::string> ended_sessions;
};

Task<Result<std::vector<std::string>>> NotePasswordChange(Connection& connection, const Caller& caller,
                                                          const std::string& address, Instant now) {
  auto noted = co_await NoteEvent(connection, caller.user_id, "password_changed", address, now);
  if (!noted) co_return Forward(noted);
  std::vector<platform::Value> of_account{caller.user_id};
  auto cleared =
      co_await connection.Execute("DELETE FROM one_time_tokens WHERE account_id = $1", std::move(of_account));
  if (!cleared) co_return Forward(cleared);
  co_return co_await EndSessions(connection, caller.user_id, SessionScope::kOthers, caller.session_id);
}

Task<Result<Outcome>> Apply(Connection& connection, const Caller& caller, const Changes& changes,
                            const std::string& address, Instant now) {
  auto person = co_await LoadPerson(connection, caller.user_id);
  if (!person) co_return Forward(person);
  Outcome outcome{.person = std::move(*person), .ended_sessions = {}};
  Account& account = outcome.person.account;
  auto merged = MergeMetadata(account.user_metadata, changes.metadata);
  if (!merged) co_return Forward(merged);
  account.updated_at = now;
  if (!changes.password_hash.empty()) {
    account.password_hash = changes.password_hash;
    auto ended = co_await NotePasswordChange(connection, caller, address, now);
    if (!ended) co_return Forward(ended);
    outcome.ended_sessions = std::move(*ended);
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

}  // namespace

EndpointResult UpdateUser(Service& service, const platform::Request& request) {
  auto caller = co_await service.RequireUser(request);
  if (!caller) co_return Forward(caller);
  auto body = ReadBody(request);
  if (!body) co_return Forward(body);
  auto form = ReadForm(*body);
  if (!form) co_return Forward(form);
  Changes changes{.metadata = form->metadata, .password_hash = {}};
  if (!form->password.empty()) {
    auto person = co_await Load(service, *caller);
    if (!person) co_return Forward(person);
    if (person->HasVerifiedFactor() && caller->aal != "aal2") co_return NeedsSecondFactor(request);
    auto hash = co_await HashNewPassword(service, person->account, *form);
    if (!hash) co_return Forward(hash);
    changes.password_hash = std::move(*hash);
  }
  std::function<Task<Result<Outcome>>(Connection&)> apply = [&](Connection& connection) {
    return Apply(connection, *caller, changes, request.client_address, service.clock().Now());
  };
  auto outcome = co_await service.database().Write<Outcome>(std::move(apply));
  if (!outcome) co_return Forward(outcome);
  service.standing_sessions().End(outcome->ended_sessions);
  co_return platform::Response::Json(200, UserObject(outcome->person));
}

}  // namespace scriba::auth
