// Recordings on a fresh installation: storage, speech through a stand-in engine, jobs, billing's minutes.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>

#include "consultations/service.h"
#include "platform/ids.h"
#include "storage/storage_app.h"
#include "support/decode_worker_entry.h"

namespace scriba::testing {

/// The time of the machine, which a test may move forward. Safe on every thread.
class MovedClock final : public platform::Clock {
 public:
  platform::Instant Now() const override { return clock_.Now() + moved_.load(); }
  void Advance(std::chrono::microseconds by) { moved_ = moved_.load() + by; }

 private:
  const platform::SystemClock clock_;
  std::atomic<std::chrono::microseconds> moved_{};
};

/// What a test may want otherwise.
struct ConsultationOptions {
  consultations::LanguageModelSettings model;
  double max_recording_hours = 4;
  int most_live = 4;
  std::chrono::milliseconds first_back_off{100};
  speech::DecoderSettings decoder = ThisProgramAsDecoder();
  storage::Quota quota;
};

/// The rooms that work on recordings, over a folder that may outlive them.
class ConsultationRooms {
 public:
  ConsultationRooms(platform::Database& database, platform::KeyRing& keys, storage::StorageService& storage,
                    const platform::Clock& clock, const std::string& engine_url, ConsultationOptions options)
      : speech_(SpeechSettingsFor(engine_url, options.decoder)),
        runner_(database, clock, {.node = "test", .threads = 4, .poll = std::chrono::milliseconds(50)}),
        service_({.max_recording_hours = options.max_recording_hours,
                  .most_live = options.most_live,
                  .live_patience = std::chrono::milliseconds(2'000),
                  .again_without_room = std::chrono::milliseconds(100),
                  .first_back_off = options.first_back_off},
                 std::move(options.model), database, keys, clock, storage, speech_, runner_) {
    if (!platform::BlockOn(service_.Hurry())) throw std::runtime_error("cannot hurry");
    runner_.Start();
  }
  ~ConsultationRooms() { runner_.Stop(); }

  consultations::ConsultationService& service() { return service_; }

 private:
  static speech::SpeechSettings SpeechSettingsFor(const std::string& engine_url, speech::DecoderSettings decoder) {
    speech::SpeechSettings settings;
    settings.engine.url = engine_url;
    settings.engine.attempts = 2;
    settings.engine.back_off = {std::chrono::milliseconds(20)};
    settings.decoder = std::move(decoder);
    return settings;
  }

  speech::SpeechService speech_;
  platform::JobRunner runner_;
  consultations::ConsultationService service_;
};

class ConsultationApp {
 public:
  explicit ConsultationApp(const std::string& engine_url, ConsultationOptions options = {})
      : app(options.quota), options_(std::move(options)) {
    StartRooms(engine_url);
  }

  StorageApp app;
  TestUser anna = app.auth.SignUp("anna@example.com");
  std::string patient = AddPatient(anna);

  void StartRooms(const std::string& engine_url) {
    rooms_.reset();
    rooms_.emplace(app.auth.database(), app.keys(), app.storage(), clock_, engine_url, options_);
  }
  void StopRooms() { rooms_.reset(); }
  consultations::RecordingActions& actions() { return rooms_->service().actions(); }
  consultations::ConsultationService& service() { return rooms_->service(); }

  /// Jobs live by this clock; periods of use are kept by the database's own.
  MovedClock& clock() { return clock_; }

  std::string AddPatient(const TestUser& doctor) {
    std::string id = platform::NewUuid();
    std::vector<platform::Value> values{id, doctor.id};
    const auto added = platform::BlockOn(app.auth.database().Execute(
        "INSERT INTO patients (id, user_id, first_name, last_name, birth_date, gender, created_at) "
        "VALUES ($1, $2, 'Maria', 'Rossi', '1970-01-01', 'female', '2026-01-01T00:00:00.000000+00:00')",
        std::move(values)));
    if (!added) throw std::runtime_error(added.error().message + added.error().internal);
    return id;
  }

  /// What the browser says when it begins; `changes` replaces or, with null, removes entries.
  nlohmann::json Terms(const std::string& recording_id, const nlohmann::json& changes = {}) const {
    nlohmann::json terms{{"recording_id", recording_id}, {"patient_id", patient},        {"visita", "prima_visita"},
                         {"gdpr_consent", true},         {"consent_version", "2026-01"}, {"source", "upload"}};
    if (changes.is_object()) terms.merge_patch(changes);
    return terms;
  }

  platform::Response Create(const nlohmann::json& terms, platform::Headers headers,
                            const std::string& content_type = "audio/webm") {
    headers.emplace("upload-metadata", StorageApp::Metadata({{"bucketName", "consultation-audio"},
                                                             {"objectName", anna.id + "/x"},
                                                             {"contentType", content_type},
                                                             {"metadata", terms.dump()}}));
    return app.Tus(platform::Method::kPost, "/upload/resumable", anna, std::move(headers));
  }

  platform::Response Patch(const std::string& recording_id, std::uint64_t offset, std::string bytes,
                           platform::Headers headers = {}) {
    headers.emplace("upload-offset", std::to_string(offset));
    return app.Tus(platform::Method::kPatch, "/upload/resumable/" + recording_id, anna, std::move(headers),
                   std::move(bytes));
  }

  /// Sends a whole file and answers the recording's id.
  std::string Upload(const std::string& bytes, const nlohmann::json& changes = {}) {
    const std::string id = platform::NewUuid();
    const auto created = Create(Terms(id, changes), {{"upload-length", std::to_string(bytes.size())}});
    if (created.status != 201) throw std::runtime_error(created.body);
    const auto patched = Patch(id, 0, bytes);
    if (patched.status != 204) throw std::runtime_error(patched.body);
    return id;
  }

  std::string State(const std::string& id) {
    const auto rows = app.auth.Query("SELECT state, coalesce(error_code, '') FROM recordings WHERE id = $1", {id});
    if (rows.empty()) return "gone";
    return rows[0].Text(1).empty() ? rows[0].Text(0) : rows[0].Text(0) + " " + rows[0].Text(1);
  }

  /// Waits until the recording is in one of the states and answers which; "…" after 60 seconds.
  std::string Await(const std::string& id, const std::vector<std::string>& states) {
    for (int i = 0; i < 3000; ++i) {
      std::string state = State(id);
      if (std::find(states.begin(), states.end(), state) != states.end()) return state;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return "… still " + State(id);
  }

  std::int64_t Count(const std::string& table) { return app.auth.Query("SELECT count(*) FROM " + table).at(0).Int(0); }

  std::int64_t MinutesUsed() {
    return app.auth.Query("SELECT coalesce(sum(minutes_used), 0) FROM user_subscriptions").at(0).Int(0);
  }

  /// A sealed column of the consultation, opened.
  std::string Opened(const std::string& id, const std::string& column) {
    const auto rows = app.auth.Query("SELECT " + column + " FROM consultations WHERE id = $1", {id});
    if (rows.empty() || rows[0].IsNull(0)) return {};
    const auto key = platform::BlockOn(app.keys().KeyOf(anna.id));
    return *key->Open(rows[0].Bytes(0), "consultations." + column + ":" + id);
  }

 private:
  const ConsultationOptions options_;
  MovedClock clock_;
  std::optional<ConsultationRooms> rooms_;
};

}  // namespace scriba::testing
