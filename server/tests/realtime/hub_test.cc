// The hub alone, while channels come and go under it, on both engines.
#include "realtime/hub.h"

#include <gmock/gmock.h>

#include <atomic>
#include <thread>

#include "realtime/realtime_app.h"
#include "support/interposed_database.h"

namespace scriba::testing {
namespace {

using realtime::Subscription;

/// Reads nothing until it is let go, and holds the hub's thread meanwhile.
class HeldPeer final : public platform::WebSocketPeer {
 public:
  explicit HeldPeer(std::shared_ptr<platform::Executor> loop) : loop_(std::move(loop)) {}

  void SendText(std::string) override {
    is_held = true;
    loop_->Post([] {});
    is_let_go_.wait(false);
    ++sent;
    loop_->Post([] {});
  }
  void Close(platform::CloseCode, std::string) override {}
  void LookAtUnfinished() override {}

  void LetGo() {
    is_let_go_ = true;
    is_let_go_.notify_all();
  }

  std::atomic<bool> is_held = false;
  std::atomic<int> sent = 0;

 private:
  const std::shared_ptr<platform::Executor> loop_;
  std::atomic<bool> is_let_go_ = false;
};

class HubTest : public RealtimeTest {
 protected:
  /// Somebody's ear for their patients, or for another table.
  std::shared_ptr<Subscription> Listening(const std::string& name = "anna", const std::string& table = "patients") {
    auto subscription = std::make_shared<Subscription>();
    subscription->actor = {.role = data::Role::kDoctor, .user_id = app_.User(name).id};
    subscription->topic = "realtime:a";
    subscription->bindings = {{.id = 1, .event = "*", .table = data::FindTable(table)}};
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

// An expression may take milliseconds, and one account may ask thousands.
TEST_F(HubTest, WhatOneAccountAsksForHoldsUpNobodyElse) {
  const auto greedy = std::make_shared<KeptPeer>(platform::Executor::Current());
  realtime::Hub hub(app_.database(), app_.keys(), {.of_a_second = std::chrono::milliseconds(100)});
  const data::Table& patients = *data::FindTable("patients");
  for (int channel = 0; channel < 500; ++channel) {
    auto costly = Listening();
    costly->peer = greedy;
    costly->bindings.clear();
    for (std::int64_t binding = 1; binding <= 8; ++binding) {
      costly->bindings.push_back({.id = binding,
                                  .event = "*",
                                  .table = &patients,
                                  .filter = *data::RowFilter::Parse(patients, "last_name=match.(a+)+$")});
    }
    hub.Add(std::move(costly));
  }
  hub.Add(Listening("bruno", "users"));
  Run("UPDATE patients SET last_name = $1 WHERE id = $2", {std::string(200, 'a') + "b", practice_.IdIn("patients")});
  Run("UPDATE users SET full_name = 'Bruno B.' WHERE id = $1", {app_.User("bruno").id});
  EXPECT_TRUE(Await([&] { return !peer_->Frames().empty(); }));
  ASSERT_TRUE(Await([&] { return greedy->Closed().has_value(); }));
  EXPECT_EQ(greedy->Closed()->first, platform::CloseCode::kPolicyViolation);
  EXPECT_FALSE(peer_->Closed());
  EXPECT_EQ(hub.LoadNow().channels, 1U) << "what was turned away costs nothing any more";
}

TEST_F(HubTest, LooksOnlyAtThoseWhomARowCanConcern) {
  realtime::Listeners listeners;
  const auto anna = Listening();
  const auto bruno = Listening("bruno");
  const auto annas_users = Listening("anna", "users");
  auto ada = Listening("ada", "users");
  ada->actor.role = data::Role::kAdmin;
  for (const auto& subscription : {anna, bruno, annas_users, ada}) listeners.Add(subscription);
  EXPECT_EQ(listeners.Count(), 4U);
  using ::testing::ElementsAre;
  const std::string anna_id = app_.User("anna").id;
  EXPECT_THAT(listeners.Of(*data::FindTable("patients"), anna_id), ElementsAre(anna));
  EXPECT_THAT(listeners.Of(*data::FindTable("users"), anna_id), ElementsAre(annas_users, ada));
  EXPECT_THAT(listeners.Of(*data::FindTable("recordings"), anna_id), ElementsAre());
  EXPECT_THAT(listeners.TakeAllOf(app_.User("ada").id), ElementsAre(ada));
  EXPECT_THAT(listeners.Of(*data::FindTable("users"), anna_id), ElementsAre(annas_users));
  for (const auto& subscription : {anna, bruno, annas_users, ada}) listeners.Remove(subscription);
  EXPECT_EQ(listeners.Count(), 0U);
}

// Each change that waits keeps a row with its texts.
TEST_F(HubTest, MoreThanMayWaitCountsAsMissed) {
  const auto loop = platform::Executor::Current();
  const auto held = std::make_shared<HeldPeer>(loop);
  std::atomic<int> missed = 0;
  realtime::Hub hub(app_.database(), app_.keys(), {.waiting_changes = 5});
  hub.OnMissed([&] {
    ++missed;
    loop->Post([] {});
  });
  auto listening = Listening();
  listening->peer = held;
  hub.Add(listening);
  realtime::Hub beside(app_.database(), app_.keys());
  beside.Add(Listening());
  SetWeight(1);
  EXPECT_TRUE(Await([&] { return held->is_held.load(); }));
  for (int weight = 2; weight <= 7; ++weight) SetWeight(weight);
  EXPECT_TRUE(Await([&] { return !Told().empty() && Told().back() == 7; })) << "both have been told of all";
  held->LetGo();
  EXPECT_TRUE(Await([&] { return missed == 1; }));
  EXPECT_EQ(held->sent, 1) << "those that waited were let go";
  SetWeight(8);
  EXPECT_TRUE(Await([&] { return held->sent == 2; }));
}

// A database that restarts cannot say whose a consultation is: a channel that stays open and hears nothing would lie.
TEST_F(HubTest, AChangeWhoseRuleCannotBeAskedCountsAsMissed) {
  const auto loop = platform::Executor::Current();
  InterposedDatabase database(app_.database());
  std::atomic<int> missed = 0;
  realtime::Hub hub(database, app_.keys());
  hub.OnMissed([&] {
    ++missed;
    loop->Post([] {});
  });
  hub.Add(Listening("anna", "consultations"));
  const auto touch = [this] {
    Run("UPDATE consultations SET duration_seconds = duration_seconds + 1 WHERE id = $1",
        {practice_.IdIn("consultations")});
  };
  database.RefuseReads(true);
  touch();
  EXPECT_TRUE(Await([&] { return missed == 1; }));
  EXPECT_TRUE(peer_->Frames().empty());
  database.RefuseReads(false);
  touch();
  EXPECT_TRUE(Await([&] { return peer_->Frames().size() == 1; }));
}

}  // namespace
}  // namespace scriba::testing
