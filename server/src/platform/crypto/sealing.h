// Sealing at rest: what was said and written about a patient is unreadable without the installation's master key.
//
// Every owner (doctor) has a data key; it is stored wrapped by the master key. A sealed value is
//   1 byte format (1) | 4 bytes data key number, big-endian | 24 bytes nonce | XChaCha20-Poly1305 ciphertext and tag
// with the place it belongs to ("consultations.transcription:<row id>") as additional data, so that a value moved to
// another row, column or owner does not open. (RFC 8439; draft-irtf-cfrg-xchacha; libsodium.)
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "platform/db/database.h"

namespace scriba::platform {

using KeyBytes = std::array<unsigned char, 32>;

/// The key of the installation, from a file of mode 0600 that is made on the first start.
class MasterKey {
 public:
  explicit MasterKey(KeyBytes key) : key_(key) {}
  ~MasterKey();
  MasterKey(const MasterKey&) = default;
  MasterKey& operator=(const MasterKey&) = default;

  /// Errors: kConfigurationInvalid when the file is unreadable, readable by others, or not a key.
  static Result<MasterKey> LoadOrCreate(const std::filesystem::path& file);

  /// A key of its own for another purpose ("tokens", "signed-urls"), derived with BLAKE2b.
  KeyBytes Derive(std::string_view purpose) const;

  std::string Wrap(const KeyBytes& key, std::string_view context) const;
  Result<KeyBytes> Unwrap(std::string_view wrapped, std::string_view context) const;

 private:
  KeyBytes key_;
};

/// One owner's key, ready for use. Cheap to copy; safe on any thread.
class SealingKey {
 public:
  SealingKey(std::uint32_t number, const KeyBytes& key);

  /// `place` names where the value belongs: "<table>.<column>:<row id>".
  std::string Seal(std::string_view plain, std::string_view place) const;

  /// Errors: kUnsealFailed when the value was altered, moved, or sealed by another key.
  Result<std::string> Open(std::string_view sealed, std::string_view place) const;

  std::uint32_t number() const { return number_; }

 private:
  std::uint32_t number_;
  std::shared_ptr<const KeyBytes> key_;
};

/// The owners' keys, kept unwrapped in memory once used. Table data_keys(owner_id, number, wrapped).
class KeyRing {
 public:
  KeyRing(Database& database, MasterKey master) : database_(database), master_(master) {}

  /// The owner's key, made on first use.
  Task<Result<SealingKey>> KeyOf(std::string owner_id);

  /// The same inside a transaction that already runs.
  Task<Result<SealingKey>> KeyOf(std::string owner_id, Connection& connection);

 private:
  Result<SealingKey> Remember(const std::string& owner_id, std::int64_t number, std::string_view wrapped);

  Database& database_;
  const MasterKey master_;
  std::mutex mutex_;
  std::map<std::string, SealingKey, std::less<>> keys_;  // guarded by mutex_
};

}  // namespace scriba::platform
