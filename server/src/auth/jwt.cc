#include "auth/jwt.h"

#include <jwt.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Fail;
using platform::Result;

struct JwtDeleter {
  void operator()(jwt_t* jwt) const { jwt_free(jwt); }
};
using Jwt = std::unique_ptr<jwt_t, JwtDeleter>;

struct TextDeleter {
  void operator()(char* text) const { std::free(text); }
};
using JwtText = std::unique_ptr<char, TextDeleter>;

// Ours are about a thousand bytes; user metadata makes some longer.
constexpr std::size_t kLongestToken = 16U << 10;

/// libjwt reads up to a zero byte and is lenient about base64: the shape is checked before.
bool HasShape(const std::string& token) {
  const auto is_allowed = [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.';
  };
  return token.size() <= kLongestToken && std::ranges::count(token, '.') == 2 &&
         std::ranges::all_of(token, is_allowed) && token.find("..") == std::string::npos && !token.starts_with('.') &&
         !token.ends_with('.');
}

Jwt Decode(const std::string& token, const std::string* public_pem) {
  jwt_t* raw = nullptr;
  const auto* key = public_pem == nullptr ? nullptr : reinterpret_cast<const unsigned char*>(public_pem->data());
  const int length = public_pem == nullptr ? 0 : static_cast<int>(public_pem->size());
  const int status = jwt_decode(&raw, token.c_str(), key, length);
  Jwt decoded(raw);
  return status == 0 ? std::move(decoded) : nullptr;
}

}  // namespace

std::string SignJwt(const nlohmann::json& claims, const SigningKey& key) {
  jwt_t* raw = nullptr;
  if (jwt_new(&raw) != 0) throw std::bad_alloc();
  const Jwt jwt(raw);
  const auto* pem = reinterpret_cast<const unsigned char*>(key.private_pem.data());
  const std::string grants = claims.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  const bool is_ready = jwt_add_header(raw, "kid", key.kid.c_str()) == 0 &&
                        jwt_add_grants_json(raw, grants.c_str()) == 0 &&
                        jwt_set_alg(raw, JWT_ALG_ES256, pem, static_cast<int>(key.private_pem.size())) == 0;
  if (!is_ready) throw std::runtime_error("libjwt refused the claims of a token");
  const JwtText text(jwt_encode_str(raw));
  if (text == nullptr) throw std::runtime_error("libjwt could not sign a token");
  return text.get();
}

Result<std::string> JwtKeyId(const std::string& token) {
  const auto refusal = [] { return Fail(Code::kTokenUndecodable, "invalid JWT: unable to parse or verify signature"); };
  if (!HasShape(token)) return refusal();
  const Jwt jwt = Decode(token, nullptr);
  if (jwt == nullptr) return refusal();
  // The key's own algorithm is pinned before the key is handed over: a token cannot choose how it is verified.
  const char* algorithm = jwt_get_header(jwt.get(), "alg");
  if (algorithm == nullptr || std::string_view(algorithm) != "ES256") return refusal();
  const char* kid = jwt_get_header(jwt.get(), "kid");
  if (kid == nullptr) return refusal();
  return std::string(kid);
}

Result<nlohmann::json> VerifyJwt(const std::string& token, const SigningKey& key) {
  const auto refusal = [] { return Fail(Code::kTokenUndecodable, "invalid JWT: unable to parse or verify signature"); };
  if (!HasShape(token)) return refusal();
  const Jwt jwt = Decode(token, &key.public_pem);
  if (jwt == nullptr || jwt_get_alg(jwt.get()) != JWT_ALG_ES256) return refusal();
  const JwtText grants(jwt_get_grants_json(jwt.get(), nullptr));
  if (grants == nullptr) return refusal();
  auto claims = nlohmann::json::parse(grants.get(), nullptr, false);
  if (!claims.is_object()) return refusal();
  return claims;
}

}  // namespace scriba::auth
