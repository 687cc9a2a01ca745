// What is said on a socket and what comes back, on both engines.
#include <gmock/gmock.h>

#include <thread>

#include "realtime/realtime_app.h"
#include "support/interposed_database.h"

namespace scriba::testing {
namespace {

using nlohmann::json;
using platform::CloseCode;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class ConversationTest : public RealtimeTest {
 protected:
  static json On(const std::string& event, const std::string& table) {
    return json{{"event", event}, {"schema", "public"}, {"table", table}};
  }

  /// Changes are told to who joined in their order: when this one hears, those before it have heard.
  void TouchPatientAndLetAllHear() {
    Socket last(service_, app_);
    last.Join("last", json::array({On("UPDATE", "patients")}), TokenOf("anna"));
    ASSERT_TRUE(AwaitReplies(last, 1));
    TouchPatient();
    ASSERT_TRUE(Await([&] { return !last.Changes().empty(); }));
  }

  void TouchPatient() { Run("UPDATE patients SET phone = '333' WHERE id = $1", {practice_.IdIn("patients")}); }
};

TEST_F(ConversationTest, EchoesBindingsInTheirOrderWithPositiveNumbers) {
  Socket socket(service_, app_);
  json filtered = On("UPDATE", "user_subscriptions");
  filtered["filter"] = "user_id=eq." + app_.User("anna").id;
  const json bindings{On("*", "patients"), filtered};
  socket.Join("a", bindings, TokenOf("anna"));
  ASSERT_TRUE(AwaitReplies(socket, 1));
  const json reply = socket.Heard("phx_reply").at(0);
  EXPECT_EQ(reply["status"], "ok");
  const json echo = reply["response"]["postgres_changes"];
  ASSERT_EQ(echo.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_GT(echo[i]["id"].get<int>(), 0);
    json without_id = echo[i];
    without_id.erase("id");
    EXPECT_EQ(without_id, bindings[i]);
  }
  EXPECT_EQ(socket.Heard("system").at(0)["message"], "Subscribed to PostgreSQL");
}

TEST_F(ConversationTest, AnnouncesAChangeAsTheTablesWriteIt) {
  Socket socket(service_, app_);
  socket.Join("a", json::array({On("UPDATE", "patients")}), TokenOf("anna"));
  ASSERT_TRUE(AwaitReplies(socket, 1));
  TouchPatient();
  ASSERT_TRUE(Await([&] { return !socket.Changes().empty(); }));
  const json payload = socket.Heard("postgres_changes").at(0);
  const json id = practice_.IdIn("patients");
  const auto row = app_.As("anna", platform::Method::kGet, practice_.RowOf(*data::FindTable("patients")));
  EXPECT_EQ(payload["data"]["record"], JsonOf(row).at(0));
  EXPECT_EQ(payload["data"]["record"]["notes"], Practice::kSecret);
  EXPECT_EQ(payload["data"]["old_record"], json({{"id", id}}));
  EXPECT_EQ(payload["ids"].size(), 1U);
  EXPECT_TRUE(payload["data"]["errors"].is_null());
  EXPECT_EQ(payload["data"]["columns"].size(), data::FindTable("patients")->columns.size());
}

TEST_F(ConversationTest, SendsOnlyWhatTheFilterAsksFor) {
  Socket socket(service_, app_);
  json matching = On("*", "patients");
  matching["filter"] = "weight=gte.80,last_name=ilike.*SEGRETO*";
  json other = On("*", "patients");
  other["filter"] = "weight=lt.80";
  socket.Join("a", json::array({matching, other}), TokenOf("anna"));
  ASSERT_TRUE(AwaitReplies(socket, 1));
  Run("UPDATE patients SET weight = 81.5, last_name = 'Segreto' WHERE id = $1", {practice_.IdIn("patients")});
  ASSERT_TRUE(Await([&] { return !socket.Changes().empty(); }));
  const json bindings = socket.Heard("phx_reply").at(0)["response"]["postgres_changes"];
  EXPECT_EQ(socket.Heard("postgres_changes").at(0)["ids"], json::array({bindings[0]["id"]}));
}

TEST_F(ConversationTest, SaysWhatCannotBeListenedTo) {
  for (const json& bad : {json{{"event", "*"}, {"table", "accounts"}}, json{{"event", "*"}, {"table", "sqlite_master"}},
                          json{{"event", "*"}, {"table", "patients"}, {"filter", "notes=eq.x"}},
                          json{{"event", "*"}, {"table", "patients"}, {"filter", "weight=eq.heavy"}},
                          json{{"event", "*"}, {"schema", "auth"}, {"table", "users"}}}) {
    Socket socket(service_, app_);
    socket.Join("a", json::array({bad}), TokenOf("anna"));
    ASSERT_TRUE(Await([&] { return !socket.Heard("system").empty(); }));
    EXPECT_EQ(socket.Heard("phx_reply").at(0)["status"], "ok");
    EXPECT_EQ(socket.Heard("system").at(0)["status"], "error") << bad;
  }
}

TEST_F(ConversationTest, RefusesTokensThatDoNotHold) {
  Socket socket(service_, app_);
  socket.Join("a", json::array({On("*", "patients")}), "a.b.c");
  ASSERT_TRUE(AwaitReplies(socket, 1));
  const json reply = socket.Heard("phx_reply").at(0);
  EXPECT_EQ(reply["status"], "error");
  EXPECT_THAT(reply["response"]["reason"].get<std::string>(), StartsWith("InvalidJWTToken"));
}

TEST_F(ConversationTest, KeysAreNoTokens) {
  Socket socket(service_, app_);
  socket.Join("a", json::array({On("*", "patients")}), "sb_publishable_x");
  ASSERT_TRUE(AwaitReplies(socket, 1));
  EXPECT_EQ(socket.Heard("phx_reply").at(0)["status"], "ok");
  socket.Say("realtime:a", "access_token", {{"access_token", nullptr}});
  socket.Say("phoenix", "heartbeat", json::object());
  ASSERT_TRUE(AwaitReplies(socket, 2));
  EXPECT_THAT(socket.Heard("phx_close"), IsEmpty());
}

TEST_F(ConversationTest, AChannelHearsFromTheTokenThatIsPushedLater) {
  Socket socket(service_, app_);
  socket.Join("a", json::array({On("UPDATE", "patients")}), "");
  ASSERT_TRUE(AwaitReplies(socket, 1));
  TouchPatientAndLetAllHear();
  EXPECT_THAT(socket.Changes(), IsEmpty());
  socket.Say("realtime:a", "access_token", {{"access_token", TokenOf("anna")}});
  socket.Say("phoenix", "heartbeat", json::object());
  ASSERT_TRUE(AwaitReplies(socket, 2));
  Run("UPDATE patients SET phone = '444' WHERE id = $1", {practice_.IdIn("patients")});
  ASSERT_TRUE(Await([&] { return !socket.Changes().empty(); }));
  EXPECT_EQ(socket.Heard("postgres_changes").at(0)["data"]["record"]["phone"], "444");
}

TEST_F(ConversationTest, AChannelEndsWithItsToken) {
  Socket socket(service_, app_);
  socket.Join("a", json::array({On("*", "patients")}), TokenOf("anna"));
  ASSERT_TRUE(AwaitReplies(socket, 1));
  app_.clock().Advance(std::chrono::hours(1) + std::chrono::minutes(1));
  socket.Say("phoenix", "heartbeat", json::object());
  ASSERT_TRUE(Await([&] { return !socket.Heard("phx_close").empty(); }));
  EXPECT_EQ(socket.Heard("system").back()["status"], "error");
}

TEST_F(ConversationTest, AChannelEndsWithItsSession) {
  Socket socket(service_, app_);
  socket.Join("a", json::array({On("*", "patients")}), TokenOf("anna"));
  ASSERT_TRUE(AwaitReplies(socket, 1));
  const TestUser anna = app_.User("anna");
  app_.auth().Auth(platform::Method::kPost, "/logout?scope=global", json::object(), anna.headers);
  app_.clock().Advance(std::chrono::seconds(6));
  EXPECT_TRUE(Await([&] { return !socket.Heard("phx_close").empty(); }));
}

TEST_F(ConversationTest, RightsThatWereGivenComeToOpenChannels) {
  Socket socket(service_, app_);
  socket.Join("a", json::array({On("UPDATE", "users")}), TokenOf("bruno"));
  ASSERT_TRUE(AwaitReplies(socket, 1));
  Run("UPDATE users SET role = 'admin' WHERE id = $1", {app_.User("bruno").id});
  const auto hears_of_anna = [&] {
    return std::ranges::any_of(socket.Heard("postgres_changes"), [&](const json& payload) {
      return payload["data"]["record"]["id"] == app_.User("anna").id;
    });
  };
  for (int turn = 0; turn < 600 && !hears_of_anna(); ++turn) {
    Run("UPDATE users SET full_name = $1 WHERE id = $2", {"turn " + std::to_string(turn), app_.User("anna").id});
    const auto soon = std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
    loop_.RunUntil([&] { return std::chrono::steady_clock::now() > soon; });
  }
  EXPECT_TRUE(hears_of_anna());
}

// The others of the channel still work.
TEST_F(ConversationTest, BindingsThatAskForWhatIsNotServedAreTold) {
  json columns = On("*", "patients");
  columns["select"] = {"id"};
  for (const json& binding : {columns, On("TRUNCATE", "patients"), On("*", "no_such_table")}) {
    Socket socket(service_, app_);
    socket.Join("a", json::array({binding, On("*", "recordings")}), TokenOf("anna"));
    ASSERT_TRUE(Await([&] { return !socket.Heard("system").empty(); }));
    EXPECT_EQ(socket.Heard("phx_reply").at(0)["status"], "ok");
    EXPECT_EQ(socket.Heard("system").at(0)["status"], "error") << binding.dump();
  }
}

TEST_F(ConversationTest, RightsTakenAwayAreGoneFromOpenChannels) {
  Socket socket(service_, app_);
  socket.Join("a", json::array({On("UPDATE", "users")}), TokenOf("ada"));
  ASSERT_TRUE(AwaitReplies(socket, 1));
  Run("UPDATE users SET full_name = 'Anna V.' WHERE id = $1", {app_.User("anna").id});
  ASSERT_TRUE(Await([&] { return socket.Changes().size() == 1; }));
  Run("UPDATE users SET role = 'doctor' WHERE id = $1", {app_.User("ada").id});
  bool is_silent = false;
  for (int turn = 0; turn < 600 && !is_silent; ++turn) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    const std::string mark = "turn " + std::to_string(turn);
    const auto heard_of = [&](const std::string& name) {
      return std::ranges::any_of(socket.Heard("postgres_changes"), [&](const json& payload) {
        const json& record = payload["data"]["record"];
        return record["full_name"] == mark && record["id"] == app_.User(name).id;
      });
    };
    for (const char* name : {"anna", "ada"})
      Run("UPDATE users SET full_name = $1 WHERE id = $2", {mark, app_.User(name).id});
    ASSERT_TRUE(Await([&] { return heard_of("ada"); }));
    is_silent = !heard_of("anna");
  }
  EXPECT_TRUE(is_silent);
}

TEST_F(ConversationTest, ASilentSocketIsClosed) {
  Socket socket(service_, app_);
  app_.clock().Advance(std::chrono::seconds(59));
  socket.Say("phoenix", "heartbeat", json::object());
  ASSERT_TRUE(AwaitReplies(socket, 1));
  EXPECT_FALSE(socket.peer().Closed());
  app_.clock().Advance(std::chrono::seconds(61));
  ASSERT_TRUE(Await([&] { return socket.peer().Closed().has_value(); }));
  EXPECT_EQ(socket.peer().Closed()->first, CloseCode::kGoingAway);
}

TEST_F(ConversationTest, LeavingEndsTheNews) {
  Socket socket(service_, app_);
  socket.Join("a", json::array({On("*", "patients")}), TokenOf("anna"));
  ASSERT_TRUE(AwaitReplies(socket, 1));
  socket.Say("realtime:a", "phx_leave", json::object());
  ASSERT_TRUE(AwaitReplies(socket, 2));
  EXPECT_EQ(socket.Heard("phx_close").size(), 1U);
  TouchPatient();
  socket.Join("b", json::array({On("*", "patients")}), TokenOf("anna"));
  ASSERT_TRUE(AwaitReplies(socket, 3));
  TouchPatient();
  ASSERT_TRUE(Await([&] { return !socket.Changes().empty(); }));
  for (const json& frame : socket.peer().Frames()) {
    const bool is_elsewhere = frame[3] == "postgres_changes" && frame[2] != "realtime:b";
    EXPECT_FALSE(is_elsewhere);
  }
}

// Who joins again asks for what there is now.
TEST_F(ConversationTest, AChangeThatCannotBeToldSendsAllAway) {
  if (app_.database().dialect() != platform::Dialect::kPostgres) GTEST_SKIP() << "only PostgreSQL loses changes";
  Socket socket(service_, app_);
  socket.Join("a", json::array({On("*", "patients")}), TokenOf("anna"));
  ASSERT_TRUE(AwaitReplies(socket, 1));
  TouchPatient();
  ASSERT_TRUE(Await([&] { return socket.Changes().size() == 1; }));
  EXPECT_FALSE(socket.peer().Closed());
  Run("CREATE FUNCTION lose_changes() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM row_changes; RETURN "
      "NULL; END $$");
  Run("CREATE CONSTRAINT TRIGGER lose_changes AFTER UPDATE ON patients DEFERRABLE INITIALLY DEFERRED FOR EACH ROW "
      "EXECUTE FUNCTION lose_changes()");
  TouchPatient();
  ASSERT_TRUE(Await([&] { return socket.peer().Closed().has_value(); }));
  EXPECT_EQ(socket.peer().Closed()->first, CloseCode::kGoingAway);
}

TEST_F(ConversationTest, AnswersWhatNobodyJoined) {
  Socket socket(service_, app_);
  socket.Say("realtime:never", "phx_leave", json::object());
  socket.Say("room:1", "phx_join", json::object());
  socket.Say("realtime:", "phx_join", json::object());
  socket.Join(std::string(1025, 't'), json::array(), "");
  ASSERT_TRUE(AwaitReplies(socket, 4));
  const auto replies = socket.Heard("phx_reply");
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(replies.at(i)["response"]["reason"], "unmatched topic");
  EXPECT_EQ(replies.at(3)["response"]["reason"], "the topic is too long");
}

// "ok" would say that others heard it, and no answer at all lets a client wait.
TEST_F(ConversationTest, SaysWhatIsNotServed) {
  Socket socket(service_, app_);
  socket.Join("a", json::array(), TokenOf("anna"));
  socket.Say("realtime:a", "broadcast", {{"type", "broadcast"}, {"event", "x"}, {"payload", json::object()}});
  socket.Say("realtime:a", "presence", {{"type", "presence"}, {"event", "track"}});
  socket.Say("realtime:a", "whatever", json::object());
  socket.Say("phoenix", "phx_join", json::object());
  socket.SayBinary(std::string("\x03\x01\x01\x0a\x01\x00\x01", 7) + "19realtime:ax{}");
  ASSERT_TRUE(AwaitReplies(socket, 6));
  const auto frames = socket.peer().Frames();
  std::vector<std::string> reasons;
  for (const json& frame : frames) {
    if (frame[3] == "phx_reply") reasons.push_back(frame[4]["response"].value("reason", frame[4]["status"]));
  }
  EXPECT_THAT(reasons, ElementsAre("ok", "broadcast is not served", "presence is not served", "unknown event",
                                   "unmatched topic", "broadcast is not served"));
  EXPECT_EQ(frames.back()[0], "1");
  EXPECT_EQ(frames.back()[1], "9") << "the client waits for this number";
}

// As on the tables: accounts, plans and subscriptions, and nobody's patients.
TEST_F(ConversationTest, TheServiceKeyHearsWhatItSees) {
  Socket operators(service_, app_, {}, "", app_.auth().service().service_key());
  operators.Join("a", json::array({On("*", "*")}), "");
  ASSERT_TRUE(AwaitReplies(operators, 1));
  TouchPatientAndLetAllHear();
  Run("UPDATE users SET username = 'x' WHERE id = $1", {app_.User("anna").id});
  ASSERT_TRUE(Await([&] { return !operators.Changes().empty(); }));
  EXPECT_THAT(operators.Changes(), ElementsAre("UPDATE users"));
  EXPECT_EQ(operators.Heard("postgres_changes").at(0)["data"]["record"]["id"], app_.User("anna").id);
}

TEST_F(ConversationTest, BoundsChannelsAndBindings) {
  Socket socket(service_, app_);
  for (int i = 0; i <= 100; ++i) socket.Join("t" + std::to_string(i), json::array(), "");
  ASSERT_TRUE(AwaitReplies(socket, 101));
  EXPECT_EQ(socket.Heard("phx_reply").at(99)["status"], "ok");
  EXPECT_EQ(socket.Heard("phx_reply").at(100)["status"], "error");
  Socket greedy(service_, app_);
  greedy.Join("a", json(std::vector<json>(101, On("*", "patients"))), "");
  ASSERT_TRUE(AwaitReplies(greedy, 1));
  EXPECT_EQ(greedy.Heard("phx_reply").at(0)["status"], "error");
  Socket wordy(service_, app_);
  json filtered = On("*", "patients");
  filtered["filter"] = "last_name=eq." + std::string(20'000, 'x');
  wordy.Join("a", json::array({filtered}), "");
  wordy.Join("b", json::array({On(std::string(20'000, 'x'), "patients")}), "");
  filtered["filter"] = "last_name=in.(" + std::string(1'000, ',') + ")";
  wordy.Join("c", json::array({filtered}), "");
  const json named{std::string(1025, '1'), "9", "realtime:d", "phx_join", json::object()};
  wordy.SayText(named.dump());
  ASSERT_TRUE(AwaitReplies(wordy, 4));
  for (const json& reply : wordy.Heard("phx_reply")) EXPECT_EQ(reply["status"], "error");
}

TEST_F(ConversationTest, HostileFramesAreDroppedOrRefused) {
  const std::string before = practice_.StoredEverywhere();
  Socket socket(service_, app_);
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  for (const std::string& text :
       {std::string("nonsense"), std::string("[]"), std::string("{}"), deep, std::string("[null,null,null,null,null]"),
        std::string("\xff\xfe"), std::string(R"([1,2,"realtime:a","phx_join",[]])"),
        std::string(R"(["1","2","realtime:a","phx_join",{"config":{"postgres_changes":7}}])"),
        R"(["1","2","realtime:a","phx_join",{"config":)" + deep + "}]",
        R"(["1","2","realtime:a","phx_join",{"config":{"postgres_changes":[{"event":)" + deep + "}]}}]",
        std::string(R"(["1","2","realtime:b","phx_join",{"config":[],"access_token":7}])")}) {
    socket.SayText(text);
  }
  socket.SayBinary(std::string("\x03\x01\x01\x01\x01\x00", 6));
  for (const char* hostile : {"x' OR '1'='1", "\"; DROP TABLE patients; --", "id=eq.1) OR (1=1", "$1", "*", "\\"}) {
    json binding = On("*", "patients");
    binding["filter"] = std::string("last_name=eq.") + hostile + ",id=" + hostile;
    socket.Join(hostile, json::array({binding}), TokenOf("bruno"));
    socket.Join(std::string("table") + hostile, json::array({json{{"event", hostile}, {"table", hostile}}}),
                TokenOf("bruno"));
    socket.Join(std::string("token") + hostile, json::array({On("*", "patients")}), hostile);
  }
  socket.Say("phoenix", "heartbeat", json::object());
  ASSERT_TRUE(Await([&] {
    const auto frames = socket.peer().Frames();
    return !frames.empty() && frames.back()[2] == "phoenix";
  }));
  TouchPatientAndLetAllHear();
  Run("UPDATE patients SET phone = NULL WHERE id = $1", {practice_.IdIn("patients")});
  EXPECT_THAT(socket.Changes(), IsEmpty());
  EXPECT_FALSE(socket.peer().Closed());
  EXPECT_EQ(practice_.StoredEverywhere(), before);
}

// What comes while a token is looked up is kept until then.
TEST_F(ConversationTest, ASocketThatSendsMuchMoreThanIsHandledIsClosed) {
  InterposedDatabase database(app_.database());
  realtime::Service service(database, app_.keys(), app_.auth().service(), app_.auth().config(), app_.clock());
  Socket socket(service, app_);
  const std::string large(900'000, 'x');
  database.AfterNextRead([&] {
    for (int i = 0; i < 5; ++i) socket.Say("phoenix", "heartbeat", {{"large", large}});
  });
  socket.Join("a", json::array(), TokenOf("anna"));
  ASSERT_TRUE(Await([&] { return socket.peer().Closed().has_value(); }));
  EXPECT_EQ(socket.peer().Closed()->first, platform::CloseCode::kPolicyViolation);
}

TEST_F(ConversationTest, TheHandshakeChecksKeyAndOrigin) {
  EXPECT_THROW(Socket(service_, app_, {{"origin", "https://evil.example"}}), std::runtime_error);
  EXPECT_NO_THROW(Socket(service_, app_, {{"origin", app_.auth().config().public_url}}));
  EXPECT_NO_THROW(Socket(service_, app_));
}

}  // namespace
}  // namespace scriba::testing
