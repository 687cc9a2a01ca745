// The `user-profile` function: the sign-in page calls it when a profile is missing, before there is a session.
#include "auth/accounts.h"
#include "functions/arguments.h"
#include "functions/endpoints.h"
#include "platform/ids.h"

namespace scriba::functions {
namespace {

using auth::Caller;
using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Response;
using platform::Result;
using platform::Task;

std::string LowerCase(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

/// Makes the profile when account and address belong together, and says nothing about it.
Task<Result<>> Ensure(Connection& connection, const std::string& user_id, const std::string& email) {
  auto account = co_await auth::FindAccount(connection, user_id);
  if (!account) co_return Forward(account);
  if (!*account || (*account)->email != email) co_return Result<>{};
  co_return co_await auth::EnsureProfile(connection, **account);
}

}  // namespace

Answer UserProfile(const Parts& parts, const platform::Request& request, const Caller& caller) {
  auto arguments = ReadArguments(request);
  if (!arguments) co_return Forward(arguments);
  auto user_id = TextArgument(*arguments, {"user_id", "userId"});
  if (!user_id) co_return Forward(user_id);
  auto email = TextArgument(*arguments, {"email"});
  if (!email) co_return Forward(email);
  const auto id = platform::ParseUuid(*user_id);
  if (!id || email->empty()) co_return Fail(Code::kValidationFailed, "user_id and email are needed");
  if (caller.IsUser() && caller.user_id != *id) co_return Fail(Code::kForbidden, "The profile of another user");
  const std::string address = LowerCase(*email);
  std::function<Task<Result<>>(Connection&)> ensure = [&](Connection& connection) {
    return Ensure(connection, *id, address);
  };
  auto done = co_await parts.database.WriteWith(std::move(ensure));
  if (!done) co_return Forward(done);
  const nlohmann::json answer{{"success", true}};
  co_return Response::Json(200, answer);
}

}  // namespace scriba::functions
