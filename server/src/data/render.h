// Running compiled statements and putting the JSON of an answer together.
#pragma once

#include <string>
#include <vector>

#include "data/statement.h"
#include "platform/task.h"

namespace scriba::data {

/// The rows of an answer: a JSON array, or what stands between its brackets.
struct Rendered {
  std::string array;
  std::size_t rows = 0;

  /// The only row, as an object. There must be exactly one.
  std::string Object() && {
    array.pop_back();
    return array.substr(1);
  }
};

struct RenderOptions {
  const platform::SealingKey* key = nullptr;
  bool strips_nulls = false;
  std::vector<std::string> keys = {};  ///< for Rows::kKeys
};

/// Runs a statement and all below it on one connection. Errors: those of Connection, kUnsealFailed, and
/// kQueryTooExpensive for an answer beyond 64 MiB (embeds within embeds multiply).
platform::Task<platform::Result<Rendered>> Render(platform::Connection& connection, const Statement& statement,
                                                  const RenderOptions& options);

/// The same for a statement without embedded lists, on a reader of the database's own: the short way of most lists.
platform::Task<platform::Result<Rendered>> RenderFlat(platform::Database& database, const Statement& statement,
                                                      const RenderOptions& options);

/// The number that a counting statement answers.
platform::Task<platform::Result<std::size_t>> RunCount(platform::Connection& connection, const Statement& statement);

}  // namespace scriba::data
