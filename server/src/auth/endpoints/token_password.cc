#include "auth/answers.h"
#include "auth/audit_log.h"
#include "auth/captcha.h"
#include "auth/endpoints/endpoints.h"
#include "auth/forms.h"
#include "auth/passwords.h"
#include "auth/sign_in.h"
#include "platform/log.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Instant;
using platform::Result;
using platform::Task;

// Only failures count: a practice behind one address signs in as often as it likes.
constexpr RateRule kFailuresPerAddress{.allowed = 60, .window = std::chrono::minutes(5)};
constexpr RateRule kFailuresPerAccount{.allowed = 10, .window = std::chrono::minutes(5)};

struct Form {
  std::string email;
  std::string password;
};

Result<Form> ReadForm(const nlohmann::json& body) {
  auto email = EmailField(body);
  if (!email) return Forward(email);
  auto password = TextField(body, "password");
  if (!password) return Forward(password);
  return Form{.email = std::move(*email), .password = std::move(*password)};
}

/// The session, with what a change of this password would be refused for, so that the client can ask for a better one.
platform::Response Granted(const Service& service, const SignedIn& signed_in, const std::string& password) {
  platform::JsonObjectText session = SessionObject(service, signed_in.person, signed_in.session);
  if (const auto strong = CheckPassword(password, PasswordRules::kChange); !strong) {
    session.Value("weak_password", {{"message", strong.error().message}, {"reasons", strong.error().reasons}});
  }
  return Uncached(std::move(session));
}

/// What the worker threads found out.
struct Verdict {
  bool matches = false;
  std::string fresh_hash;  ///< not empty: keep this one from now on
};

Task<Result<Account>> CheckCredentials(Service& service, const Form& form, std::string& fresh_hash) {
  std::function<Task<Result<std::optional<Account>>>(Connection&)> find = [&](Connection& connection) {
    return FindAccountByEmail(connection, form.email);
  };
  auto account = co_await service.database().Read<std::optional<Account>>(std::move(find));
  if (!account) co_return Forward(account);
  const std::string hash = *account ? (*account)->password_hash : std::string();
  const auto verify = [&] {
    Verdict verdict{.matches = VerifyPassword(hash, form.password), .fresh_hash = {}};
    if (verdict.matches && HashIsOutdated(hash)) verdict.fresh_hash = HashPassword(form.password);
    return verdict;
  };
  Verdict verdict = co_await service.workers().Run(verify);
  if (!verdict.matches) co_return Fail(Code::kInvalidCredentials, "Invalid login credentials");
  if ((*account)->IsBanned(service.clock().Now())) co_return Fail(Code::kUserBanned, "User is banned");
  if (!(*account)->IsConfirmed()) co_return Fail(Code::kEmailNotConfirmed, "Email not confirmed");
  fresh_hash = std::move(verdict.fresh_hash);
  co_return std::move(**account);
}

/// Nothing when the password was changed since it was checked.
Task<Result<std::optional<SignedIn>>> Grant(Connection& connection, const Account& account,
                                            const std::string& fresh_hash, const std::string& address, Instant now) {
  auto current = co_await FindAccount(connection, account.id);
  if (!current) co_return Forward(current);
  if (!*current || (*current)->password_hash != account.password_hash) co_return std::optional<SignedIn>();
  if (!fresh_hash.empty()) {
    std::vector<platform::Value> fields{account.id, fresh_hash};
    auto kept = co_await connection.Execute("UPDATE accounts SET password_hash = $2 WHERE id = $1", std::move(fields));
    if (!kept) co_return Forward(kept);
  }
  auto noted = co_await NoteEvent(connection, account.id, "signed_in", address, now);
  if (!noted) co_return Forward(noted);
  auto signed_in = co_await SignIn(connection, account.id, "password", now);
  if (!signed_in) co_return Forward(signed_in);
  co_return std::optional(std::move(*signed_in));
}

Task<Result<SignedIn>> CheckAndGrant(Service& service, const Form& form, const std::string& address) {
  // The hash may be another by the time the session opens: the owner chose a new password, or signed in elsewhere too
  // and an outdated hash was replaced. Salts differ, so only a second look tells which.
  constexpr int kLooks = 2;
  for (int look = 0; look < kLooks; ++look) {
    std::string fresh_hash;
    auto account = co_await CheckCredentials(service, form, fresh_hash);
    if (!account) co_return Forward(account);
    std::function<Task<Result<std::optional<SignedIn>>>(Connection&)> grant = [&](Connection& connection) {
      return Grant(connection, *account, fresh_hash, address, service.clock().Now());
    };
    auto signed_in = co_await service.database().Write<std::optional<SignedIn>>(std::move(grant));
    if (!signed_in && platform::HttpStatus(signed_in.error().code) >= 500) {
      // Clients match on this sentence to start their recovery of the profile.
      co_return Fail(Code::kUnexpectedFailure, "Database error granting user", std::move(signed_in.error().internal));
    }
    if (!signed_in) co_return Forward(signed_in);
    if (*signed_in) co_return std::move(**signed_in);
  }
  co_return Fail(Code::kInvalidCredentials, "Invalid login credentials");
}

}  // namespace

EndpointResult TokenPassword(Service& service, const platform::Request& request) {
  auto body = ReadBody(request);
  if (!body) co_return Forward(body);
  auto form = ReadForm(*body);
  if (!form) co_return Forward(form);
  auto human = co_await CheckCaptcha(service, request, *body);
  if (!human) co_return Forward(human);

  Try by_address(service.rate_limits(), AddressKey("sign-in", request.client_address), kFailuresPerAddress);
  Try by_account(service.rate_limits(), "sign-in:" + form->email, kFailuresPerAccount);
  if (!by_address.IsAllowed() || !by_account.IsAllowed()) {
    co_return Fail(Code::kOverRequestRateLimit, "Request rate limit reached");
  }
  auto signed_in = co_await CheckAndGrant(service, *form, request.client_address);
  by_address.Judge(signed_in);
  by_account.Judge(signed_in);
  if (!signed_in) co_return Forward(signed_in);
  co_return Granted(service, *signed_in, form->password);
}

}  // namespace scriba::auth
