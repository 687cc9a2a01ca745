#include "speech/repetition.h"

#include <zlib.h>

#include <algorithm>
#include <numeric>

namespace scriba::speech {
namespace {

constexpr std::size_t kRepeats = 4, kLeastWords = 8, kLongestGroup = 30;

// How many items from `at` on repeat with the given period, the first group included.
std::size_t RepeatedLength(std::span<const std::string> items, std::size_t at, std::size_t period) {
  std::size_t end = at + period;
  while (end < items.size() && items[end] == items[end - period]) ++end;
  return end - at;
}

// The period with which the items from `at` on repeat often enough, and how far; 0 when none does.
struct Row {
  std::size_t period = 0, length = 0;
};
Row RowAt(std::span<const std::string> items, std::span<const std::size_t> weights, std::size_t at) {
  for (std::size_t period = 1; period <= kLongestGroup && at + kRepeats * period <= items.size(); ++period) {
    const std::size_t length = RepeatedLength(items, at, period);
    if (length < kRepeats * period) continue;
    const auto row = weights.subspan(at, length);
    if (std::accumulate(row.begin(), row.end(), std::size_t{0}) >= kLeastWords) return {period, length};
  }
  return {};
}

}  // namespace

std::vector<std::size_t> WithoutRepeats(std::span<const std::string> items, std::span<const std::size_t> weights) {
  std::vector<std::size_t> kept;
  for (std::size_t at = 0; at < items.size();) {
    const Row row = RowAt(items, weights, at);
    const std::size_t keep = std::max<std::size_t>(row.period, 1);
    for (std::size_t i = 0; i < keep; ++i) kept.push_back(at + i);
    at += std::max<std::size_t>(row.length, 1);
  }
  return kept;
}

double CompressionRatio(std::string_view text) {
  if (text.empty()) return 1;
  uLongf size = compressBound(static_cast<uLong>(text.size()));
  std::vector<Bytef> packed(size);
  compress(packed.data(), &size, reinterpret_cast<const Bytef*>(text.data()), static_cast<uLong>(text.size()));
  return static_cast<double>(text.size()) / static_cast<double>(size);
}

}  // namespace scriba::speech
