#include "clinical/reading/integers.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "clinical/reading/cardinals.h"
#include "clinical/reading/units.h"

namespace scriba::clinical {
namespace {

/// Twelve digits are a telephone number or noise, not a quantity.
constexpr std::size_t kMostDigits = 12;
/// Nothing is measured or dosed in hundreds of thousands: such words stay words.
constexpr long kTooLarge = 100000;

/// Words before which "sei" is the verb: "tu sei", "non sei", "quanto sei alto".
constexpr WordSet kBeforeYouAre{"tu",     "non",    "ci",     "ti",   "chi", "dove", "come",
                                "perche", "quanto", "quando", "cosa", "mai", "che"};
/// Words before which it is the number, whatever follows: "alle sei la tachipirina", "sessantotto e sei alta".
constexpr WordSet kBeforeNumber{"alle",  "le",    "dalle", "da", "di",    "per",  "tra", "fra", "ogni", "dopo",
                                "circa", "quasi", "e",     "o",  "verso", "fino", "a",   "su",  "con",  "virgola"};
/// Words after which it is the verb: no thing that is counted.
constexpr WordSet kAfterYouAre{"tu",     "un",     "una",    "uno",    "il",    "lo",       "la",       "l'",
                               "mai",    "gia",    "stato",  "stata",  "molto", "troppo",   "cosi",     "proprio",
                               "sempre", "ancora", "sicura", "sicuro", "in",    "nel",      "nella",    "qui",
                               "qua",    "pronta", "pronto", "brava",  "bravo", "contenta", "contento", "stanca",
                               "stanco", "alta",   "alto",   "venuta"};
/// "Sei disidratato", "sei ingrassata": participles end so, but no counted noun.
constexpr std::array<std::string_view, 6> kParticiples{"ato", "ata", "uto", "uta", "ito", "ita"};

bool IsYouAre(const Text& text, TokenIndex at) {
  if (text.Word(at) != "sei") return false;
  const std::string_view before = text.Word(static_cast<std::int64_t>(at) - 1);
  const std::string_view next = text.Word(at + 1);
  if (IsAny(before, kBeforeNumber) || IsCounted(next) || !UnitOf(next).empty()) return false;
  const bool participle =
      next.size() > 5 && std::any_of(kParticiples.begin(), kParticiples.end(),
                                     [&](std::string_view ending) { return next.ends_with(ending); });
  return participle || IsAny(next, kAfterYouAre) || IsAny(before, kBeforeYouAre);
}

std::optional<Integer> ReadDigits(const Text& text, TokenIndex at) {
  std::string digits(text.Word(at));
  if (digits.find_first_of(":/") != std::string::npos) return Integer{0, at + 1, false, false};
  const auto separators = std::count_if(digits.begin(), digits.end(), [](char c) { return c == '.' || c == ','; });
  Integer read{0, at + 1, false, false};
  if (separators == 1) {
    const std::size_t place = digits.find_first_of(".,");
    const bool thousands = digits[place] == '.' && digits.size() - place == 4 && place <= 3 && digits[0] != '0';
    if (thousands) {
      digits.erase(place, 1);
    } else {
      digits[place] = '.';
      read.is_decimal = true;
    }
  } else if (separators > 1) {
    return std::nullopt;
  }
  if (digits.size() > kMostDigits) return std::nullopt;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), read.value);
  if (result.ec != std::errc{}) return std::nullopt;
  return read;
}

/// Whether one number word continues the one before: "cento" "trenta", "venti" "due".
bool Joins(long last, long more) {
  const bool round = last >= 100 && last % 100 == 0 && last <= 2000 && more > 0 && more < 100;
  const bool tens = last % 100 >= 20 && last % 10 == 0 && more > 0 && more < 10;
  return round || tens;
}

}  // namespace

bool IsCounted(std::string_view word) {
  constexpr WordSet kWords{"cp",   "cpr",   "cm",    "mg",    "ora",   "ore",   "mese", "mesi",    "anno",
                           "anni", "volta", "volte", "passi", "punti", "unita", "puff", "gradini", "euro"};
  constexpr std::array<std::string_view, 22> kStems{
      "giorn",   "settiman", "centimetr", "milligr", "minut",    "compress", "pastigli", "bustin",
      "capsul",  "fial",     "gocc",      "spruzz",  "sigarett", "bicchier", "caffe",    "fett",
      "cucchia", "pillol",   "puntur",    "tazz",    "pacchett", "battit"};
  return IsAny(word, kWords) || StartsWithAny(word, kStems);
}

std::optional<Integer> ReadInteger(const Text& text, TokenIndex at) {
  if (at >= text.size()) return std::nullopt;
  if (text[at].kind == TokenKind::kNumber) return ReadDigits(text, at);
  if (text[at].kind != TokenKind::kWord || IsYouAre(text, at)) return std::nullopt;
  const auto first = ReadCardinal(text.Word(at));
  if (!first || *first >= kTooLarge) return std::nullopt;
  long value = *first;
  long last = *first;
  TokenIndex next = at + 1;
  while (next < text.size() && text[next].kind == TokenKind::kWord) {
    const auto more = text.Word(next) == "uno" ? std::optional<long>(1) : ReadCardinal(text.Word(next));
    if (!more || !Joins(last, *more)) break;
    // "Da mille due volte al giorno": a dose, and how often. A year or a weight in two words has no such thing after
    // it.
    const std::string_view after = text.Word(next + 1);
    const bool of_dose = *more < 10 && (IsCounted(after) || after == "al") && after != "anni";
    if (of_dose) break;
    value += *more;
    last = *more;
    ++next;
  }
  // "Duemila e cento calorie".
  if (next == at + 1 && value >= 1000 && value % 1000 == 0 && text.Word(next) == "e") {
    const auto hundreds = ReadCardinal(text.Word(next + 1));
    if (hundreds && *hundreds >= 100 && *hundreds < 1000 && *hundreds % 50 == 0) {
      return Integer{static_cast<double>(value + *hundreds), next + 2, false, false};
    }
  }
  return Integer{static_cast<double>(value), next, false, false};
}

}  // namespace scriba::clinical
