// What is known of words, by whole words and by beginnings of words ("prescriv*").
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace scriba::clinical {

/// Items by folded word. In alphabetical order all that stands for a word is found from the last entry before it: each
/// entry knows the longest other beginning that begins it.
template <typename Item>
class WordTable {
 public:
  struct Entry {
    std::string word;
    bool is_beginning = false;
    Item item{};
  };

  WordTable() = default;
  explicit WordTable(std::vector<Entry> entries) {
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& one, const Entry& other) {
      return std::tie(one.word, other.is_beginning) < std::tie(other.word, one.is_beginning);
    });
    for (Entry& entry : entries) {
      const bool is_known =
          !places_.empty() && places_.back().word == entry.word && places_.back().is_beginning == entry.is_beginning;
      if (!is_known) AddPlace(std::move(entry.word), entry.is_beginning);
      items_.push_back(std::move(entry.item));
      places_.back().end = static_cast<std::uint32_t>(items_.size());
    }
  }

  /// Calls `act` with the items of each entry that a word is or begins with, the longest first, until it returns false.
  template <typename Act>
  void ForEach(std::string_view word, const Act& act) const {
    const std::size_t after = After(word);
    if (after == 0) return;
    for (std::size_t at = after - 1;; at = places_[at].shorter) {
      const Place& place = places_[at];
      const bool stands = place.is_beginning ? word.starts_with(place.word) : word == place.word;
      if (stands && !act(std::span(items_).subspan(place.first, place.end - place.first))) return;
      if (place.shorter == at) return;
    }
  }

 private:
  struct Place {
    std::string word;
    bool is_beginning = false;
    /// Its items.
    std::uint32_t first = 0;
    std::uint32_t end = 0;
    /// The longest other beginning that begins it, itself where there is none.
    std::uint32_t shorter = 0;
  };

  /// The first eight letters as a number that is ordered as they are.
  static std::uint64_t KeyOf(std::string_view word) {
    std::uint64_t key = 0;
    for (std::size_t i = 0; i < sizeof key; ++i) {
      key = key << 8U | (i < word.size() ? static_cast<unsigned char>(word[i]) : 0U);
    }
    return key;
  }

  void AddPlace(std::string word, bool is_beginning) {
    const auto own = static_cast<std::uint32_t>(places_.size());
    const auto first = static_cast<std::uint32_t>(items_.size());
    std::uint32_t shorter = own;
    for (std::uint32_t at = own; at > 0;) {
      at = at == own ? own - 1 : places_[at].shorter;
      if (places_[at].is_beginning && word.starts_with(places_[at].word)) {
        shorter = at;
        break;
      }
      if (places_[at].shorter == at) break;
    }
    keys_.push_back(KeyOf(word));
    places_.push_back({std::move(word), is_beginning, first, first, shorter});
  }

  /// How many places are not after a word.
  std::size_t After(std::string_view word) const {
    const auto [from, to] = std::equal_range(keys_.begin(), keys_.end(), KeyOf(word));
    const auto begin = places_.begin();
    const auto after = std::upper_bound(begin + (from - keys_.begin()), begin + (to - keys_.begin()), word,
                                        [](std::string_view one, const Place& place) { return one < place.word; });
    return static_cast<std::size_t>(after - begin);
  }

  /// Beside the places, since most of a search needs no more.
  std::vector<std::uint64_t> keys_;
  std::vector<Place> places_;
  std::vector<Item> items_;
};

}  // namespace scriba::clinical
