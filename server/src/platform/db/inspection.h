// What an engine says of a database as a whole.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "platform/db/database.h"

namespace scriba::platform {

struct Integrity {
  std::string damage;   ///< what is wrong with the file; empty when it is whole
  std::string orphans;  ///< a table with rows that belong to nothing; empty when there is none
};

/// Looks through the whole of SQLite's file. Nothing of PostgreSQL, which looks after its files itself. Errors:
/// kQueryTooExpensive, when the database is large.
Task<Result<std::optional<Integrity>>> IntegrityOf(Database& database);

/// The room that the database takes on disk.
Task<Result<std::uint64_t>> BytesOf(Database& database);

}  // namespace scriba::platform
