// The hub alone, while channels come and go under it, on both engines.
#include "realtime/hub.h"

#include <gmock/gmock.h>

#include <thread>

#include "realtime/realtime_app.h"

namespace scriba::testing {
namespace {

using realtime::Subscription;

class HubTest : public RealtimeTest {
 protected:
  /// Anna's ear for her patients.
  std::shared_ptr<const Subscription> Listening() {
    auto subscription = std::make_shared<Subscription>();
    subscription->actor = {.role = data::Role::kDoctor, .user_id = app_.User("anna").id};
    subscription->topic = "realtime:a";
    subscription->bindings = {{.id = 1, .event = "*", .table = data::FindTable("patients")}};
    subscription->peer = peer_;
    return subscription;
  }

  void SetWeight(int weight) {
    Run("UPDATE patients SET weight = $1 WHERE id = $2", {std::int64_t{weight}, practice_.IdIn("patients")});
  }

  /// The weights told so far, in the order of their coming.
  std::vector<int> Told() const {
    std::vector<int> weights;
    for (const auto& frame : peer_->Frames()) {
      weights.push_back(frame.at(4).at("data").at("record").at("weight").get<int>());
    }
    return weights;
  }

  const std::shared_ptr<KeptPeer> peer_ = std::make_shared<KeptPeer>(platform::Executor::Current());
};

// A token is renewed once an hour on every open channel: no change may fall between the two, and none may come twice.
TEST_F(HubTest, AChannelThatIsReplacedAllTheTimeHearsEachChangeOnce) {
  constexpr int kChanges = 200;
  realtime::Hub hub(app_.database(), app_.keys());
  auto current = Listening();
  hub.Add(current);
  std::jthread renewing([&, other = Listening()](const std::stop_token& stop) mutable {
    while (!stop.stop_requested()) {
      hub.Replace(current, other);
      std::swap(current, other);
      std::this_thread::yield();
    }
  });
  std::vector<int> weights;
  for (int weight = 1; weight <= kChanges; ++weight) {
    SetWeight(weight);
    weights.push_back(weight);
  }
  EXPECT_TRUE(Await([&] { return !Told().empty() && Told().back() == kChanges; }));
  EXPECT_EQ(Told(), weights);
}

}  // namespace
}  // namespace scriba::testing
