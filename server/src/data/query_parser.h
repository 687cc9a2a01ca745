// The query string of a table request. The grammar is PostgREST's; we parse the raw text ourselves, because keys repeat
// and every repetition counts.
#pragma once

#include <string_view>

#include "data/query.h"
#include "platform/result.h"

namespace scriba::data {

/// Errors: kQueryUnparsable (names the parameter), kRangeNotSatisfiable (negative limit or offset), kAggregatesOff,
/// kFeatureNotServed.
platform::Result<Query> ParseQuery(std::string_view raw_query);

}  // namespace scriba::data
