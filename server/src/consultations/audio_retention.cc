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
  std::string file_id;  ///< empty: there was none
  bool is_forgotten = false;
};

/// Only the owner's own: an address is text that a doctor may write, another doctor's file included. And only while the
/// consultation names it: under an address that was moved away from, other sound may lie by now.
Task<Result<Gone>> TakeObject(Connection& connection, const DueSound& due) {
  const auto slash = due.address.find('/');
  std::vector<Value> values{due.address.substr(0, slash), due.address.substr(slash + 1), due.owner_id,
                            due.consultation_id, due.address};
  auto row = co_await connection.First(
      "DELETE FROM storage_objects WHERE bucket = $1 AND name = $2 AND owner_id = $3 AND EXISTS (SELECT 1 FROM "
      "consultations visit WHERE visit.id = $4 AND visit.audio_url = $5) RETURNING owner_id, file_id",
      std::move(values));
  if (!row) co_return Forward(row);
  if (!*row) co_return Gone{};
  co_return Gone{.owner_id = (*row)->Text(0), .file_id = (*row)->Text(1)};
}

/// The address leads nowhere any more, or never did. Answers whether the consultation still had it.
Task<Result<bool>> Forget(Connection& connection, const DueSound& due) {
  std::vector<Value> which{due.consultation_id, due.address};
  auto cleared = co_await connection.Execute(
      "UPDATE consultations SET audio_url = NULL WHERE id = $1 AND audio_url = $2", std::move(which));
  if (!cleared) co_return Forward(cleared);
  co_return *cleared > 0;
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
    bool has_changed = false;
    for (const DueSound& one : *due) {
      auto deleted = co_await Delete(one);
      if (!deleted) co_return Forward(deleted);
      has_changed = has_changed || *deleted;
    }
    if (!has_changed || due->size() < static_cast<std::size_t>(kMostAtOnce)) co_return Result<>{};
  }
}

Task<Result<std::vector<DueSound>>> AudioRetention::FindDue() {
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
  std::vector<DueSound> due;
  for (const auto& row : *rows) {
    due.push_back({.consultation_id = row.Text(0), .owner_id = row.Text(2), .address = row.Text(1)});
  }
  co_return due;
}

Task<Result<bool>> AudioRetention::Delete(const DueSound& due) {
  const platform::Instant now = clock_.Now();
  std::function<Task<Result<Gone>>(Connection&)> work = [&](Connection& connection) -> Task<Result<Gone>> {
    auto gone = co_await TakeObject(connection, due);
    if (!gone) co_return gone;
    auto forgotten = co_await Forget(connection, due);
    if (!forgotten) co_return Forward(forgotten);
    gone->is_forgotten = *forgotten;
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
  if (gone->file_id.empty()) co_return gone->is_forgotten;
  platform::LogInfo("audio_deleted", {{"consultation", due.consultation_id}});
  // Should this be cut off, the next sweep of the store removes the file that no object names any more.
  auto removed = co_await storage_.files().Remove(gone->file_id);
  if (!removed) co_return Forward(removed);
  co_return true;
}

}  // namespace scriba::consultations
