#include "consultations/recording_uploads.h"

#include <algorithm>
#include <cmath>

#include "consultations/minutes.h"
#include "consultations/recording.h"
#include "platform/ids.h"
#include "platform/json.h"

namespace scriba::consultations {
namespace {

using nlohmann::json;
using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Result;
using platform::Task;
using platform::Value;
using storage::FinishedUpload;
using storage::NewUpload;

constexpr std::size_t kLongestVersion = 100;
constexpr double kLongestStatedSeconds = 1e6;

std::string TextOf(const json& metadata, const char* key) {
  const auto found = metadata.find(key);
  return found != metadata.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// The length that was stated for a file, in whole seconds. Errors: kInvalidRequest.
Result<std::int64_t> StatedSeconds(const json& metadata) {
  const auto found = metadata.find("duration_seconds");
  if (found == metadata.end() || found->is_null()) return kUnknownLengthSeconds;
  const double seconds = found->is_number() ? found->get<double>() : -1;
  const bool is_length = seconds >= 0 && seconds <= kLongestStatedSeconds;
  if (!is_length) return Fail(Code::kInvalidRequest, "duration_seconds must be a number of seconds");
  return std::max(kUnknownLengthSeconds, static_cast<std::int64_t>(std::ceil(seconds)));
}

/// The ending by which programs know the file when it is downloaded.
std::string EndingOf(const std::string& media_type) {
  static const std::vector<std::pair<std::string_view, std::string_view>> kEndings{
      {"webm", ".webm"}, {"ogg", ".ogg"}, {"opus", ".ogg"}, {"mp4", ".m4a"}, {"m4a", ".m4a"},
      {"aac", ".aac"},   {"wav", ".wav"}, {"mpeg", ".mp3"}, {"mp3", ".mp3"}, {"flac", ".flac"}};
  for (const auto& [word, ending] : kEndings) {
    if (media_type.find(word) != std::string::npos) return std::string(ending);
  }
  return ".audio";
}

}  // namespace

/// What the browser says about a recording, checked for form.
struct RecordingUploads::Terms {
  std::string recording_id;
  std::string patient_id;
  std::string visita;
  std::string consent_version;
  bool is_live = false;
  std::int64_t seconds = kUnknownLengthSeconds;
};

Result<RecordingUploads::Terms> RecordingUploads::ReadTerms(const NewUpload& upload) {
  const json& metadata = upload.metadata;
  const auto id = platform::ParseUuid(TextOf(metadata, "recording_id"));
  if (!id) return Fail(Code::kInvalidRequest, "recording_id must be a UUID");
  const auto consent = metadata.find("gdpr_consent");
  if (consent == metadata.end() || *consent != json(true)) {
    return Fail(Code::kConsentRequired, "The patient's consent to the recording is needed");
  }
  Terms terms{.recording_id = *id,
              .patient_id = {},
              .visita = TextOf(metadata, "visita"),
              .consent_version = TextOf(metadata, "consent_version"),
              .is_live = TextOf(metadata, "source") == "recording"};
  const std::string patient_id = TextOf(metadata, "patient_id");
  if (patient_id.empty()) return Fail(Code::kInvalidRequest, "Patient ID is required");
  const auto patient = platform::ParseUuid(patient_id);
  if (!patient) return Fail(Code::kPatientNotFound, "Patient not found");
  terms.patient_id = *patient;
  if (terms.visita.empty()) terms.visita = "prima_visita";
  if (terms.visita != "prima_visita" && terms.visita != "visita_controllo") {
    return Fail(Code::kInvalidRequest, "visita must be prima_visita or visita_controllo");
  }
  if (terms.consent_version.empty() || terms.consent_version.size() > kLongestVersion ||
      platform::HasZeroByte(terms.consent_version)) {
    return Fail(Code::kInvalidRequest, "consent_version names the text that the patient agreed to");
  }
  if (!terms.is_live && TextOf(metadata, "source") != "upload") {
    return Fail(Code::kInvalidRequest, "source must be recording or upload");
  }
  auto seconds = StatedSeconds(metadata);
  if (!seconds) return Forward(seconds);
  if (!terms.is_live) terms.seconds = *seconds;
  return terms;
}

Task<Result<>> RecordingUploads::OnCreate(Connection& connection, NewUpload& upload) {
  if (!upload.metadata.contains("recording_id")) co_return Result<>{};
  auto terms = ReadTerms(upload);
  if (!terms) co_return Forward(terms);
  upload.id = terms->recording_id;
  upload.name = upload.owner_id + "/" + terms->recording_id + EndingOf(upload.content_type);
  upload.is_claimed = true;
  upload.is_irreplaceable = terms->is_live;
  if (terms->is_live) upload.max_bytes = std::max(upload.max_bytes, max_recording_bytes_);
  // What it said is in the row of the recording now; names of files may name patients.
  upload.metadata = json::object();
  auto existing = co_await FindRecording(connection, terms->recording_id);
  if (!existing) co_return Forward(existing);
  if (*existing && (*existing)->user_id == upload.owner_id) co_return Result<>{};
  if (*existing) co_return Fail(Code::kResourceAlreadyExists, "The recording exists already");
  auto admitted = co_await Admit(connection, upload, *terms);
  if (!admitted) co_return admitted;
  co_return co_await Insert(connection, upload, *terms);
}

Task<Result<>> RecordingUploads::Admit(Connection& connection, const NewUpload& upload, const Terms& terms) {
  if (upload.declared_bytes == std::uint64_t{0}) co_return Fail(Code::kEmptyFile, "The file is empty");
  std::vector<Value> patient{terms.patient_id, upload.owner_id};
  auto own = co_await connection.First("SELECT 1 FROM patients WHERE id = $1 AND user_id = $2", std::move(patient));
  if (!own) co_return Forward(own);
  if (!*own) co_return Fail(Code::kPatientNotFound, "Patient not found");
  std::vector<Value> id{terms.recording_id};
  // One that is charged stays charged when its consultation goes: other sound under its id would be free.
  auto taken = co_await connection.First(
      "SELECT 1 FROM consultations WHERE id = $1 UNION ALL SELECT 1 FROM minutes_ledger WHERE consultation_id = $1",
      std::move(id));
  if (!taken) co_return Forward(taken);
  if (*taken) co_return Fail(Code::kResourceAlreadyExists, "The recording exists already");
  co_return co_await RequireMinutes(connection, upload.owner_id, terms.seconds, clock_.Now());
}

Task<Result<>> RecordingUploads::Insert(Connection& connection, const NewUpload& upload, const Terms& terms) {
  const auto instant = clock_.Now();
  const std::string now = platform::FormatTimestamp(instant);
  std::vector<Value> values{terms.recording_id,
                            upload.owner_id,
                            terms.patient_id,
                            terms.visita,
                            now,
                            terms.consent_version,
                            upload.content_type,
                            std::string(terms.is_live ? "recording" : "upload"),
                            std::string(StateName(RecordingState::kRecording)),
                            now};
  auto inserted = co_await connection.Execute(
      "INSERT INTO recordings (id, user_id, patient_id, visita, consent_at, consent_version, mime, source, state, "
      "created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)",
      std::move(values));
  if (!inserted) co_return Forward(inserted);
  if (!terms.is_live) co_return Result<>{};
  // A recording is transcribed while it is made.
  co_return co_await platform::RequestJob(connection, std::string(kRecordingJob), terms.recording_id, instant);
}

void RecordingUploads::OnAppend(const std::string& /*upload_id*/, std::uint64_t /*bytes*/) {}

Task<Result<>> RecordingUploads::OnComplete(Connection& connection, const FinishedUpload& upload) {
  const auto now = clock_.Now();
  RecordingChange received{
      .state = RecordingState::kReceived, .error_code = {}, .bytes = static_cast<std::int64_t>(upload.bytes)};
  std::vector<RecordingState> from{RecordingState::kRecording};
  auto moved = co_await MoveRecording(connection, upload.id, std::move(from), std::move(received), now);
  if (!moved) co_return Forward(moved);
  co_return co_await platform::RequestJob(connection, std::string(kRecordingJob), upload.id, now);
}

/// A recording exists nowhere else. A file is still where it came from, and half of it would be a false visit.
Task<Result<bool>> RecordingUploads::KeepsWhatArrived(Connection& connection, const std::string& upload_id) {
  std::vector<Value> values{upload_id};
  auto live =
      co_await connection.First("SELECT 1 FROM recordings WHERE id = $1 AND source = 'recording'", std::move(values));
  if (!live) co_return Forward(live);
  co_return live->has_value();
}

void RecordingUploads::AfterComplete(const std::string& /*upload_id*/) { runner_.Wake(); }

Task<Result<>> RecordingUploads::OnTerminate(Connection& connection, const std::string& upload_id) {
  std::vector<Value> values{upload_id};
  auto removed =
      co_await connection.Execute("DELETE FROM recordings WHERE id = $1 AND state = 'recording'", std::move(values));
  if (!removed) co_return Forward(removed);
  co_return Result<>{};
}

}  // namespace scriba::consultations
