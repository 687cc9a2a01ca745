#include "consultations/audio_retention.h"

#include "auth/audit_log.h"
#include "platform/log.h"
#include "storage/names.h"

namespace scriba::consultations {
namespace {

using platform::Connection;
using platform::Result;
using platform::Task;
using platform::Value;

// A backlog is worked off in rounds, so that no query holds more than this.
constexpr int kMostAtOnce = 200;
constexpr const char* kChoiceEvent = "audio_retention_set";
constexpr const char* kDeletionEvent = "audio_deleted";
constexpr const char* kAddress = "retention";

/// The file that lay behind a consultation's address.
struct Gone {
  std::string owner_id;
  std::string file_id;
};

/// Only the owner's own: an address is text that a doctor may write, another doctor's file included.
Task<Result<Gone>> TakeObject(Connection& connection, std::string owner_id, std::string bucket, std::string name) {
  std::vector<Value> values{std::move(bucket), std::move(name), std::move(owner_id)};
  auto row = co_await connection.First(
      "DELETE FROM storage_objects WHERE bucket = $1 AND name = $2 AND owner_id = $3 RETURNING owner_id, file_id",
      std::move(values));
  if (!row) co_return Forward(row);
  if (!*row) co_return Gone{};
  co_return Gone{.owner_id = (*row)->Text(0), .file_id = (*row)->Text(1)};
}

/// The address leads nowhere any more, or never did.
Task<Result<>> Forget(Connection& connection, const std::string& consultation_id) {
  std::vector<Value> which{consultation_id};
  auto cleared =
      co_await connection.Execute("UPDATE consultations SET audio_url = NULL WHERE id = $1", std::move(which));
  if (!cleared) co_return Forward(cleared);
  co_return Result<>{};
}

Task<Result<>> TellDeletion(Connection& connection, const std::string& consultation_id, platform::Instant now) {
  std::vector<Value> when{consultation_id, platform::FormatTimestamp(now)};
  auto told = co_await connection.Execute(
      "UPDATE recordings SET audio_deleted_at = $2, updated_at = $2 WHERE consultation_id = $1", std::move(when));
  if (!told) co_return Forward(told);
  co_return Result<>{};
}

}  // namespace

Task<Result<>> AudioRetention::NoteChoice() {
  const std::string text = choice_.ToText();
  std::function<Task<Result<>>(Connection&)> note = [&](Connection& connection) -> Task<Result<>> {
    std::vector<Value> values{std::string(kChoiceEvent)};
    auto last = co_await connection.First(
        "SELECT subject FROM audit_log WHERE event = $1 ORDER BY created_at DESC LIMIT 1", std::move(values));
    if (!last) co_return Forward(last);
    if (*last && (*last)->Text(0) == text) co_return Result<>{};
    co_return co_await auth::NoteEvent(connection, {}, kChoiceEvent, kAddress, clock_.Now(), text);
  };
  co_return co_await database_.WriteWith(std::move(note));
}

Task<Result<>> AudioRetention::Sweep() {
  if (!choice_.after) co_return Result<>{};
  while (true) {
    auto due = co_await FindDue();
    if (!due) co_return Forward(due);
    for (const Due& one : *due) {
      auto deleted = co_await Delete(one);
      if (!deleted) co_return deleted;
    }
    if (due->size() < static_cast<std::size_t>(kMostAtOnce)) co_return Result<>{};
  }
}

Task<Result<std::vector<AudioRetention::Due>>> AudioRetention::FindDue() {
  // An address of somewhere else, which an integrator may have written, is not ours to delete.
  std::string sql =
      "SELECT visit.id, visit.audio_url, coalesce(visit.user_id, patient.user_id) FROM consultations visit "
      "JOIN patients patient ON patient.id = visit.patient_id "
      "WHERE visit.audio_url IS NOT NULL AND visit.created_at <= $1 AND visit.audio_url LIKE $2 ";
  // What the engine did not hear is in the sound alone.
  sql +=
      "AND NOT EXISTS (SELECT 1 FROM recordings heard WHERE heard.id = visit.id AND heard.error_code = "
      "'not_transcribed') ";
  if (*choice_.after == std::chrono::days(0)) sql += "AND visit.medical_report IS NOT NULL ";
  sql += "ORDER BY visit.created_at LIMIT " + std::to_string(kMostAtOnce);
  std::vector<Value> values{platform::FormatTimestamp(clock_.Now() - *choice_.after),
                            std::string(storage::kAudioBucket) + "/%"};
  auto rows = co_await database_.Query(std::move(sql), std::move(values));
  if (!rows) co_return Forward(rows);
  std::vector<Due> due;
  for (const auto& row : *rows) {
    const std::string& address = row.Text(1);
    const auto slash = address.find('/');
    due.push_back({.consultation_id = row.Text(0),
                   .owner_id = row.Text(2),
                   .bucket = address.substr(0, slash),
                   .name = address.substr(slash + 1)});
  }
  co_return due;
}

Task<Result<>> AudioRetention::Delete(const Due& due) {
  const platform::Instant now = clock_.Now();
  std::function<Task<Result<Gone>>(Connection&)> work = [&](Connection& connection) -> Task<Result<Gone>> {
    auto gone = co_await TakeObject(connection, due.owner_id, due.bucket, due.name);
    if (!gone) co_return gone;
    auto forgotten = co_await Forget(connection, due.consultation_id);
    if (!forgotten) co_return Forward(forgotten);
    if (gone->file_id.empty()) co_return gone;
    auto told = co_await TellDeletion(connection, due.consultation_id, now);
    if (!told) co_return Forward(told);
    auto noted =
        co_await auth::NoteEvent(connection, gone->owner_id, kDeletionEvent, kAddress, now, due.consultation_id);
    if (!noted) co_return Forward(noted);
    co_return gone;
  };
  auto gone = co_await database_.Write<Gone>(std::move(work));
  if (!gone) co_return Forward(gone);
  if (gone->file_id.empty()) co_return Result<>{};
  platform::LogInfo("audio_deleted", {{"consultation", due.consultation_id}});
  // Should this be cut off, the next sweep of the store removes the file that no object names any more.
  co_return co_await storage_.files().Remove(gone->file_id);
}

}  // namespace scriba::consultations
