// The composition root: every room, made once and joined.
#pragma once

#include <memory>
#include <stop_token>
#include <thread>

#include "administration/procedures.h"
#include "app/installation.h"
#include "app/web_files.h"
#include "auth/service.h"
#include "billing/price_lists.h"
#include "billing/subscriptions.h"
#include "consultations/audio_retention.h"
#include "consultations/service.h"
#include "data/data_service.h"
#include "functions/endpoints.h"
#include "platform/http/router.h"
#include "platform/http/server.h"
#include "platform/jobs.h"
#include "platform/workers.h"
#include "realtime/service.h"
#include "speech/speech_service.h"
#include "storage/service.h"

namespace scriba::app {

/// Everything that serves. Members stand in the order of their dependence.
class Program {
 public:
  /// `node` names this program among those that serve the installation (platform/jobs.h).
  Program(Installation& installation, std::string node);
  /// Work in the background ends before the rooms that it uses.
  ~Program() { Stop(); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Loads what must be there before the first request, and takes up the work that a former life left. Errors: of the
  /// rooms.
  platform::Result<> Start();

  const platform::Router& router() const { return router_; }

  /// Hands the sockets to the rooms that talk over them.
  void AddSockets(platform::Server& server) { realtime_.AddTo(server); }
  /// What becomes of the requests is counted here, for /metrics.
  platform::Traffic& traffic() { return traffic_; }

  /// Ends work in the background; it goes on at the next start.
  void Stop();

 private:
  platform::Result<> SetPrices();
  void AddProcedures();
  void AddRoutes();
  void SweepNowAndThen();

  Installation& installation_;
  platform::Traffic traffic_;
  platform::WorkerPool hashing_;
  platform::WorkerPool engine_waiters_;
  platform::WorkerPool readers_;  // of what takes seconds: searches, reports of the whole installation
  platform::JobRunner jobs_;
  auth::Service auth_;
  storage::StorageService storage_;
  data::DataService data_;
  realtime::Service realtime_;
  speech::SpeechService speech_;
  billing::Subscriptions subscriptions_;
  consultations::ConsultationService consultations_;
  consultations::AudioRetention audio_retention_;
  administration::Announcements announcements_;
  administration::AnnouncementMails announcement_mails_;
  const administration::Parts administration_parts_;
  std::stop_source stopping_;
  const functions::Parts function_parts_;
  WebFiles web_files_;
  billing::PriceLists prices_;  // fixed after Start()
  platform::Router router_;
  std::jthread sweeper_;  // last: stops before what it uses goes
};

}  // namespace scriba::app
