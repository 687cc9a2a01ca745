// The ways around a table's own address: counts, filters and orders through embeds, writes that answer, procedures.
// What a person may not see must not be told there either, not even by a number.
#include <gmock/gmock.h>

#include "support/data/practice.h"

namespace scriba::testing {
namespace {

using data::Reference;
using data::Table;
using nlohmann::json;
using platform::Method;
using platform::Response;
using ::testing::HasSubstr;
using ::testing::Not;

class MatrixPathsTest : public ::testing::Test {
 protected:
  static bool Sees(const Person& person, std::string_view table) {
    return IsAmong(person.name, Expectations().find(table)->second.see);
  }

  Response Get(const Person& person, const std::string& target) { return app_.As(person.name, Method::kGet, target); }

  /// How many rows an answer shows; none in a refusal.
  static std::size_t Shown(const Response& response) {
    const json body = JsonOf(response);
    return response.status == 200 && body.is_array() ? body.size() : 0;
  }

  void ExpectNoSecret(const Person& person, const Response& response) {
    EXPECT_LT(response.status, 500) << response.body;
    if (person.name == "anna") return;
    EXPECT_THAT(response.body, Not(HasSubstr(Practice::kSecret)));
    for (const char* table : {"patients", "consultations", "recordings"}) {
      EXPECT_THAT(response.body, Not(HasSubstr(practice_.IdIn(table))));
    }
  }

