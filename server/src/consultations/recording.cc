#include "consultations/recording.h"

#include <array>
#include <stdexcept>

namespace scriba::consultations {
namespace {

using platform::Connection;
using platform::Instant;
using platform::Result;
using platform::Row;
using platform::Task;
using platform::Value;

constexpr auto kStateNames = std::to_array<std::string_view>(
    {"recording", "received", "transcribing", "analysing", "writing", "saved", "waiting", "failed"});

RecordingState StateFromName(std::string_view name) {
  for (std::size_t i = 0; i < kStateNames.size(); ++i) {
    if (kStateNames.at(i) == name) return static_cast<RecordingState>(i);
  }
  throw std::runtime_error("unknown state of a recording");
}

Recording ToRecording(const Row& row) {
  Recording recording{.id = row.Text(0),
                      .user_id = row.Text(1),
                      .patient_id = row.Text(2),
                      .visita = row.Text(3),
                      .mime = row.Text(4),
                      .is_live = row.Text(5) == "recording",
                      .state = StateFromName(row.Text(6)),
                      .bytes = std::nullopt,
                      .duration_seconds = std::nullopt,
                      .typed_transcript = std::nullopt,
                      .error_code = row.Text(9),
                      .created_at = row.Text(10)};
  if (!row.IsNull(7)) recording.duration_seconds = row.Int(7);
  if (!row.IsNull(11)) recording.bytes = row.Int(11);
  if (!row.IsNull(8)) recording.typed_transcript = row.Bytes(8);
  return recording;
}

Value ValueOr(const std::optional<std::int64_t>& number) { return number ? Value(*number) : Value(nullptr); }

}  // namespace

std::string_view StateName(RecordingState state) { return kStateNames.at(static_cast<std::size_t>(state)); }

std::string PlaceOf(std::string_view table, std::string_view column, std::string_view row_id) {
  return std::string(table).append(".").append(column).append(":").append(row_id);
}

Task<Result<std::optional<Recording>>> FindRecording(Connection& connection, std::string id) {
  std::vector<Value> values{std::move(id)};
  auto row = co_await connection.First(
      "SELECT id, user_id, patient_id, visita, mime, source, state, duration_seconds, typed_transcript, error_code, "
      "created_at, bytes FROM recordings WHERE id = $1",
      std::move(values));
  if (!row) co_return Forward(row);
  if (!*row) co_return std::optional<Recording>{};
  co_return std::optional<Recording>(ToRecording(**row));
}

Task<Result<bool>> MoveRecording(Connection& connection, std::string id, std::vector<RecordingState> from,
                                 RecordingChange change, Instant now) {
  std::string states;
  for (const RecordingState state : from) {
    states.append(states.empty() ? "'" : ", '").append(StateName(state)).append("'");
  }
  Value error = nullptr;
  if (!change.error_code.empty()) error = change.error_code;
  std::vector<Value> values{std::move(id),
                            std::string(StateName(change.state)),
                            std::move(error),
                            platform::FormatTimestamp(now),
                            ValueOr(change.bytes),
                            ValueOr(change.duration_seconds),
                            ValueOr(change.pieces_total)};
  std::string sql =
      "UPDATE recordings SET state = $2, error_code = $3, updated_at = $4, bytes = coalesce($5, bytes), "
      "duration_seconds = coalesce($6, duration_seconds), pieces_total = coalesce($7, pieces_total) "
      "WHERE id = $1 AND state IN (" +
      states + ")";
  auto changed = co_await connection.Execute(std::move(sql), std::move(values));
  if (!changed) co_return Forward(changed);
  co_return *changed > 0;
}

Result<> CheckSameText(const Recording& known, const Recording& present) {
  if (known.typed_transcript == present.typed_transcript) return {};
  return platform::Fail(platform::Code::kRecordingStateConflict, "A text was typed meanwhile");
}

}  // namespace scriba::consultations
