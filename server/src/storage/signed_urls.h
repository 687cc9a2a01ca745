// Addresses that open one object for a while without a sign-in: for <audio> elements and downloads.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "platform/clock.h"
#include "platform/crypto/sealing.h"
#include "platform/result.h"

namespace scriba::storage {

/// What an address is good for. One kind never serves for the other.
enum class SignedFor {
  kDownload,
  kUpload,   ///< of a name that nothing has yet
  kReplace,  ///< of a name that may have a file: asked for when the address is made
};

/// What a token says.
struct Signature {
  std::string owner_id;  ///< in whose name it was made
  SignedFor purpose = SignedFor::kDownload;
};

/// A token is "<expiry>.<owner>.<BLAKE2b of purpose, place, owner and expiry under the key>".
class SignedUrls {
 public:
  explicit SignedUrls(const platform::KeyBytes& key) : key_(key) {}

  std::string Sign(SignedFor purpose, std::string_view bucket, std::string_view name, std::string_view owner_id,
                   platform::Instant expires_at) const;

  /// Errors: kInvalidJwt when the token is not for this place and any of these purposes, was altered, or has expired.
  platform::Result<Signature> Check(std::span<const SignedFor> purposes, std::string_view bucket, std::string_view name,
                                    std::string_view token, platform::Instant now) const;

 private:
  std::string Mac(SignedFor purpose, std::string_view bucket, std::string_view name, std::string_view owner_id,
                  std::string_view expiry) const;

  platform::KeyBytes key_;
};

}  // namespace scriba::storage
