#include "data/refusals.h"

#include <string>

namespace scriba::data {

using platform::Code;
using platform::Error;
using platform::Fail;
using platform::Failure;

Failure UnknownColumn(const Table& table, std::string_view column) {
  return Fail(Code::kColumnUnknown,
              "column " + std::string(table.name) + "." + std::string(column) + " does not exist");
}

Failure SealedColumn(const Table& table, const Column& column) {
  return Fail(Code::kFeatureNotServed, "column " + std::string(table.name) + "." + std::string(column.name) +
                                           " is stored encrypted: it can be read, not filtered or ordered by");
}

Failure UnknownPayloadColumn(const Table& table, std::string_view column) {
  return Fail(Code::kPayloadColumnUnknown, "Could not find the '" + std::string(column) + "' column of '" +
                                               std::string(table.name) + "' in the schema cache");
}

Failure NotPermitted(const Table& table) {
  return Fail(Code::kNotPermitted, "permission denied for table " + std::string(table.name));
}

Failure ViolatesRowPolicy(const Table& table) {
  return Fail(Code::kNotPermitted,
              "new row violates row-level security policy for table \"" + std::string(table.name) + "\"");
}

Failure MissingReference(const Table& table, const Reference& reference, std::string_view key) {
  Error error{.code = Code::kForeignKeyViolated,
              .message = "insert or update on table \"" + std::string(table.name) +
                         "\" violates foreign key constraint \"" + std::string(reference.constraint) + "\""};
  error.details = "Key (" + std::string(reference.column) + ")=(" + std::string(key) + ") is not present in table \"" +
                  std::string(reference.target) + "\".";
  return Failure(std::move(error));
}

Failure NotSingular(std::size_t rows) {
  Error error{.code = Code::kNotSingular, .message = "Cannot coerce the result to a single JSON object"};
  error.details = "The result contains " + std::to_string(rows) + " rows";
  return Failure(std::move(error));
}

}  // namespace scriba::data
