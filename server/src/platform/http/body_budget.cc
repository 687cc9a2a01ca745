#include "platform/http/body_budget.h"

#include <algorithm>
#include <utility>

namespace scriba::platform {

bool BodyBudget::Take(std::size_t bytes, bool is_known) {
  const std::lock_guard lock(mutex_);
  if (bytes > most_ - taken_) return false;
  if (!is_known && bytes > most_of_strangers_ - of_strangers_) return false;
  taken_ += bytes;
  if (!is_known) of_strangers_ += bytes;
  return true;
}

void BodyBudget::GiveBack(std::size_t bytes, bool is_known) {
  const std::lock_guard lock(mutex_);
  taken_ -= bytes;
  if (!is_known) of_strangers_ -= bytes;
}

void BodyBudget::Recognise(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  of_strangers_ -= bytes;
}

BodyHold::~BodyHold() {
  if (held_ > 0) budget_->GiveBack(held_, is_known_);
}

bool BodyHold::Reach(std::size_t bytes) {
  if (bytes <= std::max(held_, kUncountedBytes)) return true;
  if (!budget_->Take(bytes - held_, is_known_)) return false;
  held_ = bytes;
  return true;
}

void BodyHold::Recognise() {
  if (std::exchange(is_known_, true) || held_ == 0) return;
  budget_->Recognise(held_);
}

void BodyHold::Swap(BodyHold& other) noexcept {
  std::swap(budget_, other.budget_);
  std::swap(held_, other.held_);
  std::swap(is_known_, other.is_known_);
}

}  // namespace scriba::platform
