#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>

#include "app/commands.h"
#include "app/installation.h"
#include "app/room_settings.h"
#include "platform/db/inspection.h"
#include "platform/db/migrations.h"
#include "platform/db/sqlite_database.h"
#include "platform/http/client.h"

namespace scriba::app {
namespace {

/// One line of the answer: what it is, how it stands.
void Say(const std::string& what, const std::string& how) { std::cout << what << ": " << how << '\n'; }

std::string Reachable(const std::string& url) {
  const auto answer = platform::Fetch({.method = "GET", .url = url, .deadline = std::chrono::seconds(5)});
  if (!answer) return url + ", not reachable (" + answer.error().internal + ")";
  return url + ", reachable";
}

std::string Kept(const platform::AudioRetention& retention) {
  if (!retention.after) return "kept until the doctor deletes it";
  if (retention.after->count() == 0) return "deleted once the report is saved";
  return "deleted after " + std::to_string(retention.after->count()) + " days";
}

/// Asks for the list of models: the one call that every server of this shape answers without work.
std::string LanguageModelState(const platform::Config& config) {
  const auto settings = LanguageModelSettingsOf(config);
  if (settings.url.empty()) return "none: the built-in analyser writes the reports";
  const std::string name = settings.model.empty() ? settings.url : settings.model + " at " + settings.url;
  platform::OutgoingRequest request{
      .method = "GET", .url = settings.url + "/v1/models", .deadline = std::chrono::seconds(5)};
  if (!settings.key.empty()) request.headers.emplace_back("Authorization", "Bearer " + settings.key);
  const auto answer = platform::Fetch(request);
  if (!answer)
    return name + ", not reachable (" + answer.error().internal + "): the built-in analyser writes meanwhile";
  if (answer->status == 401 || answer->status == 403) return name + ", refuses the key of SCRIBA_LLM_KEY";
  if (answer->status != 200) return name + ", answers with status " + std::to_string(answer->status);
  const bool is_known = settings.model.empty() || answer->body.find('"' + settings.model + '"') != std::string::npos;
  return name + (is_known ? ", reachable" : ", reachable, but its list has no such model");
}

std::string SizeOf(std::uintmax_t bytes) {
  constexpr std::array kUnits{"bytes", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  for (; bytes >= 10'240 && unit + 1 < kUnits.size(); ++unit) bytes /= 1024;
  return std::to_string(bytes) + " " + kUnits.at(unit);
}

/// Files of a folder, those in its folders included; none where it cannot be read.
std::string FilesIn(const std::filesystem::path& folder) {
  std::size_t count = 0;
  std::uintmax_t bytes = 0;
  std::error_code failure;
  for (std::filesystem::recursive_directory_iterator at(folder, failure), end; !failure && at != end;
       at.increment(failure)) {
    std::error_code gone;
    if (!at->is_regular_file(gone)) continue;
    const auto size = at->file_size(gone);
    if (gone) continue;
    ++count;
    bytes += size;
  }
  return std::to_string(count) + ", " + SizeOf(bytes);
}

bool SayDataFolder(const platform::Config& config) {
  std::error_code failure;
  if (!std::filesystem::exists(config.data_dir, failure)) {
    Say("data folder", config.data_dir.string() + ", not there yet: made at the first start");
    return true;
  }
  const auto space = std::filesystem::space(config.data_dir, failure);
  if (failure) {
    Say("data folder", config.data_dir.string() + ", cannot be read: " + failure.message());
    return false;
  }
  Say("data folder", config.data_dir.string() + ", " + SizeOf(space.available) + " free of " + SizeOf(space.capacity));
  Say("sealed files", FilesIn(config.data_dir / "audio"));
  if (config.mail.smtp_url.empty()) Say("mails in the outbox", FilesIn(config.data_dir / "outbox"));
  return true;
}

std::string Described(const platform::Integrity& integrity) {
  if (!integrity.damage.empty()) return "damaged: restore a backup (" + integrity.damage + ")";
  if (!integrity.orphans.empty()) return "rows of " + integrity.orphans + " belong to nothing";
  return "whole";
}

bool SayIntegrity(platform::Database& database) {
  const auto found = platform::BlockOn(platform::IntegrityOf(database));
  if (!found) {
    Say("integrity", "not looked at to its end: the database is large or busy");
    return true;
  }
  if (!*found) return true;
  Say("integrity", Described(**found));
  return (*found)->damage.empty() && (*found)->orphans.empty();
}

bool SaySize(platform::Database& database) {
  const auto bytes = platform::BlockOn(platform::BytesOf(database));
  Say("size of the database", bytes ? SizeOf(*bytes) : "cannot be read: " + bytes.error().message);
  return bytes.has_value();
}

/// Says what is to be said of a version, and whether this program can serve it.
bool SayVersion(platform::Dialect dialect, int version) {
  const auto migrations = platform::Migrations(dialect);
  const std::string engine = dialect == platform::Dialect::kPostgres ? "PostgreSQL" : "SQLite";
  const auto due = std::ranges::count_if(migrations, [version](const auto& each) { return each.version > version; });
  const bool is_newer = version > migrations.back().version;
  std::string how = engine + ", at version " + std::to_string(version);
  if (version == 0) how = engine + ", empty: filled at the first start";
  if (is_newer) how += ", newer than this program: install the newer program";
  if (version > 0 && due > 0) how += ", " + std::to_string(due) + " migrations due: applied at the next start";
  Say("database", how);
  return !is_newer;
}

/// A key that is not there is made at the first start, unless something was sealed with it.
bool SayKey(const platform::Config& config, platform::Database* database) {
  const std::string file = config.master_key_file.string();
  if (!std::filesystem::exists(config.master_key_file)) {
    Say("master key", file + (database ? ", missing: put your copy of it there" : ", not there yet"));
    return database == nullptr;
  }
  const auto key = platform::MasterKey::LoadOrCreate(config.master_key_file);
  if (!key) {
    Say("master key", key.error().message);
    return false;
  }
  if (!database) {
    Say("master key", file);
    return true;
  }
  const auto opens = OpensWith(*database, *key);
  Say("master key", file + (opens && *opens ? ", opens what is sealed" : ", does not open what is sealed"));
  return opens && *opens;
}

/// A database is only looked at: neither made, nor brought to this version or into the form in which it is served.
platform::Result<std::unique_ptr<platform::Database>> OpenToLook(const platform::Config& config) {
  if (!config.database_url.empty()) return OpenDatabase(config.database_url);
  return std::unique_ptr<platform::Database>(
      std::make_unique<platform::SqliteDatabase>(DatabaseFileOf(config), platform::SqliteAccess::kReadOnly));
}

bool SayDatabase(const platform::Config& config) {
  if (config.database_url.empty() && !std::filesystem::exists(DatabaseFileOf(config))) {
    Say("database", "SQLite, not there yet: made at the first start");
    return SayKey(config, nullptr);
  }
  auto database = OpenToLook(config);
  if (!database) {
    Say("database", database.error().message);
    return false;
  }
  const auto version = platform::BlockOn(platform::VersionOf(**database));
  if (!version) {
    Say("database", version.error().message + " (" + version.error().internal + ")");
    return false;
  }
  bool is_well = SayVersion((*database)->dialect(), *version);
  is_well = SayIntegrity(**database) && is_well;
  is_well = SaySize(**database) && is_well;
  return SayKey(config, *version == 0 ? nullptr : database->get()) && is_well;
}

}  // namespace

int Check(const platform::Config& config) {
  Say("version", SCRIBA_VERSION);
  bool is_well = SayDataFolder(config);
  try {
    is_well = SayDatabase(config) && is_well;
  } catch (const std::exception& failure) {
    Say("database", failure.what());
    is_well = false;
  }
  Say("public address", config.public_url);
  Say("speech engine", config.speech.url.empty()
                           ? "none configured: a local one is used when `make speech` has put it there"
                           : Reachable(config.speech.url));
  Say("language model", LanguageModelState(config));
  const auto decoder = SpeechSettingsOf(config).decoder.worker_command.front();
  Say("decoder", decoder + (std::filesystem::exists(decoder) ? "" : ", missing: no sound can be read"));
  Say("sound of saved consultations", Kept(config.audio_retention));
  Say("controller of the data", config.site.controller_name.empty()
                                    ? "missing: the privacy policy names nobody (SCRIBA_CONTROLLER_NAME)"
                                    : config.site.controller_name);
  Say("contact",
      config.site.contact_email.empty() ? "missing: a reserved address is shown" : config.site.contact_email);
  Say("mail", config.mail.smtp_url.empty() ? "none: mails go to " + (config.data_dir / "outbox").string() : "by SMTP");
  return is_well ? 0 : 1;
}

}  // namespace scriba::app
