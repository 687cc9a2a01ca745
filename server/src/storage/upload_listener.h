// The seam through which another room follows uploads that mean something to it. Storage knows only files.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "platform/db/database.h"

namespace scriba::storage {

/// An upload that is asked for. A listener that claims it may change what is not const.
struct NewUpload {
  /// Address of the upload and name of the file. Random; a listener may choose it, so that asking again for the same
  /// thing finds the upload that exists.
  std::string id;
  const std::string owner_id;
  const std::string bucket;
  std::string name;
  const std::string content_type;
  nlohmann::json metadata;
  /// Nothing while the length is deferred.
  const std::optional<std::uint64_t> declared_bytes;
  std::uint64_t max_bytes = 0;
  /// Somebody answers for this upload: when it is left alone until it expires, it is completed with what has arrived,
  /// not thrown away.
  bool is_claimed = false;
  /// What is refused now cannot be sent again: it has a little more room than other uploads.
  bool is_irreplaceable = false;
};

/// An upload that has all its bytes, and the object it became.
struct FinishedUpload {
  std::string id;
  std::string owner_id;
  std::string bucket;
  std::string name;
  std::string content_type;
  std::uint64_t bytes = 0;
};

/// The coroutines run inside the transaction in which the upload itself changes: both are kept or neither.
class UploadListener {
 public:
  virtual ~UploadListener() = default;

  /// May claim the upload, change it, or refuse it with an error of its own.
  virtual platform::Task<platform::Result<>> OnCreate(platform::Connection& connection, NewUpload& upload) = 0;

  /// Bytes of a claimed upload are on disk. On any thread; must be quick.
  virtual void OnAppend(const std::string& upload_id, std::uint64_t bytes) = 0;

  /// A claimed upload is complete.
  virtual platform::Task<platform::Result<>> OnComplete(platform::Connection& connection,
                                                        const FinishedUpload& upload) = 0;

  /// The change of OnComplete is on disk. On any thread; must be quick.
  virtual void AfterComplete(const std::string& upload_id) = 0;

  /// The rest of a claimed upload never came: is what has arrived of it worth keeping, or does it go?
  virtual platform::Task<platform::Result<bool>> KeepsWhatArrived(platform::Connection& connection,
                                                                  const std::string& upload_id) = 0;

  /// The owner takes a claimed upload back before it is complete. May refuse.
  virtual platform::Task<platform::Result<>> OnTerminate(platform::Connection& connection,
                                                         const std::string& upload_id) = 0;
};

}  // namespace scriba::storage
