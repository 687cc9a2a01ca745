// Every table by every operation by every role, generated from the registry: a new table is covered when it is added.
#include <gmock/gmock.h>

#include "data/registry.h"
#include "support/data/practice.h"

namespace scriba::testing {
namespace {

using data::Reach;
using data::Role;
using data::Table;
using nlohmann::json;
using platform::Method;

class MatrixTest : public ::testing::Test {
 protected:
  /// Whether a reach of that person covers Anna's rows.
  static bool Covers(Reach reach, const Person& person) {
    if (reach == Reach::kAll) return true;
    if (reach == Reach::kOthers) return person.name != "anna";
    return reach != Reach::kNone && person.name == "anna";
  }

  std::string Row(const Table& table) const { return practice_.RowOf(table); }
  std::string Stored(const Table& table) { return practice_.Stored(table); }

  /// A harmless new value for a column.
  static json Harmless(const data::Column& column) {
    if (!column.values.empty()) return column.values.back();
    switch (column.type) {
      case data::ColumnType::kInteger: return 1;
      case data::ColumnType::kNumeric: return 1.5;
      case data::ColumnType::kBoolean: return false;
      case data::ColumnType::kDate: return "1999-12-31";
      case data::ColumnType::kTimestamp: return "1999-12-31T00:00:00+00:00";
      default: return "x";
    }
  }

