// The table of files that are complete. An object is a name for a sealed file that no longer changes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform/clock.h"
#include "platform/db/database.h"
#include "storage/file_store.h"
#include "storage/quota.h"

namespace scriba::storage {

struct Object {
  std::string id;
  std::string file_id;
  std::string owner_id;
  std::string bucket;
  std::string name;
  std::string content_type;
  std::string cache_control;
  std::string metadata = "{}";  ///< JSON, as the client gave it
  std::uint64_t bytes = 0;
  platform::Instant created_at{};
  platform::Instant updated_at{};

  /// Changes with the content.
  std::string ETag() const { return '"' + file_id + '"'; }
};

/// The object of that name, when it belongs to the owner. Errors: kNoSuchKey.
platform::Task<platform::Result<Object>> FindObject(platform::Database& database, std::string bucket, std::string name,
                                                    std::string owner_id);

/// The owner's objects whose names begin with `prefix`, in the order of their names.
platform::Task<platform::Result<std::vector<Object>>> ObjectsBelow(platform::Database& database, std::string bucket,
                                                                   std::string prefix, std::string owner_id);

/// Names a file. With `replaces`, an object of that name gets the new file and keeps its id; the file it had before is
/// answered, for removal after the commit. Errors: kResourceAlreadyExists.
platform::Task<platform::Result<std::optional<std::string>>> PutObject(platform::Connection& connection, Object& object,
                                                                       bool replaces);

/// The same for a file that came at once, in a transaction of its own. The file that has no name afterwards is removed:
/// the former one or, after a refusal, the new one. Errors: also kStorageQuotaExceeded.
platform::Task<platform::Result<>> NameFile(platform::Database& database, FileStore& files, const Quota& quota,
                                            Object& object, bool replaces);

/// Removes the name and answers the object that had it, if it was the owner's.
platform::Task<platform::Result<std::optional<Object>>> TakeObject(platform::Connection& connection, std::string bucket,
                                                                   std::string name, std::string owner_id);

/// Gives an object another name, also in the consultations of its owner that have it as their sound. Errors:
/// kNoSuchKey (also when it was given another name meanwhile), kResourceAlreadyExists.
platform::Task<platform::Result<>> RenameObject(platform::Connection& connection, const Object& object,
                                                std::string new_name, platform::Instant now);

}  // namespace scriba::storage
