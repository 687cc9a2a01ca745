// Regular expressions of strangers, bounded in time and memory.
#pragma once

#include <memory>
#include <string_view>

#include "platform/result.h"

namespace scriba::data {

/// A compiled expression; found anywhere in a text counts, as in PostgreSQL. Safe on every thread.
class TextPattern {
 public:
  /// The syntax is ICU's, which has what POSIX has. Errors: kQueryUnparsable.
  static platform::Result<std::shared_ptr<const TextPattern>> Compile(std::string_view expression, bool ignores_case);

  virtual ~TextPattern() = default;

  /// False also when the search takes too long.
  virtual bool IsIn(std::string_view text) const = 0;
};

}  // namespace scriba::data
