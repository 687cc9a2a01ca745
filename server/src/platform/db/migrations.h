// Numbered migrations, applied in order, each in a transaction of its own.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "platform/db/database.h"

namespace scriba::platform {

/// One migration as it is compiled into the program.
struct Migration {
  int version = 0;
  std::string_view name;  ///< "0001_create_accounts.sql"
  std::string_view sql;
};

/// The migrations of the dialect, in order.
std::vector<Migration> Migrations(Dialect dialect);

/// The statements of a script. A statement ends with ";" at the end of a line outside of a block; a block (a trigger's
/// or a function's body) lies between lines "-- begin" and "-- end".
std::vector<std::string> Statements(std::string_view sql);

/// The version that the database is at; 0 for one that nothing was ever put into.
Task<Result<int>> VersionOf(Database& database);

/// Brings the database to the program's version. Refuses (kConfigurationInvalid) a database newer than the program.
Task<Result<>> Migrate(Database& database, std::span<const Migration> migrations);

}  // namespace scriba::platform
