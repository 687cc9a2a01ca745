// `scriba export --user EMAIL [--patient ID] --output FILE`: all that the installation holds about one doctor and for
// them, or about one of their patients (GDPR, articles 15 and 20): `data.json`, and the sound under `audio/`. The
// tables are read through the table surface as the doctor, so that what is exported is what their row rules show them,
// with sealed texts opened.
#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>

#include "app/commands.h"
#include "app/installation.h"
#include "app/room_settings.h"
#include "auth/audit_log.h"
#include "auth/personal_data.h"
#include "billing/ledger.h"
#include "data/data_service.h"
#include "platform/archive.h"
#include "platform/ids.h"
#include "storage/names.h"
#include "storage/objects.h"
#include "storage/service.h"

namespace scriba::app {
namespace {

using nlohmann::json;
using platform::Code;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::Task;

constexpr std::size_t kRowsPerPage = 500;
constexpr std::size_t kPiece = 256 * 1024;

/// Whoever asks is the doctor: nobody else can ask.
class OneDoctor final : public auth::Authenticator {
 public:
  explicit OneDoctor(std::string user_id) { doctor_.user_id = std::move(user_id); }

  Task<Result<auth::Caller>> Identify(const platform::Request&) override { co_return doctor_; }
  Task<Result<auth::Caller>> IdentifyToken(std::string) override { co_return doctor_; }
  bool IsApiKey(std::string_view) const override { return false; }
  Task<Result<bool>> SessionStands(std::string) override { co_return true; }
  Task<Result<bool>> AccountStands(std::string) override { co_return true; }

