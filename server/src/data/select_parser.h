// The `select` parameter: columns, aliases, casts and embedded tables.
#pragma once

#include <string_view>
#include <vector>

#include "data/query.h"
#include "platform/result.h"

namespace scriba::data {

/// Tables within tables.
inline constexpr int kMostEmbedLevels = 16;

/// Errors: kQueryUnparsable, kAggregatesOff, kFeatureNotServed (JSON paths).
platform::Result<std::vector<SelectItem>> ParseSelect(std::string_view text);

/// `a,"b c",d`, as in `columns` and `on_conflict`. Errors: kQueryUnparsable.
platform::Result<std::vector<std::string>> ParseNames(std::string_view text, std::string_view parameter);

/// The `order` parameter. Errors: kQueryUnparsable, kFeatureNotServed.
platform::Result<std::vector<OrderTerm>> ParseOrder(std::string_view text);

}  // namespace scriba::data
