#include <nlohmann/json.hpp>

#include "auth/answers.h"
#include "auth/audit_log.h"
#include "auth/endpoints/admin_endpoints.h"
#include "auth/endpoints/admin_forms.h"
#include "auth/forms.h"
#include "auth/link_mails.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::Task;

struct Form {
  std::string kind;
  std::string email;
};

Result<Form> ReadForm(const nlohmann::json& body) {
  auto type = TextField(body, "type");
  if (!type) return Forward(type);
  if (*type != "signup" && *type != "invite" && *type != "magiclink" && *type != "recovery") {
    return Fail(Code::kValidationFailed, "type must be signup, invite, magiclink or recovery");
  }
  auto email = EmailField(body);
  if (!email) return Forward(email);
  return Form{.kind = std::move(*type), .email = std::move(*email)};
}

struct Outcome {
  Person person;
  IssuedToken token;
};

/// The link is handed to the operator, who brings it to the person in their own way: nothing is mailed.
Task<Result<Outcome>> Generate(Connection& connection, const Service& service, const Form& form,
                               const std::string& client) {
  const platform::Instant now = service.clock().Now();
  auto account = co_await FindAccountByEmail(connection, form.email);
  if (!account) co_return Forward(account);
  if (!*account) co_return Fail(Code::kUserNotFound, "User with this email not found");
  auto noted = co_await NoteEvent(connection, (*account)->id, "link_generated", client, now);
  if (!noted) co_return Forward(noted);
  TokenOrder order{.account_id = (*account)->id, .kind = form.kind, .email = form.email};
  IssuedToken token = OneTimeTokens::Draw(order);
  std::string no_mail;
  auto kept = co_await service.one_time_tokens().Keep(connection, std::move(order), token, std::move(no_mail), now);
  if (!kept) co_return Forward(kept);
  auto person = co_await LoadPerson(connection, (*account)->id);
  if (!person) co_return Forward(person);
  co_return Outcome{.person = std::move(*person), .token = std::move(token)};
}

}  // namespace

EndpointResult GenerateLink(Service& service, const platform::Request& request) {
  auto body = ReadBody(request);
  if (!body) co_return Forward(body);
  auto form = ReadForm(*body);
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
  platform::JsonObjectText answer = UserObject(outcome->person);
  answer.Text("action_link", VerificationLink(service.config(), outcome->token, form->kind, *requested))
      .Text("email_otp", outcome->token.code)
      .Text("hashed_token", outcome->token.link_token)
      .Text("verification_type", form->kind)
      .Text("redirect_to", *requested);
  co_return Uncached(std::move(answer));
}

}  // namespace scriba::auth
