// Refresh tokens: the session, the number of the rotation, and a proof that we made them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "platform/crypto/sealing.h"

namespace scriba::auth {

/// What a genuine token says.
struct RefreshToken {
  std::string session_id;
  std::int64_t counter = 0;
};

/// Tokens are computed, not stored: base64url of the session's 16 bytes, the counter (8 bytes, big-endian) and a keyed
/// BLAKE2b of both (24 bytes). So a client that lost an answer can be given the current token again, and whoever
/// reads the database alone cannot make one.
class RefreshTokens {
 public:
  explicit RefreshTokens(const platform::MasterKey& master) : key_(master.Derive("refresh-tokens")) {}

  std::string Make(const RefreshToken& token) const;

  /// Nothing when the text is not a token of ours.
  std::optional<RefreshToken> Read(std::string_view text) const;

 private:
  std::string Proof(std::string_view bytes) const;

  const platform::KeyBytes key_;
};

}  // namespace scriba::auth
