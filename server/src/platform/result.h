// The result of what can fail by input. Exceptions are for what cannot go on; they end at the edge of the request.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

#include "platform/error.h"

namespace scriba::platform {

/// A value or a refusal. Must be looked at: ignoring one does not compile.
template <typename T = void>
class [[nodiscard]] Result : public tl::expected<T, Error> {
 public:
  using tl::expected<T, Error>::expected;
  // Lets `return value;` and `return Fail(...)` read naturally where T is void.
  Result() = default;
};

using Failure = tl::unexpected<Error>;

/// Makes a refusal: `return Fail(Code::kNotFound, "No such patient");`
inline Failure Fail(Code code, std::string message = {}) {
  return Failure(Error{.code = code, .message = std::move(message)});
}

/// A refusal whose cause stands in the log only.
inline Failure Fail(Code code, std::string message, std::string internal) {
  return Failure(Error{.code = code, .message = std::move(message), .internal = std::move(internal)});
}

/// Hands a refusal on to the caller: `if (!row) return Forward(row);`
template <typename T>
Failure Forward(Result<T>& failed) {
  return Failure(std::move(failed.error()));
}

}  // namespace scriba::platform
