#include "clinical/reading/cardinals.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace scriba::clinical {
namespace {

constexpr std::array<std::string_view, 20> kUnits{"zero",     "uno",    "due",         "tre",      "quattro",
                                                  "cinque",   "sei",    "sette",       "otto",     "nove",
                                                  "dieci",    "undici", "dodici",      "tredici",  "quattordici",
                                                  "quindici", "sedici", "diciassette", "diciotto", "diciannove"};
constexpr std::array<std::string_view, 10> kTens{"",          "",         "venti",    "trenta",  "quaranta",
                                                 "cinquanta", "sessanta", "settanta", "ottanta", "novanta"};

constexpr std::string_view kLastLetters = "oeian'";

/// Three letters as one number.
constexpr std::uint32_t Three(std::string_view letters) {
  std::uint32_t number = 0;
  for (const char letter : letters.substr(0, 3)) number = number << 8U | static_cast<unsigned char>(letter);
  return number;
}

/// How number words begin: most other words are told from them by that.
bool BeginsLikeNumber(std::string_view word) {
  constexpr std::array kBeginnings{Three("und"), Three("due"), Three("tre"), Three("qua"), Three("qui"), Three("cin"),
                                   Three("cen"), Three("sei"), Three("sed"), Three("ses"), Three("set"), Three("ott"),
                                   Three("nov"), Three("die"), Three("dic"), Three("dod"), Three("ven"), Three("mil")};
  return std::find(kBeginnings.begin(), kBeginnings.end(), Three(word)) != kBeginnings.end();
}

std::optional<long> Below20(std::string_view word) {
  for (std::size_t i = 1; i < kUnits.size(); ++i) {
    if (kUnits[i] == word) return static_cast<long>(i);
  }
  if (word == "un") return 1;
  return std::nullopt;
}

std::optional<long> Below100(std::string_view word) {
  if (const auto small = Below20(word)) return small;
  for (std::size_t tens = 2; tens < kTens.size(); ++tens) {
    const std::string_view full = kTens[tens];
    const std::string_view stem = full.substr(0, full.size() - 1);
    if (!word.starts_with(stem)) continue;
    const std::string_view rest = word.substr(stem.size());
    const long base = static_cast<long>(tens) * 10;
    if (rest == full.substr(stem.size())) return base;
    if (rest == "uno" || rest == "un") return base + 1;
    if (rest == "otto") return base + 8;
    if (!word.starts_with(full)) continue;
    const auto unit = Below20(word.substr(full.size()));
    if (unit && *unit < 10 && *unit != 1 && *unit != 8) return base + *unit;
  }
  return std::nullopt;
}

std::optional<long> Below1000(std::string_view word) {
  const std::size_t cent = word.find("cent");
  if (cent == std::string_view::npos) return Below100(word);
  long hundreds = 1;
  if (cent > 0) {
    const auto head = Below20(word.substr(0, cent));
    if (!head || *head < 2 || *head > 9) return std::nullopt;
    hundreds = *head;
  }
  std::string_view rest = word.substr(cent + 4);
  if (rest.starts_with('o') && !rest.starts_with("ott")) rest.remove_prefix(1);
  if (rest.empty()) return word.ends_with('o') ? std::optional(hundreds * 100) : std::nullopt;
  const auto tail = Below100(rest);
  if (!tail) return std::nullopt;
  return hundreds * 100 + *tail;
}

std::optional<long> Below1000000(std::string_view word) {
  if (word.starts_with("mille")) {
    const auto rest = word.substr(5);
    if (rest.empty()) return 1000;
    const auto tail = Below1000(rest);
    return tail ? std::optional(1000 + *tail) : std::nullopt;
  }
  const std::size_t mila = word.find("mila");
  if (mila == std::string_view::npos) return Below1000(word);
  const auto head = Below1000(word.substr(0, mila));
  if (!head || *head < 2) return std::nullopt;
  const auto rest = word.substr(mila + 4);
  if (rest.empty()) return *head * 1000;
  const auto tail = Below1000(rest);
  return tail ? std::optional(*head * 1000 + *tail) : std::nullopt;
}

std::string WriteBelow1000(long value) {
  std::string word;
  if (value >= 100) {
    if (value >= 200) word += kUnits[static_cast<std::size_t>(value / 100)];
    word += "cento";
    value %= 100;
  }
  if (value == 0) return word;
  if (value < 20) return word + std::string(kUnits[static_cast<std::size_t>(value)]);
  const std::string_view tens = kTens[static_cast<std::size_t>(value / 10)];
  const long unit = value % 10;
  const bool elides = unit == 1 || unit == 8;
  word += elides ? tens.substr(0, tens.size() - 1) : tens;
  if (unit != 0) word += kUnits[static_cast<std::size_t>(unit)];
  return word;
}

}  // namespace

std::optional<long> ReadCardinal(std::string_view folded) {
  if (folded == "zero") return 0;
  if (folded.size() < 3 || folded == "uno" || folded == "una") return std::nullopt;
  if (kLastLetters.find(folded.back()) == std::string_view::npos || !BeginsLikeNumber(folded)) return std::nullopt;
  // No number word is longer than "quattrocentocinquantaquattromilaquattrocentocinquantaquattro".
  if (folded.size() > 64) return std::nullopt;
  if (folded.ends_with('\'')) {
    const std::string stem(folded.substr(0, folded.size() - 1));
    if (stem.size() < 4) return std::nullopt;
    for (const char vowel : {'i', 'o', 'a', 'e'}) {
      if (const auto value = Below1000000(stem + vowel)) return value;
    }
    return std::nullopt;
  }
  return Below1000000(folded);
}

std::string WriteCardinal(long value) {
  if (value == 0) return std::string(kUnits[0]);
  std::string word;
  if (value >= 1000) {
    word = value < 2000 ? "mille" : WriteBelow1000(value / 1000) + "mila";
    value %= 1000;
  }
  return word + WriteBelow1000(value);
}

}  // namespace scriba::clinical
