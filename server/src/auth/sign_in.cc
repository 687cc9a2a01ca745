#include "auth/sign_in.h"

namespace scriba::auth {

using platform::Code;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::Task;

Task<Result<SignedIn>> SignIn(platform::Connection& connection, std::string account_id, std::string method,
                              platform::Instant now) {
  auto account = co_await FindAccount(connection, account_id);
  if (!account) co_return Forward(account);
  if (!*account) co_return Fail(Code::kUserNotFound, "User not found");
  if ((*account)->IsBanned(now)) co_return Fail(Code::kUserBanned, "User is banned");
  auto session = co_await OpenSession(connection, account_id, std::move(method), now);
  if (!session) co_return Forward(session);
  auto person = co_await LoadPerson(connection, std::move(account_id));
  if (!person) co_return Forward(person);
  co_return SignedIn{.person = std::move(*person), .session = std::move(*session)};
}

}  // namespace scriba::auth
