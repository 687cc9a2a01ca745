#include "consultations/audio_source.h"

#include <algorithm>
#include <thread>

namespace scriba::consultations {
namespace {

// How often a file that does not grow here is looked at, and how soon again when another program is writing it.
constexpr std::chrono::milliseconds kLookEvery{1'000};
constexpr std::chrono::milliseconds kLookAgain{20};

}  // namespace

using platform::Code;
using platform::Fail;
using platform::Result;

Result<std::size_t> WholeAudio::ReadAt(std::uint64_t offset, std::span<std::byte> into, std::stop_token /*stop*/) {
  if (offset >= bytes_) return std::size_t{0};
  return reader_.ReadAt(offset, into.first(std::min<std::uint64_t>(into.size(), bytes_ - offset)));
}

Result<std::size_t> GrowingAudio::ReadAt(std::uint64_t offset, std::span<std::byte> into, std::stop_token stop) {
  if (offset >= durable_) {
    if (auto waited = WaitForMore(offset, stop); !waited) return Forward(waited);
    if (offset >= durable_) return std::size_t{0};
  }
  return reader_.ReadAt(offset, into.first(std::min<std::uint64_t>(into.size(), durable_ - offset)));
}

/// Returns with more bytes, or at the end with none.
Result<> GrowingAudio::WaitForMore(std::uint64_t offset, const std::stop_token& stop) {
  const auto deadline = std::chrono::steady_clock::now() + patience_;
  while (!stop.stop_requested()) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) break;
    const auto told = growth_->WaitForMore(offset, stop, std::min(kLookEvery, left));
    if (told) durable_ = std::max(durable_, *told);
    if (durable_ > offset) return {};
    // The end is asked for first: what came before it is in the file by then.
    const bool has_ended = told || has_ended_();
    const auto settled = reader_.SettledLength();
    if (!settled) {
      std::this_thread::sleep_for(kLookAgain);
      continue;
    }
    durable_ = std::max(durable_, *settled);
    if (durable_ > offset || has_ended) return {};
  }
  return Fail(Code::kBusy, "The recording does not go on at present");
}

}  // namespace scriba::consultations
