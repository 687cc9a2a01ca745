// Accounts that the operator makes for somebody, who still has to show that the address is theirs.
#pragma once

#include "auth/accounts.h"

namespace scriba::auth {

struct AwaitedAccount {
  Account account;
  bool is_new = false;
};

/// The account of that address which nobody has confirmed yet, or else `fresh`, which is inserted. Errors: kEmailExists
/// when somebody has confirmed it.
platform::Task<platform::Result<AwaitedAccount>> AwaitAccount(platform::Connection& connection, Account fresh);

}  // namespace scriba::auth
