// The query string of a table request: whatever it says, it is refused in words or becomes SQL that the database takes.
#include <span>
#include <stdexcept>
#include <string>

#include "data/plan.h"
#include "data/query_parser.h"
#include "data/render.h"
#include "data/row_filter.h"
#include "data/statement.h"
#include "support/test_database.h"

namespace {

using namespace scriba;

void Run(testing::TestDatabase& database, const data::Table& table, const data::Query& query,
         const data::Actor& actor) {
  const auto plan = data::MakePlan(table, query, actor);
  if (!plan) return;
  for (const auto rows : {data::Rows::kAsked, data::Rows::kKeys}) {
    const auto statement = data::CompileRows(**plan, actor, database->dialect(), rows);
    if (!statement) continue;
    std::function<platform::Task<platform::Result<>>(platform::Connection&)> read =
        [&](platform::Connection& connection) -> platform::Task<platform::Result<>> {
      const data::RenderOptions options{.keys = {actor.user_id}};
      auto rendered = co_await data::Render(connection, *statement, options);
      if (rendered && rendered->rows != 0) throw std::logic_error("rows out of an empty practice");
      co_return platform::Result<>{};
    };
    static_cast<void>(platform::BlockOn(database->ReadWith(std::move(read))));
  }
  const auto count = data::CompileCount(**plan, actor, database->dialect());
  if (count) static_cast<void>(platform::BlockOn(database->Query(count->sql, count->parameters)));
}

/// A subscription's filter, asked about a row of nulls and one of text.
void AskAboutRows(const data::Table& table, const data::RowFilter& filter) {
  std::vector<std::string> columns;
  for (const data::Column& column : table.columns) columns.emplace_back(column.name);
  for (const platform::Value& field : {platform::Value(nullptr), platform::Value("aÀa1")}) {
    const platform::Row row(std::vector<platform::Value>(columns.size(), field));
    static_cast<void>(filter.Matches(columns, row));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  static testing::TestDatabase database;
  const data::Actor doctor{.role = data::Role::kDoctor, .user_id = "0d9a7d7e-3a53-4c32-9a0e-6a54c2a5a001"};
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  const auto query = data::ParseQuery(text);
  for (const data::Table& table : data::Tables()) {
    if (query && table.name != "subscription_plans") Run(database, table, *query, doctor);
    const auto filter = data::RowFilter::Parse(table, text);
    if (filter) AskAboutRows(table, *filter);
  }
  return 0;
}
