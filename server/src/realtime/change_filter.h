// The `filter` of a change subscription: "user_id=eq.7d5a...,minutes_used=gt.10", evaluated on a changed row.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "data/registry.h"
#include "platform/result.h"

namespace scriba::realtime {

/// All terms must hold. An empty filter holds for every row.
class ChangeFilter {
 public:
  ChangeFilter() = default;

  /// Errors: kQueryUnparsable (grammar, operator), kColumnUnknown (also for sealed columns).
  static platform::Result<ChangeFilter> Parse(std::string_view text, const data::Table& table);

  /// `record` is the row as it is announced.
  bool Matches(const nlohmann::json& record) const;

 private:
  enum class Operator { kEq, kNeq, kLt, kLte, kGt, kGte, kIn, kLike, kIlike, kIs, kIsDistinct };

  struct Term {
    std::string column;
    data::ColumnType type = data::ColumnType::kText;
    Operator op = Operator::kEq;
    bool negated = false;
    std::vector<std::string> values;  // one, but for `in`
  };

  static platform::Result<Term> ParseTerm(std::string_view text, const data::Table& table);
  static bool Holds(const Term& term, const nlohmann::json& value);

  std::vector<Term> terms_;
};

}  // namespace scriba::realtime
