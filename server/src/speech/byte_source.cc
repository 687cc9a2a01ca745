#include "speech/byte_source.h"

#include <algorithm>
#include <cstring>

namespace scriba::speech {

platform::Result<std::size_t> MemoryByteSource::ReadAt(std::uint64_t offset, std::span<std::byte> into,
                                                       std::stop_token /*stop*/) {
  if (offset >= bytes_.size()) return std::size_t{0};
  const std::size_t count = std::min<std::size_t>(into.size(), bytes_.size() - offset);
  std::memcpy(into.data(), bytes_.data() + offset, count);
  return count;
}

}  // namespace scriba::speech
