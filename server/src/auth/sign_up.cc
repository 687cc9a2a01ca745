#include "auth/answers.h"
#include "auth/audit_log.h"
#include "auth/captcha.h"
#include "auth/endpoints.h"
#include "auth/forms.h"
#include "auth/passwords.h"
#include "auth/sign_in.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Instant;
using platform::Result;
using platform::Task;

constexpr RateRule kPerAddress{.allowed = 100, .window = std::chrono::minutes(5)};

struct Form {
  std::string email;
  std::string password;
  nlohmann::json metadata;
};

Result<Form> ReadForm(const nlohmann::json& body) {
  auto address = TextField(body, "email");
  if (!address) return Forward(address);
  auto password = TextField(body, "password");
  if (!password) return Forward(password);
  auto metadata = MetadataField(body);
  if (!metadata) return Forward(metadata);
  if (address->empty() && password->empty()) {
    return Fail(Code::kAnonymousProviderDisabled, "Anonymous sign-ins are disabled");
  }
  auto email = EmailField(body);
  if (!email) return Forward(email);
  if (password->empty()) return Fail(Code::kValidationFailed, "Signup requires a valid password");
  auto strong = CheckPassword(*password, PasswordRules::kSignUp);
  if (!strong) return Forward(strong);
  return Form{.email = std::move(*email), .password = std::move(*password), .metadata = std::move(*metadata)};
}

/// Inserts the account; confirmed ones are signed in at once.
Task<Result<SignedIn>> Create(Connection& connection, const Account& account, const std::string& address, Instant now) {
  auto inserted = co_await InsertAccount(connection, account);
  if (!inserted) co_return Forward(inserted);
  auto noted = co_await NoteEvent(connection, account.id, "signed_up", address, now);
  if (!noted) co_return Forward(noted);
  if (account.IsConfirmed()) co_return co_await SignIn(connection, account.id, "password", now);
  auto person = co_await LoadPerson(connection, account.id);
  if (!person) co_return Forward(person);
  co_return SignedIn{.person = std::move(*person), .session = {}};
}

/// What a stranger sees of an address that somebody already has: a user that looks new and is nobody.
nlohmann::json FabricatedUser(const Form& form, Instant now) {
  Person nobody{.account = NewAccount(form.email, {}, form.metadata, false, now), .identities = {}, .factors = {}};
  nobody.account.confirmation_sent_at = now;
  return UserObject(nobody);
}

}  // namespace

EndpointResult SignUp(Service& service, const platform::Request& request) {
  auto body = ReadBody(request);
  if (!body) co_return Forward(body);
  if (!service.config().signup_enabled) co_return Fail(Code::kSignupDisabled, "Signups not allowed for this instance");
  auto form = ReadForm(*body);
  if (!form) co_return Forward(form);
  if (!service.rate_limits().Take(AddressKey("sign-up", request.client_address), kPerAddress)) {
    co_return Fail(Code::kOverRequestRateLimit, "Request rate limit reached");
  }
  auto human = co_await CheckCaptcha(service, request, *body);
  if (!human) co_return Forward(human);

  const auto hash = [&form] { return HashPassword(form->password); };
  std::string password_hash = co_await service.workers().Run(hash);
  const Instant now = service.clock().Now();
  const bool autoconfirm = service.config().autoconfirm;
  const Account account = NewAccount(form->email, std::move(password_hash), form->metadata, autoconfirm, now);
  std::function<Task<Result<SignedIn>>(Connection&)> create = [&](Connection& connection) {
    return Create(connection, account, request.client_address, now);
  };
  auto created = co_await service.database().Write<SignedIn>(std::move(create));
  if (!created && created.error().code == Code::kUniqueViolated) {
    if (autoconfirm) co_return Fail(Code::kUserAlreadyExists, "User already registered");
    co_return platform::Response::Json(200, FabricatedUser(*form, now));
  }
  if (!created) co_return Forward(created);
  service.Announce({.user_id = account.id, .email = account.email});
  if (autoconfirm) co_return SessionResponse(service, created->person, created->session);
  co_return platform::Response::Json(200, UserObject(created->person));
}

}  // namespace scriba::auth
