#include "auth/profile_recovery.h"

#include "auth/accounts.h"

namespace scriba::auth {

using platform::Forward;
using platform::Result;
using platform::Task;

Task<Result<>> RecoverProfile(platform::Connection& connection, std::string email, std::string user_id) {
  auto account = co_await FindAccountByEmail(connection, std::move(email));
  if (!account) co_return Forward(account);
  const bool is_meant = *account && (user_id.empty() || (*account)->id == user_id);
  if (!is_meant) co_return Result<>{};
  co_return co_await EnsureProfile(connection, **account);
}

}  // namespace scriba::auth
