// Which of the numbered changes (row_changes) a node has told. Numbers are given before their transactions end: they
// come in another order, and those of a transaction that was undone never come.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <vector>

namespace scriba::platform {

/// Used by one thread at a time.
class ToldChanges {
 public:
  using Moment = std::chrono::steady_clock::time_point;

  /// Numbers from `first` up to, without it, `past`.
  struct Range {
    std::int64_t first = 0;
    std::int64_t past = 0;
  };

  /// As if all up to `highest` had been told.
  void Restart(std::int64_t highest);

  /// Whether numbers between this one and those told are missing that were never asked for.
  bool LeavesAGap(std::int64_t number) const { return number > highest_ + 1; }

  /// A notice came: whether its change is to be told, which it is not when a look back found it first.
  bool IsNewIn(std::int64_t number) { return early_.erase(number) == 0; }

  void AddNoticed(std::int64_t number, Moment now);
  /// Its notice may come yet, or be lost.
  void AddFound(std::int64_t number, Moment now);

  /// What was not told; the last range has no end.
  std::vector<Range> Missing() const;

  /// Lets go of what is older than `before`, and of more holes than are worth asking for.
  void Forget(Moment before);

 private:
  struct Hole {
    std::int64_t past = 0;
    Moment since;
  };

  std::int64_t highest_ = 0;
  std::map<std::int64_t, Hole> holes_;    // by their first number; all below highest_
  std::map<std::int64_t, Moment> early_;  // told before their notices came
};

}  // namespace scriba::platform
