#include "storage/names.h"

#include <unicode/ustring.h>

#include <algorithm>
#include <cctype>

namespace scriba::storage {
namespace {

using platform::Code;
using platform::Fail;
using platform::Result;

bool IsCleanText(std::string_view text) {
  std::int32_t units = 0;
  UErrorCode status = U_ZERO_ERROR;
  u_strFromUTF8(nullptr, 0, &units, text.data(), static_cast<std::int32_t>(text.size()), &status);
  if (status != U_BUFFER_OVERFLOW_ERROR) return false;
  return std::none_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f || c == '\\'; });
}

bool IsToken(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view("!#$&^_.+-").find(static_cast<char>(c)) != std::string_view::npos;
  });
}

}  // namespace

Result<> CheckBucket(std::string_view bucket) {
  if (bucket == kAudioBucket) return {};
  return Fail(Code::kNoSuchBucket, "Bucket not found");
}

Result<> CheckName(std::string_view name) {
  const platform::Failure refusal = Fail(Code::kInvalidKey, "Invalid key");
  if (name.empty() || name.size() > kLongestName || !IsCleanText(name)) return refusal;
  while (true) {
    const auto slash = name.find('/');
    const std::string_view segment = name.substr(0, slash);
    if (segment.empty() || segment == "." || segment == "..") return refusal;
    if (slash == std::string_view::npos) return {};
    name.remove_prefix(slash + 1);
  }
}

bool IsOwnName(std::string_view name, std::string_view owner_id) {
  return name.size() > owner_id.size() + 1 && name.starts_with(owner_id) && name[owner_id.size()] == '/';
}

Result<> CheckOwnPlace(std::string_view bucket, std::string_view name, std::string_view owner_id) {
  if (auto known = CheckBucket(bucket); !known) return known;
  if (auto valid = CheckName(name); !valid) return valid;
  if (IsOwnName(name, owner_id)) return {};
  return Fail(Code::kAccessDenied, "Files are kept below the own user id only");
}

Result<std::string> CheckMediaType(std::string_view content_type) {
  std::string type(content_type.substr(0, content_type.find(';')));
  while (!type.empty() && type.back() == ' ') type.pop_back();
  std::transform(type.begin(), type.end(), type.begin(), [](unsigned char c) { return std::tolower(c); });
  const bool is_audio = type.starts_with("audio/") && IsToken(std::string_view(type).substr(6));
  if (is_audio || type == "video/webm" || type == "video/mp4") return type;
  return Fail(Code::kInvalidMimeType,
              "mime type " + (type.size() < 64 ? type : std::string("given")) + " is not supported");
}

Result<> CheckNotes(std::string_view cache_control, std::string_view metadata) {
  constexpr std::size_t kLongestControl = 256, kLongestMetadata = 64 << 10;
  const bool is_visible = std::ranges::all_of(cache_control, [](unsigned char c) { return c >= 0x20 && c < 0x7f; });
  if (!is_visible || cache_control.size() > kLongestControl) {
    return Fail(Code::kInvalidRequest, "cacheControl is not a cache directive");
  }
  if (metadata.size() > kLongestMetadata) return Fail(Code::kInvalidRequest, "metadata is longer than 64 KiB");
  return {};
}

}  // namespace scriba::storage
