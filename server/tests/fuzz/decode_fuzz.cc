// The decoder as the decoding child runs it, over any bytes: with a size (an upload) and without (a live recording). It
// must come to an end, give what it counts, and never give more than it may.
#include <cstdlib>
#include <cstring>

#include "speech/audio_decoder.h"

namespace {

using namespace scriba::speech;

constexpr std::int64_t kMaxSamples = 30 * kSampleRate;

class FuzzedInput final : public DecoderInput {
 public:
  FuzzedInput(std::span<const std::byte> bytes, bool has_size) : bytes_(bytes), has_size_(has_size) {}
  std::optional<std::uint64_t> Size() const override {
    return has_size_ ? std::optional<std::uint64_t>(bytes_.size()) : std::nullopt;
  }
  std::optional<std::size_t> Read(std::uint64_t offset, std::span<std::byte> into) override {
    if (offset >= bytes_.size()) return 0;
    const std::size_t count = std::min<std::size_t>(into.size(), bytes_.size() - offset);
    std::memcpy(into.data(), bytes_.data() + offset, count);
    return count;
  }

 private:
  std::span<const std::byte> bytes_;
  bool has_size_;
};

void Decode(std::span<const std::byte> bytes, bool has_size) {
  FuzzedInput input(bytes, has_size);
  std::int64_t received = 0;
  const DecodeReport report = DecodeAudio(input, kMaxSamples, [&received](std::span<const Sample> samples) {
    received += static_cast<std::int64_t>(samples.size());
    return true;
  });
  if (received > kMaxSamples) std::abort();
  if (report.outcome == DecodeOutcome::kDecoded && (received == 0 || received != report.samples)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  Decode(bytes, true);
  Decode(bytes, false);
  return 0;
}
