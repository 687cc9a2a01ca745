#include "auth/totp.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <qrencode.h>
#include <spdlog/fmt/fmt.h>

#include <array>
#include <memory>
#include <stdexcept>

#include "platform/crypto/encoding.h"

namespace scriba::auth {
namespace {

constexpr std::size_t kSecretBytes = 20;
constexpr std::int64_t kStepSeconds = 30;
constexpr std::uint32_t kCodes = 1'000'000;

struct CodeDeleter {
  void operator()(QRcode* code) const { QRcode_free(code); }
};

}  // namespace

std::string NewTotpSecret() { return platform::RandomBytes(kSecretBytes); }

std::string ToBase32(std::string_view bytes) {
  constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string text;
  std::uint32_t buffer = 0;
  int bits = 0;
  for (const char byte : bytes) {
    buffer = (buffer << 8) | static_cast<unsigned char>(byte);
    for (bits += 8; bits >= 5; bits -= 5) text.push_back(kAlphabet[(buffer >> (bits - 5)) & 31]);
  }
  if (bits > 0) text.push_back(kAlphabet[(buffer << (5 - bits)) & 31]);
  return text;
}

std::string TotpUri(std::string_view issuer, std::string_view account, std::string_view secret) {
  return fmt::format("otpauth://totp/{0}:{1}?algorithm=SHA1&digits=6&issuer={0}&period=30&secret={2}",
                     platform::PercentEncode(issuer), platform::PercentEncode(account), ToBase32(secret));
}

std::string TotpCode(std::string_view secret, std::int64_t step) {
  std::array<unsigned char, 8> message{};
  for (std::size_t i = 0; i < message.size(); ++i) message.at(i) = static_cast<unsigned char>(step >> (56 - 8 * i));
  std::array<unsigned char, EVP_MAX_MD_SIZE> mac{};
  unsigned int length = 0;
  if (HMAC(EVP_sha1(), secret.data(), static_cast<int>(secret.size()), message.data(), message.size(), mac.data(),
           &length) == nullptr) {
    throw std::runtime_error("OpenSSL refused HMAC-SHA-1");
  }
  const std::size_t offset = mac.at(length - 1) & 0x0F;
  std::uint32_t truncated = mac.at(offset) & 0x7FU;
  for (std::size_t i = 1; i < 4; ++i) truncated = (truncated << 8) | mac.at(offset + i);
  return fmt::format("{:06}", truncated % kCodes);
}

std::optional<std::int64_t> MatchTotp(std::string_view secret, std::string_view code, platform::Instant now) {
  const std::int64_t present = platform::ToUnixSeconds(now) / kStepSeconds;
  for (const std::int64_t step : {present, present - 1, present + 1}) {
    if (platform::EqualInConstantTime(TotpCode(secret, step), code)) return step;
  }
  return std::nullopt;
}

std::string QrCodeSvg(const std::string& text) {
  const std::unique_ptr<QRcode, CodeDeleter> code(QRcode_encodeString8bit(text.c_str(), 0, QR_ECLEVEL_M));
  if (code == nullptr) throw std::runtime_error("libqrencode refused a text");
  constexpr int kQuietZone = 4;
  const int side = code->width + 2 * kQuietZone;
  std::string path;
  for (int y = 0; y < code->width; ++y) {
    for (int x = 0; x < code->width; ++x) {
      const bool is_dark = (code->data[y * code->width + x] & 1) != 0;
      if (is_dark) path += fmt::format("M{} {}h1v1h-1z", x + kQuietZone, y + kQuietZone);
    }
  }
  // Colours by name: clients put the picture into a data: address as it is, and that ends at a '#'.
  return fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" width="{1}" height="{1}" viewBox="0 0 {0} {0}" shape-rendering="crispEdges">)"
      R"(<path fill="white" d="M0 0h{0}v{0}h-{0}z"/><path fill="black" d="{2}"/></svg>)",
      side, side * 5, path);
}

}  // namespace scriba::auth
