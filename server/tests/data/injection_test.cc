// Hostile text in every position of a request: refused in words, or a value like any other. Nothing changes.
#include <gmock/gmock.h>

#include "support/data/practice.h"

namespace scriba::testing {
namespace {

using nlohmann::json;
using platform::Method;
using platform::Response;
using ::testing::HasSubstr;
using ::testing::Not;

const std::vector<std::string>& Hostile() {
  static const std::vector<std::string> kHostile{"x' OR '1'='1",
                                                 "\"; DROP TABLE patients; --",
                                                 "') UNION SELECT password_hash FROM accounts --",
                                                 "x\" UNION SELECT password_hash FROM accounts WHERE \"1\"=\"1",
                                                 "(SELECT password_hash FROM accounts)",
                                                 "pg_sleep(30)",
                                                 "$1",
                                                 "?1",
                                                 std::string("a\0b", 3),
                                                 "\\",
                                                 "{}",
                                                 "*)(",
                                                 "../../etc/passwd",
                                                 "\r\nx-injected: 1",
                                                 "\xff\xfe",
                                                 "🙂'\"",
                                                 std::string(4000, '(')};
  return kHostile;
}

std::string Encoded(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string encoded;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    encoded += {'%', kHex[byte >> 4], kHex[byte & 15]};
  }
  return encoded;
}

class InjectionTest : public ::testing::Test {
 protected:
  void SetUp() override {
    app_.AddPatient("bruno", {{"last_name", "Bianchi"}});
    before_ = practice_.StoredEverywhere();
  }
  void TearDown() override { EXPECT_EQ(practice_.StoredEverywhere(), before_); }

  void ExpectHarmless(const Response& response) {
    EXPECT_LT(response.status, 500) << response.body;
    EXPECT_THAT(response.body, Not(HasSubstr(Practice::kSecret)));
    for (const char* internal : {"argon2", "SQLITE", "sqlite", "ERROR:", "syntax error at", "no such column", ".cc:"}) {
      EXPECT_THAT(response.body, Not(HasSubstr(internal)));
    }
    for (const auto& [name, value] : response.headers) EXPECT_NE(name, "x-injected");
    const bool is_json = response.body.empty() || !JsonOf(response).is_discarded();
    EXPECT_TRUE(is_json) << response.body;
  }

