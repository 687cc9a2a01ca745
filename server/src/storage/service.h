// The room's front door: what the composition root builds, and other rooms ask.
#pragma once

#include <filesystem>
#include <memory>

#include "auth/caller.h"
#include "platform/http/router.h"
#include "storage/endpoints.h"
#include "storage/quota.h"

namespace scriba::storage {

struct StorageOptions {
  std::filesystem::path folder;  ///< of the sealed files
  std::uint64_t max_object_bytes = 100ULL << 20;
  Quota quota;
  /// Signs the addresses that need no sign-in: the master key's "signed-urls".
  platform::KeyBytes signing_key{};
};

/// Files of one installation. What it is given outlives it.
class StorageService {
 public:
  StorageService(StorageOptions options, platform::Database& database, platform::KeyRing& keys,
                 const platform::Clock& clock);

  /// Who follows uploads; at most one, before the first request.
  void SetListener(UploadListener& listener) { uploads_.SetListener(listener); }

  /// Answers /storage/v1 from now on.
  void AddRoutes(platform::Router& router, auth::Authenticator& authenticator) const;

  /// Ends expired uploads and removes files without a name. At the start and then every hour or so.
  platform::Task<platform::Result<>> Sweep() { return uploads_.Sweep(); }

  /// Reads a file by its id (that of the upload that brought it). Errors: kNotFound.
  platform::Task<platform::Result<SealedFileReader>> Read(std::string owner_id, std::string file_id);

  /// Ends an upload whose sender does not come back: what has arrived becomes the object. Nothing happens to one that
  /// is complete. Errors: kNoSuchUpload, kEmptyFile (nothing has arrived), kUploadLocked.
  platform::Task<platform::Result<>> CompleteAsItIs(std::string owner_id, std::string upload_id) {
    return uploads_.CompleteAsItIs(std::move(upload_id), std::move(owner_id));
  }

  /// Takes an object away with its file; nothing happens when it is gone already.
  platform::Task<platform::Result<>> Remove(std::string owner_id, std::string file_id);

  FileStore& files() { return files_; }

 private:
  platform::Database& database_;
  platform::KeyRing& keys_;
  FileStore files_;
  Uploads uploads_;
  const SignedUrls signed_urls_;
  const Parts parts_;
};

}  // namespace scriba::storage
