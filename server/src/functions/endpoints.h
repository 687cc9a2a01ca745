// What /functions/v1 answers, one function per name. The table of names is in routes.cc.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <stop_token>

#include "auth/caller.h"
#include "billing/subscriptions.h"
#include "consultations/service.h"
#include "platform/http/message.h"
#include "platform/workers.h"
#include "speech/speech_service.h"

namespace scriba::functions {

/// What the functions work with. Outlives them.
struct Parts {
  platform::Database& database;
  billing::Subscriptions& subscriptions;
  consultations::ConsultationService& consultations;
  speech::SpeechService& speech;
  /// Waits for the speech engine on behalf of requests.
  platform::WorkerPool& workers;
  std::uint64_t max_upload_bytes;
  double max_recording_hours;
  /// The program ends: nothing that takes its time is waited for.
  std::stop_token stopping;
};

using Answer = platform::Task<platform::Result<platform::Response>>;
using Endpoint = Answer (*)(const Parts&, const platform::Request&, const auth::Caller&);

/// `{action: getSubscriptionStatus | changePlan | adminCreateSubscription, ...}`
Answer Subscription(const Parts& parts, const platform::Request& request, const auth::Caller& caller);

/// `{user_id, email}`: makes the missing profile of the account with this address, and with this id where one is sent.
/// The only one that may be called without a session; then it answers alike whatever it found.
Answer UserProfile(const Parts& parts, const platform::Request& request, const auth::Caller& caller);

/// `{patientId, transcription, visit_type, gdpr_consent, duration_seconds}` to the nine sections.
Answer AnalyzeConsultation(const Parts& parts, const platform::Request& request, const auth::Caller& caller);

/// A form with `file` to `{text, requestId}`.
Answer Transcribe(const Parts& parts, const platform::Request& request, const auth::Caller& caller);

/// `{transcription}` to `{report}` with its sections and its evidence.
Answer GenerateReport(const Parts& parts, const platform::Request& request, const auth::Caller& caller);

/// `{action: mark | reopen, consultationId, confirmed?}` to `{success, reviewedAt, reviewedBy}`.
Answer Review(const Parts& parts, const platform::Request& request, const auth::Caller& caller);

/// `{action: retry | complete | submitTranscript | discard, recordingId, transcription?}`
Answer Recording(const Parts& parts, const platform::Request& request, const auth::Caller& caller);

}  // namespace scriba::functions
