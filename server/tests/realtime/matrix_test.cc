// Every published table by every person: a change is announced to those who may see the row, and to nobody else.
#include <gmock/gmock.h>

#include <list>

#include "realtime/realtime_app.h"

namespace scriba::testing {
namespace {

using nlohmann::json;

class RealtimeMatrixTest : public RealtimeTest {
 protected:
  /// Everybody listens to everything, on a socket of their own.
  void SetUp() override {
    for (const Person& person : People()) {
      Socket& socket = sockets_.emplace_back(service_, app_);
      json bindings = json::array();
      for (const data::Table& table : data::Tables()) {
        bindings.push_back({{"event", "*"}, {"schema", "public"}, {"table", table.name}});
      }
      socket.Join("all", bindings, TokenOf(person.name));
      ASSERT_TRUE(AwaitReplies(socket, 1));
    }
  }

  Socket& Of(const std::string& name) {
    const auto found = std::ranges::find(People(), name, &Person::name);
    return *std::next(sockets_.begin(), found - People().begin());
  }

  /// Changes each person's own row, which all of them hear of, and waits until they have: then all before has arrived.
  void AwaitEverything() {
    const std::string mark = "mark " + std::to_string(++marks_);
    Run("UPDATE users SET username = '" + mark + "'");
    for (const Person& person : People()) {
      if (person.role == data::Role::kAnon) continue;
      ASSERT_TRUE(Await([&] {
        return std::ranges::any_of(Of(person.name).Heard("postgres_changes"), [&](const json& heard) {
          const json& data = heard["data"];
          return data["table"] == "users" && data["record"]["username"] == mark &&
                 data["record"]["id"] == app_.User(person.name).id;
        });
      })) << person.name;
    }
  }

  /// Who heard of Anna's row of the table in that way.
  std::vector<std::string> WhoHeard(const std::string& kind, const std::string& table) {
    std::vector<std::string> names;
    for (const Person& person : People()) {
      const bool heard = std::ranges::any_of(Of(person.name).Heard("postgres_changes"), [&](const json& payload) {
        const json& data = payload["data"];
        const json& row = kind == "INSERT" ? data["record"] : data["old_record"];
        return data["type"] == kind && data["table"] == table && row["id"] == practice_.IdIn(table);
      });
      if (heard) names.push_back(person.name);
    }
    return names;
  }

  void ExpectHeardByThoseWhoSee(const std::string& kind, const data::Table& table) {
    std::vector<std::string> expected = Expectations().find(table.name)->second.see;
    if (!table.is_published) expected.clear();
    EXPECT_THAT(WhoHeard(kind, std::string(table.name)), ::testing::UnorderedElementsAreArray(expected))
        << kind << " " << table.name;
  }

  std::list<Socket> sockets_;
  int marks_ = 0;
};

TEST_F(RealtimeMatrixTest, ChangesAreHeardByThoseWhoSeeTheRow) {
  for (const data::Table& table : data::Tables()) {
    if (!table.is_published) continue;
    Run("UPDATE " + std::string(table.name) + " SET id = id WHERE id = $1", {practice_.IdIn(table.name)});
  }
  AwaitEverything();
  for (const data::Table& table : data::Tables()) ExpectHeardByThoseWhoSee("UPDATE", table);
  EXPECT_THAT(Of("anon").Changes(), ::testing::IsEmpty());
}

TEST_F(RealtimeMatrixTest, DeletionsAreHeardByThoseWhoSawTheRow) {
  for (const std::string table :
       {"recordings", "consultations", "patients", "user_subscriptions", "notices", "announcements"}) {
    Run("DELETE FROM " + table + " WHERE id = $1", {practice_.IdIn(table)});
    AwaitEverything();
    ExpectHeardByThoseWhoSee("DELETE", *data::FindTable(table));
  }
  EXPECT_THAT(Of("anon").Changes(), ::testing::IsEmpty());
}

TEST_F(RealtimeMatrixTest, ARowThatLeavesSightIsNotAnnounced) {
  Run("UPDATE patients SET user_id = $1 WHERE id = $2", {app_.User("bruno").id, practice_.IdIn("patients")});
  AwaitEverything();
  EXPECT_THAT(WhoHeard("UPDATE", "patients"), ::testing::Not(::testing::Contains("anna")));
}

TEST_F(RealtimeMatrixTest, AConsultationWithoutOwnerIsHeardByItsPatientsDoctor) {
  Run("UPDATE consultations SET user_id = NULL WHERE id = $1", {practice_.IdIn("consultations")});
  AwaitEverything();
  EXPECT_THAT(WhoHeard("UPDATE", "consultations"), ::testing::ElementsAre("anna"));
  for (const json& heard : Of("anna").Heard("postgres_changes")) {
    if (heard["data"]["table"] == "consultations") {
      EXPECT_EQ(heard["data"]["record"]["motivo_visita"], Practice::kSecret);
    }
  }
}

TEST_F(RealtimeMatrixTest, ARowThatIsGoneAtOnceIsStillToldAsItWas) {
  Socket socket(service_, app_);
  const json named{{"event", "*"}, {"schema", "public"}, {"table", "patients"}, {"filter", "last_name=eq.Fugace"}};
  socket.Join("a", json::array({named}), TokenOf("anna"));
  ASSERT_TRUE(AwaitReplies(socket, 1));
  const std::string id = "0d9a7d7e-3a53-4c32-9a0e-6a54c2a5a777";
  std::function<platform::Task<platform::Result<>>(platform::Connection&)> come_and_go =
      [&](platform::Connection& connection) -> platform::Task<platform::Result<>> {
    const std::string insert =
        "INSERT INTO patients (id, user_id, first_name, last_name, birth_date, gender, weight, created_at) VALUES "
        "($1, $2, 'Maria', 'Fugace', '1980-01-31', 'female', 61.5, '2026-01-01T00:00:00.000000+00:00')";
    const std::vector<platform::Value> row{id, app_.User("anna").id};
    auto inserted = co_await connection.Execute(insert, row);
    if (!inserted) co_return platform::Forward(inserted);
    auto removed = co_await connection.Execute("DELETE FROM patients WHERE last_name = 'Fugace'");
    if (!removed) co_return platform::Forward(removed);
    co_return platform::Result<>{};
  };
  ASSERT_TRUE(platform::BlockOn(app_.database().WriteWith(std::move(come_and_go))));
  ASSERT_TRUE(Await([&] { return socket.Changes().size() == 2; }));
  EXPECT_EQ(socket.Changes(), (std::vector<std::string>{"INSERT patients", "DELETE patients"}));
  const json record = socket.Heard("postgres_changes").at(0)["data"]["record"];
  EXPECT_EQ(record["birth_date"], "1980-01-31");
  EXPECT_EQ(record["weight"], 61.5);
  EXPECT_EQ(record["created_at"], "2026-01-01T00:00:00.000000+00:00");
  EXPECT_EQ(socket.Heard("postgres_changes").at(1)["data"]["old_record"], json({{"id", id}}));
}

}  // namespace
}  // namespace scriba::testing