  static constexpr const char* kSecret = Practice::kSecret;
  Practice practice_;
  DataApp& app_ = practice_.app();
};

TEST_F(MatrixTest, TheRightsOfEveryTableAreThoseExpected) {
  ASSERT_EQ(data::Tables().size(), Expectations().size());
  for (const Table& table : data::Tables()) {
    const auto expected = Expectations().find(table.name);
    ASSERT_NE(expected, Expectations().end()) << table.name << ": say in support/data/practice.cc who may do what";
    for (const Person& person : People()) {
      SCOPED_TRACE(std::string(table.name) + " and " + person.name);
      const data::Rights& rights = table.Of(person.role);
      EXPECT_EQ(Covers(rights.select, person), IsAmong(person.name, expected->second.see));
      EXPECT_EQ(Covers(rights.remove, person), IsAmong(person.name, expected->second.remove));
      const bool may_change =
          std::ranges::any_of(rights.update, [&](const data::UpdateRule& rule) { return Covers(rule.reach, person); });
      EXPECT_EQ(may_change, IsAmong(person.name, expected->second.change));
    }
  }
}

TEST_F(MatrixTest, ReadsShowARowToThoseWhoReachItOnEveryPath) {
  for (const Table& table : data::Tables()) {
    for (const Person& person : People()) {
      SCOPED_TRACE(std::string(table.name) + " read by " + person.name);
      const Reach reach = table.Of(person.role).select;
      const auto direct = app_.As(person.name, Method::kGet, Row(table));
      const auto counted =
          app_.As(person.name, Method::kHead, std::string(table.name) + "?select=*", {}, {{"prefer", "count=exact"}});
      if (reach == Reach::kNone) {
        EXPECT_EQ(direct.status, 401);
        EXPECT_EQ(JsonOf(direct)["code"], "42501");
        EXPECT_EQ(counted.status, 401);
        continue;
      }
      EXPECT_EQ(direct.status, 200) << direct.body;
      EXPECT_EQ(JsonOf(direct).size(), Covers(reach, person) ? 1U : 0U) << direct.body;
      if (!Covers(reach, person)) {
        EXPECT_THAT(direct.body, ::testing::Not(::testing::HasSubstr(kSecret)));
      }
      const bool counts_nothing = HeaderOf(counted, "content-range") == "*/0";
      if (reach != Reach::kAll && person.name != "anna" && table.name != "users") {
        EXPECT_TRUE(counts_nothing);
      }
    }
  }
}

TEST_F(MatrixTest, EmbedsOpenNoSideDoor) {
  for (const Table& table : data::Tables()) {
    for (const data::Reference& reference : table.references) {
      const std::vector<std::string> paths{
          std::string(table.name) + "?select=id," + std::string(reference.target) + "(*)",
          std::string(reference.target) + "?select=id," + std::string(table.name) + "(*)",
          std::string(reference.target) + "?select=id," + std::string(table.name) + "!inner()"};
      for (const std::string& path : paths) {
        for (const std::string person : {"bruno", "ada", "sara"}) {
          SCOPED_TRACE(path + " by " + person);
          const auto response = app_.As(person, Method::kGet, path);
          EXPECT_EQ(response.status, 200) << response.body;
          EXPECT_THAT(response.body, ::testing::Not(::testing::HasSubstr(kSecret)));
          EXPECT_THAT(response.body, ::testing::Not(::testing::HasSubstr(practice_.IdIn("consultations"))));
          EXPECT_THAT(response.body, ::testing::Not(::testing::HasSubstr(practice_.IdIn("patients"))));
        }
        EXPECT_EQ(app_.As("anon", Method::kGet, path).status, 401) << path;
      }
    }
  }
}

TEST_F(MatrixTest, UpdatesChangeOnlyTheColumnsAndRowsOfARule) {
  for (const Table& table : data::Tables()) {
    for (const data::Column& column : table.columns) {
      const bool is_key = column.type == data::ColumnType::kUuid;
      if (is_key) continue;
      for (const Person& person : People()) {
        if (person.name == "anna") continue;
        SCOPED_TRACE(std::string(table.name) + "." + std::string(column.name) + " written by " + person.name);
        const auto& rules = table.Of(person.role).update;
        const bool may = std::ranges::any_of(rules, [&](const data::UpdateRule& rule) {
          return Covers(rule.reach, person) && std::ranges::find(rule.columns, column.name) != rule.columns.end();
        });
        if (may) continue;
        const std::string before = Stored(table);
        const json change{{std::string(column.name), Harmless(column)}};
        const auto response =
            app_.As(person.name, Method::kPatch, Row(table), change.dump(), {{"prefer", "return=representation"}});
        EXPECT_EQ(Stored(table), before);
        const bool is_refused = response.status == (person.role == Role::kAnon ? 401 : 403);
        const bool is_silent = response.status == 200 && response.body == "[]";
        EXPECT_TRUE(is_refused || is_silent) << response.status << response.body;
      }
    }
  }
}

TEST_F(MatrixTest, DeletesAndUpsertsLeaveOthersRowsAlone) {
  for (const Table& table : data::Tables()) {
    for (const Person& person : People()) {
      if (Covers(table.Of(person.role).remove, person)) continue;
      SCOPED_TRACE(std::string(table.name) + " by " + person.name);
      const std::string before = Stored(table);
      const auto removed = app_.As(person.name, Method::kDelete, Row(table));
      EXPECT_TRUE(removed.status == 204 || removed.status == 403 || removed.status == 401) << removed.body;
      if (person.name == "anna" || table.Of(person.role).insert == Reach::kAll) continue;
      json row{{"id", practice_.IdIn(table.name)}};
      for (const data::Column& column : table.columns) {
        if (!column.is_nullable && column.name != "id" && column.type != data::ColumnType::kUuid)
          row[std::string(column.name)] = Harmless(column);
        if (!column.is_nullable && column.name == "patient_id") row["patient_id"] = practice_.IdIn("patients");
      }
      for (const char* resolution : {"resolution=merge-duplicates", "resolution=ignore-duplicates"}) {
        const auto upserted =
            app_.As(person.name, Method::kPost, std::string(table.name), row.dump(), {{"prefer", resolution}});
        EXPECT_TRUE(upserted.status == 401 || upserted.status == 403 ||
                    (table.name == "users" && upserted.status == 200))
            << upserted.status << upserted.body;
      }
      EXPECT_EQ(Stored(table), before);
    }
  }
}

TEST_F(MatrixTest, InsertsInSomebodyElsesNameAreRefused) {
  const json patient{{"first_name", "A"},
                     {"last_name", "B"},
                     {"birth_date", "1980-01-01"},
                     {"gender", "other"},
                     {"user_id", practice_.IdIn("users")}};
  for (const std::string person : {"bruno", "ada", "sara"}) {
    EXPECT_EQ(app_.As(person, Method::kPost, "patients", patient.dump()).status, 403);
    const json consultation{{"patient_id", practice_.IdIn("patients")}};
    const auto foreign = app_.As(person, Method::kPost, "consultations", consultation.dump());
    const json nowhere{{"patient_id", "00000000-0000-4000-8000-000000000000"}};
    const auto missing = app_.As(person, Method::kPost, "consultations", nowhere.dump());
    EXPECT_EQ(foreign.status, 409);
    EXPECT_EQ(JsonOf(foreign)["code"], "23503");
    EXPECT_EQ(JsonOf(foreign)["message"], JsonOf(missing)["message"]);
  }
  EXPECT_EQ(app_.As("anna", Method::kPatch, Row(*data::FindTable("patients")),
                    json{{"user_id", app_.User("bruno").id}}.dump())
                .status,
            403);
}

TEST_F(MatrixTest, ConsultationsWithoutAnOwnerBelongToTheirPatientsDoctor) {
  static_cast<void>(platform::BlockOn(app_.database().Execute("UPDATE consultations SET user_id = NULL")));
  EXPECT_EQ(JsonOf(app_.As("anna", Method::kGet, "consultations?select=id,patient_id&user_id=is.null")).size(), 1U);
  EXPECT_EQ(app_.As("bruno", Method::kGet, "consultations?user_id=is.null").body, "[]");
  const json mine{{"user_id", app_.User("bruno").id}};
  const json hers{{"user_id", practice_.IdIn("users")}};
  const Table& consultations = *data::FindTable("consultations");
  EXPECT_EQ(
      app_.As("bruno", Method::kPatch, Row(consultations), mine.dump(), {{"prefer", "return=representation"}}).body,
      "[]");
  EXPECT_EQ(app_.As("anna", Method::kPatch, Row(consultations), hers.dump()).status, 204);
  EXPECT_EQ(app_.auth().Query("SELECT user_id FROM consultations").at(0).Text(0), practice_.IdIn("users"));
}

TEST_F(MatrixTest, AdministratorsSetTiersAndOnlySuperadminsRoles) {
  const Table& users = *data::FindTable("users");
  const auto patch = [&](const std::string& person, const std::string& row, const json& change) {
    return app_.As(person, Method::kPatch, row, change.dump()).status;
  };
  EXPECT_EQ(patch("ada", Row(users), {{"subscription_tier", "basic"}}), 204);
  EXPECT_EQ(patch("ada", Row(users), {{"role", "admin"}}), 403);
  EXPECT_EQ(patch("sara", Row(users), {{"role", "admin"}}), 204);
  EXPECT_EQ(patch("sara", "users?id=eq." + app_.User("sara").id, {{"role", "doctor"}}), 403);
  EXPECT_EQ(patch("bruno", "users?id=eq." + app_.User("bruno").id, {{"full_name", "Bruno Neri"}}), 204);
  EXPECT_EQ(patch("bruno", "users?id=eq." + app_.User("bruno").id, {{"role", "admin"}}), 403);
  EXPECT_EQ(app_.auth()
                .Query("SELECT role, subscription_tier FROM users WHERE id = '" + practice_.IdIn("users") + "'")
                .at(0)
                .Text(0),
            "admin");
}

TEST_F(MatrixTest, RefusesAnEndedSessionOnEveryTable) {
  const TestUser anna = app_.User("anna");
  EXPECT_EQ(app_.auth().Auth(Method::kPost, "/logout?scope=global", json::object(), anna.headers).status, 204);
  for (const Table& table : data::Tables()) {
    const auto response = app_.As("anna", Method::kGet, Row(table));
    EXPECT_EQ(response.status, 401);
    EXPECT_EQ(JsonOf(response)["code"], "PGRST303");
    EXPECT_THAT(HeaderOf(response, "www-authenticate"), ::testing::StartsWith("Bearer error=\"invalid_token\""));
  }
  EXPECT_EQ(JsonOf(Send(app_.router(), Method::kGet, "/rest/v1/patients", app_.auth().HeadersFor("nonsense")))["code"],
            "PGRST301");
  EXPECT_EQ(Send(app_.router(), Method::kGet, "/rest/v1/patients").status, 401);
}

}  // namespace
}  // namespace scriba::testing
