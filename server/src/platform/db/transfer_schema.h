// What both engines call the same: the tables of an installation, in an order in which they can be filled.
#pragma once

#include <string>
#include <vector>

#include "platform/db/database.h"

namespace scriba::platform {

/// How a column's values travel from one engine to the other.
enum class TransferType { kText, kInteger, kReal, kBoolean, kTimestamp, kDate, kBytes };

struct TransferColumn {
  std::string name;
  TransferType type = TransferType::kText;
  bool is_counter = false;  ///< numbered by the database
};

struct TransferTable {
  std::string name;
  std::vector<TransferColumn> columns;
  std::vector<std::string> key;  ///< columns of the primary key
};

/// The tables that both databases have, those that others refer to first. PostgreSQL says what the types are, SQLite
/// what refers to what. Errors: kConfigurationInvalid when they do not have the same tables and columns.
Task<Result<std::vector<TransferTable>>> TransferSchema(Connection& sqlite, Connection& postgres);

}  // namespace scriba::platform
