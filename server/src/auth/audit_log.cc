#include "auth/audit_log.h"

#include "platform/ids.h"

namespace scriba::auth {

using platform::Forward;
using platform::Result;
using platform::Task;

Task<Result<>> NoteEvent(platform::Connection& connection, std::string account_id, std::string event,
                         std::string address, platform::Instant now, std::string subject) {
  platform::Value account = account_id.empty() ? platform::Value(nullptr) : platform::Value(std::move(account_id));
  platform::Value about = subject.empty() ? platform::Value(nullptr) : platform::Value(std::move(subject));
  std::vector<platform::Value> fields{
      platform::NewUuid(), std::move(account), std::move(event), std::move(address), now.time_since_epoch().count(),
      std::move(about)};
  auto noted = co_await connection.Execute(
      "INSERT INTO audit_log (id, account_id, event, address, created_at, subject) VALUES ($1, $2, $3, $4, $5, $6)",
      std::move(fields));
  if (!noted) co_return Forward(noted);
  co_return Result<>{};
}

}  // namespace scriba::auth
