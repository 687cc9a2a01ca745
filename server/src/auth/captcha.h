// The captcha, where the operator configured a provider (hCaptcha and Turnstile answer alike).
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "auth/service.h"
#include "platform/http/message.h"

namespace scriba::auth {

/// Asks the provider about `gotrue_meta_security.captcha_token` of the body. Without a provider: always fine.
/// A provider that does not answer in ten seconds says no. Errors: kCaptchaFailed, kOverRequestRateLimit (too many
/// tokens of this address were none).
platform::Task<platform::Result<>> CheckCaptcha(Service& service, const platform::Request& request,
                                                const nlohmann::json& body);

}  // namespace scriba::auth
