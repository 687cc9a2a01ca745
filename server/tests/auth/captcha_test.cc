#include "auth/captcha.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <thread>
#include <vector>

#include "support/auth_app.h"

namespace scriba::testing {
namespace {

using platform::Method;

/// Takes questions and answers none.
class SilentProvider {
 public:
  SilentProvider() : listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* any = reinterpret_cast<sockaddr*>(&address);
    if (::bind(listener_, any, size) != 0 || ::listen(listener_, 64) != 0 ||
        ::getsockname(listener_, any, &size) != 0) {
      throw std::runtime_error("no socket for a provider");
    }
    port_ = ntohs(address.sin_port);
  }
  ~SilentProvider() { HangUp(); }
  SilentProvider(const SilentProvider&) = delete;
  SilentProvider& operator=(const SilentProvider&) = delete;

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/siteverify"; }

  /// Whether so many ask at once, within ten seconds.
  bool IsAskedBy(std::size_t count) {
    pollfd waiting{.fd = listener_, .events = POLLIN, .revents = 0};
    while (asking_.size() < count && ::poll(&waiting, 1, 10'000) == 1) {
      asking_.push_back(::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC));
    }
    return asking_.size() >= count;
  }

  void HangUp() {
    for (const int socket : asking_) ::close(socket);
    asking_.clear();
    if (listener_ >= 0) ::close(listener_);
    listener_ = -1;
  }

 private:
  int listener_;
  int port_ = 0;
  std::vector<int> asking_;
};

TEST(CaptchaTest, AProviderThatHangsHoldsUpNoPassword) {
  SilentProvider provider;
  platform::Config config = AuthApp::DefaultConfig();
  config.captcha_url = provider.url();
  config.captcha_secret = "segreto";
  AuthApp app(config);
  std::vector<std::jthread> people;
  constexpr std::size_t kMoreThanPasswordThreads = 4;
  for (std::size_t i = 0; i < kMoreThanPasswordThreads; ++i) {
    people.emplace_back([&app, i] {
      const nlohmann::json body{{"email", "anna" + std::to_string(i) + "@example.com"},
                                {"password", kTestPassword},
                                {"gotrue_meta_security", {{"captcha_token", "umano"}}}};
      EXPECT_EQ(JsonOf(app.Auth(Method::kPost, "/signup", body))["code"], "captcha_failed");
    });
  }
  EXPECT_TRUE(provider.IsAskedBy(kMoreThanPasswordThreads));
  const auto start = std::chrono::steady_clock::now();
  const nlohmann::json body{{"email", "bruno@example.com"}, {"password", kTestPassword}, {"email_confirm", true}};
  EXPECT_EQ(app.Auth(Method::kPost, "/admin/users", body, app.ServiceHeaders()).status, 200);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
  provider.HangUp();
}

}  // namespace
}  // namespace scriba::testing
