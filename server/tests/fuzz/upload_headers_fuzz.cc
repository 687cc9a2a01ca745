// The headers of uploads and downloads: metadata, byte counts, ranges, names, types.
#include <cstdint>
#include <string_view>

#include "storage/byte_range.h"
#include "storage/names.h"
#include "storage/tus.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scriba::storage;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static_cast<void>(ParseUploadMetadata(text));
  static_cast<void>(ParseByteCount(text));
  static_cast<void>(CheckMediaType(text));
  if (const auto range = ParseRange(text, 1000); range && *range) {
    if ((*range)->first > (*range)->last || (*range)->last >= 1000) __builtin_trap();
  }
  if (CheckName(text) && (text.empty() || text.front() == '/' || text.find("//") != std::string_view::npos)) {
    __builtin_trap();
  }
  return 0;
}
