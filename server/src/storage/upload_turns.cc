#include "storage/upload_turns.h"

#include "platform/ids.h"
#include "storage/refusals.h"

namespace scriba::storage {

platform::Result<UploadTurns::Turn> UploadTurns::Take(const std::string& id) {
  auto known = platform::ParseUuid(id);
  if (!known) return NoSuchUpload();
  const std::lock_guard lock(mutex_);
  if (!busy_.insert(*known).second) return UploadLocked();
  return Turn(*this, std::move(*known));
}

UploadTurns::Turn::~Turn() {
  if (turns_ == nullptr) return;
  const std::lock_guard lock(turns_->mutex_);
  turns_->busy_.erase(id_);
}

}  // namespace scriba::storage
