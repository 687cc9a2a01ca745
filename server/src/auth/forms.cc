#include "auth/forms.h"

#include <algorithm>

#include "platform/json.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Fail;
using platform::Forward;
using platform::Result;

constexpr std::size_t kMaxBodyBytes = 1U << 20;
constexpr std::size_t kMaxMetadataBytes = 4096;
constexpr int kMaxMetadataDepth = 16;
constexpr std::size_t kMaxEmailBytes = 255;
constexpr std::size_t kMaxLocalPartBytes = 64;

bool IsAlphanumeric(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

/// The characters that WHATWG HTML allows in the local part of an address.
bool IsLocalCharacter(char c) {
  return IsAlphanumeric(c) || std::string_view(".!#$%&'*+/=?^_`{|}~-").find(c) != std::string_view::npos;
}

bool IsDomain(std::string_view domain) {
  while (true) {
    const auto dot = domain.find('.');
    const std::string_view label = domain.substr(0, dot);
    const bool is_label = !label.empty() && label.size() <= 63 && label.front() != '-' && label.back() != '-' &&
                          std::ranges::all_of(label, [](char c) { return IsAlphanumeric(c) || c == '-'; });
    if (!is_label) return false;
    if (dot == std::string_view::npos) return true;
    domain.remove_prefix(dot + 1);
  }
}

bool NestsAtMost(const nlohmann::json& value, int levels) {
  if (!value.is_structured()) return true;
  if (levels == 0) return false;
  return std::ranges::all_of(value, [&](const nlohmann::json& inner) { return NestsAtMost(inner, levels - 1); });
}

platform::Failure TooLarge() { return Fail(Code::kValidationFailed, "User metadata is too large"); }

}  // namespace

Result<nlohmann::json> ReadBody(const platform::Request& request) {
  if (request.body.size() > kMaxBodyBytes) return Fail(Code::kRequestTooLarge, "Request body is too large");
  return request.JsonObject();
}

Result<std::string> TextField(const nlohmann::json& body, const char* name) {
  const auto field = body.find(name);
  if (field == body.end() || field->is_null()) return std::string();
  if (!field->is_string()) return Fail(Code::kValidationFailed, std::string(name) + " must be a string");
  auto text = field->get<std::string>();
  if (platform::HasZeroByte(text)) return Fail(Code::kValidationFailed, std::string(name) + " holds a zero byte");
  return text;
}

Result<std::string> NormalisedEmail(std::string_view address) {
  if (address.size() > kMaxEmailBytes)
    return Fail(Code::kValidationFailed, "An email address cannot be longer than 255 characters");
  const auto at = address.find('@');
  const std::string_view local = address.substr(0, at);
  const bool is_address = at != std::string_view::npos && !local.empty() && local.size() <= kMaxLocalPartBytes &&
                          std::ranges::all_of(local, IsLocalCharacter) && IsDomain(address.substr(at + 1));
  if (!is_address) return Fail(Code::kValidationFailed, "Unable to validate email address: invalid format");
  std::string lower(address);
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
  return lower;
}

Result<std::string> EmailField(const nlohmann::json& body, const char* name) {
  auto text = TextField(body, name);
  if (!text) return text;
  if (text->empty()) return Fail(Code::kValidationFailed, "An email address is required");
  return NormalisedEmail(*text);
}

Result<nlohmann::json> MetadataField(const nlohmann::json& body, const char* name) {
  const auto field = body.find(name);
  if (field == body.end() || field->is_null()) return nlohmann::json::object();
  if (!field->is_object()) return Fail(Code::kValidationFailed, std::string(name) + " must be an object");
  if (!NestsAtMost(*field, kMaxMetadataDepth) || field->dump().size() > kMaxMetadataBytes) return TooLarge();
  return *field;
}

Result<> MergeMetadata(nlohmann::json& metadata, const nlohmann::json& changes) {
  for (const auto& [key, value] : changes.items()) {
    if (value.is_null()) {
      metadata.erase(key);
    } else {
      metadata[key] = value;
    }
  }
  if (metadata.dump().size() > kMaxMetadataBytes) return TooLarge();
  return {};
}

Result<std::optional<PkceChallenge>> PkceField(const nlohmann::json& body) {
  auto challenge = TextField(body, "code_challenge");
  if (!challenge) return Forward(challenge);
  auto kind = TextField(body, "code_challenge_method");
  if (!kind) return Forward(kind);
  if (challenge->empty() && kind->empty()) return std::optional<PkceChallenge>();
  if (challenge->empty() || kind->empty()) {
    return Fail(Code::kValidationFailed, "PKCE flow requires code_challenge_method and code_challenge");
  }
  std::ranges::transform(*kind, kind->begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
  if (*kind != "s256" && *kind != "plain") return Fail(Code::kValidationFailed, "Invalid code_challenge_method");
  const auto is_allowed = [](char c) { return IsAlphanumeric(c) || c == '.' || c == '_' || c == '~' || c == '-'; };
  if (challenge->size() < 43 || challenge->size() > 128 || !std::ranges::all_of(*challenge, is_allowed)) {
    return Fail(Code::kValidationFailed, "code challenge must be between 43 and 128 unreserved characters");
  }
  return std::optional<PkceChallenge>(PkceChallenge{.challenge = std::move(*challenge), .kind = std::move(*kind)});
}

}  // namespace scriba::auth
