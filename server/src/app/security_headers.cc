#include "app/security_headers.h"

namespace scriba::app {
namespace {

/// "ws://host" or "wss://host" of the public address: older Safari does not count it as 'self'.
std::string SocketOrigin(const std::string& public_url) {
  return "ws" + public_url.substr(public_url.find(':') - (public_url.starts_with("https") ? 1 : 0));
}

// Styles may be inline: the component library writes a style element for what depends on the theme. Scripts may not.
std::string ContentSecurityPolicy(const platform::Config& config) {
  return "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
         "media-src 'self' blob:; font-src 'self'; connect-src 'self' " +
         SocketOrigin(config.public_url) +
         "; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
}

}  // namespace

// A recording that is opened by its own address is played by a page that the browser makes around it.
HeaderList AnswerHeaders(const platform::Config& config) {
  HeaderList headers{
      {"content-security-policy", "default-src 'none'; media-src 'self'; frame-ancestors 'none'"},
      {"x-content-type-options", "nosniff"},
      {"referrer-policy", "no-referrer"},
      {"cross-origin-resource-policy", "same-origin"},
      {"cache-control", "no-store"},
  };
  if (config.PublicUrlIsSecure()) headers.emplace_back("strict-transport-security", "max-age=31536000");
  return headers;
}

HeaderList PageHeaders(const platform::Config& config) {
  return {
      {"content-security-policy", ContentSecurityPolicy(config)},
      {"x-frame-options", "DENY"},
      {"permissions-policy",
       "microphone=(self), screen-wake-lock=(self), camera=(), geolocation=(), payment=(), usb=()"},
      {"cross-origin-opener-policy", "same-origin"},
  };
}

}  // namespace scriba::app
