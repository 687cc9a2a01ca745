// What a refusal is: a stable code, a sentence for the caller, and a cause for the log.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "platform/error_codes.h"

namespace scriba::platform {

#define SCRIBA_DECLARE_CODE(name, status, wire) name,
enum class Code : std::uint16_t { SCRIBA_ERROR_CODES(SCRIBA_DECLARE_CODE) };
#undef SCRIBA_DECLARE_CODE

/// The code as clients see it, such as "invalid_credentials" or "PGRST116".
std::string_view WireCode(Code code);

/// The HTTP status that goes with the code.
int HttpStatus(Code code);

/// A refusal on its way to the caller. Rooms return it inside a Result; each surface writes it in its own shape
/// (platform/http/error_body.h).
struct Error {
  Code code = Code::kInternal;
  /// For the caller: says what to change, never how the server works inside.
  std::string message;
  /// For the caller, where the protocol has room for it (the `details` and `hint` of table errors).
  std::string details;
  std::string hint;
  /// For the caller: the unmet rules of a weak password ("length", "characters").
  std::vector<std::string> reasons;
  /// For the log only: the cause. Never leaves the machine.
  std::string internal;

  /// The same refusal with its cause for the log.
  Error Because(std::string cause) && {
    internal = std::move(cause);
    return std::move(*this);
  }
};

}  // namespace scriba::platform
