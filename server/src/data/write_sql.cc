#include "data/write_sql.h"

#include <algorithm>

#include "data/condition_sql.h"
#include "data/refusals.h"
#include "data/row_policy.h"

namespace scriba::data {
namespace {

using platform::Blob;
using platform::Code;
using platform::Connection;
using platform::Error;
using platform::Fail;
using platform::Failure;
using platform::Forward;
using platform::Response;
using platform::Result;
using platform::RowView;
using platform::RowVisitor;
using platform::Task;
using platform::Value;

}  // namespace

Task<Result<std::vector<std::string>>> MatchRows(Connection& connection, const Node& root, const Actor& actor,
                                                 Reach reach) {
  SqlText sql(connection.dialect());
  sql << "SELECT " << root.alias << ".id, ";
  WriteReach(sql, *root.table, reach, root.alias, actor);
  sql << " FROM " << root.table->name << " AS " << root.alias << " WHERE ";
  ConditionWriter writer(sql, actor);
  if (auto written = writer.WriteVisible(root, root.alias); !written) co_return Forward(written);
  std::vector<std::string> ids;
  bool all_in_reach = true;
  RowVisitor visit = [&](const RowView& row) {
    ids.emplace_back(row.Text(0));
    all_in_reach = all_in_reach && row.Bool(1);
  };
  auto done = co_await connection.Visit(sql.text(), sql.parameters(), std::move(visit));
  if (!done) co_return Forward(done);
  if (!all_in_reach) co_return NotPermitted(*root.table);
  co_return ids;
}

Value StoredValue(const Table& table, const Column& column, const Value& value, std::string_view id,
                  const platform::SealingKey* key, std::string_view before) {
  const auto* text = std::get_if<std::string>(&value);
  if (!column.is_sealed || text == nullptr) return value;
  const std::string place = std::string(table.name) + "." + std::string(column.name) + ":" + std::string(id);
  if (!before.empty()) {
    const auto opened = key->Open(before, place);
    if (opened && *opened == *text) return Blob{std::string(before)};
  }
  return Blob{key->Seal(*text, place)};
}

Task<Result<>> InsertRow(Connection& connection, const NewRow& row, const platform::SealingKey* key) {
  const Table& table = row.table();
  const std::string_view id = row.Text("id");
  SqlText sql(connection.dialect());
  sql << "INSERT INTO " << table.name << " (";
  for (std::size_t i = 0; i < table.columns.size(); ++i) sql << (i == 0 ? "" : ", ") << table.columns[i].name;
  sql << ") VALUES (";
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const Column& column = table.columns[i];
    sql << (i == 0 ? "" : ", ");
    if (column.is_sealed) {
      sql.Bytes(StoredValue(table, column, row.values()[i], id, key));
    } else {
      sql.Parameter(row.values()[i], column.type);
    }
  }
  sql << ")";
  auto done = co_await connection.Execute(sql.text(), sql.parameters());
  if (done) co_return Result<>{};
  if (done.error().code == Code::kUniqueViolated && table.unique_keys.size() == 1) {
    done.error().message += " \"" + std::string(table.name) + "_pkey\"";
    done.error().details = "Key (id)=(" + std::string(id) + ") already exists.";
  }
  co_return Forward(done);
}

Result<> CheckAffected(const TableRequest& request, std::size_t rows) {
  if (request.accepted.wants_object && rows != 1) return NotSingular(rows);
  const auto& most = request.preferences.max_affected;
  if (most && std::cmp_greater(rows, *most)) {
    Error error{.code = Code::kTooManyAffected, .message = "Query result exceeds max-affected preference constraint"};
    error.details = "The query affects " + std::to_string(rows) + " rows";
    return Failure(std::move(error));
  }
  // PostgREST leaves a limit on a write aside; who set one did not mean more rows than that.
  const auto limit = std::ranges::find_if(request.query.limits, [](const auto& entry) { return entry.first.empty(); });
  const bool is_insert = request.http.method == platform::Method::kPost;
  if (!is_insert && limit != request.query.limits.end() && std::cmp_greater(rows, limit->second)) {
    return Fail(Code::kFeatureNotServed, "limit does not choose among the rows of a write: " + std::to_string(rows) +
                                             " rows meet the filters, so none was written");
  }
  return {};
}

Result<Representation> Representation::Prepare(const TableRequest& request, platform::Dialect dialect) {
  Representation representation;
  if (request.preferences.form != Return::kRepresentation) return representation;
  auto plan = MakePlan(*request.table, request.query, request.actor);
  if (!plan) return Forward(plan);
  // The rows are known by their ids; after an update they need not meet the conditions any more.
  (*plan)->conditions.clear();
  auto statement = CompileRows(**plan, request.actor, dialect, Rows::kKeys);
  if (!statement) return Forward(statement);
  representation.statement_ = std::move(*statement);
  representation.strips_nulls_ = request.accepted.strips_nulls;
  return representation;
}

Task<Result<Rendered>> Representation::Read(Connection& connection, std::vector<std::string> ids,
                                            const platform::SealingKey* key) const {
  const RenderOptions options{.key = key, .strips_nulls = strips_nulls_, .keys = std::move(ids)};
  co_return co_await Render(connection, *statement_, options);
}

Response WriteAnswer(const TableRequest& request, int status, std::optional<Rendered> shown, std::string_view range) {
  Response response = Response::Empty(status);
  if (request.preferences.wants_count) response.With("content-range", std::string(range));
  if (!request.preferences.applied.empty()) response.With("preference-applied", request.preferences.applied);
  if (!shown) return response;
  response.With("content-type", std::string(request.accepted.ContentType()));
  response.body = request.accepted.wants_object ? std::move(*shown).Object() : std::move(shown->array);
  return response;
}

Result<> RequireFilter(const TableRequest& request) {
  const auto is_own = [](const auto& entry) { return entry.first.empty(); };
  if (std::ranges::any_of(request.query.conditions, is_own)) return {};
  return Fail(Code::kWriteWithoutFilter, "the request names no rows: add a filter");
}

}  // namespace scriba::data
