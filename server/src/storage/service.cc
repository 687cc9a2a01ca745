#include "storage/service.h"

namespace scriba::storage {

using platform::Result;
using platform::Task;
using platform::Value;

StorageService::StorageService(StorageOptions options, platform::Database& database, platform::KeyRing& keys,
                               const platform::Clock& clock)
    : database_(database),
      keys_(keys),
      files_(std::move(options.folder)),
      uploads_(database, keys, files_, clock, options.quota),
      signed_urls_(options.signing_key),
      parts_{database, keys, clock, files_, uploads_, signed_urls_, options.max_object_bytes, options.quota} {}

Task<Result<SealedFileReader>> StorageService::Read(std::string owner_id, std::string file_id) {
  auto key = co_await keys_.KeyOf(std::move(owner_id));
  if (!key) co_return Forward(key);
  co_return files_.Read(file_id, *key);
}

Task<Result<>> StorageService::Remove(std::string owner_id, std::string file_id) {
  std::vector<Value> values{file_id, std::move(owner_id)};
  auto done =
      co_await database_.Execute("DELETE FROM storage_objects WHERE file_id = $1 AND owner_id = $2", std::move(values));
  if (!done) co_return Forward(done);
  co_return co_await files_.Remove(std::move(file_id));
}

}  // namespace scriba::storage
