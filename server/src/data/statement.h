// A plan as statements: one for the table asked for with all its to-one embeds joined in, and one for each embedded
// list, run once for all parents together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/plan.h"
#include "data/row_json.h"
#include "platform/db/database.h"

namespace scriba::data {

struct Statement {
  std::string sql;
  std::vector<platform::Value> parameters;
  Shape shape;
  /// Which parameter takes the list of keys: the parents' of an embedded list, the rows' of a written representation.
  std::optional<std::size_t> keys;
  /// Of an embedded list: where the parent's id stands in its rows.
  std::size_t group_index = 0;
  bool has_sealed = false;
  std::vector<Statement> children;
};

/// Which rows of the table asked for a statement answers.
enum class Rows : std::uint8_t {
  kAsked,  ///< those that meet the request's conditions, in its order, page by page
  kKeys,   ///< those of a list of ids, in the order of the list, or of the request if it has one
};

/// Errors: those of ConditionWriter.
platform::Result<Statement> CompileRows(const Node& root, const Actor& actor, platform::Dialect dialect, Rows rows);

/// A statement that answers how many rows meet the request's conditions, whatever its page.
platform::Result<Statement> CompileCount(const Node& root, const Actor& actor, platform::Dialect dialect);

/// Whether a statement of the tree reads a sealed column.
bool HasSealed(const Statement& statement);

}  // namespace scriba::data