  Practice practice_;
  DataApp& app_ = practice_.app();
  std::string before_;
};

TEST_F(InjectionTest, EveryPositionOfAQuery) {
  for (const std::string& text : Hostile()) {
    const std::string it = Encoded(text);
    for (const std::string& target : {"patients?select=" + it,
                                      "patients?select=last_name::" + it,
                                      "patients?select=" + it + ":last_name",
                                      "patients?select=*," + it + "(*)",
                                      "patients?select=*,consultations!" + it + "(*)",
                                      "patients?select=*,consultations(" + it + ")",
                                      "patients?select=..." + it + "(id)",
                                      "patients?" + it + "=eq.1",
                                      "patients?" + it + ".id=eq.1",
                                      "patients?last_name=" + it,
                                      "patients?last_name=eq." + it,
                                      "patients?last_name=not." + it,
                                      "patients?last_name=like." + it,
                                      "patients?last_name=ilike." + it,
                                      "patients?last_name=isdistinct." + it,
                                      "patients?last_name=in.(" + it + ")",
                                      "patients?last_name=in.(\"" + it + "\")",
                                      "patients?last_name=eq(any).{" + it + "}",
                                      "patients?id=eq." + it,
                                      "patients?weight=gt." + it,
                                      "patients?birth_date=lt." + it,
                                      "patients?created_at=gte." + it,
                                      "patients?or=(last_name.eq." + it + ",id.is.null)",
                                      "patients?or=(" + it + ".eq.1)",
                                      "patients?and=" + it,
                                      "patients?order=" + it,
                                      "patients?order=last_name." + it,
                                      "patients?select=id,users(id)&order=users(" + it + ")",
                                      "patients?limit=" + it,
                                      "patients?offset=" + it,
                                      "patients?" + it,
                                      it,
                                      it + "?select=*",
                                      "patients/" + it}) {
      SCOPED_TRACE(target.substr(0, 120));
      ExpectHarmless(app_.As("bruno", Method::kGet, target));
    }
  }
}

std::string Often(std::string_view term, std::size_t times) {
  std::string all(term);
  while (--times > 0) all.append(",").append(term);
  return all;
}

TEST_F(InjectionTest, MoreTermsThanAnEngineTakes) {
  for (const std::string& target :
       {"patients?last_name=eq(any).{" + Often("a", 4000) + "}",
        "patients?last_name=like(all).{" + Often("a", 4000) + "}",
        "patients?or=(last_name.eq(any).{" + Often("a", 4000) + "})", "patients?order=" + Often("id", 4000),
        "patients?select=id,consultations(id)&consultations.order=" + Often("id", 4000)}) {
    SCOPED_TRACE(target.substr(0, 60));
    const auto response = app_.As("bruno", Method::kGet, target);
    ExpectHarmless(response);
    EXPECT_EQ(response.status, 400);
    EXPECT_EQ(app_.As("bruno", Method::kDelete, target).status, 400);
  }
  ExpectHarmless(app_.As("bruno", Method::kGet, "patients?select=" + Often("id", 5000)));
  ExpectHarmless(app_.As("bruno", Method::kGet, "patients?last_name=in.(" + Often("a", 4000) + ")"));
}

TEST_F(InjectionTest, EveryHeaderThatIsRead) {
  for (const std::string& text : Hostile()) {
    for (const char* name :
         {"prefer", "accept", "accept-profile", "range", "range-unit", "x-client-info", "x-retry-count",
          "x-supabase-api-version", "origin", "host", "x-forwarded-for", "x-forwarded-proto"}) {
      SCOPED_TRACE(name);
      ExpectHarmless(app_.As("bruno", Method::kGet, "patients?select=id", {}, {{name, text}}));
    }
    for (const char* name : {"authorization", "apikey"}) {
      const auto response = app_.As("bruno", Method::kGet, "patients?select=id", {}, {{name, text}});
      EXPECT_EQ(response.status, 401) << name << response.body;
      ExpectHarmless(response);
    }
    const auto bearer = app_.As("bruno", Method::kGet, "patients", {}, {{"authorization", "Bearer " + text}});
    EXPECT_EQ(bearer.status, 401);
    ExpectHarmless(bearer);
    for (const char* name : {"content-type", "content-profile", "prefer"}) {
      ExpectHarmless(app_.As("bruno", Method::kPost, "patients", "{", {{name, text}}));
    }
  }
}

TEST_F(InjectionTest, EveryPartOfAWrite) {
  for (const std::string& text : Hostile()) {
    const std::string it = Encoded(text);
    const std::string key = json{{text, "x"}}.dump(-1, ' ', false, json::error_handler_t::replace);
    ExpectHarmless(app_.As("bruno", Method::kPost, "patients", key));
    ExpectHarmless(app_.As("bruno", Method::kPost, "patients", text));
    ExpectHarmless(app_.As("bruno", Method::kPost, "patients?columns=" + it, "[{}]"));
    ExpectHarmless(app_.As("bruno", Method::kPost, "patients?columns=\"" + it + "\"", "[{}]"));
    ExpectHarmless(app_.As("bruno", Method::kPost, "patients?on_conflict=" + it, "[{}]",
                           {{"prefer", "resolution=merge-duplicates"}}));
    ExpectHarmless(app_.As("bruno", Method::kPatch, "patients?last_name=eq." + it, R"({"phone":"1"})"));
    ExpectHarmless(app_.As("bruno", Method::kPatch, "patients?id=eq." + it, key));
    ExpectHarmless(app_.As("bruno", Method::kDelete, "patients?id=eq." + it));
    ExpectHarmless(app_.As("bruno", Method::kDelete, "patients?last_name=eq." + it));
    for (const char* column : {"id", "user_id", "birth_date", "gender", "weight", "created_at"}) {
      const std::string row = json{{column, text}}.dump(-1, ' ', false, json::error_handler_t::replace);
      ExpectHarmless(app_.As("bruno", Method::kPost, "patients", row));
      ExpectHarmless(app_.As("bruno", Method::kPatch, "patients?last_name=eq.nobody", row));
    }
  }
}

TEST_F(InjectionTest, ProcedureNamesAndArguments) {
  for (const std::string& text : Hostile()) {
    const std::string it = Encoded(text);
    ExpectHarmless(app_.As("bruno", Method::kPost, "rpc/" + it, "{}"));
    ExpectHarmless(app_.As("bruno", Method::kGet, "rpc/ensure_valid_subscription?user_id=" + it));
    const auto of = [&](const json& arguments) {
      return arguments.dump(-1, ' ', false, json::error_handler_t::replace);
    };
    ExpectHarmless(app_.As("bruno", Method::kPost, "rpc/ensure_valid_subscription", of({{"user_id", text}})));
    ExpectHarmless(app_.As("bruno", Method::kPost, "rpc/ensure_valid_subscription", of({{text, "x"}})));
    ExpectHarmless(app_.As("bruno", Method::kPost, "rpc/handle_plan_change",
                           of({{"user_id", app_.User("bruno").id}, {"new_tier", text}})));
    ExpectHarmless(app_.As("bruno", Method::kPost, "rpc/run_sql_migration", of({{"sql", text}})));
    EXPECT_EQ(app_.As("ada", Method::kPost, "rpc/run_sql_migration", of({{"sql", text}})).status, 200);
  }
}

TEST_F(InjectionTest, HostileTextComesBackAsItWasStored) {
  for (const std::string& text : Hostile()) {
    const bool is_text = text.find('\0') == std::string::npos && text != "\xff\xfe" && text.size() < 1000;
    if (!is_text) continue;
    const std::string id = app_.AddPatient("bruno", {{"last_name", text}, {"notes", text}})["id"];
    const auto found = app_.As("bruno", Method::kGet, "patients?select=last_name,notes&last_name=eq." + Encoded(text));
    EXPECT_EQ(JsonOf(found), json::array({{{"last_name", text}, {"notes", text}}})) << found.body;
    EXPECT_EQ(app_.As("bruno", Method::kDelete, "patients?id=eq." + id).status, 204);
  }
}

}  // namespace
}  // namespace scriba::testing
