// One request of this program at a time adds to an upload: what it found when it began holds until it is done.
#pragma once

#include <mutex>
#include <string>
#include <unordered_set>
#include <utility>

#include "platform/result.h"

namespace scriba::storage {

/// Safe on every thread.
class UploadTurns {
 public:
  /// Keeps others from the upload for as long as it lives.
  class Turn {
   public:
    Turn(UploadTurns& turns, std::string id) : turns_(&turns), id_(std::move(id)) {}
    Turn(Turn&& other) noexcept : turns_(std::exchange(other.turns_, nullptr)), id_(std::move(other.id_)) {}
    Turn& operator=(Turn&&) = delete;
    ~Turn();

   private:
    UploadTurns* turns_;
    std::string id_;
  };

  /// By the upload, however its id is written. Errors: kUploadLocked, kNoSuchUpload (no id at all).
  platform::Result<Turn> Take(const std::string& id);

 private:
  std::mutex mutex_;
  std::unordered_set<std::string> busy_;  // guarded by mutex_
};

}  // namespace scriba::storage
