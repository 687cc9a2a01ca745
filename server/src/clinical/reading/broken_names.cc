#include "clinical/reading/broken_names.h"

#include <algorithm>
#include <array>
#include <utility>

namespace scriba::clinical {
namespace {

/// Letters of a piece of a broken word, and of the whole.
constexpr std::size_t kShortestPiece = 3;
constexpr std::size_t kShortestBroken = 7;
constexpr TokenIndex kMostPieces = 3;
/// Letters that must follow a scrap of one or two ("si deremia", "l'osartan").
constexpr std::size_t kShortestRest = 5;
/// Letters at the beginning of a name that a recogniser hears right.
constexpr std::size_t kHead = 3;
/// Letters behind the stem of a drug: "sulfa mi dicono" is no name.
constexpr std::size_t kEnding = 2;

/// Letters more or fewer than a name has that may be heard for it.
constexpr std::size_t kMostBent = 4;

/// What it costs to hear a letter as another, and as one that sounds like it or twice ("letrosol", "gabbapentin").
constexpr int kOther = 2;
constexpr int kAlike = 1;
/// From so many letters on a name is known by all but a sound, all but a letter, all but two.
constexpr std::size_t kLettersForSound = 8;
constexpr std::size_t kLettersForOne = 9;
constexpr std::size_t kLettersForTwo = 11;
constexpr int kTooMany = 2 * kOther + 1;

bool SoundAlike(char one, char other) {
  constexpr std::array<std::string_view, 7> kPairs{"dt", "bp", "cg", "ck", "sz", "sx", "iy"};
  return std::any_of(kPairs.begin(), kPairs.end(), [&](std::string_view pair) {
    return (pair[0] == one && pair[1] == other) || (pair[0] == other && pair[1] == one);
  });
}

bool IsVowel(char letter) { return std::string_view("aeiou").find(letter) != std::string_view::npos; }

/// What it costs to hear a name as these letters. What tells a drug from a common word is the end of its name
/// ("modulator" is not "modulato", "pancreatin" not "pancreatico"): the last letter is heard, or one that sounds alike.
int Cost(std::string_view name, std::string_view heard, bool is_stem, int most, char before = 0) {
  while (!name.empty() && !heard.empty() && name.front() == heard.front()) {
    before = name.front();
    name.remove_prefix(1);
    heard.remove_prefix(1);
  }
  const bool ends = name.empty() && heard.size() <= kEnding && std::all_of(heard.begin(), heard.end(), IsVowel);
  if (ends && (is_stem || heard.empty())) return 0;
  if (name.empty() || heard.empty() || most < kAlike) return kTooMany;
  int least = kTooMany;
  const auto change = [&](std::string_view rest, std::string_view heard_rest, bool is_alike) {
    const int cost = is_alike ? kAlike : kOther;
    if (cost <= most) least = std::min(least, cost + Cost(rest, heard_rest, is_stem, most - cost, before));
  };
  change(name, heard.substr(1), heard.front() == before);
  const bool alike = SoundAlike(name.front(), heard.front());
  if (name.size() > 1) change(name.substr(1), heard, name.front() == before);
  if (name.size() > 1 || alike) change(name.substr(1), heard.substr(1), alike);
  return least;
}

/// Whether the last letter of a name may be heard in the last of these, behind which an ending may stand.
bool MayEnd(std::string_view heard, char letter) {
  for (std::size_t ending = 0; ending <= kEnding && ending < heard.size(); ++ending) {
    const char last = heard[heard.size() - 1 - ending];
    if (last == letter || SoundAlike(last, letter)) return true;
    if (!IsVowel(last)) return false;
  }
  return false;
}

bool IsExact(const KnownName& name, std::string_view heard) {
  if (!name.is_stem) return heard == name.letters;
  return heard.starts_with(name.letters) && (!name.may_be_bent || heard.size() <= name.letters.size() + kEnding);
}

int Budget(const KnownName& name) {
  const std::size_t letters = name.letters.size();
  if (!name.may_be_bent || letters < kLettersForSound) return 0;
  if (letters < kLettersForOne) return kAlike;
  return letters < kLettersForTwo ? kOther : 2 * kOther;
}

/// A number for the first letters of a name; those of other scripts may fall together.
std::size_t HeadIndex(std::string_view head) {
  std::size_t index = 0;
  for (const char letter : head.substr(0, kHead)) index = index * 32 + static_cast<unsigned char>(letter) % 32;
  return index;
}

std::string_view WithoutApostrophe(std::string_view word) {
  if (word.ends_with('\'')) word.remove_suffix(1);
  return word;
}

}  // namespace

BrokenNames::BrokenNames(std::vector<KnownName> names) : names_(std::move(names)) {
  std::erase_if(names_, [](const KnownName& name) { return name.letters.size() < kShortestBroken; });
  std::stable_sort(names_.begin(), names_.end(),
                   [](const KnownName& one, const KnownName& other) { return one.letters < other.letters; });
  for (std::uint32_t i = 0; i < names_.size(); ++i) {
    heads_.try_emplace(HeadIndex(names_[i].letters), Beginning{i, i}).first->second.last = i + 1;
  }
}

BrokenNames::Beginning BrokenNames::NamesUnder(std::size_t head) const {
  const auto names = heads_.find(head);
  return names == heads_.end() ? Beginning{} : names->second;
}

BrokenNames::Beginning BrokenNames::NamesLike(std::string_view word) const {
  word = WithoutApostrophe(word);
  if (word.size() < kHead) return {0, static_cast<std::uint32_t>(names_.size())};
  return NamesUnder(HeadIndex(word));
}

BrokenNames::Beginning BrokenNames::NamesOfScrap(std::string_view scrap, std::string_view next) const {
  if (scrap.size() + next.size() < kHead) return {};
  std::array<char, kHead> head{};
  for (std::size_t i = 0; i < kHead; ++i) head[i] = i < scrap.size() ? scrap[i] : next[i - scrap.size()];
  return NamesUnder(HeadIndex({head.data(), kHead}));
}

const KnownName* BrokenNames::Exact(std::string_view heard, Beginning names) const {
  const auto last = names_.begin() + names.last;
  const auto name =
      std::find_if(names_.begin() + names.first, last, [&](const KnownName& own) { return IsExact(own, heard); });
  return name == last ? nullptr : &*name;
}

const KnownName* BrokenNames::Nearest(std::string_view heard, Beginning names) const {
  const KnownName* nearest = nullptr;
  int least = kTooMany;
  for (std::uint32_t i = names.first; i < names.last; ++i) {
    const KnownName& name = names_[i];
    if (IsExact(name, heard)) return &name;
    const int budget = std::min(Budget(name), least - 1);
    const auto letters = static_cast<std::size_t>(budget);
    if (budget <= 0 || heard.size() + letters < name.letters.size() ||
        heard.size() > name.letters.size() + letters + (name.is_stem ? kEnding : 0))
      continue;
    const int cost = Cost(name.letters, heard, name.is_stem, budget);
    if (cost > budget) continue;
    nearest = &name;
    least = cost;
  }
  return nearest;
}

bool BrokenNames::MayBe(std::string_view word, std::string_view next, std::string_view last, std::size_t letters,
                        Beginning names) const {
  return std::any_of(names_.begin() + names.first, names_.begin() + names.last, [&](const KnownName& name) {
    const std::size_t own = name.letters.size();
    if (own > word.size() && name.letters[word.size()] == next.front() && name.letters.starts_with(word)) return true;
    return Budget(name) > 0 && letters + kMostBent >= own && letters <= own + kMostBent + kEnding &&
           MayEnd(last, name.letters.back());
  });
}

std::optional<BrokenNames::Found> BrokenNames::InPieces(const Text& text, TokenIndex at, Beginning names) const {
  if (names.empty()) return std::nullopt;
  const std::string_view word = WithoutApostrophe(text.Word(at));
  const std::string_view second = text.Word(std::int64_t{at} + 1);
  const bool is_scrap = word.size() < kShortestPiece;
  if (is_scrap) names = NamesOfScrap(word, second);
  // Of a scrap or an article too little was heard to bend it: "all'allopurinolo".
  const bool is_exact = is_scrap || word.size() < text.Word(at).size();
  const std::size_t shortest = is_scrap ? kShortestRest : kShortestPiece;
  std::size_t letters = word.size();
  for (TokenIndex last = at + 1; last < at + kMostPieces && last < text.size(); ++last) {
    if (text[last].kind != TokenKind::kWord) break;
    const std::string_view next = text.Word(last);
    const std::size_t before = letters;
    letters += next.size();
    if (next.size() < shortest || letters < kShortestBroken) continue;
    if (!MayBe(word, second, next, letters, names)) continue;
    std::string joined(word);
    for (TokenIndex piece = at + 1; piece <= last; ++piece) joined += text.Word(piece);
    const KnownName* name = is_exact ? Exact(joined, names) : Nearest(joined, names);
    if (!name) continue;
    // All pieces are needed: "pravastatin" is no name of two words.
    if (name->letters.size() > before + (is_scrap ? kShortestPiece : 1)) return Found{name->pattern, last + 1};
  }
  return std::nullopt;
}

std::optional<std::uint32_t> BrokenNames::Bent(std::string_view word, Beginning names) const {
  if (word.size() < kShortestBroken) return std::nullopt;
  const KnownName* name = Nearest(word, names);
  return name ? std::optional(name->pattern) : std::nullopt;
}

}  // namespace scriba::clinical