 private:
  auth::Caller doctor_{.role = auth::TokenRole::kUser};
};

/// Whose data is asked for.
struct Subject {
  std::string user_id;
  std::string patient_id;  ///< empty: all of the doctor's
};

Result<json> Page(const platform::Router& router, const std::string& table, const std::string& filter,
                  std::size_t offset) {
  platform::Request request;
  request.raw_path = "/rest/v1/" + table;
  request.raw_query =
      "select=*&order=id" + filter + "&limit=" + std::to_string(kRowsPerPage) + "&offset=" + std::to_string(offset);
  const platform::Response response = platform::BlockOn(router.Dispatch(request));
  auto rows = json::parse(response.body, nullptr, false);
  if (response.status >= 300 || !rows.is_array()) {
    return Fail(Code::kInternal, "the table " + table + " cannot be read", response.body);
  }
  return rows;
}

/// The condition for a table's rows of the doctor, or of the patient; nothing for tables that have none. What doctors
/// see of their own only is asked for by its owner: to an administrator the table shows everybody's.
std::optional<std::string> FilterOf(const data::Table& table, const Subject& subject) {
  std::string filter;
  if (table.Of(data::Role::kDoctor).select == data::Reach::kOwn) {
    filter = "&" + std::string(table.owner) + "=eq." + subject.user_id;
  }
  if (subject.patient_id.empty()) return filter;
  if (table.name == "patients") return filter + "&id=eq." + subject.patient_id;
  if (table.Find("patient_id") != nullptr) return filter + "&patient_id=eq." + subject.patient_id;
  // Told apart by their consultations afterwards.
  if (table.Find("consultation_id") != nullptr) return filter;
  return std::nullopt;
}

Result<json> RowsOf(const platform::Router& router, const std::string& table, const std::string& filter) {
  json rows = json::array();
  while (true) {
    auto page = Page(router, table, filter, rows.size());
    if (!page) return page;
    for (json& row : *page) rows.push_back(std::move(row));
    if (page->size() < kRowsPerPage) return rows;
  }
}

/// Keeps the versions of the patient's own reports.
void KeepOwnVersions(json& tables) {
  std::set<std::string> visits;
  for (const json& visit : tables["consultations"]) visits.insert(visit["id"].get<std::string>());
  json own = json::array();
  for (json& version : tables["report_versions"]) {
    if (visits.contains(version["consultation_id"].get<std::string>())) own.push_back(std::move(version));
  }
  tables["report_versions"] = std::move(own);
}

/// The doctor's rows of every table in which some are theirs, or those of one patient.
Result<json> Tables(Installation& installation, const Subject& subject) {
  OneDoctor doctor(subject.user_id);
  data::DataService service(installation.database(), installation.keys(), installation.clock(), doctor);
  platform::Router router;
  data::AddDataRoutes(router, service);
  json tables = json::object();
  for (const data::Table& table : data::Tables()) {
    const data::Reach reach = table.Of(data::Role::kDoctor).select;
    if (reach == data::Reach::kNone || reach == data::Reach::kAll) continue;
    const auto filter = FilterOf(table, subject);
    if (!filter) continue;
    const std::string name(table.name);
    auto rows = RowsOf(router, name, *filter);
    if (!rows) return rows;
    tables[name] = std::move(*rows);
  }
  if (subject.patient_id.empty()) return tables;
  if (tables["patients"].empty()) return Fail(Code::kPatientNotFound, "this doctor has no patient of that id");
  KeepOwnVersions(tables);
  return tables;
}

platform::ByteSource ContentOf(storage::SealedFileReader& reader) {
  return [&reader, offset = std::uint64_t{0}]() mutable -> Result<std::string> {
    std::string piece(kPiece, '\0');
    auto count = reader.ReadAt(offset, std::as_writable_bytes(std::span(piece)));
    if (!count) return Forward(count);
    piece.resize(*count);
    offset += *count;
    return piece;
  };
}

/// Reads it through: an entry of an archive that was begun cannot be taken back.
Result<> CheckReadable(storage::SealedFileReader& reader, std::uint64_t bytes) {
  const platform::ByteSource next = ContentOf(reader);
  for (std::uint64_t seen = 0; seen < bytes;) {
    auto piece = next();
    if (!piece) return Forward(piece);
    if (piece->empty()) return Fail(Code::kUnsealFailed, "the file is shorter than it was");
    seen += piece->size();
  }
  return {};
}

/// What went into the archive, and what could not be read.
struct Sounds {
  std::size_t count = 0;
  std::vector<std::string> unreadable;
};

Result<> AddSound(platform::ArchiveWriter& archive, storage::StorageService& storage, const storage::Object& object,
                  Sounds& sounds) {
  const std::string name = "audio/" + object.name.substr(object.owner_id.size() + 1);
  auto reader = platform::BlockOn(storage.Read(object.owner_id, object.file_id));
  if (!reader || !CheckReadable(*reader, object.bytes)) {
    sounds.unreadable.push_back(name);
    return {};
  }
  ++sounds.count;
  return archive.AddStream(name, object.bytes, ContentOf(*reader));
}

/// Whether it is the sound of one of these consultations or recordings.
bool IsSoundOf(const storage::Object& object, const json& tables) {
  const std::string address = object.bucket + "/" + object.name;
  return std::ranges::any_of(tables["consultations"], [&](const json& row) { return row["audio_url"] == address; }) ||
         std::ranges::any_of(tables["recordings"], [&](const json& row) { return row["id"] == object.file_id; });
}

Result<Sounds> AddAllSound(platform::ArchiveWriter& archive, Installation& installation, const Subject& subject,
                           const json& tables) {
  storage::StorageService storage(StorageOptionsOf(installation), installation.database(), installation.keys(),
                                  installation.clock());
  auto objects = platform::BlockOn(storage::ObjectsBelow(installation.database(), std::string(storage::kAudioBucket),
                                                         subject.user_id + "/", subject.user_id));
  if (!objects) return Forward(objects);
  Sounds sounds;
  for (const storage::Object& object : *objects) {
    if (!subject.patient_id.empty() && !IsSoundOf(object, tables)) continue;
    if (auto added = AddSound(archive, storage, object, sounds); !added) return Forward(added);
  }
  return sounds;
}

Result<json> Collect(Installation& installation, const Subject& subject) {
  auto tables = Tables(installation, subject);
  if (!tables) return tables;
  json data = json::object();
  if (subject.patient_id.empty()) {
    auto person = platform::BlockOn(auth::PersonalData(installation.database(), subject.user_id));
    if (!person) return person;
    auto ledger = platform::BlockOn(billing::LedgerOf(installation.database(), subject.user_id));
    if (!ledger) return ledger;
    data = std::move(*person);
    data["minutes_ledger"] = std::move(*ledger);
  }
  data["exported_at"] = platform::FormatRfc3339(installation.clock().Now());
  data["tables"] = std::move(*tables);
  return data;
}

/// No archive without its line in the audit log.
Result<> Note(Installation& installation, const Subject& subject) {
  std::function<Task<Result<>>(platform::Connection&)> note = [&](platform::Connection& connection) {
    return auth::NoteEvent(connection, subject.user_id, "data_exported", "command line", installation.clock().Now(),
                           subject.patient_id);
  };
  return platform::BlockOn(installation.database().WriteWith(std::move(note)));
}

Result<Subject> Find(Installation& installation, const ExportOptions& options) {
  Subject subject;
  if (!options.patient_id.empty()) {
    const auto id = platform::ParseUuid(options.patient_id);
    if (!id) return Fail(Code::kConfigurationInvalid, "--patient wants the id of a patient");
    subject.patient_id = *id;
  }
  auto user_id = platform::BlockOn(auth::AccountOfEmail(installation.database(), options.email));
  if (!user_id) return Forward(user_id);
  subject.user_id = std::move(*user_id);
  return subject;
}

Result<Sounds> Write(Installation& installation, const ExportOptions& options) {
  auto subject = Find(installation, options);
  if (!subject) return Forward(subject);
  auto data = Collect(installation, *subject);
  if (!data) return Forward(data);
  auto archive = platform::ArchiveWriter::Create(options.file, platform::ArchiveFormat::kZip);
  if (!archive) return Forward(archive);
  if (auto added = archive->AddText("data.json", data->dump(1)); !added) return Forward(added);
  auto sounds = AddAllSound(*archive, installation, *subject, (*data)["tables"]);
  if (!sounds) return sounds;
  std::string missing;
  for (const std::string& name : sounds->unreadable) missing += name + "\n";
  if (!missing.empty()) {
    if (auto added = archive->AddText("unreadable.txt", missing); !added) return Forward(added);
  }
  if (auto noted = Note(installation, *subject); !noted) return Forward(noted);
  if (auto finished = archive->Finish(); !finished) return Forward(finished);
  return sounds;
}

}  // namespace

int Export(const platform::Config& config, const ExportOptions& options) {
  auto installation = Installation::Open(config);
  if (!installation) return Refuse(installation.error());
  const auto sounds = Write(**installation, options);
  if (!sounds) return Refuse(sounds.error());
  std::cout << options.file << ": data.json and " << sounds->count
            << " sound files. It is readable by anybody: hand it over with care.\n";
  if (sounds->unreadable.empty()) return 0;
  std::cerr << "scriba: " << sounds->unreadable.size()
            << " sound files cannot be read and are not in it; unreadable.txt names them:\n";
  for (const std::string& name : sounds->unreadable) std::cerr << "  " << name << '\n';
  return 1;
}

}  // namespace scriba::app
