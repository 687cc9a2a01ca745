#include "administration/audit_pages.h"

namespace scriba::administration {
namespace {

using platform::Connection;
using platform::Forward;
using platform::Result;
using platform::Row;
using platform::Task;
using platform::Value;

constexpr std::string_view kFrom =
    " FROM audit_log AS line LEFT JOIN users AS person ON person.id = line.account_id "
    "LEFT JOIN users AS actor ON actor.id = line.actor_id WHERE TRUE";

struct Condition {
  std::string sql;
  std::vector<Value> parameters;

  void Add(std::string_view before, Value value, std::string_view after = {}) {
    parameters.push_back(std::move(value));
    sql.append(before).append("$").append(std::to_string(parameters.size())).append(after);
  }
};

/// A pattern for a part of a text: what was typed means itself.
std::string PartOf(const std::string& typed) {
  std::string pattern = "%";
  for (const char c : typed) {
    if (c == '%' || c == '_' || c == '\\') pattern += '\\';
    pattern += c;
  }
  return pattern + "%";
}

Condition ConditionOf(const AuditQuery& query) {
  Condition condition;
  if (!query.event.empty()) condition.Add(" AND line.event = ", query.event);
  if (query.since) condition.Add(" AND line.created_at >= ", platform::ToMicroseconds(*query.since));
  if (query.until) condition.Add(" AND line.created_at < ", platform::ToMicroseconds(*query.until));
  if (!query.person.empty()) {
    const std::string pattern = PartOf(query.person);
    // The people once, and not for each of the lines.
    for (const char* column : {" AND (line.account_id", " OR line.actor_id"}) {
      condition.Add(std::string(column) + " IN (SELECT id FROM users WHERE lower(email) LIKE lower(", pattern,
                    ") ESCAPE '\\')");
    }
    condition.sql += ")";
  }
  return condition;
}

AuditEntry EntryOf(const Row& row) {
  return {.at = platform::FromMicroseconds(row.Int(0)),
          .event = row.Text(1),
          .email = row.Text(2),
          .actor = row.Text(3),
          .address = row.Text(4),
          .detail = row.Text(5),
          .subject = row.Text(6)};
}

}  // namespace

Task<Result<AuditPage>> ReadAuditLog(platform::Database& database, AuditQuery query) {
  std::function<Task<Result<AuditPage>>(Connection&)> work = [&](Connection& connection) -> Task<Result<AuditPage>> {
    Condition condition = ConditionOf(query);
    AuditPage page;
    std::string counting = "SELECT count(*)" + std::string(kFrom) + condition.sql;
    auto total = co_await connection.First(std::move(counting), condition.parameters);
    if (!total) co_return Forward(total);
    page.total = (*total)->Int(0);
    condition.Add(" ORDER BY line.created_at DESC, line.id DESC LIMIT ", query.limit);
    condition.Add(" OFFSET ", query.offset);
    std::string reading =
        "SELECT line.created_at, line.event, person.email, actor.email, line.address, line.detail, line.subject" +
        std::string(kFrom) + condition.sql;
    auto rows = co_await connection.Query(std::move(reading), std::move(condition.parameters));
    if (!rows) co_return Forward(rows);
    for (const Row& row : *rows) page.entries.push_back(EntryOf(row));
    co_return page;
  };
  co_return co_await database.Read<AuditPage>(std::move(work));
}

}  // namespace scriba::administration
