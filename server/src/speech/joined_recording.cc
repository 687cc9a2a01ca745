#include "speech/joined_recording.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

namespace scriba::speech {
namespace {

constexpr std::uint64_t kNoBoundary = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t kShortHeader = 8, kLongHeader = 16;

std::uint64_t BigEndian(std::span<const std::byte> bytes) {
  std::uint64_t number = 0;
  for (const std::byte byte : bytes) number = number << 8 | std::to_integer<std::uint64_t>(byte);
  return number;
}

bool IsOfType(std::span<const std::byte> header, std::string_view type) {
  return std::equal(type.begin(), type.end(), header.begin() + 4,
                    [](char letter, std::byte byte) { return static_cast<std::byte>(letter) == byte; });
}

}  // namespace

RecordingPart::RecordingPart(DecoderInput& input, std::uint64_t begin)
    : input_(input), begin_(begin), boundary_(begin) {
  const auto whole = input.Size();
  if (!whole) return;
  while (boundary_ < *whole && !next_begin_ && WalkBox() == Step::kWalkedOn) {
  }
  size_ = std::min(next_begin_.value_or(*whole), *whole) - begin_;
}

std::optional<std::size_t> RecordingPart::Read(std::uint64_t offset, std::span<std::byte> into) {
  const std::uint64_t from = begin_ + offset;
  while (!next_begin_ && from >= boundary_) {
    const Step step = WalkBox();
    if (step == Step::kFailed) return std::nullopt;
    if (step == Step::kAtEnd) break;
  }
  const std::uint64_t end = next_begin_.value_or(boundary_);
  if (next_begin_ && from >= end) return 0;
  // Never across a box that was not looked at; at a torn last header, whatever is there.
  const std::size_t room =
      end > from ? static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), end - from)) : into.size();
  return input_.Read(from, into.first(room));
}

// Looks at the box at `boundary_` and moves beyond it.
RecordingPart::Step RecordingPart::WalkBox() {
  std::array<std::byte, kLongHeader> header{};
  const auto count = ReadWhole(boundary_, header);
  if (!count) return Step::kFailed;
  if (*count < kShortHeader) return Step::kAtEnd;
  const bool is_first = boundary_ == begin_, is_beginning = IsOfType(header, "ftyp");
  if (is_first && !is_beginning) {
    boundary_ = kNoBoundary;  // no mp4
    return Step::kWalkedOn;
  }
  if (is_beginning && !is_first) {
    next_begin_ = boundary_;
    return Step::kWalkedOn;
  }
  std::uint64_t size = BigEndian(std::span(header).first(4));
  if (size == 1 && *count == kLongHeader) size = BigEndian(std::span(header).subspan(kShortHeader));
  // 0 reaches to the end of the file; less than a header is nonsense, which libavformat may judge.
  const bool is_last = size < kShortHeader || size > kNoBoundary - boundary_;
  boundary_ = is_last ? kNoBoundary : boundary_ + size;
  return Step::kWalkedOn;
}

// As many bytes as there are before the end, up to all of `into`.
std::optional<std::size_t> RecordingPart::ReadWhole(std::uint64_t offset, std::span<std::byte> into) {
  std::size_t filled = 0;
  while (filled < into.size()) {
    const auto count = input_.Read(offset + filled, into.subspan(filled));
    if (!count) return std::nullopt;
    if (*count == 0) break;
    filled += *count;
  }
  return filled;
}

}  // namespace scriba::speech
