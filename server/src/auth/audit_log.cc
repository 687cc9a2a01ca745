#include "auth/audit_log.h"

#include "platform/ids.h"

namespace scriba::auth {
namespace {

using platform::Forward;
using platform::Result;
using platform::Task;
using platform::Value;

Value IdOrNull(std::string id) { return id.empty() ? Value(nullptr) : Value(std::move(id)); }

}  // namespace

Task<Result<>> NoteLine(platform::Connection& connection, AuditLine line, platform::Instant now) {
  std::vector<Value> fields{platform::NewUuid(),           IdOrNull(std::move(line.account_id)),
                            std::move(line.event),         std::move(line.address),
                            platform::ToMicroseconds(now), IdOrNull(std::move(line.actor_id)),
                            std::move(line.detail),        IdOrNull(std::move(line.subject))};
  auto noted = co_await connection.Execute(
      "INSERT INTO audit_log (id, account_id, event, address, created_at, actor_id, detail, subject) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
      std::move(fields));
  if (!noted) co_return Forward(noted);
  co_return Result<>{};
}

Task<Result<>> NoteEvent(platform::Connection& connection, std::string account_id, std::string event,
                         std::string address, platform::Instant now, std::string subject) {
  AuditLine line{.account_id = std::move(account_id),
                 .event = std::move(event),
                 .address = std::move(address),
                 .subject = std::move(subject)};
  return NoteLine(connection, std::move(line), now);
}

}  // namespace scriba::auth
