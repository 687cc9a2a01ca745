#include "consultations/audio_source.h"

#include <algorithm>

namespace scriba::consultations {

using platform::Code;
using platform::Fail;
using platform::Result;

Result<std::size_t> WholeAudio::ReadAt(std::uint64_t offset, std::span<std::byte> into, std::stop_token /*stop*/) {
  if (offset >= bytes_) return std::size_t{0};
  return reader_.ReadAt(offset, into.first(std::min<std::uint64_t>(into.size(), bytes_ - offset)));
}

Result<std::size_t> GrowingAudio::ReadAt(std::uint64_t offset, std::span<std::byte> into, std::stop_token stop) {
  if (offset >= durable_) {
    const auto told = growth_->WaitForMore(offset, stop, patience_);
    if (!told) return Fail(Code::kBusy, "The recording does not go on at present");
    durable_ = std::max(durable_, *told);
    if (offset >= durable_) return std::size_t{0};
  }
  return reader_.ReadAt(offset, into.first(std::min<std::uint64_t>(into.size(), durable_ - offset)));
}

}  // namespace scriba::consultations
