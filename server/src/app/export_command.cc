// `scriba export --user EMAIL --output FILE`: all that the installation holds about one doctor and for them (GDPR,
// articles 15 and 20): `data.json`, and the sound under `audio/`. The tables are read through the table surface as the
// doctor, so that what is exported is what their row rules show them, with sealed texts opened.
#include <iostream>
#include <nlohmann/json.hpp>
#include <span>

#include "app/commands.h"
#include "app/installation.h"
#include "app/room_settings.h"
#include "auth/personal_data.h"
#include "billing/ledger.h"
#include "data/data_service.h"
#include "platform/archive.h"
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

 private:
  auth::Caller doctor_{.role = auth::TokenRole::kUser};
};

Result<json> Page(const platform::Router& router, const std::string& table, std::size_t offset) {
  platform::Request request;
  request.raw_path = "/rest/v1/" + table;
  request.raw_query = "select=*&order=id&limit=" + std::to_string(kRowsPerPage) + "&offset=" + std::to_string(offset);
  const platform::Response response = platform::BlockOn(router.Dispatch(request));
  auto rows = json::parse(response.body, nullptr, false);
  if (response.status >= 300 || !rows.is_array()) {
    return Fail(Code::kInternal, "the table " + table + " cannot be read", response.body);
  }
  return rows;
}

/// The doctor's rows of every table in which some are theirs.
Result<json> Tables(Installation& installation, const std::string& user_id) {
  OneDoctor doctor(user_id);
  data::DataService service(installation.database(), installation.keys(), installation.clock(), doctor);
  platform::Router router;
  data::AddDataRoutes(router, service);
  json tables = json::object();
  for (const data::Table& table : data::Tables()) {
    const data::Reach reach = table.Of(data::Role::kDoctor).select;
    if (reach == data::Reach::kNone || reach == data::Reach::kAll) continue;
    const std::string name(table.name);
    json& rows = tables[name] = json::array();
    while (true) {
      auto page = Page(router, name, rows.size());
      if (!page) return page;
      for (json& row : *page) rows.push_back(std::move(row));
      if (page->size() < kRowsPerPage) break;
    }
  }
  return tables;
}

Result<> AddSound(platform::ArchiveWriter& archive, storage::StorageService& storage, const storage::Object& object) {
  auto reader = platform::BlockOn(storage.Read(object.owner_id, object.file_id));
  if (!reader) return Forward(reader);
  std::uint64_t offset = 0;
  const platform::ByteSource next = [&]() -> Result<std::string> {
    std::string piece(kPiece, '\0');
    auto count = reader->ReadAt(offset, std::as_writable_bytes(std::span(piece)));
    if (!count) return Forward(count);
    piece.resize(*count);
    offset += *count;
    return piece;
  };
  return archive.AddStream("audio/" + object.name.substr(object.owner_id.size() + 1), object.bytes, next);
}

Result<std::size_t> AddAllSound(platform::ArchiveWriter& archive, Installation& installation,
                                const std::string& user_id) {
  storage::StorageService storage(StorageOptionsOf(installation), installation.database(), installation.keys(),
                                  installation.clock());
  auto objects = platform::BlockOn(
      storage::ObjectsBelow(installation.database(), std::string(storage::kAudioBucket), user_id + "/", user_id));
  if (!objects) return Forward(objects);
  for (const storage::Object& object : *objects) {
    if (auto added = AddSound(archive, storage, object); !added) return Forward(added);
  }
  return objects->size();
}

Result<json> Collect(Installation& installation, const std::string& user_id) {
  auto person = platform::BlockOn(auth::PersonalData(installation.database(), user_id));
  if (!person) return person;
  auto tables = Tables(installation, user_id);
  if (!tables) return tables;
  auto ledger = platform::BlockOn(billing::LedgerOf(installation.database(), user_id));
  if (!ledger) return ledger;
  json data = std::move(*person);
  data["exported_at"] = platform::FormatRfc3339(installation.clock().Now());
  data["tables"] = std::move(*tables);
  data["minutes_ledger"] = std::move(*ledger);
  return data;
}

Result<std::size_t> Write(Installation& installation, const std::string& email, const std::string& file) {
  auto user_id = platform::BlockOn(auth::AccountOfEmail(installation.database(), email));
  if (!user_id) return Forward(user_id);
  auto data = Collect(installation, *user_id);
  if (!data) return Forward(data);
  auto archive = platform::ArchiveWriter::Create(file, platform::ArchiveFormat::kZip);
  if (!archive) return Forward(archive);
  if (auto added = archive->AddText("data.json", data->dump(1)); !added) return Forward(added);
  auto count = AddAllSound(*archive, installation, *user_id);
  if (!count) return count;
  if (auto finished = archive->Finish(); !finished) return Forward(finished);
  return count;
}

}  // namespace

int Export(const platform::Config& config, const std::string& email, const std::string& file) {
  auto installation = Installation::Open(config);
  if (!installation) return Refuse(installation.error());
  const auto count = Write(**installation, email, file);
  if (!count) return Refuse(count.error());
  std::cout << file << ": data.json and " << *count
            << " sound files. It is readable by anybody: hand it over with care.\n";
  return 0;
}

}  // namespace scriba::app
