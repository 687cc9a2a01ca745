#include "auth/signing_keys.h"

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "platform/crypto/encoding.h"
#include "platform/ids.h"

namespace scriba::auth {
namespace {

using platform::Forward;
using platform::Result;
using platform::Task;

constexpr std::chrono::seconds kReloadPause{5};

template <typename T, void (*Free)(T*)>
struct Deleter {
  void operator()(T* object) const { Free(object); }
};
using PrivateKey = std::unique_ptr<EVP_PKEY, Deleter<EVP_PKEY, EVP_PKEY_free>>;
using Memory = std::unique_ptr<BIO, Deleter<BIO, BIO_free_all>>;
using Number = std::unique_ptr<BIGNUM, Deleter<BIGNUM, BN_free>>;

void Demand(bool fine) {
  if (!fine) throw std::runtime_error("OpenSSL refused a P-256 key");
}

std::string TextOf(BIO* memory) {
  char* start = nullptr;
  const long length = BIO_get_mem_data(memory, &start);
  return std::string(start, static_cast<std::size_t>(length));
}

std::string Coordinate(const EVP_PKEY* key, const char* name) {
  BIGNUM* raw = nullptr;
  Demand(EVP_PKEY_get_bn_param(key, name, &raw) == 1);
  const Number number(raw);
  std::string bytes(32, '\0');
  Demand(BN_bn2binpad(number.get(), reinterpret_cast<unsigned char*>(bytes.data()), 32) == 32);
  return platform::ToBase64Url(bytes);
}

SigningKey Described(std::string kid, const EVP_PKEY* key) {
  const Memory secret(BIO_new(BIO_s_mem()));
  const Memory open(BIO_new(BIO_s_mem()));
  Demand(PEM_write_bio_PrivateKey(secret.get(), key, nullptr, nullptr, 0, nullptr, nullptr) == 1);
  Demand(PEM_write_bio_PUBKEY(open.get(), key) == 1);
  const nlohmann::ordered_json jwk{{"kty", "EC"},
                                   {"crv", "P-256"},
                                   {"x", Coordinate(key, OSSL_PKEY_PARAM_EC_PUB_X)},
                                   {"y", Coordinate(key, OSSL_PKEY_PARAM_EC_PUB_Y)},
                                   {"alg", "ES256"},
                                   {"use", "sig"},
                                   {"key_ops", {"verify"}},
                                   {"kid", kid}};
  return {.kid = std::move(kid),
          .private_pem = TextOf(secret.get()),
          .public_pem = TextOf(open.get()),
          .public_jwk = jwk.dump()};
}

SigningKey NewKey() {
  const PrivateKey key(EVP_EC_gen("P-256"));
  Demand(key != nullptr);
  return Described(platform::NewUuid(), key.get());
}

SigningKey KeyFromPem(std::string kid, const std::string& pem) {
  const Memory memory(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  const PrivateKey key(PEM_read_bio_PrivateKey(memory.get(), nullptr, nullptr, nullptr));
  Demand(key != nullptr);
  return Described(std::move(kid), key.get());
}

}  // namespace

std::string SigningKeyPlace(const std::string& kid) { return "signing_keys.sealed_pem:" + kid; }

SigningKeys::SigningKeys(platform::Database& database, const platform::MasterKey& master, const platform::Clock& clock)
    : database_(database), seal_(0, master.Derive("signing-keys")), clock_(clock) {}

Task<Result<>> SigningKeys::Load() {
  auto read = co_await Read();
  if (!read || Current() != nullptr) co_return read;
  co_return co_await Rotate();
}

Task<Result<>> SigningKeys::Rotate() {
  SigningKey key = NewKey();
  auto stored = co_await Store(std::move(key));
  if (!stored) co_return stored;
  co_return co_await Read();
}

Task<Result<>> SigningKeys::Reload() {
  {
    const std::lock_guard lock(mutex_);
    if (clock_.Now() < read_at_ + kReloadPause) co_return Result<>{};
    read_at_ = clock_.Now();
  }
  co_return co_await Read();
}

Task<Result<>> SigningKeys::Read() {
  auto rows = co_await database_.Query("SELECT kid, sealed_pem FROM signing_keys ORDER BY created_at DESC, kid");
  if (!rows) co_return Forward(rows);
  Keys keys;
  for (const auto& row : *rows) {
    auto pem = seal_.Open(row.Bytes(1), SigningKeyPlace(row.Text(0)));
    if (!pem) co_return Forward(pem);
    keys.push_back(std::make_shared<const SigningKey>(KeyFromPem(row.Text(0), *pem)));
  }
  const std::lock_guard lock(mutex_);
  keys_ = std::move(keys);
  read_at_ = clock_.Now();
  co_return Result<>{};
}

Task<Result<>> SigningKeys::Store(SigningKey key) {
  const platform::Instant now = clock_.Now();
  const std::int64_t dead = platform::ToMicroseconds(now - 2 * kAccessTokenLifetime);
  const std::string sealed = seal_.Seal(key.private_pem, SigningKeyPlace(key.kid));
  std::function<Task<Result<>>(platform::Connection&)> work = [&](platform::Connection& connection) -> Task<Result<>> {
    // What a key signed lives on after its successor came: only those with a successor older than that may go.
    std::vector<platform::Value> limit{dead};
    auto dropped = co_await connection.Execute(
        "DELETE FROM signing_keys WHERE created_at < (SELECT max(created_at) FROM signing_keys WHERE created_at < $1)",
        std::move(limit));
    if (!dropped) co_return Forward(dropped);
    std::vector<platform::Value> fields{key.kid, platform::Blob{sealed}, platform::ToMicroseconds(now)};
    auto stored = co_await connection.Execute(
        "INSERT INTO signing_keys (kid, sealed_pem, created_at) VALUES ($1, $2, $3)", std::move(fields));
    if (!stored) co_return Forward(stored);
    co_return Result<>{};
  };
  co_return co_await database_.WriteWith(std::move(work));
}

std::shared_ptr<const SigningKey> SigningKeys::Current() const {
  const std::lock_guard lock(mutex_);
  return keys_.empty() ? nullptr : keys_.front();
}

std::shared_ptr<const SigningKey> SigningKeys::Find(std::string_view kid) const {
  const std::lock_guard lock(mutex_);
  for (const auto& key : keys_) {
    if (key->kid == kid) return key;
  }
  return nullptr;
}

std::string SigningKeys::PublicSet() const {
  const std::lock_guard lock(mutex_);
  std::string set = R"({"keys":[)";
  for (const auto& key : keys_) {
    if (key != keys_.front()) set += ",";
    set += key->public_jwk;
  }
  return set + "]}";
}

}  // namespace scriba::auth
