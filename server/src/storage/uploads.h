// Resumable uploads: what is promised, what has arrived, and the moment at which it becomes an object.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "platform/crypto/sealing.h"
#include "platform/db/database.h"
#include "storage/file_store.h"
#include "storage/objects.h"
#include "storage/quota.h"
#include "storage/upload_listener.h"
#include "storage/upload_row.h"
#include "storage/upload_turns.h"

namespace scriba::storage {

/// An upload left alone for so long ends: a claimed one is completed as it is, any other is removed.
inline constexpr std::chrono::hours kUploadLife{24};

/// Safe on every thread.
class Uploads {
 public:
  Uploads(platform::Database& database, platform::KeyRing& keys, FileStore& files, const platform::Clock& clock,
          Quota quota)
      : database_(database), keys_(keys), files_(files), clock_(clock), quota_(quota) {}

  /// At most one; before the first upload.
  void SetListener(UploadListener& listener) { listener_ = &listener; }

  /// Begins an upload, or finds the one that has the same id and owner. `asked` is checked already as to name and
  /// type. Errors: kEntityTooLarge, kStorageQuotaExceeded, kResourceAlreadyExists, and the
  /// listener's.
  platform::Task<platform::Result<Upload>> Create(NewUpload asked, std::string cache_control, bool replaces);

  /// Errors: kNoSuchUpload, also for another owner's and for one that has expired.
  platform::Task<platform::Result<Upload>> Find(std::string id, std::string owner_id);

  /// How much is safe on disk.
  platform::Task<platform::Result<std::uint64_t>> Offset(const Upload& upload);

  /// Adds bytes at `offset` and answers the new offset; completes the upload when all are there. Whoever owns `content`
  /// keeps it until then. `declared` is the length of an upload that was begun without. Errors: kNoSuchUpload,
  /// kUploadLocked (another request is adding to it), kInvalidUploadOffset, kEntityTooLarge, kInvalidRequest (a length
  /// that contradicts), kDiskFull; then nothing was added that counts.
  platform::Task<platform::Result<std::uint64_t>> Append(std::string id, std::string owner_id, std::uint64_t offset,
                                                         std::string_view content,
                                                         std::optional<std::uint64_t> declared);

  /// Cancels an upload and removes what has arrived. Errors: kNoSuchUpload, kUploadLocked, and the listener's.
  platform::Task<platform::Result<>> Terminate(std::string id, std::string owner_id);

  /// Ends an upload with what has arrived. Errors: kNoSuchUpload, kEmptyFile, kUploadLocked.
  platform::Task<platform::Result<>> CompleteAsItIs(std::string id, std::string owner_id);

  /// Ends what has expired, completes what a crash left without its last step, and sweeps the folder of files.
  platform::Task<platform::Result<>> Sweep();

 private:
  platform::Task<platform::Result<std::uint64_t>> AppendInTurn(Upload upload, std::uint64_t offset,
                                                               std::string_view content,
                                                               std::optional<std::uint64_t> declared);
  platform::Task<platform::Result<Upload>> Insert(platform::Connection& connection, NewUpload& asked,
                                                  std::string cache_control, bool replaces);
  platform::Task<platform::Result<>> Change(std::string sql, std::vector<platform::Value> values);
  platform::Task<platform::Result<>> Declare(Upload& upload, std::uint64_t bytes);
  platform::Task<platform::Result<>> Prolong(const Upload& upload);
  platform::Task<platform::Result<>> CompleteWithWhatArrived(Upload upload, std::uint64_t length);
  platform::Task<platform::Result<>> Complete(const Upload& upload, std::uint64_t bytes);
  platform::Task<platform::Result<std::optional<std::string>>> CompleteIn(platform::Connection& connection,
                                                                          const Upload& upload, std::uint64_t bytes);
  platform::Task<platform::Result<>> End(const Upload& upload);
  platform::Task<platform::Result<>> EndUnfinished();
  platform::Task<platform::Result<>> EndInTurn(std::string id, std::string owner_id);

  platform::Database& database_;
  platform::KeyRing& keys_;
  FileStore& files_;
  const platform::Clock& clock_;
  const Quota quota_;
  UploadListener* listener_ = nullptr;
  UploadTurns turns_;
};

}  // namespace scriba::storage
