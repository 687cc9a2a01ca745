#include "auth/answers.h"
#include "auth/audit_log.h"
#include "auth/captcha.h"
#include "auth/endpoints/endpoints.h"
#include "auth/forms.h"
#include "auth/link_mails.h"
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
  std::optional<PkceChallenge> pkce;
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
  auto pkce = PkceField(body);
  if (!pkce) return Forward(pkce);
  return Form{.email = std::move(*email),
              .password = std::move(*password),
              .metadata = std::move(*metadata),
              .pkce = std::move(*pkce)};
}

struct Outcome {
  SignedIn signed_in;     ///< without a session while the address is unconfirmed
  bool is_new = false;    ///< a row was made
  bool is_taken = false;  ///< somebody confirmed owns the address
};

Task<Result<>> Insert(Connection& connection, const Account& account, const std::string& client, Instant now) {
  auto inserted = co_await InsertAccount(connection, account);
  if (!inserted && inserted.error().code == Code::kUniqueViolated) {
    co_return Fail(Code::kUserAlreadyExists, "User already registered");
  }
  if (!inserted) co_return Forward(inserted);
  co_return co_await NoteEvent(connection, account.id, "signed_up", client, now);
}

/// The address needs no confirmation: the account is signed in at once.
Task<Result<Outcome>> CreateConfirmed(Connection& connection, const Account& account, const std::string& client,
                                      Instant now) {
  auto inserted = co_await Insert(connection, account, client, now);
  if (!inserted) co_return Forward(inserted);
  auto signed_in = co_await SignIn(connection, account.id, "password", now);
  if (!signed_in) co_return Forward(signed_in);
  co_return Outcome{.signed_in = std::move(*signed_in), .is_new = true, .is_taken = false};
}

/// The password of the form, held against that of an account which waits for its confirmation.
struct FormerForm {
  std::string password_hash;
  bool is_same = false;
};

Task<Result<FormerForm>> CompareWithFormer(Service& service, const Form& form) {
  std::function<Task<Result<std::optional<Account>>>(Connection&)> find = [&](Connection& connection) {
    return FindAccountByEmail(connection, form.email);
  };
  auto former = co_await service.database().Read<std::optional<Account>>(std::move(find));
  if (!former) co_return Forward(former);
  FormerForm compared;
  if (*former && !(*former)->IsConfirmed()) compared.password_hash = (*former)->password_hash;
  // As slow where nobody has signed up: time does not tell.
  const auto verify = [&] { return VerifyPassword(compared.password_hash, form.password); };
  compared.is_same = co_await service.workers().Run(verify);
  co_return compared;
}

/// Two forms for one address with two passwords, and nobody knows yet who wrote which: neither stands. Whoever opens
/// the mail chooses one; who only wrote a form keeps no key to the account.
Task<Result<>> SettleForms(Connection& connection, Account& account, const FormerForm& form) {
  if (form.is_same && form.password_hash == account.password_hash) co_return Result<>{};
  account.password_hash.clear();
  co_return co_await UpdateAccount(connection, account);
}

/// The address is confirmed by a mail. Who signs up again before that gets the mail again.
Task<Result<Outcome>> CreateUnconfirmed(Connection& connection, const Service& service, Account account,
                                        const platform::Request& request, std::optional<PkceChallenge> pkce,
                                        const FormerForm& form) {
  auto former = co_await FindAccountByEmail(connection, account.email);
  if (!former) co_return Forward(former);
  Outcome outcome{.signed_in = {}, .is_new = !*former, .is_taken = *former && (*former)->IsConfirmed()};
  std::string nobody;
  auto noted = co_await NoteEvent(connection, std::move(nobody), "sign_up_requested", request.client_address,
                                  account.created_at);
  if (!noted) co_return Forward(noted);
  if (outcome.is_taken) co_return outcome;
  if (outcome.is_new) {
    auto inserted = co_await Insert(connection, account, request.client_address, account.created_at);
    if (!inserted) co_return Forward(inserted);
  } else {
    account = std::move(**former);
    auto settled = co_await SettleForms(connection, account, form);
    if (!settled) co_return Forward(settled);
  }
  TokenOrder order{
      .account_id = account.id, .kind = token_kind::kSignUp, .email = account.email, .pkce = std::move(pkce)};
  const std::string redirect_to = request.QueryValue("redirect_to").value_or("");
  auto prepared = co_await PrepareLinkMail(connection, service, account, std::move(order), redirect_to);
  if (!prepared) co_return Forward(prepared);
  auto person = co_await LoadPerson(connection, account.id);
  if (!person) co_return Forward(person);
  outcome.signed_in.person = std::move(*person);
  co_return outcome;
}

/// What the caller may see of an account that is not confirmed: what they sent themselves, nothing that a former form
/// said. Of an address that somebody owns: a user that looks new and is nobody.
platform::JsonObjectText UnconfirmedUser(const Account& sent, const Outcome& outcome) {
  Person shown{.account = sent, .identities = outcome.signed_in.person.identities, .factors = {}};
  shown.account.confirmation_sent_at = sent.created_at;
  if (!outcome.is_taken) shown.account.id = outcome.signed_in.person.account.id;
  shown.account.user_metadata.Edit()["sub"] = shown.account.id;
  return UserObject(shown);
}

Task<Result<Outcome>> Create(Service& service, const platform::Request& request, const Account& account,
                             std::optional<PkceChallenge> pkce, const FormerForm& form) {
  std::function<Task<Result<Outcome>>(Connection&)> create = [&](Connection& connection) {
    return account.IsConfirmed() ? CreateConfirmed(connection, account, request.client_address, account.created_at)
                                 : CreateUnconfirmed(connection, service, account, request, pkce, form);
  };
  co_return co_await service.database().Write<Outcome>(std::move(create));
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
  const bool autoconfirm = service.config().autoconfirm;
  if (!autoconfirm) {
    auto allowed = TakeMailLimits(service, request, form->email);
    if (!allowed) co_return Forward(allowed);
  }
  FormerForm former;
  if (!autoconfirm) {
    auto compared = co_await CompareWithFormer(service, *form);
    if (!compared) co_return Forward(compared);
    former = std::move(*compared);
  }
  const auto hash = [&form] { return HashPassword(form->password); };
  std::string password_hash = co_await service.workers().Run(hash);
  const Account account =
      NewAccount(form->email, std::move(password_hash), form->metadata, autoconfirm, service.clock().Now());
  auto outcome = co_await Create(service, request, account, form->pkce, former);
  if (!outcome) co_return Forward(outcome);
  if (outcome->is_new) service.Announce({.user_id = account.id, .email = account.email});
  if (autoconfirm) co_return SessionResponse(service, outcome->signed_in.person, outcome->signed_in.session);
  service.SendWaitingMails();
  co_return Uncached(UnconfirmedUser(account, *outcome));
}

}  // namespace scriba::auth
