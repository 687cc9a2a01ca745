// One mail handed to an SMTP server (RFC 5321), by libcurl. Blocking, for worker threads only.
#pragma once

#include <stop_token>
#include <string>

#include "platform/result.h"

namespace scriba::platform {

struct SmtpDelivery {
  std::string url;   ///< smtp:// or smtps://, with credentials where the server asks for them
  std::string from;  ///< bare address
  std::string to;    ///< bare address
  std::string message;
};

/// With credentials the connection must be encrypted; without, it is where the server offers it. At most 30 s. Errors
/// (the cause is in `internal`): kBusy when the server cannot be reached, does not know us, or `stop` was requested;
/// kValidationFailed when it refuses this mail for now (greylisting), kNotFound when for good.
Result<> Deliver(const SmtpDelivery& delivery, const std::stop_token& stop = {});

}  // namespace scriba::platform
