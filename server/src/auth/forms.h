// What the bodies of /auth/v1 have in common, and its rules.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "platform/http/message.h"

namespace scriba::auth {

/// The body as an object. Errors: kBadJson, kRequestTooLarge over 1 MiB.
platform::Result<nlohmann::json> ReadBody(const platform::Request& request);

/// A text field; "" when absent or null. Errors: kValidationFailed when it is something else or holds a zero byte.
platform::Result<std::string> TextField(const nlohmann::json& body, const char* name);

/// The field `email`, lower-case. Errors: kValidationFailed when it is missing or no address.
platform::Result<std::string> EmailField(const nlohmann::json& body, const char* name = "email");

/// An address in the form in which accounts keep it. Errors: kValidationFailed.
platform::Result<std::string> NormalisedEmail(std::string_view address);

/// The field `data`: an object, empty when absent. Errors: kValidationFailed when it is not one, nests deeper than 16,
/// or is over 4 KiB: it travels in every access token.
platform::Result<nlohmann::json> MetadataField(const nlohmann::json& body, const char* name = "data");

/// Puts `changes` over `metadata`, key by key; null removes. Errors: kValidationFailed when the whole gets too large.
platform::Result<> MergeMetadata(nlohmann::json& metadata, const nlohmann::json& changes);

/// Proof key for code exchange (RFC 7636).
struct PkceChallenge {
  std::string challenge;
  std::string kind;  ///< "s256" or "plain"
};

/// Nothing when the flow is not PKCE. Errors: kValidationFailed.
platform::Result<std::optional<PkceChallenge>> PkceField(const nlohmann::json& body);

}  // namespace scriba::auth
