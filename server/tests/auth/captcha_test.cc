#include "auth/captcha.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <map>
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
    while (asking_.size() < count) {
      const int socket = NextWithin(std::chrono::seconds(10));
      if (socket < 0) return false;
      asking_.push_back(socket);
    }
    return true;
  }

  /// Who asks next; -1 when nobody does.
  int NextWithin(std::chrono::milliseconds patience) const {
    pollfd waiting{.fd = listener_, .events = POLLIN, .revents = 0};
    if (::poll(&waiting, 1, static_cast<int>(patience.count())) != 1) return -1;
    return ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
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

/// Says no to whoever asks.
class StrictProvider {
 public:
  ~StrictProvider() {
    answering_.request_stop();
    answering_.join();
  }

  std::string url() const { return provider_.url(); }
  int asked() const { return asked_; }

 private:
  void Answer() {
    static constexpr std::string_view kNo =
        "HTTP/1.1 200 OK\r\nContent-Length: 17\r\nConnection: close\r\n\r\n{\"success\":false}";
    const int socket = provider_.NextWithin(std::chrono::milliseconds(100));
    if (socket < 0) return;
    std::array<char, 4096> question{};
    std::string read;
    while (read.find("remoteip=") == std::string::npos) {
      const auto length = ::recv(socket, question.data(), question.size(), 0);
      if (length <= 0) break;
      read.append(question.data(), static_cast<std::size_t>(length));
    }
    ++asked_;
    static_cast<void>(::send(socket, kNo.data(), kNo.size(), MSG_NOSIGNAL));
    ::close(socket);
  }

  SilentProvider provider_;
  std::atomic<int> asked_ = 0;
  std::jthread answering_{[this](const std::stop_token& stop) {
    while (!stop.stop_requested()) Answer();
  }};
};

// Each is a question to the provider, and all sign-ins wait in one line for those.
TEST(CaptchaTest, TokensThatAreNoneAreCountedByTheirAddress) {
  StrictProvider provider;
  platform::Config config = AuthApp::DefaultConfig();
  config.captcha_url = provider.url();
  config.captcha_secret = "segreto";
  config.rate_limits = true;
  AuthApp app(config);
  const nlohmann::json body{{"email", "anna@example.com"},
                            {"password", kTestPassword},
                            {"gotrue_meta_security", {{"captcha_token", "robot"}}}};
  std::map<std::string, int> codes;
  for (int i = 0; i < 70; ++i) {
    ++codes[JsonOf(app.Auth(Method::kPost, "/token?grant_type=password", body))["code"].get<std::string>()];
  }
  EXPECT_EQ(codes["captcha_failed"], 60);
  EXPECT_EQ(codes["over_request_rate_limit"], 10);
  EXPECT_EQ(provider.asked(), 60) << "those beyond are not asked about";
  app.clock().Advance(std::chrono::minutes(6));
  EXPECT_EQ(JsonOf(app.Auth(Method::kPost, "/token?grant_type=password", body))["code"], "captcha_failed");
}

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
