#include "platform/db/database.h"

#include <utility>

namespace scriba::platform {
namespace {

RowVisitor CollectInto(Rows& rows) {
  return [&rows](const RowView& view) {
    std::vector<Value> fields;
    fields.reserve(view.Size());
    for (std::size_t i = 0; i < view.Size(); ++i) fields.push_back(view.Field(i));
    rows.emplace_back(std::move(fields));
  };
}

std::optional<Row> FirstOf(Rows rows) {
  if (rows.empty()) return std::nullopt;
  return std::move(rows.front());
}

}  // namespace

Task<Result<Rows>> Connection::Query(std::string sql, std::vector<Value> parameters) {
  Rows rows;
  RowVisitor collect = CollectInto(rows);
  auto done = co_await Visit(std::move(sql), std::move(parameters), std::move(collect));
  if (!done) co_return Forward(done);
  co_return rows;
}

Task<Result<std::optional<Row>>> Connection::First(std::string sql, std::vector<Value> parameters) {
  auto rows = co_await Query(std::move(sql), std::move(parameters));
  if (!rows) co_return Forward(rows);
  co_return FirstOf(std::move(*rows));
}

Task<Result<std::size_t>> Connection::Execute(std::string sql, std::vector<Value> parameters) {
  return Visit(std::move(sql), std::move(parameters), nullptr);
}

Task<Result<Rows>> Database::Query(std::string sql, std::vector<Value> parameters) {
  Rows rows;
  RowVisitor collect = CollectInto(rows);
  auto done = co_await Visit(std::move(sql), std::move(parameters), std::move(collect));
  if (!done) co_return Forward(done);
  co_return rows;
}

Task<Result<std::optional<Row>>> Database::First(std::string sql, std::vector<Value> parameters) {
  auto rows = co_await Query(std::move(sql), std::move(parameters));
  if (!rows) co_return Forward(rows);
  co_return FirstOf(std::move(*rows));
}

Task<Result<std::size_t>> Database::Execute(std::string sql, std::vector<Value> parameters) {
  std::function<Task<Result<std::size_t>>(Connection&)> work = [&](Connection& connection) {
    return connection.Execute(sql, parameters);
  };
  co_return co_await Write<std::size_t>(std::move(work));
}

}  // namespace scriba::platform
