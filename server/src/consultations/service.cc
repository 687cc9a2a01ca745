#include "consultations/service.h"

#include <cmath>

#include "consultations/minutes.h"
#include "platform/ids.h"

namespace scriba::consultations {
namespace {

using platform::Code;
using platform::Fail;
using platform::Result;
using platform::Task;
using platform::Value;

// What browsers record with at most: 256 kbit/s, eight times what speech needs.
constexpr double kMostBytesPerHour = 3600.0 * 256'000 / 8;
// Analysis takes milliseconds; what waits is a language model.
constexpr std::size_t kAnalysts = 4;
// Texts of one doctor that wait for an analyst: each is kept in memory meanwhile.
constexpr std::size_t kMostWaiting = 16;

std::uint64_t MostBytes(double hours) { return static_cast<std::uint64_t>(std::ceil(hours * kMostBytesPerHour)); }

}  // namespace

ConsultationService::ConsultationService(RecordingJobOptions options, LanguageModelSettings model,
                                         platform::Database& database, platform::KeyRing& keys,
                                         const platform::Clock& clock, storage::StorageService& storage,
                                         speech::SpeechService& speech, platform::JobRunner& runner)
    : database_(database),
      clock_(clock),
      reports_(database, keys, clock, std::move(model)),
      uploads_(clock, runner, MostBytes(options.max_recording_hours)),
      job_(database, keys, clock, storage, speech, reports_, options),
      actions_(database, keys, clock, storage, runner),
      review_(database, keys, clock),
      analysts_("analysts", kAnalysts) {
  storage.SetListener(uploads_);
  runner.Handle(std::string(kRecordingJob), job_, options.most_at_once);
}

Task<Result<>> ConsultationService::Hurry() {
  return platform::HurryJobs(database_, std::string(kRecordingJob), clock_.Now());
}

Task<Result<>> ConsultationService::RequireMinute(std::string user_id) {
  std::function<Task<Result<>>(platform::Connection&)> ask = [&](platform::Connection& connection) {
    return RequireMinutes(connection, user_id, kUnknownLengthSeconds, clock_.Now());
  };
  co_return co_await database_.WriteWith(std::move(ask));
}

Task<Result<ConsultationTexts>> ConsultationService::Analyse(std::string user_id, TextToAnalyse asked,
                                                             std::stop_token stop) {
  if (IsBlank(asked.transcription)) {
    co_return Fail(Code::kEmptyTranscript, "Nessuna trascrizione disponibile da analizzare");
  }
  if (asked.transcription.size() > kLongestTranscript)
    co_return Fail(Code::kValueTooLong, "The transcript is too long");
  Visit visit{.user_id = std::move(user_id), .patient_id = {}, .visita = std::move(asked.visita)};
  if (!asked.patient_id.empty()) {
    const auto patient_id = platform::ParseUuid(asked.patient_id);
    if (!patient_id) co_return Fail(Code::kPatientNotFound, "Patient not found");
    std::vector<Value> values{*patient_id, visit.user_id};
    auto own = co_await database_.First("SELECT 1 FROM patients WHERE id = $1 AND user_id = $2", std::move(values));
    if (!own) co_return Forward(own);
    if (!*own) co_return Fail(Code::kPatientNotFound, "Patient not found");
    visit.patient_id = *patient_id;
  }
  std::string owner = visit.user_id;
  if (analysts_.WaitingOf(owner) >= kMostWaiting) {
    co_return Fail(Code::kOverRequestRateLimit, "Too many reports are being written already; try again shortly");
  }
  const Transcript transcript{.text = std::move(asked.transcription), .spans = {}, .remarks = {}};
  auto make = [this, &visit, &transcript, &stop]() -> Result<ConsultationTexts> {
    if (stop.stop_requested()) return Fail(Code::kBusy, "The work was stopped");
    auto draft = reports_.Analyse(std::move(visit), transcript);
    if (!draft) return Forward(draft);
    return reports_.Write(std::move(*draft), transcript, stop);
  };
  co_return co_await analysts_.RunFor(std::move(owner), std::move(make));
}

}  // namespace scriba::consultations
