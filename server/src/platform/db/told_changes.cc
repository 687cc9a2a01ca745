#include "platform/db/told_changes.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace scriba::platform {
namespace {

constexpr std::size_t kMostHoles = 1000;

}  // namespace

void ToldChanges::Restart(std::int64_t highest) {
  highest_ = highest;
  holes_.clear();
  early_.clear();
}

void ToldChanges::AddNoticed(std::int64_t number, Moment now) {
  if (number > highest_) {
    if (LeavesAGap(number)) holes_[highest_ + 1] = {.past = number, .since = now};
    highest_ = number;
    return;
  }
  auto above = holes_.upper_bound(number);
  if (above == holes_.begin()) return;
  const auto hole = std::prev(above);
  const auto [first, found] = *hole;
  if (number >= found.past) return;
  holes_.erase(hole);
  if (first < number) holes_[first] = {.past = number, .since = found.since};
  if (number + 1 < found.past) holes_[number + 1] = found;
}

void ToldChanges::AddFound(std::int64_t number, Moment now) {
  AddNoticed(number, now);
  early_[number] = now;
}

std::vector<ToldChanges::Range> ToldChanges::Missing() const {
  std::vector<Range> missing;
  missing.reserve(holes_.size() + 1);
  for (const auto& [first, hole] : holes_) missing.push_back({.first = first, .past = hole.past});
  missing.push_back({.first = highest_ + 1, .past = std::numeric_limits<std::int64_t>::max()});
  return missing;
}

void ToldChanges::Forget(Moment before) {
  std::erase_if(holes_, [before](const auto& hole) { return hole.second.since < before; });
  std::erase_if(early_, [before](const auto& told) { return told.second < before; });
  while (holes_.size() > kMostHoles) holes_.erase(holes_.begin());
}

}  // namespace scriba::platform
