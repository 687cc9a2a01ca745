#include "auth/answers.h"
#include "auth/audit_log.h"
#include "auth/awaited_account.h"
#include "auth/endpoints/admin_endpoints.h"
#include "auth/forms.h"
#include "auth/link_mails.h"

namespace scriba::auth {
namespace {

using platform::Connection;
using platform::Forward;
using platform::Result;
using platform::Task;

struct Outcome {
  Person person;
  bool is_new = false;
};

/// Who was invited before and has not answered is invited again.
Task<Result<Outcome>> Prepare(Connection& connection, const Service& service, const platform::Request& request,
                              Account fresh) {
  auto awaited = co_await AwaitAccount(connection, std::move(fresh));
  if (!awaited) co_return Forward(awaited);
  Account& account = awaited->account;
  Outcome outcome{.person = {}, .is_new = awaited->is_new};
  auto noted = co_await NoteEvent(connection, account.id, "invited", request.client_address, service.clock().Now());
  if (!noted) co_return Forward(noted);
  TokenOrder order{.account_id = account.id, .kind = token_kind::kInvitation, .email = account.email};
  const std::string redirect_to = request.QueryValue("redirect_to").value_or("");
  auto prepared = co_await PrepareLinkMail(connection, service, account, std::move(order), redirect_to);
  if (!prepared) co_return Forward(prepared);
  auto person = co_await LoadPerson(connection, account.id);
  if (!person) co_return Forward(person);
  outcome.person = std::move(*person);
  co_return outcome;
}

}  // namespace

EndpointResult Invite(Service& service, const platform::Request& request) {
  auto body = ReadBody(request);
  if (!body) co_return Forward(body);
  auto email = EmailField(*body);
  if (!email) co_return Forward(email);
  auto metadata = MetadataField(*body);
  if (!metadata) co_return Forward(metadata);
  const Account account = NewAccount(*email, {}, *metadata, false, service.clock().Now());
  std::function<Task<Result<Outcome>>(Connection&)> prepare = [&](Connection& connection) {
    return Prepare(connection, service, request, account);
  };
  auto outcome = co_await service.database().Write<Outcome>(std::move(prepare));
  if (!outcome) co_return Forward(outcome);
  if (outcome->is_new) service.Announce({.user_id = account.id, .email = account.email});
  service.SendWaitingMails();
  co_return Uncached(UserObject(outcome->person));
}

}  // namespace scriba::auth
