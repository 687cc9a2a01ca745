#include "auth/redirect_targets.h"

#include <algorithm>

#include "platform/crypto/encoding.h"

namespace scriba::auth {
namespace {

constexpr std::size_t kLongestTarget = 2048;

/// Only what browsers cannot read in two ways.
bool IsPlain(std::string_view address) {
  return address.size() <= kLongestTarget && std::ranges::all_of(address, [](char c) {
           return c > ' ' && c < 0x7F && c != '\\' && c != '"' && c != '<' && c != '>';
         });
}

/// Whether the address is `site` itself or something below it.
bool LiesBelow(std::string_view address, std::string_view site) {
  if (!address.starts_with(site)) return false;
  const std::string_view rest = address.substr(site.size());
  return rest.empty() || rest.front() == '/' || rest.front() == '?' || rest.front() == '#';
}

bool Matches(std::string_view address, std::string_view pattern) {
  if (pattern.empty()) return address.empty();
  if (pattern.front() != '*') {
    return !address.empty() && address.front() == pattern.front() && Matches(address.substr(1), pattern.substr(1));
  }
  const bool is_any = pattern.starts_with("**");
  pattern.remove_prefix(is_any ? 2 : 1);
  while (true) {
    if (Matches(address, pattern)) return true;
    if (address.empty() || (!is_any && (address.front() == '.' || address.front() == '/'))) return false;
    address.remove_prefix(1);
  }
}

}  // namespace

std::string RedirectTarget(const platform::Config& config, std::string_view requested, const std::string& fallback) {
  if (requested.empty() || !IsPlain(requested)) return fallback;
  const bool is_allowed = LiesBelow(requested, config.public_url) ||
                          std::ranges::any_of(config.redirect_urls,
                                              [&](const std::string& pattern) { return Matches(requested, pattern); });
  return is_allowed ? std::string(requested) : fallback;
}

std::string EncodeParameters(const LinkParameters& parameters) {
  std::string encoded;
  for (const auto& [name, value] : parameters) {
    if (!encoded.empty()) encoded.push_back('&');
    encoded.append(platform::PercentEncode(name)).append("=").append(platform::PercentEncode(value));
  }
  return encoded;
}

std::string WithParameters(const std::string& address, const LinkParameters& query, const LinkParameters& fragment) {
  std::string whole = address.substr(0, address.find('#'));
  if (!query.empty()) whole += (whole.find('?') == std::string::npos ? "?" : "&") + EncodeParameters(query);
  if (!fragment.empty()) whole += "#" + EncodeParameters(fragment);
  return whole;
}

}  // namespace scriba::auth
