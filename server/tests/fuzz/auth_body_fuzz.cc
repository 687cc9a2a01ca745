// Bodies of every endpoint of /auth/v1: whatever they hold, the answer is no failure of ours.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

#include "support/auth_app.h"

namespace {

using scriba::platform::Method;
using scriba::testing::AuthApp;

constexpr std::array<std::pair<Method, const char*>, 14> kEndpoints{{
    {Method::kPost, "/signup"},
    {Method::kPost, "/token?grant_type=password"},
    {Method::kPost, "/token?grant_type=refresh_token"},
    {Method::kPost, "/token?grant_type=pkce"},
    {Method::kPost, "/recover"},
    {Method::kPost, "/otp"},
    {Method::kPost, "/verify"},
    {Method::kPost, "/resend"},
    {Method::kPost, "/sso"},
    {Method::kPut, "/user"},
    {Method::kPost, "/factors"},
    {Method::kPost, "/factors/x/challenge"},
    {Method::kPost, "/factors/x/verify"},
    {Method::kPost, "/logout"},
}};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static AuthApp app;
  static const auto user = app.SignUp("anna@example.com");
  if (size == 0) return 0;
  const auto& [method, path] = kEndpoints.at(data[0] % kEndpoints.size());
  const std::string body(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto response = scriba::testing::Send(app.router(), method, "/auth/v1" + std::string(path), user.headers, body);
  if (response.status >= 500) std::abort();
  return 0;
}
