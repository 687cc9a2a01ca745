// JSON Web Tokens (RFC 7519) signed with ES256, by libjwt.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "auth/signing_keys.h"
#include "platform/result.h"

namespace scriba::auth {

/// Three segments, `kid` in the header. `claims` is a JSON object.
std::string SignJwt(std::string_view claims, const SigningKey& key);

/// The `kid` of a token that says ES256; nothing is verified yet. Errors: kTokenUndecodable for anything else: another
/// algorithm, `none`, a missing key name, a broken shape.
platform::Result<std::string> JwtKeyId(const std::string& token);

/// The claims of a token signed by `key`; times are the caller's to judge. Errors: kTokenUndecodable.
platform::Result<nlohmann::json> VerifyJwt(const std::string& token, const SigningKey& key);

}  // namespace scriba::auth
