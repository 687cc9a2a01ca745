// The part of a file that a request asks for (RFC 9110, section 14).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "platform/result.h"

namespace scriba::storage {

/// Bytes `first` to `last`, both included.
struct ByteRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  std::uint64_t Length() const { return last - first + 1; }
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

/// One range of bytes of a file of `size` bytes. Nothing when the header is absent, malformed, of another unit or asks
/// for several ranges: the whole file is then the answer. Errors: kInvalidRange when it lies behind the end.
platform::Result<std::optional<ByteRange>> ParseRange(std::string_view header, std::uint64_t size);

}  // namespace scriba::storage
