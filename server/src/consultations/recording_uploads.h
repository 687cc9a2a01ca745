// What makes an upload a recording: consent, an own patient and minutes, checked before the first byte.
#pragma once

#include "platform/clock.h"
#include "platform/jobs.h"
#include "storage/upload_listener.h"

namespace scriba::consultations {

/// An upload whose metadata has a `recording_id` is a recording. Its metadata says:
///   {"recording_id": "<uuid chosen by the browser>", "patient_id", "visita": "prima_visita" | "visita_controllo",
///    "gdpr_consent": true, "consent_version": "...", "source": "recording" | "upload", "duration_seconds": <optional>}
/// `duration_seconds` is what the browser measured of a file: a file that is longer than the minutes left is refused
/// here, while the doctor still has it. What a recording will be nobody knows, and one minute is enough.
/// The same recording_id by the same doctor finds the upload that exists, whatever became of the first answer.
/// Errors at creation: kInvalidRequest, kConsentRequired, kPatientNotFound (also for another doctor's), kEmptyFile,
/// kMinutesExhausted, kResourceAlreadyExists (the id is somebody else's).
class RecordingUploads final : public storage::UploadListener {
 public:
  /// `max_recording_bytes` bounds what a recording, whose length nobody knows, may grow to.
  RecordingUploads(const platform::Clock& clock, platform::JobRunner& runner, std::uint64_t max_recording_bytes)
      : clock_(clock), runner_(runner), max_recording_bytes_(max_recording_bytes) {}

  platform::Task<platform::Result<>> OnCreate(platform::Connection& connection, storage::NewUpload& upload) override;
  void OnAppend(const std::string& upload_id, std::uint64_t bytes) override;
  platform::Task<platform::Result<>> OnComplete(platform::Connection& connection,
                                                const storage::FinishedUpload& upload) override;
  void AfterComplete(const std::string& upload_id) override;
  platform::Task<platform::Result<bool>> KeepsWhatArrived(platform::Connection& connection,
                                                          const std::string& upload_id) override;
  platform::Task<platform::Result<>> OnTerminate(platform::Connection& connection,
                                                 const std::string& upload_id) override;

 private:
  struct Terms;
  static platform::Result<Terms> ReadTerms(const storage::NewUpload& upload);
  platform::Task<platform::Result<>> Admit(platform::Connection& connection, const storage::NewUpload& upload,
                                           const Terms& terms);
  platform::Task<platform::Result<>> Insert(platform::Connection& connection, const storage::NewUpload& upload,
                                            const Terms& terms);

  const platform::Clock& clock_;
  platform::JobRunner& runner_;
  const std::uint64_t max_recording_bytes_;
};

}  // namespace scriba::consultations
