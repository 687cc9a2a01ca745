#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "auth/answers.h"
#include "auth/audit_log.h"
#include "auth/awaited_account.h"
#include "auth/email_change.h"
#include "auth/endpoints/admin_endpoints.h"
#include "auth/endpoints/admin_forms.h"
#include "auth/forms.h"
#include "auth/link_mails.h"
#include "auth/passwords.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::Task;

constexpr auto kKinds = std::to_array<std::string_view>({token_kind::kSignUp, token_kind::kInvitation,
                                                         token_kind::kMagicLink, token_kind::kRecovery,
                                                         token_kind::kEmailChangeCurrent, token_kind::kEmailChangeNew});

struct Form {
  std::string kind;
  std::string email;
  std::string new_email;      ///< of a change of address
  std::string password_hash;  ///< of a sign-up; empty when none was given
  nlohmann::json metadata;    ///< of an account that is made

  bool MakesAccount() const { return kind == token_kind::kSignUp || kind == token_kind::kInvitation; }
  bool ChangesAddress() const { return kind == token_kind::kEmailChangeCurrent || kind == token_kind::kEmailChangeNew; }
};

Task<Result<std::string>> ReadPassword(Service& service, const nlohmann::json& body) {
  auto password = TextField(body, "password");
  if (!password || password->empty()) co_return password;
  auto strong = CheckPassword(*password, PasswordRules::kSignUp);
  if (!strong) co_return Forward(strong);
  const auto hash = [&password] { return HashPassword(*password); };
  co_return co_await service.workers().Run(hash);
}

Task<Result<Form>> ReadForm(Service& service, const nlohmann::json& body) {
  auto type = TextField(body, "type");
  if (!type) co_return Forward(type);
  if (std::ranges::find(kKinds, *type) == kKinds.end()) {
    co_return Fail(Code::kValidationFailed,
                   "type must be signup, invite, magiclink, recovery, email_change_current or email_change_new");
  }
  auto email = EmailField(body);
  if (!email) co_return Forward(email);
  auto metadata = MetadataField(body);
  if (!metadata) co_return Forward(metadata);
  Form form{.kind = std::move(*type),
            .email = std::move(*email),
            .new_email = {},
            .password_hash = {},
            .metadata = std::move(*metadata)};
  if (form.ChangesAddress()) {
    auto new_email = EmailField(body, "new_email");
    if (!new_email) co_return Forward(new_email);
    form.new_email = std::move(*new_email);
  }
  if (form.kind == token_kind::kSignUp) {
    auto hash = co_await ReadPassword(service, body);
    if (!hash) co_return Forward(hash);
    form.password_hash = std::move(*hash);
  }
  co_return form;
}

struct Outcome {
  Person person;
  IssuedToken token;
  bool is_new = false;
};

/// For a sign-up and an invitation the account is made where it is missing; of one that waits, what is said of the
/// person is put over what was said.
Task<Result<AwaitedAccount>> FindOrMake(Connection& connection, const Form& form, platform::Instant now) {
  if (!form.MakesAccount()) {
    auto account = co_await FindAccountByEmail(connection, form.email);
    if (!account) co_return Forward(account);
    if (!*account) co_return Fail(Code::kUserNotFound, "User with this email not found");
    co_return AwaitedAccount{.account = std::move(**account)};
  }
  auto awaited =
      co_await AwaitAccount(connection, NewAccount(form.email, form.password_hash, form.metadata, false, now));
  if (!awaited) co_return Forward(awaited);
  if (awaited->is_new && form.kind == token_kind::kSignUp && form.password_hash.empty()) {
    co_return Fail(Code::kValidationFailed, "Signup requires a valid password");
  }
  if (!awaited->is_new) {
    auto merged = MergeMetadata(awaited->account.user_metadata.Edit(), form.metadata);
    if (!merged) co_return Forward(merged);
  }
  co_return awaited;
}

/// The link is handed to the operator, who brings it to the person in their own way: nothing is mailed.
Task<Result<Outcome>> Generate(Connection& connection, const Service& service, const Form& form,
                               const std::string& client) {
  const platform::Instant now = service.clock().Now();
  auto found = co_await FindOrMake(connection, form, now);
  if (!found) co_return Forward(found);
  Account& account = found->account;
  if (form.ChangesAddress()) {
    auto turned = co_await TurnEmailChange(connection, service, account, form.new_email, form.kind);
    if (!turned) co_return Forward(turned);
  }
  auto noted = co_await NoteEvent(connection, account.id, "link_generated", client, now);
  if (!noted) co_return Forward(noted);
  const std::string& receiver = form.kind == token_kind::kEmailChangeNew ? account.new_email : account.email;
  TokenOrder order{.account_id = account.id, .kind = form.kind, .email = receiver};
  IssuedToken token = OneTimeTokens::Draw(order);
  std::string no_mail;
  auto kept = co_await service.one_time_tokens().Keep(connection, std::move(order), token, std::move(no_mail), now);
  if (!kept) co_return Forward(kept);
  NoteLink(account, form.kind, now);
  auto updated = co_await UpdateAccount(connection, account);
  if (!updated) co_return Forward(updated);
  auto person = co_await LoadPerson(connection, account.id);
  if (!person) co_return Forward(person);
  co_return Outcome{.person = std::move(*person), .token = std::move(token), .is_new = found->is_new};
}

}  // namespace

EndpointResult GenerateLink(Service& service, const platform::Request& request) {
  auto body = ReadBody(request);
  if (!body) co_return Forward(body);
  auto form = co_await ReadForm(service, *body);
  if (!form) co_return Forward(form);
  auto requested = TextField(*body, "redirect_to");
  if (!requested) co_return Forward(requested);
  if (requested->empty()) *requested = request.QueryValue("redirect_to").value_or("");
  std::function<Task<Result<Outcome>>(Connection&)> generate = [&](Connection& connection) {
    return Generate(connection, service, *form, request.client_address);
  };
  auto outcome = co_await service.database().Write<Outcome>(std::move(generate));
  if (!outcome && outcome.error().code == Code::kUserNotFound) co_return UnknownUser(request);
  if (!outcome) co_return Forward(outcome);
  const Account& account = outcome->person.account;
  if (outcome->is_new) service.Announce({.user_id = account.id, .email = account.email});
  platform::JsonObjectText answer = UserObject(outcome->person);
  answer.Text("action_link", VerificationLink(service.config(), outcome->token, form->kind, *requested))
      .Text("email_otp", outcome->token.code)
      .Text("hashed_token", outcome->token.link_token)
      .Text("verification_type", form->kind)
      .Text("redirect_to", *requested);
  co_return Uncached(std::move(answer));
}

}  // namespace scriba::auth
