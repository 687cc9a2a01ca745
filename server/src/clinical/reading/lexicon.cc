#include "clinical/reading/lexicon.h"

#include <toml++/toml.h>

#include <algorithm>
#include <stdexcept>

#include "clinical/reading/letters.h"
#include "embedded/clinical_lexicon.h"

namespace scriba::clinical {
namespace {

std::optional<ValueRange> ReadRange(const toml::table& table, std::string_view key) {
  const toml::array* array = table[key].as_array();
  if (!array || array->size() != 2) return std::nullopt;
  return ValueRange{(*array)[0].value_or(0.0), (*array)[1].value_or(0.0)};
}

constexpr std::size_t kLettersOfExamination = 9;

}  // namespace

Lexicon::Lexicon() {
  for (const auto& file : embedded::ClinicalLexicon()) {
    if (file.path.ends_with(".toml")) Read(file.path, file.bytes);
  }
  std::vector<WordTable<std::uint32_t>::Entry> heads;
  for (std::uint32_t i = 0; i < patterns_.size(); ++i) {
    const Piece& head = patterns_[i].pieces.front();
    heads.push_back({head.stem, head.is_prefix, i});
  }
  patterns_by_word_ = WordTable<std::uint32_t>(std::move(heads));
  breakable_ = FindBreakable();
}

BrokenNames Lexicon::FindBreakable() const {
  std::vector<KnownName> names;
  for (std::uint32_t i = 0; i < patterns_.size(); ++i) {
    const Pattern& pattern = patterns_[i];
    const std::string& tag = tags_[entries_[pattern.entry].tag];
    if (pattern.pieces.size() != 1) continue;
    const auto& piece = pattern.pieces.front();
    // "Nella norma le transaminasi": of the examinations only long names are no two words.
    const bool is_examination = tag == "laboratory" && piece.stem.size() >= kLettersOfExamination;
    if (tag != "drug" && tag != "condition" && tag != "measure" && !is_examination) continue;
    names.push_back({piece.stem, piece.is_prefix, tag == "drug", i});
  }
  return BrokenNames(std::move(names));
}

void Lexicon::Read(std::string_view path, std::string_view toml) {
  const toml::table file = toml::parse(toml, path);
  const toml::node* file_entries = file.get("entry");
  if (const toml::array* list = file_entries ? file_entries->as_array() : nullptr) {
    for (const toml::node& node : *list) {
      const toml::table& table = *node.as_table();
      LexiconEntry entry;
      entry.tag = InternTag(table["tag"].value_or(std::string_view{}));
      entry.name = table["name"].value_or(std::string{});
      entry.key = table["key"].value_or(std::string{});
      entry.unit = table["unit"].value_or(std::string{});
      entry.reason = table["reason"].value_or(std::string{});
      entry.plausible = ReadRange(table, "plausible");
      entry.reference = ReadRange(table, "reference");
      entries_.push_back(std::move(entry));
      if (const toml::array* terms = table["terms"].as_array()) {
        for (const toml::node& term : *terms) {
          AddPattern(term.value_or(std::string_view{}), static_cast<std::uint32_t>(entries_.size() - 1));
        }
      }
    }
  }
  if (const toml::table* verbs = file["third_person"].as_table()) {
    for (const auto& [first, third] : *verbs) {
      third_person_.emplace(first.str(), third.value_or(std::string{}));
      third_persons_.insert(Fold(third.value_or(std::string{})));
    }
  }
}

TagIndex Lexicon::InternTag(std::string_view name) {
  if (name.empty()) throw std::runtime_error("a lexicon entry has no tag");
  const auto found = std::find(tags_.begin(), tags_.end(), name);
  if (found != tags_.end()) return static_cast<TagIndex>(found - tags_.begin());
  tags_.emplace_back(name);
  return tag_index_.emplace(name, static_cast<TagIndex>(tags_.size() - 1)).first->second;
}

void Lexicon::AddPattern(std::string_view term, std::uint32_t entry) {
  Pattern pattern;
  pattern.entry = entry;
  const Text words(term);
  for (TokenIndex i = 0; i < words.size(); ++i) {
    if (words.Word(i) != "*") {
      pattern.pieces.push_back({std::string(words.Word(i)), false});
    } else if (pattern.pieces.empty() || words[i].begin != words[i - 1].end) {
      pattern.pieces.push_back({{}, true});  // by itself it stands for any word
    } else {
      pattern.pieces.back().is_prefix = true;
    }
  }
  if (pattern.pieces.empty() || pattern.pieces.front().stem.empty()) {
    throw std::runtime_error("a lexicon term has no first word: " + std::string(term));
  }
  if (pattern.pieces.size() > 1 && !pattern.pieces[1].stem.empty()) {
    pattern.second_begins = pattern.pieces[1].stem.front();
  }
  patterns_.push_back(std::move(pattern));
}

std::vector<std::uint32_t> Lexicon::Candidates(std::string_view word) const {
  std::vector<std::uint32_t> found;
  patterns_by_word_.ForEach(word, [&](std::span<const std::uint32_t> patterns) {
    found.insert(found.end(), patterns.begin(), patterns.end());
    return true;
  });
  return found;
}

bool Lexicon::Matches(const Pattern& pattern, const Text& text, TokenIndex at) const {
  for (std::size_t i = 1; i < pattern.pieces.size(); ++i) {
    const std::string_view word = text.Word(static_cast<std::int64_t>(at + i));
    const Piece& piece = pattern.pieces[i];
    if (word.empty() || (piece.is_prefix ? !word.starts_with(piece.stem) : word != piece.stem)) return false;
  }
  return true;
}

void Lexicon::AddWhole(const Text& text, TokenIndex at, const std::vector<std::uint32_t>& patterns,
                       std::vector<TermHit>& hits, std::size_t first_here) const {
  const std::string_view next = text.Word(std::int64_t{at} + 1);
  for (const std::uint32_t index : patterns) {
    const Pattern& pattern = patterns_[index];
    if (pattern.second_begins != 0 && (next.empty() || next.front() != pattern.second_begins)) continue;
    if (!Matches(pattern, text, at)) continue;
    const LexiconEntry* matched = &entries_[pattern.entry];
    const TokenRange range{at, at + static_cast<TokenIndex>(pattern.pieces.size())};
    const auto same_tag = std::find_if(hits.begin() + static_cast<std::ptrdiff_t>(first_here), hits.end(),
                                       [&](const TermHit& hit) { return hit.entry->tag == matched->tag; });
    if (same_tag == hits.end()) {
      hits.push_back({range, matched});
    } else if (same_tag->range.last < range.last) {
      *same_tag = {range, matched};
    }
  }
}

bool Lexicon::NamesAlone(std::string_view word, const LexiconEntry& entry) const {
  const auto patterns = Candidates(word);
  return tags_[entry.tag] == "measure" && std::any_of(patterns.begin(), patterns.end(), [&](std::uint32_t index) {
           return patterns_[index].pieces.size() == 1 && &entries_[patterns_[index].entry] == &entry;
         });
}

std::vector<TermHit> Lexicon::Find(const Text& text) const {
  std::vector<TermHit> hits;
  // Speech repeats its words: the candidates of each distinct word are looked up once.
  struct Seen {
    std::vector<std::uint32_t> patterns;
    BrokenNames::Beginning names;
    bool is_bent = false;
  };
  std::unordered_map<std::string_view, Seen, SpreadHash> seen;
  TokenIndex end_of_broken = 0;
  for (TokenIndex at = 0; at < text.size(); ++at) {
    if (text[at].kind != TokenKind::kWord) continue;
    const auto [entry, is_new] = seen.try_emplace(text.Word(at));
    Seen& word = entry->second;
    if (is_new) {
      word = {Candidates(text.Word(at)), breakable_.NamesLike(text.Word(at))};
      if (word.patterns.empty()) {
        if (const auto bent = breakable_.Bent(text.Word(at), word.names)) word = {{*bent}, word.names, true};
      }
    }
    const std::size_t first_here = hits.size();
    if (const auto name = breakable_.InPieces(text, at, word.names)) {
      const LexiconEntry& named = entries_[patterns_[name->pattern].entry];
      hits.push_back({{at, name->last}, &named, !NamesAlone(text.Word(name->last - 1), named)});
      end_of_broken = name->last;
    }
    // A piece of a name is like others: "beta metasone" is no methadone.
    if (word.is_bent && at < end_of_broken) continue;
    if (!word.patterns.empty()) AddWhole(text, at, word.patterns, hits, first_here);
  }
  return hits;
}

TagIndex Lexicon::Tag(std::string_view name) const {
  const auto found = tag_index_.find(name);
  if (found == tag_index_.end()) throw std::out_of_range("no lexicon has the tag " + std::string(name));
  return found->second;
}

const LexiconEntry* Lexicon::MeasureEntry(std::string_view key) const {
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [&](const LexiconEntry& e) { return e.key == key; });
  return found == entries_.end() ? nullptr : &*found;
}

std::string_view Lexicon::ThirdPerson(std::string_view folded) const {
  const auto found = third_person_.find(folded);
  return found == third_person_.end() ? std::string_view{} : std::string_view(found->second);
}

const Lexicon& BuiltInLexicon() {
  static const Lexicon lexicon;
  return lexicon;
}

}  // namespace scriba::clinical
