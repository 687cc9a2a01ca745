#include "platform/crypto/sealing.h"

#include <fcntl.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

#include "platform/crypto/encoding.h"

namespace scriba::platform {
namespace {

constexpr char kFormat = 1;
constexpr std::size_t kHeader = 5;  // format and key number
constexpr std::size_t kNonce = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t kTag = crypto_aead_xchacha20poly1305_ietf_ABYTES;

unsigned char* Bytes(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }
const unsigned char* Bytes(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

/// `header` stays readable and is authenticated together with `place`.
std::string Encrypt(const KeyBytes& key, std::string_view header, std::string_view plain, std::string_view place) {
  std::string sealed(header);
  sealed.resize(header.size() + kNonce + plain.size() + kTag);
  unsigned char* nonce = Bytes(sealed) + header.size();
  randombytes_buf(nonce, kNonce);
  const std::string additional = std::string(header) + std::string(place);
  crypto_aead_xchacha20poly1305_ietf_encrypt(nonce + kNonce, nullptr, Bytes(plain), plain.size(), Bytes(additional),
                                             additional.size(), nullptr, nonce, key.data());
  return sealed;
}

std::optional<std::string> Decrypt(const KeyBytes& key, std::string_view header, std::string_view rest,
                                   std::string_view place) {
  if (rest.size() < kNonce + kTag) return std::nullopt;
  std::string plain(rest.size() - kNonce - kTag, '\0');
  const std::string additional = std::string(header) + std::string(place);
  const int failed = crypto_aead_xchacha20poly1305_ietf_decrypt(Bytes(plain), nullptr, nullptr, Bytes(rest) + kNonce,
                                                                rest.size() - kNonce, Bytes(additional),
                                                                additional.size(), Bytes(rest), key.data());
  if (failed != 0) return std::nullopt;
  return plain;
}

std::string Header(std::uint32_t number) {
  return {kFormat, static_cast<char>(number >> 24), static_cast<char>(number >> 16), static_cast<char>(number >> 8),
          static_cast<char>(number)};
}

Failure KeyFileFailure(const std::filesystem::path& file, const std::string& what) {
  return Fail(Code::kConfigurationInvalid, "master key " + file.string() + ": " + what);
}

Result<MasterKey> Create(const std::filesystem::path& file) {
  KeyBytes key{};
  randombytes_buf(key.data(), key.size());
  const std::string text = ToHex({reinterpret_cast<const char*>(key.data()), key.size()}) + "\n";
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (descriptor < 0) return KeyFileFailure(file, std::generic_category().message(errno));
  const bool written = ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  const bool synced = ::fsync(descriptor) == 0;
  ::close(descriptor);
  if (!written || !synced) return KeyFileFailure(file, "cannot be written");
  return MasterKey(key);
}

}  // namespace

MasterKey::~MasterKey() { sodium_memzero(key_.data(), key_.size()); }

Result<MasterKey> MasterKey::LoadOrCreate(const std::filesystem::path& file) {
  if (sodium_init() < 0) throw std::runtime_error("libsodium does not start");
  if (!std::filesystem::exists(file)) return Create(file);
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return KeyFileFailure(file, std::generic_category().message(errno));
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0) return KeyFileFailure(file, "others may read it (chmod 600)");
  std::ifstream stream(file);
  std::string text;
  stream >> text;
  KeyBytes key{};
  std::size_t length = 0;
  if (sodium_hex2bin(key.data(), key.size(), text.data(), text.size(), nullptr, &length, nullptr) != 0 ||
      length != key.size()) {
    return KeyFileFailure(file, "is not a key of 64 hexadecimal digits");
  }
  return MasterKey(key);
}

KeyBytes MasterKey::Derive(std::string_view purpose) const {
  KeyBytes derived{};
  crypto_generichash(derived.data(), derived.size(), Bytes(purpose), purpose.size(), key_.data(), key_.size());
  return derived;
}

std::string MasterKey::Wrap(const KeyBytes& key, std::string_view context) const {
  const std::string_view plain(reinterpret_cast<const char*>(key.data()), key.size());
  return Encrypt(key_, std::string(1, kFormat), plain, context);
}

Result<KeyBytes> MasterKey::Unwrap(std::string_view wrapped, std::string_view context) const {
  const auto plain = wrapped.empty() ? std::nullopt : Decrypt(key_, wrapped.substr(0, 1), wrapped.substr(1), context);
  KeyBytes key{};
  if (!plain || plain->size() != key.size() || wrapped.front() != kFormat) {
    return Fail(Code::kUnsealFailed, "unexpected failure", "a key does not open with this master key");
  }
  std::ranges::copy(*plain, key.begin());
  return key;
}

SealingKey::SealingKey(std::uint32_t number, const KeyBytes& key)
    : number_(number), key_(std::make_shared<const KeyBytes>(key)) {}

std::string SealingKey::Seal(std::string_view plain, std::string_view place) const {
  return Encrypt(*key_, Header(number_), plain, place);
}

Result<std::string> SealingKey::Open(std::string_view sealed, std::string_view place) const {
  auto plain = sealed.substr(0, kHeader) == Header(number_)
                   ? Decrypt(*key_, sealed.substr(0, kHeader), sealed.substr(kHeader), place)
                   : std::nullopt;
  if (!plain)
    return Fail(Code::kUnsealFailed, "unexpected failure", "a sealed value does not open: " + std::string(place));
  return std::move(*plain);
}

Task<Result<SealingKey>> KeyRing::KeyOf(std::string owner_id) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = keys_.find(owner_id); known != keys_.end()) co_return known->second;
  }
  std::vector<Value> owner{owner_id};
  auto row = co_await database_.First("SELECT number, wrapped FROM data_keys WHERE owner_id = $1", std::move(owner));
  if (!row) co_return Forward(row);
  if (*row) co_return Remember(owner_id, (*row)->Int(0), (*row)->Bytes(1));
  std::function<Task<Result<SealingKey>>(Connection&)> make = [this, &owner_id](Connection& connection) {
    return KeyOf(owner_id, connection);
  };
  co_return co_await database_.Write<SealingKey>(std::move(make));
}

Task<Result<SealingKey>> KeyRing::KeyOf(std::string owner_id, Connection& connection) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = keys_.find(owner_id); known != keys_.end()) co_return known->second;
  }
  KeyBytes fresh{};
  randombytes_buf(fresh.data(), fresh.size());
  std::vector<Value> entry{owner_id, Blob{master_.Wrap(fresh, owner_id)}};
  auto added = co_await connection.Execute(
      "INSERT INTO data_keys (owner_id, wrapped) VALUES ($1, $2) ON CONFLICT (owner_id) DO NOTHING", std::move(entry));
  if (!added) co_return Forward(added);
  std::vector<Value> owner{owner_id};
  auto row = co_await connection.First("SELECT number, wrapped FROM data_keys WHERE owner_id = $1", std::move(owner));
  if (!row) co_return Forward(row);
  // Not remembered here: the transaction may still be undone.
  auto key = master_.Unwrap((*row)->Bytes(1), owner_id);
  if (!key) co_return Forward(key);
  co_return SealingKey(static_cast<std::uint32_t>((*row)->Int(0)), *key);
}

Result<SealingKey> KeyRing::Remember(const std::string& owner_id, std::int64_t number, std::string_view wrapped) {
  auto key = master_.Unwrap(wrapped, owner_id);
  if (!key) return Forward(key);
  const SealingKey sealing(static_cast<std::uint32_t>(number), *key);
  const std::lock_guard lock(mutex_);
  keys_.insert_or_assign(owner_id, sealing);
  return sealing;
}

}  // namespace scriba::platform
