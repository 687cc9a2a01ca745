// The keys that sign access tokens: ES256 (RFC 7518), published as a JWK set (RFC 7517), rotated without a pause.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "platform/clock.h"
#include "platform/crypto/sealing.h"
#include "platform/db/database.h"

namespace scriba::auth {

/// How long what a key signed is good for; the key is published at least as long. Under two minutes clients would
/// refresh all the time: they do so 90 s before the end.
constexpr std::chrono::seconds kAccessTokenLifetime{3600};

struct SigningKey {
  std::string kid;
  std::string private_pem;
  std::string public_pem;
  std::string public_jwk;  ///< JSON text
};

/// Where a sealed private key belongs (platform/crypto/sealing.h).
std::string SigningKeyPlace(const std::string& kid);

/// The newest key signs; older ones verify until every token they signed has expired. Private keys lie in the
/// database sealed by the master key. Safe on every thread once Load() has answered.
class SigningKeys {
 public:
  SigningKeys(platform::Database& database, const platform::MasterKey& master, const platform::Clock& clock);

  /// Reads the keys and makes the first one. Errors: kUnsealFailed when the master key is not the one that sealed them.
  platform::Task<platform::Result<>> Load();

  /// Makes a new key and signs with it from now on; drops those that no living token needs.
  platform::Task<platform::Result<>> Rotate();

  /// Reads again what another node may have rotated, at most every five seconds.
  platform::Task<platform::Result<>> Reload();

  std::shared_ptr<const SigningKey> Current() const;
  /// Null when there is no such key.
  std::shared_ptr<const SigningKey> Find(std::string_view kid) const;
  /// `{"keys":[...]}`: public parts only.
  std::string PublicSet() const;

 private:
  using Keys = std::vector<std::shared_ptr<const SigningKey>>;  // newest first

  platform::Task<platform::Result<>> Read();
  platform::Task<platform::Result<>> Store(SigningKey key);

  platform::Database& database_;
  const platform::SealingKey seal_;
  const platform::Clock& clock_;
  mutable std::mutex mutex_;
  Keys keys_;                    // guarded by mutex_
  platform::Instant read_at_{};  // guarded by mutex_
};

}  // namespace scriba::auth
