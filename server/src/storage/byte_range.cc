#include "storage/byte_range.h"

#include <algorithm>

#include "storage/tus.h"

namespace scriba::storage {

using platform::Code;
using platform::Fail;
using platform::Result;

Result<std::optional<ByteRange>> ParseRange(std::string_view header, std::uint64_t size) {
  constexpr std::string_view kUnit = "bytes=";
  const std::optional<ByteRange> whole;
  if (!header.starts_with(kUnit) || header.find(',') != std::string_view::npos) return whole;
  header.remove_prefix(kUnit.size());
  const auto dash = header.find('-');
  if (dash == std::string_view::npos) return whole;
  const std::string_view first_text = header.substr(0, dash);
  const std::string_view last_text = header.substr(dash + 1);
  const auto first = ParseByteCount(first_text);
  const auto last = ParseByteCount(last_text);
  if ((!first && !first_text.empty()) || (!last && !last_text.empty()) || (!first && !last)) return whole;
  if (first && last && *last < *first) return whole;
  if ((first && *first >= size) || (!first && *last == 0) || size == 0) {
    return Fail(Code::kInvalidRange, "The range lies behind the end of the file");
  }
  if (!first) return std::optional(ByteRange{size - std::min(size, *last), size - 1});
  return std::optional(ByteRange{*first, std::min(last.value_or(size - 1), size - 1)});
}

}  // namespace scriba::storage
