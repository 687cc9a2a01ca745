// A table request with every name resolved against the registry: a tree of table occurrences.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/actor.h"
#include "data/query.h"
#include "data/registry.h"
#include "platform/result.h"

namespace scriba::data {

/// The server's most rows in one answer, and in one embedded list that asks for a limit.
inline constexpr std::int64_t kMostRows = 1000;

struct Node;

/// One key of an answer's object.
struct Output {
  std::string_view label;          ///< of the query, the registry or the child
  const Column* column = nullptr;  ///< null: the embed below
  bool as_text = false;            ///< cast to text: a JSON string whatever the type
  Node* child = nullptr;
};

/// One occurrence of a table: the one asked for, or an embedded one.
struct Node {
  const Table* table = nullptr;
  std::string alias;  ///< in SQL: "t0", "t1", ...
  std::string label;  ///< in the answer: the alias given, or the table's name
  Node* parent = nullptr;
  const Reference* reference = nullptr;  ///< how it hangs on its parent
  bool is_to_one = false;
  bool is_inner = false;  ///< a parent without it is dropped
  bool is_spread = false;
  std::vector<Output> outputs;
  std::vector<Condition> conditions;
  std::vector<OrderTerm> orders;
  std::optional<std::int64_t> limit;
  std::optional<std::int64_t> offset;
  std::vector<std::unique_ptr<Node>> children;

  /// The child of that label, or else of that table name; null if there is none.
  Node* Child(std::string_view name) const;
};

/// Resolves a request for `table`; the query must outlive the plan. Errors: kColumnUnknown, kRelationshipUnknown,
/// kRelationshipAmbiguous, kEmbedNotSelected, kNotPermitted (the role may not read a table at all), kFeatureNotServed,
/// kQueryUnparsable.
platform::Result<std::unique_ptr<Node>> MakePlan(const Table& table, const Query& query, const Actor& actor);

/// Whether any table of the tree answers administrators differently.
bool DependsOnRole(const Table& table, const std::vector<SelectItem>& items);

}  // namespace scriba::data
