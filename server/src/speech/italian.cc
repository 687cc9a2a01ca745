#include "speech/italian.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "speech/text.h"

namespace scriba::speech {
namespace {

// Function words and the commonest verbs of talk. Left out: those that English, Spanish or French share ("a", "i",
// "in", "no", "per", "come", "la", "le", "con", "si", "un", "va").
constexpr std::array kFunctionWords = std::to_array<std::string_view>(
    {"abbiamo", "adesso", "agli",   "ai",     "al",     "alla",  "alle",   "allo",   "allora",  "anche",  "ancora",
     "avete",   "bene",   "che",    "chi",    "ci",     "ciò",   "cosa",   "così",   "da",      "dagli",  "dai",
     "dal",     "dalla",  "dalle",  "degli",  "dei",    "del",   "della",  "delle",  "dello",   "di",     "dopo",
     "dove",    "e",      "ed",     "era",    "essere", "fa",    "fare",   "fatto",  "gli",     "grazie", "hai",
     "hanno",   "ho",     "il",     "io",     "lei",    "li",    "lo",     "loro",   "lui",     "ma",     "mai",
     "mia",     "mio",    "molto",  "nei",    "nel",    "nella", "nelle",  "niente", "noi",     "non",    "o",
     "ogni",    "oggi",   "perché", "però",   "più",    "poco",  "poi",    "prima",  "qualche", "quale",  "quando",
     "quanto",  "quello", "quella", "questa", "questo", "qui",   "sempre", "senza",  "siamo",   "sì",     "sono",
     "sta",     "stato",  "sto",    "sul",    "sulla",  "tra",   "troppo", "tutti",  "tutto",   "una",    "uno",
     "voi",     "volta",  "è"});

constexpr std::size_t kLeastWords = 12;
// Italian talk has 35 to 50 in a hundred; a list of drugs and doses about 15; English and Spanish below 8.
constexpr double kLeastShare = 0.10;
constexpr double kForeignLetters = 0.3;

constexpr std::size_t kLongestCredit = 14;
constexpr std::array kCreditOpenings = std::to_array<std::string_view>({"sottotitoli", "sottotitolaggio", "subtitles"});
constexpr std::array kCreditMakers = std::to_array<std::string_view>(
    {"amara", "qtss", "cura", "creati", "revisione", "comunità", "sync", "traduzione", "tradotti", "by"});
constexpr std::array kCredits = std::to_array<std::string_view>(
    {"grazie per la visione", "grazie per aver guardato", "grazie per aver guardato il video",
     "grazie per aver guardato questo video", "grazie a tutti per la visione", "iscriviti al canale",
     "iscrivetevi al canale", "iscriviti al nostro canale", "al prossimo video", "ci vediamo nel prossimo video",
     "revisione a cura di qtss", "traduzione a cura di qtss", "amara org"});

bool Contains(auto list, std::string_view word) { return std::ranges::find(list, word) != list.end(); }

bool IsNumber(const std::string& word) {
  return std::ranges::all_of(word, [](unsigned char letter) { return std::isdigit(letter) != 0; });
}

}  // namespace

bool ReadsLikeAnotherLanguage(std::string_view text, std::span<const std::string> words) {
  if (ForeignLetterShare(text) > kForeignLetters) return true;
  std::size_t spoken = 0, italian = 0;
  for (const std::string& word : words) {
    if (IsNumber(word)) continue;
    ++spoken;
    if (Contains(kFunctionWords, word)) ++italian;
  }
  return spoken >= kLeastWords && static_cast<double>(italian) < kLeastShare * static_cast<double>(spoken);
}

bool IsSubtitleCredit(std::span<const std::string> words) {
  if (words.empty() || words.size() > kLongestCredit) return false;
  if (Contains(kCreditOpenings, words.front())) {
    return std::ranges::any_of(words, [](const std::string& word) { return Contains(kCreditMakers, word); });
  }
  std::string sentence;
  for (const std::string& word : words) sentence += (sentence.empty() ? "" : " ") + word;
  return Contains(kCredits, sentence);
}

}  // namespace scriba::speech
