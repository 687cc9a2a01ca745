// Terms, values and clauses by their place: lists of them are in reading order.
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

}  // namespace scriba::clinical
