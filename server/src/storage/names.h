// What files may be called and what they may be.
#pragma once

#include <string>
#include <string_view>

#include "platform/result.h"

namespace scriba::storage {

/// The one bucket. It is private: objects are reached by their owner or through a signed address.
inline constexpr std::string_view kAudioBucket = "consultation-audio";
inline constexpr std::size_t kLongestName = 1024;

/// Errors: kNoSuchBucket.
platform::Result<> CheckBucket(std::string_view bucket);

/// "<owner>/<anything>": no empty, "." or ".." segment, no control character, no backslash, valid UTF-8, 1024 bytes.
/// Errors: kInvalidKey.
platform::Result<> CheckName(std::string_view name);

/// Whether the first segment of the name is the owner's id.
bool IsOwnName(std::string_view name, std::string_view owner_id);

/// CheckBucket and CheckName, and the name must lie in the owner's folder. Errors: also kAccessDenied.
platform::Result<> CheckOwnPlace(std::string_view bucket, std::string_view name, std::string_view owner_id);

/// The media type without parameters, in lower case, when it is one that is kept: audio of every kind, and the two
/// containers in which browsers record. Errors: kInvalidMimeType.
platform::Result<std::string> CheckMediaType(std::string_view content_type);

/// How long browsers may keep the file, and what the client noted about it: visible ASCII, 256 bytes; 64 KiB.
/// Errors: kInvalidRequest.
platform::Result<> CheckNotes(std::string_view cache_control, std::string_view metadata);

}  // namespace scriba::storage
