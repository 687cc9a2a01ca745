#include "clinical/reading/word_classes.h"

#include <algorithm>
#include <unordered_map>

#include "clinical/reading/letters.h"
#include "embedded/clinical_lexicon.h"

namespace scriba::clinical {
namespace {

using Entries = std::vector<WordTable<std::string_view>::Entry>;

constexpr std::string_view kFolder = "classes/";
constexpr std::string_view kEnding = ".words";
constexpr std::string_view kBlanks = " \n";

void Read(std::string_view name, std::string_view words, Entries& entries) {
  for (std::size_t at = words.find_first_not_of(kBlanks); at < words.size();) {
    const std::size_t end = std::min(words.find_first_of(kBlanks, at), words.size());
    std::string_view word = words.substr(at, end - at);
    const bool is_beginning = word.ends_with('*');
    if (is_beginning) word.remove_suffix(1);
    entries.push_back({std::string(word), is_beginning, name});
    at = std::min(words.find_first_not_of(kBlanks, end), words.size());
  }
}

}  // namespace

WordClasses::WordClasses() {
  Entries entries;
  for (const auto& file : embedded::ClinicalLexicon()) {
    if (!file.path.starts_with(kFolder) || !file.path.ends_with(kEnding)) continue;
    std::string_view name = file.path.substr(kFolder.size());
    name.remove_suffix(kEnding.size());
    Read(name, file.bytes, entries);
  }
  classes_ = WordTable<std::string_view>(std::move(entries));
}

WordClasses::Names WordClasses::Of(std::string_view folded) const {
  Names names;
  classes_.ForEach(folded, [&](Names longest) {
    names = longest;
    return false;
  });
  return names;
}

std::vector<WordClasses::Names> WordClasses::Of(const Text& text) const {
  std::vector<Names> classes(text.size());
  // Speech repeats its words: each distinct one is looked up once.
  std::unordered_map<std::string_view, Names, SpreadHash> seen;
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
