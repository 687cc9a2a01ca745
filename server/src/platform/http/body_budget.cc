#include "platform/http/body_budget.h"

#include <algorithm>
#include <utility>

namespace scriba::platform {

bool BodyBudget::Take(std::size_t bytes, bool is_known, const Owner& owner) {
  const std::lock_guard lock(mutex_);
  if (bytes > most_ - taken_) return false;
  if (!is_known && bytes > most_of_strangers_ - of_strangers_) return false;
  if (owner && !TakeShare(*owner, bytes)) return false;
  taken_ += bytes;
  if (!is_known) of_strangers_ += bytes;
  return true;
}

void BodyBudget::GiveBack(std::size_t bytes, bool is_known, const Owner& owner) {
  const std::lock_guard lock(mutex_);
  taken_ -= bytes;
  if (!is_known) of_strangers_ -= bytes;
  if (!owner) return;
  const auto theirs = of_owners_.find(*owner);
  if ((theirs->second -= bytes) == 0) of_owners_.erase(theirs);
}

bool BodyBudget::Assign(std::size_t bytes, const std::string& owner) {
  const std::lock_guard lock(mutex_);
  return TakeShare(owner, bytes);
}

bool BodyBudget::TakeShare(const std::string& owner, std::size_t bytes) {
  const auto theirs = of_owners_.find(owner);
  if (bytes > most_of_one_ - (theirs == of_owners_.end() ? 0 : theirs->second)) return false;
  if (bytes > 0) of_owners_[owner] += bytes;
  return true;
}

void BodyBudget::Recognise(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  of_strangers_ -= bytes;
}

BodyHold::~BodyHold() {
  if (held_ > 0) budget_->GiveBack(held_, is_known_, owner_);
}

bool BodyHold::Reach(std::size_t bytes) {
  if (bytes <= std::max(held_, kUncountedBytes)) return true;
  if (!budget_->Take(bytes - held_, is_known_, owner_)) return false;
  held_ = bytes;
  return true;
}

void BodyHold::Recognise() {
  if (std::exchange(is_known_, true) || held_ == 0) return;
  budget_->Recognise(held_);
}

bool BodyHold::BelongTo(const std::string& owner) {
  Recognise();
  if (!budget_->Assign(held_, owner)) return false;
  owner_ = owner;
  return true;
}

void BodyHold::Swap(BodyHold& other) noexcept {
  std::swap(budget_, other.budget_);
  std::swap(held_, other.held_);
  std::swap(is_known_, other.is_known_);
  std::swap(owner_, other.owner_);
}

}  // namespace scriba::platform
