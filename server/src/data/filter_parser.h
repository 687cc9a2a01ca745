// Filters: `op.value`, and the trees of `and=(...)` and `or=(...)`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "data/query.h"
#include "platform/result.h"

namespace scriba::data {

inline constexpr int kMostLogicLevels = 64;
inline constexpr int kMostTerms = 256;

/// Reads the filters of one request and keeps count of their terms. Errors: kQueryUnparsable, kFeatureNotServed.
class FilterParser {
 public:
  /// `[not.]op[(any)|(all)].value`: the value is everything after the operator's dot.
  platform::Result<Condition> Comparison(std::string column, std::string_view text);

  /// `(term,term)`, as the value of a key `and`, `or`, `not.and`, `not.or`.
  platform::Result<Condition> Group(Condition::Kind kind, bool is_negated, std::string_view text);

  /// `column=op.value,column=op.value`, as a realtime subscription writes it: all must hold.
  platform::Result<std::vector<Condition>> Listed(std::string_view text);

 private:
  int terms_ = 0;
};

}  // namespace scriba::data
