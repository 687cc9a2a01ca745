#include "storage/objects.h"

#include <utility>

#include "storage/columns.h"
#include "storage/refusals.h"

namespace scriba::storage {
namespace {

using platform::Code;
using platform::Connection;
using platform::Database;
using platform::Instant;
using platform::Result;
using platform::Row;
using platform::Task;
using platform::Value;

struct ObjectColumns {
  static constexpr const char* kTable = "storage_objects";

  static void ShowTo(auto&& object, auto& see) {
    see("id", object.id);
    see("file_id", object.file_id);
    see("owner_id", object.owner_id);
    see("bucket", object.bucket);
    see("name", object.name);
    see("content_type", object.content_type);
    see("cache_control", object.cache_control);
    see("metadata", object.metadata);
    see("bytes", object.bytes);
    see("created_at", object.created_at);
    see("updated_at", object.updated_at);
  }
};

using ObjectTable = RecordTable<Object, ObjectColumns>;

/// The first name behind all in the folder: "0" follows the slash.
std::string BehindFolder(const std::string& folder) { return folder + "0"; }

Task<Result<>> Replace(Connection& connection, const Object& object) {
  std::vector<Value> values{object.id,
                            object.file_id,
                            object.content_type,
                            object.cache_control,
                            object.metadata,
                            static_cast<std::int64_t>(object.bytes),
                            platform::ToMicroseconds(object.updated_at)};
  auto done = co_await connection.Execute(
      "UPDATE storage_objects SET file_id = $2, content_type = $3, cache_control = $4, metadata = $5, bytes = $6, "
      "updated_at = $7 WHERE id = $1",
      std::move(values));
  if (!done) co_return Forward(done);
  co_return Result<>{};
}

/// The owner's consultations that have the sound go on naming it: what ends with one finds the other by its name.
Task<Result<>> RenameInVisits(Connection& connection, const Object& object, const std::string& new_name) {
  std::vector<Value> values{object.bucket + "/" + object.name, object.bucket + "/" + new_name, object.owner_id};
  auto done = co_await connection.Execute(
      "UPDATE consultations SET audio_url = $2 WHERE audio_url = $1 AND coalesce(user_id, (SELECT patient.user_id FROM "
      "patients patient WHERE patient.id = patient_id)) = $3",
      std::move(values));
  if (!done) co_return Forward(done);
  co_return Result<>{};
}

Task<Result<std::optional<std::string>>> PutWithinQuota(Connection& connection, const Quota& quota, Object& object,
                                                        bool replaces) {
  auto has_room = co_await RequireRoom(connection, quota, object.owner_id, object.bytes);
  if (!has_room) co_return Forward(has_room);
  co_return co_await PutObject(connection, object, replaces);
}

}  // namespace

Task<Result<Object>> FindObject(Database& database, std::string bucket, std::string name, std::string owner_id) {
  std::vector<Value> values{std::move(bucket), std::move(name), std::move(owner_id)};
  auto row =
      co_await database.First(ObjectTable::Select("bucket = $1 AND name = $2 AND owner_id = $3"), std::move(values));
  if (!row) co_return Forward(row);
  if (!*row) co_return NoSuchObject();
  co_return ObjectTable::Read(**row);
}

Task<Result<std::vector<Object>>> ObjectsBelow(Database& database, std::string bucket, std::string prefix,
                                               std::string owner_id) {
  std::string behind = BehindFolder(owner_id);
  std::string lowest = owner_id + "/";
  std::vector<Value> values{std::move(bucket), std::move(owner_id), std::move(lowest), std::move(behind)};
  auto rows = co_await database.Query(
      ObjectTable::Select("bucket = $1 AND owner_id = $2 AND name >= $3 AND name < $4 ORDER BY name"),
      std::move(values));
  if (!rows) co_return Forward(rows);
  std::vector<Object> objects;
  for (const Row& row : *rows) {
    Object object = ObjectTable::Read(row);
    if (object.name.starts_with(prefix)) objects.push_back(std::move(object));
  }
  co_return objects;
}

Task<Result<std::optional<std::string>>> PutObject(Connection& connection, Object& object, bool replaces) {
  std::vector<Value> place{object.bucket, object.name};
  auto row = co_await connection.First(ObjectTable::Select("bucket = $1 AND name = $2"), std::move(place));
  if (!row) co_return Forward(row);
  if (!*row) {
    auto inserted = co_await ObjectTable::Insert(connection, object);
    if (!inserted) co_return Forward(inserted);
    co_return std::optional<std::string>{};
  }
  if (!replaces) co_return NameTaken();
  const Object former = ObjectTable::Read(**row);
  object.id = former.id;
  object.created_at = former.created_at;
  auto replaced = co_await Replace(connection, object);
  if (!replaced) co_return Forward(replaced);
  co_return std::optional<std::string>(former.file_id);
}

Task<Result<>> NameFile(Database& database, FileStore& files, const Quota& quota, Object& object, bool replaces) {
  std::function<Task<Result<std::optional<std::string>>>(Connection&)> put = [&](Connection& connection) {
    return PutWithinQuota(connection, quota, object, replaces);
  };
  auto replaced = co_await database.Write<std::optional<std::string>>(std::move(put));
  std::string unnamed = replaced ? replaced->value_or("") : object.file_id;
  if (!unnamed.empty()) {
    auto removed = co_await files.Remove(std::move(unnamed));
    if (replaced && !removed) co_return Forward(removed);
  }
  if (!replaced) co_return Forward(replaced);
  co_return Result<>{};
}

Task<Result<std::optional<Object>>> TakeObject(Connection& connection, std::string bucket, std::string name,
                                               std::string owner_id) {
  std::vector<Value> values{std::move(bucket), std::move(name), std::move(owner_id)};
  auto row =
      co_await connection.First(ObjectTable::Select("bucket = $1 AND name = $2 AND owner_id = $3"), std::move(values));
  if (!row) co_return Forward(row);
  if (!*row) co_return std::optional<Object>{};
  Object object = ObjectTable::Read(**row);
  std::vector<Value> id{object.id};
  auto done = co_await connection.Execute("DELETE FROM storage_objects WHERE id = $1", std::move(id));
  if (!done) co_return Forward(done);
  co_return std::optional<Object>(std::move(object));
}

Task<Result<>> RenameObject(Connection& connection, const Object& object, std::string new_name, Instant now) {
  std::vector<Value> values{object.id, new_name, platform::ToMicroseconds(now), object.name};
  // Under the name that is known here: its consultations are found by that.
  auto done = co_await connection.Execute(
      "UPDATE storage_objects SET name = $2, updated_at = $3 WHERE id = $1 AND name = $4", std::move(values));
  if (!done && done.error().code == Code::kUniqueViolated) {
    co_return NameTaken();
  }
  if (!done) co_return Forward(done);
  if (*done == 0) co_return NoSuchObject();
  co_return co_await RenameInVisits(connection, object, new_name);
}

}  // namespace scriba::storage
