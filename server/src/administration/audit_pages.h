// The audit log, page by page, newest first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform/clock.h"
#include "platform/db/database.h"
#include "platform/task.h"

namespace scriba::administration {

struct AuditQuery {
  std::string event = {};   ///< exactly; empty: every one
  std::string person = {};  ///< a part of the address of whom it is about or who did it, in any case
  std::optional<platform::Instant> since = std::nullopt;
  std::optional<platform::Instant> until = std::nullopt;  ///< not included
  std::int64_t limit = 50;
  std::int64_t offset = 0;
};

struct AuditEntry {
  platform::Instant at{};
  std::string event;
  std::string email;  ///< empty for nobody we know
  std::string actor;  ///< the address of whoever did it, where it was somebody else
  std::string address;
  std::string detail;
  std::string subject;  ///< what it happened to, by its id or name, where that is not the account
};

struct AuditPage {
  std::int64_t total = 0;
  std::vector<AuditEntry> entries;
};

platform::Task<platform::Result<AuditPage>> ReadAuditLog(platform::Database& database, AuditQuery query);

}  // namespace scriba::administration
