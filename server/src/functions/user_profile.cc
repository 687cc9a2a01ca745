// The `user-profile` function: the sign-in page calls it when a profile is missing, before there is a session.
#include "auth/accounts.h"
#include "auth/profile_recovery.h"
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

/// Whose profile is meant. A sign-in page, before there is a session, knows the address alone.
struct Person {
  std::string email;
  std::string user_id;  ///< may be empty
};

/// Whoever is signed in means themselves. Errors: kValidationFailed, kForbidden.
Result<Person> ReadPerson(const nlohmann::json& arguments, const Caller& caller) {
  auto user_id = TextArgument(arguments, {"user_id", "userId"});
  if (!user_id) return Forward(user_id);
  auto email = TextArgument(arguments, {"email"});
  if (!email) return Forward(email);
  Person person{.email = LowerCase(*email), .user_id = {}};
  if (!user_id->empty()) {
    auto id = platform::ParseUuid(*user_id);
    if (!id) return Fail(Code::kValidationFailed, "user_id must be a UUID");
    person.user_id = std::move(*id);
  }
  if (person.email.empty()) return Fail(Code::kValidationFailed, "email is needed");
  if (!caller.IsUser()) return person;
  if (!person.user_id.empty() && person.user_id != caller.user_id) {
    return Fail(Code::kForbidden, "The profile of another user");
  }
  person.user_id = caller.user_id;
  return person;
}

/// Whoever is signed in names their own address; it is asked of the account, for a token may be older than a change.
Task<Result<>> RequireOwnAddress(Connection& connection, const Person& person) {
  auto account = co_await auth::FindAccount(connection, person.user_id);
  if (!account) co_return Forward(account);
  if (*account && (*account)->email == person.email) co_return Result<>{};
  co_return Fail(Code::kForbidden, "The profile of another user");
}

Task<Result<>> Ensure(Connection& connection, const Person& person, const Caller& caller) {
  if (caller.IsUser()) {
    auto own = co_await RequireOwnAddress(connection, person);
    if (!own) co_return own;
  }
  co_return co_await auth::RecoverProfile(connection, person.email, person.user_id);
}

}  // namespace

Answer UserProfile(const Parts& parts, const platform::Request& request, const Caller& caller) {
  auto arguments = ReadArguments(request);
  if (!arguments) co_return Forward(arguments);
  auto person = ReadPerson(*arguments, caller);
  if (!person) co_return Forward(person);
  std::function<Task<Result<>>(Connection&)> ensure = [&](Connection& connection) {
    return Ensure(connection, *person, caller);
  };
  auto done = co_await parts.database.WriteWith(std::move(ensure));
  if (!done) co_return Forward(done);
  const nlohmann::json answer{{"success", true}};
  co_return Response::Json(200, answer);
}

}  // namespace scriba::functions
