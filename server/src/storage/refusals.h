// What this room refuses in more than one place. `cause` is for the log.
#pragma once

#include <string>

#include "platform/result.h"

namespace scriba::storage {

inline platform::Failure NoSuchUpload(std::string cause = {}) {
  return platform::Fail(platform::Code::kNoSuchUpload, "Upload not found", std::move(cause));
}

inline platform::Failure UploadLocked() {
  return platform::Fail(platform::Code::kUploadLocked, "Another request is adding to this upload");
}

inline platform::Failure NoSuchObject(std::string cause = {}) {
  return platform::Fail(platform::Code::kNoSuchKey, "Object not found", std::move(cause));
}

inline platform::Failure NameTaken() {
  return platform::Fail(platform::Code::kResourceAlreadyExists, "The resource already exists");
}

inline platform::Failure TooLarge(std::string cause = {}) {
  return platform::Fail(platform::Code::kEntityTooLarge, "The object exceeded the maximum allowed size",
                        std::move(cause));
}

}  // namespace scriba::storage
