#include "realtime/unnamed_sockets.h"

#include "realtime/realtime_app.h"

namespace scriba::testing {
namespace {

using realtime::UnnamedSockets;

TEST(UnnamedSocketsTest, CountsEachAddressForAsLongAsItsSocketsStay) {
  UnnamedSockets sockets;
  std::vector<std::shared_ptr<void>> places;
  for (std::size_t i = 0; i < UnnamedSockets::kMostOfAnAddress; ++i) places.push_back(sockets.Enter("192.0.2.1"));
  EXPECT_EQ(std::ranges::count(places, nullptr), 0);
  EXPECT_EQ(sockets.Enter("192.0.2.1"), nullptr);
  EXPECT_NE(sockets.Enter("192.0.2.2"), nullptr);
  places.pop_back();
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
  for (std::size_t i = 0; i < UnnamedSockets::kMostOfAnAddress + 10; ++i) {
    doctors.push_back(std::make_unique<Socket>(limited_, app_));
    doctors.back()->Join("a", bindings, TokenOf("anna"));
    ASSERT_TRUE(AwaitReplies(*doctors.back(), 1));
  }
  std::vector<std::unique_ptr<Socket>> strangers;
  for (std::size_t i = 0; i < UnnamedSockets::kMostOfAnAddress; ++i) {
    strangers.push_back(std::make_unique<Socket>(limited_, app_));
    strangers.back()->Join("a", bindings, "");
  }
  EXPECT_THROW(Socket(limited_, app_), std::runtime_error);
  strangers.pop_back();
  EXPECT_NO_THROW(Socket(limited_, app_));
}

}  // namespace
}  // namespace scriba::testing
