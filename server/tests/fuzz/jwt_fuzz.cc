// Whatever a stranger sends as a token: nobody is let in, and genuine signatures over odd claims do no harm.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "auth/jwt.h"
#include "support/auth_app.h"

namespace {

using scriba::testing::AuthApp;

/// The first byte chooses: a token as it came, or the rest as the claims of a token that we signed.
void Try(AuthApp& app, const std::string& input) {
  if (input.empty()) return;
  std::string token = input.substr(1);
  if (input[0] == 'c') {
    if (!nlohmann::json::parse(token, nullptr, false).is_object()) return;
    token = scriba::auth::SignJwt(token, *app.service().signing_keys().Current());
  }
  const auto caller = scriba::platform::BlockOn(app.service().IdentifyToken(token));
  if (caller) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static AuthApp app;
  Try(app, std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
