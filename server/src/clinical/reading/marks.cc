#include "clinical/reading/marks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "clinical/reading/cardinals.h"
#include "clinical/reading/model_file.h"

namespace scriba::clinical {
namespace {

constexpr std::size_t kTailLetters = 3;
constexpr std::size_t kStemLetters = 5;
constexpr std::array<std::string_view, 9> kLengths{"0", "1", "2", "3", "4", "5", "6", "7", "8"};
constexpr WordSet kAsking{"quanto", "quanti", "quante", "quanta", "come",  "cosa",  "quando",
                          "che",    "chi",    "perche", "dove",   "quale", "quali", "qual"};

// FNV-1a, 64 bit (Fowler, Noll, Vo).
std::uint64_t Mix(std::uint64_t hash, std::string_view bytes) {
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return hash;
}
constexpr std::uint64_t kSeed = 0xCBF29CE484222325ULL;

std::uint64_t HashOf(const MarkFeature& feature) {
  std::uint64_t hash = Mix(Mix(kSeed, feature.kind), ":");
  hash = Mix(hash, feature.first);
  return feature.second.empty() ? hash : Mix(Mix(hash, "_"), feature.second);
}

std::string_view Tail(std::string_view word) { return word.substr(word.size() - std::min(word.size(), kTailLetters)); }
std::string_view Stem(std::string_view word) { return word.substr(0, kStemLetters); }

}  // namespace

std::string MarkFeature::Name() const {
  std::string name(kind);
  name.append(":").append(first);
  if (!second.empty()) name.append("_").append(second);
  return name;
}

MarkModel::MarkModel(std::string_view text) {
  ForEachWeight(text, [&](std::string_view name, double weight) {
    weights_.emplace(Mix(kSeed, name), static_cast<float>(weight));
  });
}

double MarkModel::Score(const std::vector<MarkFeature>& features) const {
  double sum = 0;
  for (const MarkFeature& feature : features) {
    const auto found = weights_.find(HashOf(feature));
    if (found != weights_.end()) sum += static_cast<double>(found->second);
  }
  return 1 / (1 + std::exp(-sum));
}

const MarkModel& BuiltInMarkModel() {
  static const MarkModel model(ModelFile("marks.model"));
  return model;
}

MarkReader::MarkReader(const Text& text, const std::vector<TermHit>& terms)
    : words_(text.size()), begins_(text.size() + 1), ends_(text.size() + 1), inside_(text.size() + 1, false) {
  for (TokenIndex at = 0; at < text.size(); ++at) {
    const Token& token = text[at];
    const bool is_number = token.kind == TokenKind::kNumber || ReadCardinal(token.folded);
    words_[at] = is_number ? "N" : std::string_view(token.folded);
  }
  for (const TermHit& hit : terms) {
    const std::string_view tag = BuiltInLexicon().tags()[hit.entry->tag];
    begins_[hit.range.first] = tag;
    ends_[hit.range.last] = tag;
    for (TokenIndex at = hit.range.first + 1; at < hit.range.last; ++at) inside_[at] = true;
  }
}

std::string_view MarkReader::WordAt(std::int64_t at) const {
  return at < 0 || at >= static_cast<std::int64_t>(words_.size()) ? "#" : words_[static_cast<std::size_t>(at)];
}

const std::vector<MarkFeature>& MarkReader::OfPlace(TokenIndex at) {
  const auto here = static_cast<std::int64_t>(at);
  const std::string_view a = WordAt(here - 2), b = WordAt(here - 1), c = WordAt(here), d = WordAt(here + 1);
  features_.assign({{"bias", {}, {}},
                    {"a", a, {}},
                    {"b", b, {}},
                    {"c", c, {}},
                    {"d", d, {}},
                    {"ab", a, b},
                    {"bc", b, c},
                    {"cd", c, d},
                    {"tb", Tail(b), {}},
                    {"tc", Tail(c), {}},
                    {"sb", Stem(b), {}},
                    {"sc", Stem(c), {}},
                    {"tbtc", Tail(b), Tail(c)},
                    {"tbc", Tail(b), c},
                    {"btc", b, Tail(c)},
                    {"tctd", Tail(c), Tail(d)},
                    {"tatb", Tail(a), Tail(b)}});
  if (!begins_[at].empty()) {
    features_.push_back({"begins", begins_[at], {}});
    features_.push_back({"begins-after", begins_[at], b});
  }
  if (!ends_[at].empty()) {
    features_.push_back({"ends", ends_[at], {}});
    features_.push_back({"ends-before", ends_[at], c});
  }
  if (!begins_[at].empty() && !ends_[at].empty()) features_.push_back({"meet", ends_[at], begins_[at]});
  if (inside_[at]) features_.push_back({"inside", {}, {}});
  return features_;
}

const std::vector<MarkFeature>& MarkReader::OfPiece(TokenRange range) {
  const auto first = static_cast<std::int64_t>(range.first), last = static_cast<std::int64_t>(range.last);
  const std::size_t length = std::min<std::size_t>(range.last - range.first, kLengths.size() - 1);
  features_.assign({{"?bias", {}, {}},
                    {"?first", WordAt(first), {}},
                    {"?two", WordAt(first), length > 1 ? WordAt(first + 1) : "$"},
                    {"?last", WordAt(last - 1), {}},
                    {"?next", WordAt(last), {}},
                    {"?nexts", WordAt(last), WordAt(last + 1)},
                    {"?seam", WordAt(last - 1), WordAt(last)},
                    {"?before", WordAt(first - 1), {}},
                    {"?length", kLengths[length], {}}});
  for (TokenIndex at = range.first; at < range.last; ++at) {
    const std::string_view word = WordAt(at);
    features_.push_back({"?word", word, {}});
    features_.push_back({"?stem", Stem(word), {}});
    if (IsAny(word, kAsking)) {
      features_.push_back({at == range.first ? "?asks-first" : "?asks", word, {}});
    }
    if (!begins_[at].empty()) features_.push_back({"?term", begins_[at], {}});
  }
  return features_;
}

}  // namespace scriba::clinical