  Practice practice_;
  DataApp& app_ = practice_.app();
};

TEST_F(MatrixPathsTest, CountsCountWhatIsSeen) {
  for (const Table& table : data::Tables()) {
    for (const Person& person : People()) {
      SCOPED_TRACE(std::string(table.name) + " counted by " + person.name);
      for (const char* kind : {"count=exact", "count=planned", "count=estimated"}) {
        const auto counted = app_.As(person.name, Method::kHead, practice_.RowOf(table), {}, {{"prefer", kind}});
        const bool is_allowed = table.Of(person.role).select != data::Reach::kNone;
        EXPECT_EQ(counted.status, is_allowed ? 200 : 401);
        const std::string range = HeaderOf(counted, "content-range");
        EXPECT_EQ(range, !is_allowed ? "" : Sees(person, table.name) ? "0-0/1" : "*/0");
      }
    }
  }
}

TEST_F(MatrixPathsTest, AFilterThroughAnEmbedAsksOnlySeenRows) {
  for (const Table& table : data::Tables()) {
    for (const Reference& reference : table.references) {
      const std::string child(table.name);
      const std::string parent(reference.target);
      for (const Person& person : People()) {
        SCOPED_TRACE(child + " and " + parent + " by " + person.name);
        const bool sees_both = Sees(person, child) && Sees(person, parent);
        const auto down = Get(person, parent + "?select=id," + child + "!" + std::string(reference.constraint) +
                                          "!inner()&" + child + ".id=eq." + practice_.IdIn(child));
        EXPECT_EQ(Shown(down), sees_both ? 1U : 0U) << down.body;
        const auto up =
            Get(person, child + "?select=id," + parent + "!" + std::string(reference.constraint) + "!inner()&id=eq." +
                            practice_.IdIn(child) + "&" + parent + ".id=eq." + practice_.IdIn(parent));
        EXPECT_EQ(Shown(up), sees_both ? 1U : 0U) << up.body;
        ExpectNoSecret(person, down);
        ExpectNoSecret(person, up);
      }
    }
  }
}

TEST_F(MatrixPathsTest, AnOrderByAnEmbedShowsOnlySeenRows) {
  for (const Table& table : data::Tables()) {
    for (const Reference& reference : table.references) {
      const std::string target(reference.target);
      for (const Person& person : People()) {
        SCOPED_TRACE(std::string(table.name) + " ordered by " + target + " by " + person.name);
        const auto ordered =
            Get(person, practice_.RowOf(table) + "&select=id," + target + "!" + std::string(reference.constraint) +
                            "(*)&order=" + target + "(created_at)");
        ExpectNoSecret(person, ordered);
        const bool can_order = data::FindTable(target)->Find("created_at") != nullptr;
        if (!can_order) continue;
        EXPECT_EQ(Shown(ordered), Sees(person, table.name) ? 1U : 0U) << ordered.body;
      }
    }
  }
}

TEST_F(MatrixPathsTest, AFilterOnAnyColumnTellsNothingOfRowsOutOfSight) {
  for (const Table& table : data::Tables()) {
    for (const data::Column& column : table.columns) {
      for (const Person& person : People()) {
        if (Sees(person, table.name)) continue;
        const std::string row = practice_.RowOf(table) + "&";
        for (const std::string condition : {"is.null", "not.is.null"}) {
          SCOPED_TRACE(std::string(table.name) + "." + std::string(column.name) + " " + condition);
          const auto answer = Get(person, row + std::string(column.name) + "=" + condition);
          EXPECT_EQ(Shown(answer), 0U) << answer.body;
          ExpectNoSecret(person, answer);
        }
      }
    }
  }
}

TEST_F(MatrixPathsTest, WritesWithAnAnswerShowNoRowOutOfSight) {
  const platform::Headers shows{{"prefer", "return=representation,count=exact"}};
  for (const Table& table : data::Tables()) {
    for (const Person& person : People()) {
      if (Sees(person, table.name) || IsAmong(person.name, Expectations().find(table.name)->second.change)) continue;
      SCOPED_TRACE(std::string(table.name) + " by " + person.name);
      const std::string before = practice_.StoredEverywhere();
      json row = json::object();
      for (const data::Column& column : table.columns) {
        if (column.type == data::ColumnType::kText && column.values.empty() && !column.is_sealed) {
          row[std::string(column.name)] = "x";
          break;
        }
      }
      const auto changed = app_.As(person.name, Method::kPatch, practice_.RowOf(table), row.dump(), shows);
      const auto removed = app_.As(person.name, Method::kDelete, practice_.RowOf(table), {}, shows);
      EXPECT_EQ(Shown(changed) + Shown(removed), 0U) << changed.body << removed.body;
      row["id"] = practice_.IdIn(table.name);
      for (const char* resolution : {"resolution=merge-duplicates", "resolution=ignore-duplicates"}) {
        const std::string prefer = std::string(resolution) + ",return=representation";
        const auto upserted =
            app_.As(person.name, Method::kPost, std::string(table.name), row.dump(), {{"prefer", prefer}});
        EXPECT_EQ(Shown(upserted), 0U) << upserted.body;
        ExpectNoSecret(person, upserted);
      }
      ExpectNoSecret(person, changed);
      ExpectNoSecret(person, removed);
      EXPECT_EQ(practice_.StoredEverywhere(), before);
    }
  }
}

TEST_F(MatrixPathsTest, ProceduresServeOnlyForOneself) {
  const std::string anna = app_.User("anna").id;
  const std::vector<std::pair<std::string, json>> calls{
      {"create_free_subscription_for_user", {{"user_id", anna}}},
      {"ensure_valid_subscription", {{"user_id", anna}}},
      {"handle_plan_change", {{"user_id", anna}, {"new_tier", "advanced"}}},
      {"run_sql_migration", {{"sql", "DELETE FROM patients"}}},
  };
  for (const auto& [name, arguments] : calls) {
    for (const Person& person : People()) {
      const bool is_admin = person.role == data::Role::kAdmin || person.role == data::Role::kSuperadmin;
      if (is_admin || (person.name == "anna" && arguments.contains("user_id"))) continue;
      SCOPED_TRACE(name + " by " + person.name);
      const std::string before = practice_.StoredEverywhere();
      const auto answer = app_.As(person.name, Method::kPost, "rpc/" + name, arguments.dump());
      EXPECT_EQ(answer.status, person.name == "anon" ? 401 : 403) << answer.body;
      EXPECT_EQ(JsonOf(answer)["code"], "42501");
      EXPECT_EQ(practice_.StoredEverywhere(), before);
    }
  }
  const std::string patients = practice_.Stored(*data::FindTable("patients"));
  const auto repaired = app_.As("ada", Method::kPost, "rpc/run_sql_migration", R"({"sql":"DELETE FROM patients"})");
  EXPECT_EQ(JsonOf(repaired), json({{"success", true}}));
  EXPECT_EQ(practice_.Stored(*data::FindTable("patients")), patients);
}

}  // namespace
}  // namespace scriba::testing
