#include "realtime/socket_places.h"

#include "realtime/realtime_app.h"

namespace scriba::testing {
namespace {

constexpr std::size_t kMost = 100;

TEST(SocketPlacesTest, CountsEachOwnerForAsLongAsTheirSocketsStay) {
  realtime::SocketPlaces sockets(2);
  auto first = sockets.Enter("192.0.2.1");
  auto second = sockets.Enter("192.0.2.1");
  EXPECT_TRUE(first && second);
  EXPECT_EQ(sockets.Enter("192.0.2.1"), nullptr);
  EXPECT_NE(sockets.Enter("192.0.2.2"), nullptr);
  second.reset();
  EXPECT_NE(sockets.Enter("192.0.2.1"), nullptr);
}

class CrowdedSocketsTest : public RealtimeTest {
 protected:
  static platform::Config Limited(platform::Config config) {
    config.rate_limits = true;
    return config;
  }

  const platform::Config config_ = Limited(app_.auth().config());
  realtime::Service limited_{app_.database(), app_.keys(), app_.auth().service(), config_, app_.clock()};
};

TEST_F(CrowdedSocketsTest, StrangersOfOneAddressAreBoundedAndDoctorsAreNot) {
  const nlohmann::json bindings{{{"event", "*"}, {"schema", "public"}, {"table", "patients"}}};
  std::vector<std::unique_ptr<Socket>> doctors;
  for (std::size_t i = 0; i < kMost + 10; ++i) {
    doctors.push_back(std::make_unique<Socket>(limited_, app_));
    doctors.back()->Join("a", bindings, TokenOf(i % 2 == 0 ? "anna" : "bruno"));
    ASSERT_TRUE(AwaitReplies(*doctors.back(), 1));
  }
  std::vector<std::unique_ptr<Socket>> strangers;
  for (std::size_t i = 0; i < kMost; ++i) {
    strangers.push_back(std::make_unique<Socket>(limited_, app_));
    strangers.back()->Join("a", bindings, "");
  }
  EXPECT_THROW(Socket(limited_, app_), std::runtime_error);
  strangers.pop_back();
  EXPECT_NO_THROW(Socket(limited_, app_));
}

// Who names an account gives up the place among the strangers, and takes none along when they leave.
TEST_F(CrowdedSocketsTest, DoctorsWhoLeaveMakeNoRoomForMoreStrangers) {
  std::vector<std::unique_ptr<Socket>> doctors;
  for (std::size_t i = 0; i < kMost + 10; ++i) {
    doctors.push_back(std::make_unique<Socket>(limited_, app_));
    doctors.back()->Join("a", nlohmann::json::array(), TokenOf(i % 2 == 0 ? "anna" : "bruno"));
    ASSERT_TRUE(AwaitReplies(*doctors.back(), 1));
  }
  doctors.clear();
  std::vector<std::unique_ptr<Socket>> strangers;
  for (std::size_t i = 0; i < kMost; ++i) strangers.push_back(std::make_unique<Socket>(limited_, app_));
  EXPECT_THROW(Socket(limited_, app_), std::runtime_error);
}

TEST_F(CrowdedSocketsTest, OneAccountIsBoundedToo) {
  std::vector<std::unique_ptr<Socket>> pages;
  for (std::size_t i = 0; i <= kMost; ++i) {
    pages.push_back(std::make_unique<Socket>(limited_, app_));
    pages.back()->Join("a", nlohmann::json::array(), TokenOf("anna"));
    ASSERT_TRUE(AwaitReplies(*pages.back(), 1));
  }
  const auto status = [](const Socket& socket) { return socket.Heard("phx_reply").at(0)["status"].get<std::string>(); };
  EXPECT_EQ(status(*pages[kMost - 1]), "ok");
  EXPECT_EQ(status(*pages[kMost]), "error");
  Socket other(limited_, app_);
  other.Join("a", nlohmann::json::array(), TokenOf("bruno"));
  ASSERT_TRUE(AwaitReplies(other, 1));
  EXPECT_EQ(status(other), "ok");
}

}  // namespace
}  // namespace scriba::testing
