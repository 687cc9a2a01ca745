#include "storage/tus.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

#include "platform/crypto/encoding.h"

namespace scriba::storage {

using platform::Code;
using platform::Fail;
using platform::Result;

Result<std::map<std::string, std::string, std::less<>>> ParseUploadMetadata(std::string_view header) {
  std::map<std::string, std::string, std::less<>> values;
  while (!header.empty()) {
    const auto comma = header.find(',');
    std::string_view pair = header.substr(0, comma);
    header.remove_prefix(comma == std::string_view::npos ? header.size() : comma + 1);
    while (pair.starts_with(' ')) pair.remove_prefix(1);
    while (pair.ends_with(' ')) pair.remove_suffix(1);
    if (pair.empty()) continue;
    const auto space = pair.find(' ');
    auto value = space == std::string_view::npos ? std::string() : platform::FromBase64(pair.substr(space + 1));
    if (!value) return Fail(Code::kInvalidRequest, "Upload-Metadata holds a value that is not base64");
    values.insert_or_assign(std::string(pair.substr(0, space)), std::move(*value));
  }
  return values;
}

std::string FormatUploadMetadata(const std::vector<std::pair<std::string_view, std::string_view>>& values) {
  std::string header;
  for (const auto& [key, value] : values) {
    if (value.empty()) continue;
    header.append(header.empty() ? "" : ",").append(key).append(" ").append(platform::ToBase64(value));
  }
  return header;
}

std::optional<std::uint64_t> ParseByteCount(std::string_view text) {
  std::uint64_t count = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), count);
  // Beyond this no database column and no disk of ours could count it.
  constexpr std::uint64_t kMost = std::uint64_t{1} << 62;
  if (text.empty() || parsed.ec != std::errc() || parsed.ptr != text.data() + text.size() || count > kMost) {
    return std::nullopt;
  }
  return count;
}

std::string FormatHttpDate(platform::Instant instant) {
  constexpr auto kDays = std::to_array<const char*>({"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"});
  constexpr auto kMonths =
      std::to_array<const char*>({"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"});
  const auto day = std::chrono::floor<std::chrono::days>(instant);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(std::chrono::floor<std::chrono::seconds>(instant - day));
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%s, %02u %s %04d %02d:%02d:%02d GMT",
                kDays.at(std::chrono::weekday(day).c_encoding()), static_cast<unsigned>(date.day()),
                kMonths.at(static_cast<unsigned>(date.month()) - 1), static_cast<int>(date.year()),
                static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()),
                static_cast<int>(time.seconds().count()));
  return text.data();
}

}  // namespace scriba::storage
