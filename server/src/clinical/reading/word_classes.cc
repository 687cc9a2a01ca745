#include "clinical/reading/word_classes.h"

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <unordered_map>

#include "embedded/clinical_lexicon.h"

namespace scriba::clinical {
namespace {

constexpr std::string_view kFolder = "classes/";
constexpr std::string_view kEnding = ".words";
constexpr std::string_view kBlanks = " \n";

}  // namespace

WordClasses::WordClasses() {
  for (const auto& file : embedded::ClinicalLexicon()) {
    if (!file.path.starts_with(kFolder) || !file.path.ends_with(kEnding)) continue;
    std::string_view name = file.path.substr(kFolder.size());
    name.remove_suffix(kEnding.size());
    Read(name, file.bytes);
  }
  Order();
}

void WordClasses::Read(std::string_view name, std::string_view words) {
  for (std::size_t at = words.find_first_not_of(kBlanks); at < words.size();) {
    const std::size_t end = std::min(words.find_first_of(kBlanks, at), words.size());
    Entry entry{words.substr(at, end - at), false, 1, {name}};
    if (entry.letters.ends_with('*')) {
      entry.letters.remove_suffix(1);
      entry.is_prefix = true;
    }
    entries_.push_back(entry);
    at = std::min(words.find_first_not_of(kBlanks, end), words.size());
  }
}

void WordClasses::Order() {
  std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& one, const Entry& other) {
    return std::tie(one.letters, other.is_prefix) < std::tie(other.letters, one.is_prefix);
  });
  std::vector<Entry> merged;
  for (Entry& entry : entries_) {
    if (!merged.empty() && merged.back().letters == entry.letters && merged.back().is_prefix == entry.is_prefix) {
      Entry& known = merged.back();
      if (known.count == kMostClasses)
        throw std::runtime_error("a word has too many classes: " + std::string(entry.letters));
      known.classes[known.count++] = entry.classes[0];
      continue;
    }
    const auto own = static_cast<std::uint32_t>(merged.size());
    entry.shorter = own;
    if (own > 0) {
      std::uint32_t shorter = own - 1;
      const auto begins = [&](const Entry& other) {
        return other.is_prefix && entry.letters.starts_with(other.letters);
      };
      while (!begins(merged[shorter]) && merged[shorter].shorter != shorter) shorter = merged[shorter].shorter;
      if (begins(merged[shorter])) entry.shorter = shorter;
    }
    merged.push_back(entry);
  }
  entries_ = std::move(merged);
}

WordClasses::Names WordClasses::Of(std::string_view folded) const {
  const auto after = std::upper_bound(entries_.begin(), entries_.end(), folded,
                                      [](std::string_view word, const Entry& entry) { return word < entry.letters; });
  if (after == entries_.begin()) return {};
  // An entry comes before those that it begins, so the longest is met first.
  for (std::size_t at = static_cast<std::size_t>(after - entries_.begin()) - 1;; at = entries_[at].shorter) {
    const Entry& entry = entries_[at];
    const bool stands = entry.is_prefix ? folded.starts_with(entry.letters) : folded == entry.letters;
    if (stands) return {entry.classes.data(), entry.count};
    if (entry.shorter == at) return {};
  }
}

std::vector<WordClasses::Names> WordClasses::Of(const Text& text) const {
  std::vector<Names> classes(text.size());
  // Speech repeats its words: each distinct one is looked up once.
  std::unordered_map<std::string_view, Names> seen;
  for (TokenIndex at = 0; at < text.size(); ++at) {
    if (text[at].kind != TokenKind::kWord) continue;
    const auto [known, is_new] = seen.try_emplace(text.Word(at));
    if (is_new) known->second = Of(text.Word(at));
    classes[at] = known->second;
  }
  return classes;
}

const WordClasses& BuiltInWordClasses() {
  static const WordClasses classes;
  return classes;
}

}  // namespace scriba::clinical
