// The Prefer and Accept headers of a table request (RFC 7240; PostgREST's preferences).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "platform/http/message.h"
#include "platform/result.h"

namespace scriba::data {

enum class Return : std::uint8_t { kMinimal, kRepresentation, kHeadersOnly };
enum class Resolution : std::uint8_t { kNone, kMerge, kIgnore };

struct Preferences {
  Return form = Return::kMinimal;
  bool wants_count = false;
  Resolution resolution = Resolution::kNone;
  bool missing_is_default = false;
  bool is_strict = false;
  std::optional<std::int64_t> max_affected;
  /// For the answer's Preference-Applied header; empty when nothing was.
  std::string applied;
};

/// Errors: kPreferenceInvalid for an unknown preference with `handling=strict`.
platform::Result<Preferences> ReadPreferences(const platform::Request& request);

/// How the caller wants the rows.
struct Accepted {
  bool wants_object = false;
  bool strips_nulls = false;

  std::string_view ContentType() const;
};

/// Errors: kMediaTypeNotServed, kSchemaNotServed (a profile other than `public`).
platform::Result<Accepted> ReadAccept(const platform::Request& request);

/// The `Range: a-b` of `Range-Unit: items`: offset and, unless open, number of rows. Errors: kRangeNotSatisfiable.
struct PageRange {
  std::int64_t offset = 0;
  std::optional<std::int64_t> rows;
};
platform::Result<std::optional<PageRange>> ReadRange(const platform::Request& request);

}  // namespace scriba::data
