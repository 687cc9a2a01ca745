// Values on their way in: from the text of a filter or the JSON of a payload to what the database compares and stores.
// The stored form is the same on both engines: lower-case UUIDs, ISO dates, UTC timestamps of fixed width.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "data/registry.h"
#include "platform/db/value.h"
#include "platform/result.h"

namespace scriba::data {

/// A filter's value. Errors: kValueUnparsable, kValueOutOfRange, kDateUnparsable, kDateOutOfRange.
platform::Result<platform::Value> ValueOfText(const Column& column, std::string_view text);

/// A payload's value, checked against the column's own rules (null, enumeration, bounds, length). JSON columns yield
/// their text. Errors: the above, kNotNullViolated, kCheckViolated, kValueTooLong.
platform::Result<platform::Value> ValueOfJson(const Table& table, const Column& column, const nlohmann::json& json);

}  // namespace scriba::data
