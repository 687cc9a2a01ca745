// Terms, values, clauses and ranges by their place: lists of them are in reading order.
#pragma once

#include <algorithm>
#include <vector>

#include "clinical/reading/token.h"

namespace scriba::clinical {

/// The first item that begins at a place or after it.
template <typename Item>
typename std::vector<Item>::const_iterator FirstFrom(const std::vector<Item>& items, TokenIndex place) {
  return std::lower_bound(items.begin(), items.end(), place,
                          [](const Item& item, TokenIndex at) { return item.range.first < at; });
}

/// The first token of a range of which something is true; its end where none is.
template <typename Is>
TokenIndex FirstIn(TokenRange range, const Is& is) {
  for (TokenIndex at = range.first; at < range.last; ++at) {
    if (is(at)) return at;
  }
  return range.last;
}

/// Where the range that covers a token ends; the token itself when none does. Ranges in reading order, not overlapping.
inline TokenIndex EndOfCovering(const std::vector<TokenRange>& ranges, TokenIndex at) {
  const auto after = std::upper_bound(ranges.begin(), ranges.end(), at,
                                      [](TokenIndex index, TokenRange range) { return index < range.first; });
  if (after == ranges.begin()) return at;
  return std::max(at, (after - 1)->last);
}

/// The same tokens in reading order, no two ranges overlapping.
inline std::vector<TokenRange> Joined(std::vector<TokenRange> ranges) {
  std::sort(ranges.begin(), ranges.end(), [](TokenRange one, TokenRange other) { return one.first < other.first; });
  std::vector<TokenRange> joined;
  for (const TokenRange range : ranges) {
    if (joined.empty() || range.first >= joined.back().last) {
      joined.push_back(range);
    } else {
      joined.back().last = std::max(joined.back().last, range.last);
    }
  }
  return joined;
}

}  // namespace scriba::clinical
