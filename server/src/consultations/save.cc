#include "consultations/save.h"

namespace scriba::consultations {
namespace {

using platform::Blob;
using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Result;
using platform::SealingKey;
using platform::Task;
using platform::Value;

constexpr std::string_view kTable = "consultations";

Value Sealed(const SealingKey& key, const std::string& text, std::string_view column, const std::string& id) {
  if (text.empty()) return nullptr;
  return Blob{key.Seal(text, PlaceOf(kTable, column, id))};
}

/// Where the sound lies, or null when it is gone.
Task<Result<Value>> AudioUrl(Connection& connection, const std::string& id) {
  std::vector<Value> values{id};
  auto row =
      co_await connection.First("SELECT bucket, name FROM storage_objects WHERE file_id = $1", std::move(values));
  if (!row) co_return Forward(row);
  if (!*row) co_return Value(nullptr);
  co_return Value((*row)->Text(0) + "/" + (*row)->Text(1));
}

Task<Result<>> Insert(Connection& connection, const SealingKey& key, const Recording& recording,
                      const std::string& transcription, const ConsultationTexts& texts, std::int64_t duration_seconds) {
  auto audio_url = co_await AudioUrl(connection, recording.id);
  if (!audio_url) co_return Forward(audio_url);
  const std::string& id = recording.id;
  std::vector<Value> values{id,
                            recording.patient_id,
                            recording.user_id,
                            recording.created_at,
                            std::move(*audio_url),
                            Sealed(key, transcription, "transcription", id),
                            Sealed(key, texts.report, "medical_report", id),
                            true,
                            recording.visita,
                            duration_seconds,
                            Sealed(key, texts.evidence.dump(), "evidence", id)};
  std::string columns =
      "id, patient_id, user_id, created_at, audio_url, transcription, medical_report, gdpr_consent, visita, "
      "duration_seconds, evidence";
  std::string places = "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11";
  for (const clinical::Section section : clinical::AllSections()) {
    const std::string_view column = clinical::SectionKey(section);
    values.push_back(Sealed(key, texts.sections.at(static_cast<std::size_t>(section)), column, id));
    columns.append(", ").append(column);
    places.append(", $").append(std::to_string(values.size()));
  }
  std::string sql = "INSERT INTO consultations (" + columns + ") VALUES (" + places + ")";
  auto inserted = co_await connection.Execute(std::move(sql), std::move(values));
  if (!inserted) co_return Forward(inserted);
  co_return Result<>{};
}

}  // namespace

Task<Result<>> SaveConsultation(Connection& connection, const SealingKey& key, const Recording& recording,
                                const std::string& transcription, const ConsultationTexts& texts,
                                std::int64_t duration_seconds, platform::Instant now) {
  auto present = co_await FindRecording(connection, recording.id);
  if (!present) co_return Forward(present);
  if (!*present) co_return Fail(Code::kRecordingNotFound, "The recording is gone");
  if ((*present)->state == RecordingState::kSaved) co_return Result<>{};
  if (auto same = CheckSameText(recording, **present); !same) co_return same;
  std::vector<Value> patient{recording.patient_id, recording.user_id};
  auto own = co_await connection.First("SELECT 1 FROM patients WHERE id = $1 AND user_id = $2", std::move(patient));
  if (!own) co_return Forward(own);
  if (!*own) co_return Fail(Code::kPatientNotFound, "The patient is gone");
  auto inserted = co_await Insert(connection, key, recording, transcription, texts, duration_seconds);
  if (!inserted) co_return inserted;
  std::vector<Value> saved{recording.id, platform::FormatTimestamp(now), duration_seconds,
                           std::string(WireName(speech::Mark::kNotTranscribed))};
  // A consultation with a hole says so where it is not sealed: its sound is kept (audio_retention.h).
  auto moved = co_await connection.Execute(
      "UPDATE recordings SET state = 'saved', error_code = CASE WHEN typed_transcript IS NULL AND EXISTS (SELECT 1 "
      "FROM recording_pieces WHERE recording_id = $1 AND marks LIKE '%' || $4 || '%') THEN $4 END, "
      "consultation_id = $1, duration_seconds = $3, partial_transcript = NULL, typed_transcript = NULL, "
      "updated_at = $2 WHERE id = $1",
      std::move(saved));
  if (!moved) co_return Forward(moved);
  std::vector<Value> pieces{recording.id};
  auto cleared = co_await connection.Execute("DELETE FROM recording_pieces WHERE recording_id = $1", std::move(pieces));
  if (!cleared) co_return Forward(cleared);
  co_return Result<>{};
}

}  // namespace scriba::consultations
