#include "auth/awaited_account.h"

namespace scriba::auth {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::Task;

Task<Result<AwaitedAccount>> AwaitAccount(Connection& connection, Account fresh) {
  auto former = co_await FindAccountByEmail(connection, fresh.email);
  if (!former) co_return Forward(former);
  if (*former && (*former)->IsConfirmed()) {
    co_return Fail(Code::kEmailExists, "A user with this email address has already been registered");
  }
  if (*former) co_return AwaitedAccount{.account = std::move(**former)};
  auto inserted = co_await InsertAccount(connection, fresh);
  if (!inserted) co_return Forward(inserted);
  co_return AwaitedAccount{.account = std::move(fresh), .is_new = true};
}

}  // namespace scriba::auth
