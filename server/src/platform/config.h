// What the operator chose: environment variables over scriba.toml over defaults that work.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "platform/result.h"

namespace scriba::platform {

/// What becomes of the sound of a saved consultation.
struct AudioRetention {
  /// Nothing: kept until the doctor deletes it. Zero: gone as soon as the report is saved.
  std::optional<std::chrono::days> after;

  /// "keep", "after-report", or the number of days: as the setting has it.
  std::string ToText() const;
};

/// Every setting of the program, read once at the start. docs/operations.md explains each name.
struct Config {
  std::string host = "127.0.0.1";
  std::uint16_t port = 8080;
  /// The address that doctors type, without a trailing slash; links in mails and the issuer of tokens begin with it.
  std::string public_url = "http://localhost:8080";
  std::filesystem::path data_dir = "data";
  /// Empty: SQLite in the data folder. Else "postgres://...".
  std::string database_url;
  /// Empty: "master.key" in the data folder, made on the first start.
  std::filesystem::path master_key_file;
  /// The built web application; empty: found beside the program.
  std::filesystem::path web_dir;
  std::size_t threads = 0;  ///< network loops; 0: one per core

  struct Speech {
    std::string
        url;  ///< base of an OpenAI-compatible engine; empty: a local engine when `make speech` has put one there
    std::string key;
    std::string model = "whisper-1";
    std::string language = "it";
    std::filesystem::path model_file;  ///< SCRIBA_SPEECH_MODEL_FILE
    std::filesystem::path launcher;    ///< SCRIBA_SPEECH_LAUNCHER: the local whisper-server
    std::size_t threads = 0;           ///< of the local engine; 0: half of the cores
  } speech;

  struct LanguageModel {
    std::string url;  ///< empty: the built-in analyser alone
    std::string key;
    std::string model;
    double deadline_seconds = 120;  ///< for one report, the wait for a place included
    std::size_t concurrency = 2;    ///< reports written at once
  } llm;

  struct Mail {
    std::string smtp_url;  ///< empty: mails go to the outbox folder
    std::string from = "Scriba <scriba@localhost>";
  } mail;

  /// What the web application tells everybody about who runs this installation; empty: not told.
  struct Operator {
    std::string contact_email;
    std::string checkout_basic_url;     ///< where the plan Basic is paid
    std::string checkout_advanced_url;  ///< where the plan Advanced is paid
    std::string billing_portal_url;
    std::string controller_name;  ///< who answers for the data (GDPR, article 13)
    std::string controller_address;
    std::string controller_email;
  } site;
  /// The operator's price lists; empty: those of server/prices.toml.
  std::filesystem::path prices_file;

  /// New accounts need no confirmation by mail. Default: true when no SMTP is configured.
  bool autoconfirm = true;
  bool signup_enabled = true;
  bool rate_limits = true;
  /// Whether a doctor may activate a paid plan without a payment.
  bool self_activation = false;
  /// Further addresses to which sign-in links may lead, beside public_url.
  std::vector<std::string> redirect_urls;
  /// Origins other than our own that may call the API.
  std::vector<std::string> cors_origins;
  /// Proxies in front of us whose X-Forwarded-For and X-Forwarded-Proto are believed.
  std::vector<std::string> trusted_proxies;
  std::string captcha_url;  ///< verification address of the captcha provider; empty: none
  std::string captcha_secret;
  /// A session ends when its client has not come back for so long, and at this age whatever it does; 0: never.
  double session_idle_hours = 336;
  double session_max_hours = 2160;
  /// How long lines of the audit log are kept; 0: for ever.
  std::int64_t audit_log_days = 365;
  AudioRetention audio_retention;
  double max_recording_hours = 4.0;
  /// Recordings that are heard while they are made; the others are heard when they are complete.
  std::size_t live_recordings = 256;
  std::uint64_t max_upload_bytes = 100ULL << 20;
  std::uint64_t storage_quota_bytes = 50ULL << 30;  ///< of one account; 0: without limit
  std::string log_level = "info";

  bool PublicUrlIsSecure() const { return public_url.starts_with("https://"); }
};

/// Looks a variable up; nothing when it is not set. Tests pass their own.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

/// The environment of this process.
Environment ProcessEnvironment();

/// Reads `file` when it exists (keys are the variables' names without SCRIBA_, in lower case), then the environment.
/// Errors: kConfigurationInvalid, with the name of the setting and what it may be.
Result<Config> LoadConfig(const Environment& environment, const std::filesystem::path& file);

}  // namespace scriba::platform
