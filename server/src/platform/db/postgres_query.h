// One statement on its way through Drogon's PostgreSQL client.
#pragma once

#include <drogon/orm/DbClient.h>

#include <coroutine>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platform/db/database.h"

namespace scriba::platform {

/// What the client answered: rows, or why not.
struct PostgresAnswer {
  std::optional<drogon::orm::Result> rows;
  Error refusal;
  bool is_conflict = false;  ///< serialization failure or deadlock: the whole transaction may be tried again
};

/// Sends a statement with text parameters. Throws for our own mistakes (syntax, unknown table).
Task<PostgresAnswer> RunOnPostgres(drogon::orm::DbClientPtr client, const std::string& sql,
                                   const std::vector<Value>& parameters);

/// Shows the rows to `visit`; answers their number, or how many rows a statement without rows changed.
std::size_t ShowRows(const drogon::orm::Result& rows, const RowVisitor& visit);

}  // namespace scriba::platform
