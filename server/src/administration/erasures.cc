#include "administration/erasures.h"

#include <algorithm>
#include <functional>

#include "auth/audit_log.h"
#include "auth/erasure.h"
#include "platform/ids.h"

namespace scriba::administration {
namespace {

using platform::Code;
using platform::Connection;
using platform::Database;
using platform::Fail;
using platform::Forward;
using platform::Instant;
using platform::Result;
using platform::Task;
using platform::Value;

constexpr const char* kAddress = "command line";

/// A kind of line: where what it tells of would be, were it there again, and how it goes.
struct Kind {
  std::string_view event;
  const char* place;
  /// Statements on `$1`; the last answers the owner of what went.
  std::vector<const char*> deletions;
};

const char* const kSoundOf =
    "DELETE FROM storage_objects WHERE bucket || '/' || name = (SELECT audio_url FROM consultations WHERE id = $1) "
    "AND owner_id = (SELECT coalesce(visit.user_id, patient.user_id) FROM consultations visit "
    "JOIN patients patient ON patient.id = visit.patient_id WHERE visit.id = $1) RETURNING owner_id";

const std::vector<Kind>& Kinds() {
  static const std::vector<Kind> kKinds{
      {"account_erased", "accounts WHERE id = ", {}},
      {"patient_deleted",
       "patients WHERE id = ",
       {"DELETE FROM recordings WHERE patient_id = $1", "DELETE FROM consultations WHERE patient_id = $1",
        "DELETE FROM patients WHERE id = $1 RETURNING user_id"}},
      {"consultation_deleted",
       "consultations WHERE id = ",
       {"DELETE FROM consultations WHERE id = $1 RETURNING user_id"}},
      {"audio_removed", "consultations WHERE audio_url IS NOT NULL AND id = ", {kSoundOf}},
      {"audio_deleted", "consultations WHERE audio_url IS NOT NULL AND id = ", {kSoundOf}},
  };
  return kKinds;
}

Task<Result<>> ReadKind(Connection& connection, const Kind& kind, std::vector<ErasureLine>& lines) {
  const bool is_account = kind.deletions.empty();
  const bool is_postgres = connection.dialect() == platform::Dialect::kPostgres;
  // The subject is text, because it is not always an id.
  const std::string id = is_account ? "line.account_id" : is_postgres ? "CAST(line.subject AS UUID)" : "line.subject";
  std::string sql = "SELECT line.created_at, " + id +
                    " FROM audit_log AS line WHERE line.event = $1 AND NOT EXISTS (SELECT 1 FROM " + kind.place + id +
                    ")";
  std::vector<Value> values{std::string(kind.event)};
  auto rows = co_await connection.Query(std::move(sql), std::move(values));
  if (!rows) co_return Forward(rows);
  for (const auto& row : *rows) {
    std::string at = platform::FormatRfc3339(platform::FromMicroseconds(row.Int(0)));
    lines.push_back({.at = std::move(at), .event = std::string(kind.event), .id = row.Text(1)});
  }
  co_return Result<>{};
}

Task<Result<std::vector<ErasureLine>>> ReadAll(Connection& connection) {
  std::vector<ErasureLine> lines;
  for (const Kind& kind : Kinds()) {
    auto read = co_await ReadKind(connection, kind, lines);
    if (!read) co_return Forward(read);
  }
  std::ranges::stable_sort(lines, {}, &ErasureLine::at);
  co_return lines;
}

Task<Result<bool>> EraseAccount(Connection& connection, const ErasureLine& line, Instant now) {
  auto erased = co_await auth::EraseAccount(connection, line.id, kAddress, now);
  if (erased) co_return true;
  if (erased.error().code == Code::kUserNotFound) co_return false;
  co_return Forward(erased);
}

Task<Result<bool>> EraseRows(Connection& connection, const Kind& kind, const ErasureLine& line, Instant now) {
  platform::Rows gone;
  for (const char* sql : kind.deletions) {
    std::vector<Value> values{line.id};
    auto rows = co_await connection.Query(sql, std::move(values));
    if (!rows) co_return Forward(rows);
    gone = std::move(*rows);
  }
  if (gone.empty()) co_return false;
  std::string owner = gone.front().IsNull(0) ? std::string() : gone.front().Text(0);
  auto noted = co_await auth::NoteEvent(connection, std::move(owner), line.event, kAddress, now, line.id);
  if (!noted) co_return Forward(noted);
  co_return true;
}

}  // namespace

Task<Result<std::vector<ErasureLine>>> Erasures(Database& database) {
  std::function<Task<Result<std::vector<ErasureLine>>>(Connection&)> read = ReadAll;
  co_return co_await database.Read<std::vector<ErasureLine>>(std::move(read));
}

Task<Result<bool>> EraseAgain(Database& database, const platform::Clock& clock, ErasureLine line) {
  const auto kind = std::ranges::find(Kinds(), line.event, &Kind::event);
  const auto id = platform::ParseUuid(line.id);
  if (kind == Kinds().end() || !id) co_return Fail(Code::kValidationFailed, "this line tells of no erasure");
  line.id = *id;
  std::function<Task<Result<bool>>(Connection&)> erase = [&](Connection& connection) {
    const Instant now = clock.Now();
    return kind->deletions.empty() ? EraseAccount(connection, line, now) : EraseRows(connection, *kind, line, now);
  };
  co_return co_await database.Write<bool>(std::move(erase));
}

}  // namespace scriba::administration
