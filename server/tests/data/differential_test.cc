// One random stream of requests to two installations, on SQLite and on PostgreSQL: both must answer alike.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <regex>

#include "support/data/data_app.h"
#include "support/data/request_stream.h"

namespace scriba::testing {
namespace {

using platform::Response;

constexpr std::chrono::seconds kTimeForTheStream{25};

/// One of the two installations.
class Side {
 public:
  Side() {
    for (const char* name : {"anna", "bruno", "ada", "sara"}) {
      app_.clock().Advance(std::chrono::milliseconds(1));
      app_.User(name);
    }
  }

  /// What matters of an answer, in one text.
  std::string Ask(const StreamRequest& request) {
    app_.clock().Advance(std::chrono::milliseconds(1));
    const Response response =
        app_.As(request.person, request.method, WithIds(request.target), WithIds(request.body), request.headers);
    std::string text = std::to_string(response.status);
    for (const char* name : {"content-type", "content-range", "preference-applied", "location", "www-authenticate"}) {
      text += "\n" + std::string(name) + ": " + HeaderOf(response, name);
    }
    return Masked(text + "\n" + response.body);
  }

 private:
  std::string WithIds(std::string text) {
    for (const char* name : {"anna", "bruno"}) Replace(text, "@" + std::string(name) + "@", app_.User(name).id);
    return text;
  }

  /// Without what differs between any two installations: ids that they gave themselves (also cut off, where a message
  /// quotes the place at which it gave up), and the time of day.
  std::string Masked(std::string text) {
    for (const char* name : {"anna", "bruno", "ada", "sara"})
      Replace(text, app_.User(name).id, std::string("@") + name);
    static const std::regex kGivenId("(?!00000000)[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    static const std::regex kToday("20[23][0-9]-[01][0-9]-[0-3][0-9]T[0-9:.]+\\+00:00");
    static const std::regex kQuotedPlace("unexpected '[^']*'");
    text = std::regex_replace(text, kGivenId, "<id>");
    text = std::regex_replace(text, kQuotedPlace, "unexpected <place>");
    return std::regex_replace(text, kToday, "<time>");
  }

  static void Replace(std::string& text, const std::string& what, const std::string& with) {
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
      text.replace(at, what.size(), with);
  }

  DataApp app_;
};

/// A side on SQLite where the environment says PostgreSQL.
std::unique_ptr<Side> SideOnSqlite(const std::string& server) {
  ::unsetenv("SCRIBA_TEST_DATABASE_URL");
  auto side = std::make_unique<Side>();
  ::setenv("SCRIBA_TEST_DATABASE_URL", server.c_str(), 1);
  return side;
}

/// The same stream in every run, so that what fails fails again; other streams by SCRIBA_TEST_SEED.
std::uint64_t Seed() {
  const char* chosen = std::getenv("SCRIBA_TEST_SEED");
  return chosen == nullptr ? 1 : std::strtoull(chosen, nullptr, 10);
}

TEST(DifferentialTest, BothEnginesAnswerAlike) {
  const char* server = std::getenv("SCRIBA_TEST_DATABASE_URL");
  if (server == nullptr) GTEST_SKIP() << "needs scripts/with-postgres.sh";
  const std::string url(server);
  const auto sqlite = SideOnSqlite(url);
  Side postgres;
  const std::uint64_t seed = Seed();
  std::cout << "SCRIBA_TEST_SEED=" << seed << std::endl;
  RequestStream stream(seed);
  std::size_t asked = 0;
  std::size_t served = 0;
  const auto limit = std::chrono::steady_clock::now() + kTimeForTheStream;
  while (asked < 2000 && std::chrono::steady_clock::now() < limit) {
    const StreamRequest request = stream.Next();
    const std::string expected = sqlite->Ask(request);
    ASSERT_EQ(postgres.Ask(request), expected)
        << "request " << asked << " of SCRIBA_TEST_SEED=" << seed << ": " << request.Text();
    ASSERT_FALSE(expected.starts_with("5")) << request.Text() << expected;
    if (expected.starts_with("2")) ++served;
    ++asked;
  }
  std::cout << asked << " requests, " << served << " served" << std::endl;
  EXPECT_GT(asked, 100U);
  EXPECT_GT(served, asked / 10);
}

}  // namespace
}  // namespace scriba::testing
