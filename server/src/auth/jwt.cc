#include "auth/jwt.h"

#include <jwt.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "platform/crypto/encoding.h"
#include "platform/json.h"
#include "platform/json_text.h"

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

template <auto Free>
struct Deleter {
  void operator()(auto* object) const { Free(object); }
};
using PrivateKey = std::unique_ptr<EVP_PKEY, Deleter<EVP_PKEY_free>>;
using Memory = std::unique_ptr<BIO, Deleter<BIO_free_all>>;
using Signer = std::unique_ptr<EVP_PKEY_CTX, Deleter<EVP_PKEY_CTX_free>>;
using Hash = std::unique_ptr<EVP_MD, Deleter<EVP_MD_free>>;
using Signature = std::unique_ptr<ECDSA_SIG, Deleter<ECDSA_SIG_free>>;

void Demand(bool fine) {
  if (!fine) throw std::runtime_error("OpenSSL could not sign a token");
}

/// The private key ready to sign. Reading its PEM costs ten times a signature, so each thread keeps the last one.
EVP_PKEY_CTX* Ready(const SigningKey& key) {
  struct Known {
    std::string kid;
    Signer signer;
  };
  thread_local Known known;
  if (known.kid != key.kid || !known.signer) {
    const Memory pem(BIO_new_mem_buf(key.private_pem.data(), static_cast<int>(key.private_pem.size())));
    const PrivateKey secret(PEM_read_bio_PrivateKey(pem.get(), nullptr, nullptr, nullptr));
    Demand(secret != nullptr);
    known = {key.kid, Signer(EVP_PKEY_CTX_new(secret.get(), nullptr))};
    Demand(EVP_PKEY_sign_init(known.signer.get()) == 1);
  }
  return known.signer.get();
}

/// ES256: the two numbers of the signature, 32 bytes each (RFC 7518, section 3.4), where OpenSSL answers DER.
std::string Sign(const std::string& text, const SigningKey& key) {
  constexpr int kNumberBytes = 32;
  constexpr std::size_t kMostDerBytes = 72;
  // Found once: OpenSSL looks through its providers for every EVP_sha256().
  static const Hash kSha256(EVP_MD_fetch(nullptr, "SHA256", nullptr));
  std::array<unsigned char, kNumberBytes> digest{};
  Demand(EVP_Digest(text.data(), text.size(), digest.data(), nullptr, kSha256.get(), nullptr) == 1);
  std::array<unsigned char, kMostDerBytes> der{};
  std::size_t length = der.size();
  Demand(EVP_PKEY_sign(Ready(key), der.data(), &length, digest.data(), digest.size()) == 1);
  const unsigned char* at = der.data();
  const Signature signature(d2i_ECDSA_SIG(nullptr, &at, static_cast<long>(length)));
  Demand(signature != nullptr);
  std::string numbers(2 * kNumberBytes, '\0');
  auto* out = reinterpret_cast<unsigned char*>(numbers.data());
  Demand(BN_bn2binpad(ECDSA_SIG_get0_r(signature.get()), out, kNumberBytes) == kNumberBytes);
  Demand(BN_bn2binpad(ECDSA_SIG_get0_s(signature.get()), out + kNumberBytes, kNumberBytes) == kNumberBytes);
  return numbers;
}

}  // namespace

// Not by libjwt, which would read the key from its PEM every time.
std::string SignJwt(std::string_view claims, const SigningKey& key) {
  platform::JsonObjectText header;
  header.Text("alg", "ES256").Text("kid", key.kid).Text("typ", "JWT");
  std::string token = platform::ToBase64Url(std::move(header).Close()) + "." + platform::ToBase64Url(claims);
  const std::string signature = platform::ToBase64Url(Sign(token, key));
  return token.append(".").append(signature);
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
  auto claims = platform::ParseForeignJson(grants.get());
  if (!claims.is_object()) return refusal();
  return claims;
}

}  // namespace scriba::auth
