// A table request as it was written: the tree that the query grammar yields, before any name in it is looked up.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scriba::data {

enum class Operator : std::uint8_t {
  kEq,
  kNeq,
  kGt,
  kGte,
  kLt,
  kLte,
  kLike,
  kIlike,
  kMatch,
  kImatch,
  kIn,
  kIs,
  kIsDistinct
};
enum class Quantifier : std::uint8_t { kNone, kAny, kAll };

/// One comparison, or a group of them joined by AND or OR.
struct Condition {
  enum class Kind : std::uint8_t { kComparison, kAnd, kOr };

  Kind kind = Kind::kComparison;
  bool is_negated = false;

  // of a comparison
  std::string column;
  Operator op = Operator::kEq;
  Quantifier quantifier = Quantifier::kNone;
  std::string value;                ///< of `is`: the keyword in lower case
  std::vector<std::string> values;  ///< of `in` and of quantified operators

  // of a group
  std::vector<Condition> terms;
};

/// Names of embedded tables from the outermost to the innermost; empty for the table asked for.
using Path = std::vector<std::string>;

struct OrderTerm {
  std::string relation;  ///< set for `table(column)`: a to-one embed
  std::string column;
  bool is_descending = false;
  std::optional<bool> nulls_first;
};

struct SelectItem {
  enum class Kind : std::uint8_t { kStar, kColumn, kEmbed, kSpread };

  Kind kind = Kind::kColumn;
  std::string name;   ///< column or table
  std::string alias;  ///< empty: none given
  std::string cast;   ///< of a column
  std::string hint;   ///< of an embed: a constraint or a column
  bool is_inner = false;
  std::vector<SelectItem> items;  ///< of an embed
};

struct Query {
  std::vector<SelectItem> select{SelectItem{.kind = SelectItem::Kind::kStar}};
  std::vector<std::pair<Path, Condition>> conditions;
  std::vector<std::pair<Path, std::vector<OrderTerm>>> orders;
  std::vector<std::pair<Path, std::int64_t>> limits;
  std::vector<std::pair<Path, std::int64_t>> offsets;
  std::optional<std::vector<std::string>> columns;      ///< the payload's columns, of a bulk insert
  std::optional<std::vector<std::string>> on_conflict;  ///< the key of an upsert
};

}  // namespace scriba::data
