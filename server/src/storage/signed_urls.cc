#include "storage/signed_urls.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>

#include "platform/crypto/encoding.h"

namespace scriba::storage {
namespace {

using platform::Code;
using platform::Fail;
using platform::Instant;
using platform::Result;

std::string_view NameOf(SignedFor purpose) {
  switch (purpose) {
    case SignedFor::kDownload: return "download";
    case SignedFor::kUpload: return "upload";
    case SignedFor::kReplace: return "replace";
  }
  throw std::logic_error("an address is signed for no purpose that is known");
}

}  // namespace

std::string SignedUrls::Mac(SignedFor purpose, std::string_view bucket, std::string_view name,
                            std::string_view owner_id, std::string_view expiry) const {
  std::string text(NameOf(purpose));
  for (const std::string_view part : {bucket, name, owner_id, expiry}) text.append("\n").append(part);
  std::array<unsigned char, 32> mac{};
  crypto_generichash(mac.data(), mac.size(), reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                     key_.data(), key_.size());
  return platform::ToBase64Url({reinterpret_cast<const char*>(mac.data()), mac.size()});
}

std::string SignedUrls::Sign(SignedFor purpose, std::string_view bucket, std::string_view name,
                             std::string_view owner_id, Instant expires_at) const {
  const std::string expiry = std::to_string(platform::ToUnixSeconds(expires_at));
  return expiry + "." + std::string(owner_id) + "." + Mac(purpose, bucket, name, owner_id, expiry);
}

Result<Signature> SignedUrls::Check(std::span<const SignedFor> purposes, std::string_view bucket, std::string_view name,
                                    std::string_view token, Instant now) const {
  const platform::Failure refusal = Fail(Code::kInvalidJwt, "Invalid or expired signature");
  const auto first = token.find('.');
  const auto second = first == std::string_view::npos ? first : token.find('.', first + 1);
  if (second == std::string_view::npos) return refusal;
  const std::string_view expiry = token.substr(0, first);
  const std::string_view owner_id = token.substr(first + 1, second - first - 1);
  const auto is_for = [&](SignedFor purpose) {
    return platform::EqualInConstantTime(token.substr(second + 1), Mac(purpose, bucket, name, owner_id, expiry));
  };
  const auto purpose = std::ranges::find_if(purposes, is_for);
  if (purpose == purposes.end()) return refusal;
  std::int64_t seconds = 0;
  std::from_chars(expiry.data(), expiry.data() + expiry.size(), seconds);
  if (seconds <= platform::ToUnixSeconds(now)) return refusal;
  return Signature{.owner_id = std::string(owner_id), .purpose = *purpose};
}

}  // namespace scriba::storage
