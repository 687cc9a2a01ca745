#include "platform/db/database.h"

#include <utility>

namespace scriba::platform {
namespace {

Row Copied(const RowView& view) {
  std::vector<Value> fields;
  fields.reserve(view.Size());
  for (std::size_t i = 0; i < view.Size(); ++i) fields.push_back(view.Field(i));
  return Row(std::move(fields));
}

RowVisitor CollectInto(Rows& rows) {
  return [&rows](const RowView& view) { rows.push_back(Copied(view)); };
}

RowVisitor KeepFirst(std::optional<Row>& row) {
  return [&row](const RowView& view) {
    if (!row) row = Copied(view);
  };
}

/// All rows of a statement that runs on a connection, or on a database that finds one.
template <typename Source>
Task<Result<Rows>> AllOf(Source& source, std::string sql, std::vector<Value> parameters) {
  Rows rows;
  RowVisitor collect = CollectInto(rows);
  auto done = co_await source.Visit(std::move(sql), std::move(parameters), std::move(collect));
  if (!done) co_return Forward(done);
  co_return rows;
}

template <typename Source>
Task<Result<std::optional<Row>>> FirstOf(Source& source, std::string sql, std::vector<Value> parameters) {
  std::optional<Row> row;
  RowVisitor keep = KeepFirst(row);
  auto done = co_await source.Visit(std::move(sql), std::move(parameters), std::move(keep));
  if (!done) co_return Forward(done);
  co_return row;
}

}  // namespace

Task<Result<Rows>> Connection::Query(std::string sql, std::vector<Value> parameters) {
  return AllOf(*this, std::move(sql), std::move(parameters));
}

Task<Result<std::optional<Row>>> Connection::First(std::string sql, std::vector<Value> parameters) {
  return FirstOf(*this, std::move(sql), std::move(parameters));
}

Task<Result<std::size_t>> Connection::Execute(std::string sql, std::vector<Value> parameters) {
  return Visit(std::move(sql), std::move(parameters), nullptr);
}

Task<Result<Rows>> Database::Query(std::string sql, std::vector<Value> parameters) {
  return AllOf(*this, std::move(sql), std::move(parameters));
}

Task<Result<std::optional<Row>>> Database::First(std::string sql, std::vector<Value> parameters) {
  return FirstOf(*this, std::move(sql), std::move(parameters));
}

Task<Result<std::size_t>> Database::Execute(std::string sql, std::vector<Value> parameters) {
  std::function<Task<Result<std::size_t>>(Connection&)> work = [&](Connection& connection) {
    return connection.Execute(sql, parameters);
  };
  co_return co_await Write<std::size_t>(std::move(work));
}

}  // namespace scriba::platform
