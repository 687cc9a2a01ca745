// How spoken quantities are read.
//
// A quantity is an integer (digits or number words, "cento trenta" joined) followed by one of a few tails: "virgola",
// "e mezzo", "su", a unit, a unit and its hundreds. The one hard case is "X e Y": "glicata sei e quattro" is 6,4,
// "peso ottantatré e due" is 83,2, "alta uno e sessantotto" is 168 cm, but "sei e quattro" alone may be two things.
// It is joined only when the nearest words before it name a laboratory value, a weight or a height, or when it stands
// alone between two marks with the size of a body weight. Everything else stays as it was said.
#include "clinical/reading/numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>

#include "clinical/reading/heights.h"
#include "clinical/reading/integers.h"
#include "clinical/reading/number_context.h"
#include "clinical/reading/tenths.h"
#include "clinical/reading/units.h"

namespace scriba::clinical {
namespace {

/// Millimetres in a centimetre of mercury, in which people tell their pressure.
constexpr double kMillimetres = 10;
/// Things of which one takes a half: "due litri e mezza mela" is not two and a half litres.
constexpr WordSet kHalved{"mela", "banana", "pizza",   "bottiglia", "porzione", "panino",  "piatto",
                          "pera", "fetta",  "toscano", "giornata",  "lattina",  "vasetto", "avocado"};

/// "Alle otto e mezza".
constexpr WordSet kBeforeClock{"alle", "le", "dalle", "verso"};

/// Reads an integer and the tails of a quantity at one place of the text.
class Reader {
 public:
  explicit Reader(const Text& text) : text_(text), context_(text), heights_(text, context_), tenths_(text, context_) {}

  std::optional<Number> ReadAt(TokenIndex at) const {
    if (auto fixed = ReadFixedPhrase(at)) return fixed;
    auto head = ReadInteger(at);
    if (!head) head = ReadOneBeforeTail(at);
    if (!head) return std::nullopt;
    Number number;
    number.range = {at, head->next};
    number.value = head->value;
    if (head->is_decimal) return heights_.ReadInMetres(number) ? number : WithUnit(number);
    if (ReadDateOrSlash(at, number)) return number;
    if (heights_.ReadAfterMetre(number)) return number;
    JoinHundred(number);
    if (ReadPressure(number)) return number;
    if (ReadComma(number)) return WithUnit(number);
    if (ReadHalfOrQuarter(number)) return number.kind == NumberKind::kClock ? number : WithUnit(number);
    if (heights_.ReadAfterOne(number)) return number;
    const bool tenth = tenths_.Read(number);
    if (head->is_article && !tenth) return std::nullopt;
    return WithUnit(number);
  }

 private:
  std::string_view Word(TokenIndex index) const { return text_.Word(index); }

  std::optional<Integer> ReadInteger(TokenIndex at) const { return clinical::ReadInteger(text_, at); }

  /// "uno virgola otto", "un metro e settanta", "alta uno e sessanta": the only places where the article is a number.
  std::optional<Integer> ReadOneBeforeTail(TokenIndex at) const {
    const std::string_view word = Word(at);
    if (word != "uno" && word != "un") return std::nullopt;
    const std::string_view next = Word(at + 1);
    if (word == "uno" && (next == "virgola" || next == "punto")) return Integer{1, at + 1, false, false};
    // "Creatinina uno, TSH tre e otto."
    if (word == "uno" && context_.IsLaboratoryNamed(at) && text_.IsMark(at + 1))
      return Integer{1, at + 1, false, false};
    const bool of_height = word == "uno" && context_.IsHeightNamed(at);
    if (next == "metro" || next == "e" || of_height) return Integer{1, at + 1, false, true};
    const bool is_strength = UnitOf(next) == "mg" || UnitOf(next) == "mcg";
    const bool and_half = !UnitOf(next).empty() && Word(at + 2) == "e" && Word(at + 3).starts_with("mezz");
    if (word == "un" && (is_strength || and_half)) return Integer{1, at + 1, false, false};
    return std::nullopt;
  }

  static Number Make(TokenIndex first, TokenIndex last, double value, std::string_view unit) {
    Number number;
    number.range = {first, last};
    number.value = value;
    number.unit = unit;
    return number;
  }

  /// Halves and quarters that are said without a number word.
  std::optional<Number> ReadFixedPhrase(TokenIndex at) const {
    const std::string_view word = Word(at);
    if (word == "mezz'" && Word(at + 1) == "ora") return Make(at, at + 2, 30, "minuti");
    if (word == "mezzora") return Make(at, at + 1, 30, "minuti");
    if (word == "mezzo" && (Word(at + 1) == "litro" || Word(at + 1) == "chilo")) {
      return Make(at, at + 2, 0.5, UnitOf(Word(at + 1)));
    }
    if (word == "un" && Word(at + 1) == "quarto" && Word(at + 2) == "d'" && Word(at + 3) == "ora") {
      return Make(at, at + 4, 15, "minuti");
    }
    if (word == "tre" && Word(at + 1) == "quarti" && Word(at + 2) == "d'" && Word(at + 3) == "ora") {
      return Make(at, at + 4, 45, "minuti");
    }
    if (word == "un" && Word(at + 1) == "etto") {
      const bool half = Word(at + 2) == "e" && Word(at + 3).starts_with("mezz");
      return Make(at, at + (half ? 4 : 2), half ? 150 : 100, "g");
    }
    if (word == "uno" && Word(at + 1) == "e" && Word(at + 2).starts_with("mezz")) return Make(at, at + 3, 1.5, "");
    return std::nullopt;
  }

  bool ReadDateOrSlash(TokenIndex at, Number& number) const {
    const std::string_view word = Word(at);
    if (word.find_first_of(":/") == std::string_view::npos) return false;
    number.written = std::string(word);
    number.range.last = at + 1;
    number.kind = word.find(':') != std::string_view::npos ? NumberKind::kClock : NumberKind::kDate;
    if (const std::size_t colon = word.find(':'); colon != std::string_view::npos) {
      std::from_chars(word.data(), word.data() + colon, number.value);
      std::from_chars(word.data() + colon + 1, word.data() + word.size(), number.second);
    }
    const std::size_t slash = word.find('/');
    if (slash == std::string_view::npos || word.find('/', slash + 1) != std::string_view::npos) return true;
    double high = 0;
    double low = 0;
    std::from_chars(word.data(), word.data() + slash, high);
    std::from_chars(word.data() + slash + 1, word.data() + word.size(), low);
    SetPressure(number, high, low);
    return true;
  }

  static bool SetPressure(Number& number, double high, double low) {
    if (high < 70 || high > 260 || low < 35 || low > 150 || high <= low) return false;
    number.kind = NumberKind::kPressure;
    number.value = high;
    number.second = low;
    number.written = WriteDecimal(high) + "/" + WriteDecimal(low);
    return true;
  }

  /// "Cento e otto su sessantasei".
  void JoinHundred(Number& number) const {
    if (number.value != 100 || Word(number.range.last) != "e") return;
    const auto rest = ReadInteger(number.range.last + 1);
    if (!rest || rest->is_decimal || rest->value >= 100 || Word(rest->next) != "su" || !ReadInteger(rest->next + 1))
      return;
    number.value += rest->value;
    number.range.last = rest->next;
  }

  /// "130 su 85"; after the word pressure also "130 85", "130 e 85" and, in centimetres of mercury, "13 e 8"; "massima
  /// 130, minima 85".
  bool ReadPressure(Number& number) const {
    const TokenIndex from = number.range.last;
    TokenIndex next = from;
    const std::string_view before = text_.Word(static_cast<std::int64_t>(number.range.first) - 1);
    if (Word(next) == "su" || Word(next) == "/") {
      ++next;
    } else if (before == "massima") {
      while (Word(next) == "," || Word(next) == "e" || Word(next) == "la") ++next;
      if (Word(next) != "minima") return false;
      ++next;
    } else {
      if (!context_.IsPressureNamed(number.range.first)) return false;
      if (Word(next) == "e") ++next;
    }
    const auto low = ReadInteger(next);
    if (!low || context_.IsOther(low->next)) return false;
    const bool centimetres = context_.IsPressureNamed(number.range.first) && before != "alle" && before != "da" &&
                             Word(low->next) != "anni" && Word(low->next) != "mesi" && Word(low->next) != "mg";
    number.range.last = low->next;
    if (!low->is_decimal && SetPressure(number, number.value, low->value)) return true;
    const bool half = centimetres && Word(low->next) == "e" && Word(low->next + 1).starts_with("mezz");
    const double high = number.value;
    const double minimum = low->value + (half ? 0.5 : 0);
    if (centimetres && SetPressure(number, high * kMillimetres, minimum * kMillimetres)) {
      number.written = WriteDecimal(high) + " e " + WriteDecimal(minimum);
      if (half) number.range.last += 2;
      return true;
    }
    number.range.last = from;
    return false;
  }

  bool ReadComma(Number& number) const {
    const TokenIndex comma = number.range.last;
    if (Word(comma) != "virgola" && Word(comma) != "punto") return false;
    TokenIndex next = comma + 1;
    std::string digits;
    while (Word(next) == "zero" || Word(next) == "0") {
      digits += '0';
      ++next;
    }
    if (Word(next) == "uno") {
      digits += '1';
      ++next;
    } else if (const auto rest = ReadInteger(next); rest && !rest->is_decimal && rest->value < 1000) {
      digits += WriteDecimal(rest->value);
      next = rest->next;
      // "Zero virgola otto due."
      const auto more = ReadInteger(next);
      if (rest->value < 10 && more && !more->is_decimal && more->value < 10 && context_.EndsValue(more->next)) {
        digits += WriteDecimal(more->value);
        next = more->next;
      }
    }
    if (digits.empty() || digits.size() > 4) return false;
    double fraction = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), fraction);
    number.value += fraction / std::pow(10.0, static_cast<double>(digits.size()));
    number.range.last = next;
    return true;
  }

  bool ReadHalfOrQuarter(Number& number) const {
    const TokenIndex next = number.range.last;
    const std::string_view before = text_.Word(static_cast<std::int64_t>(number.range.first) - 1);
    const bool clock = IsAny(before, kBeforeClock) && number.value <= 24;
    if (Word(next) != "e") return false;
    if (Word(next + 1) == "mezza" || Word(next + 1) == "mezzo") {
      if (clock && context_.IsOther(next + 2)) return false;
      if (clock) return SetClock(number, 30, next + 2);
      number.value += 0.5;
      number.range.last = next + 2;
      return true;
    }
    if (clock && Word(next + 1) == "un" && Word(next + 2) == "quarto") return SetClock(number, 15, next + 3);
    if (clock) {
      const auto minutes = ReadInteger(next + 1);
      const bool is_other = minutes && context_.IsOther(minutes->next);
      if (minutes && minutes->value < 60 && minutes->value >= 5 && !minutes->is_decimal && !is_other) {
        return SetClock(number, minutes->value, minutes->next);
      }
    }
    return false;
  }

  static bool SetClock(Number& number, double minutes, TokenIndex last) {
    number.kind = NumberKind::kClock;
    number.second = minutes;
    number.range.last = last;
    char buffer[16];
    std::snprintf(buffer, sizeof buffer, "%d:%02d", static_cast<int>(number.value), static_cast<int>(minutes));
    number.written = buffer;
    return true;
  }

  /// The unit after the value, and what follows the unit: "chili e mezzo", "chili e trecento", "chili e due".
  Number WithUnit(Number number) const {
    const TokenIndex at = number.range.last;
    auto [unit, next] = UnitAt(text_, at);
    if (Word(at) == "etti" || Word(at) == "etto") {
      number.value *= 100;
      unit = "g";
      if (Word(next) == "e" && Word(next + 1).starts_with("mezz")) {
        number.value += 50;
        next += 2;
      }
    }
    if (unit.empty() || context_.IsRateNamed(at)) return number;
    number.unit = unit;
    number.range.last = next;
    if (unit == "bpm" && Word(next) == "al" && Word(next + 1) == "minuto") number.range.last = next + 2;
    if (number.unit == "UI" || number.unit == "%" || Word(next) != "e") return number;
    ReadAfterUnit(number, next + 1);
    return number;
  }

  void ReadAfterUnit(Number& number, TokenIndex at) const {
    if (Word(at).starts_with("mezz") && Word(at).size() == 5) {
      // "Un litro e mezzo, caffè tre": nobody adds half a coffee to a litre.
      const bool begins_anew = number.unit == "l" && Word(at + 1) == "caffe";
      if ((context_.IsOther(at + 1) && !begins_anew) || IsAny(Word(at + 1), kHalved)) return;
      number.value += 0.5;
      number.range.last = at + 1;
      return;
    }
    if (number.unit != "kg" || number.value != std::floor(number.value)) return;
    const auto rest = ReadInteger(at);
    if (!rest || rest->is_decimal) return;
    const std::string_view after = Word(rest->next);
    // "Ottanta chili e centosettanta", "dieci chili e duecento calorie": a height, or another quantity.
    const bool rounded = std::fmod(rest->value, 50) == 0 || after == "grammi";
    if (after != "grammi" && after != "etti" && (context_.IsOther(rest->next) || after == "di")) return;
    if (rest->value >= 100 && rest->value < 1000) {
      if (!rounded) return;
      number.value += rest->value / 1000;
      number.range.last = after == "grammi" ? rest->next + 1 : rest->next;
    } else if (rest->value < 10 && (after == "etti" || context_.EndsValue(rest->next) || LeadsOn(rest->next) ||
                                    (number.value >= kLeastWeight && context_.EndsWeight(rest->next)))) {
      number.value += rest->value / 10;
      number.range.last = after == "etti" ? rest->next + 1 : rest->next;
    }
  }

  /// "Tre chili e tre in meno", "due chili e tre dal minimo": the words that follow a quantity, and name none.
  bool LeadsOn(TokenIndex at) const {
    constexpr WordSet kLeading{"da", "dal",  "dalla", "dall'",    "dai", "ma",
                               "eh", "pero", "che",   "rispetto", "poi", "quindi"};
    const bool compares = Word(at) == "in" && (Word(at + 1) == "meno" || Word(at + 1) == "piu" ||
                                               Word(at + 1).starts_with("un") || ReadInteger(at + 1).has_value());
    return compares || IsAny(Word(at), kLeading);
  }

  const Text& text_;
  NumberContext context_;
  HeightReader heights_;
  TenthReader tenths_;
};

std::string BeforeUnit(std::string written, std::string_view unit) {
  if (unit.empty()) return written;
  if (unit != "%") written += ' ';
  return written.append(unit);
}

}  // namespace

std::string WriteDecimal(double value) {
  constexpr int kDecimals = 3;
  // The longest is that of the greatest double.
  std::array<char, 328> buffer{};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, kDecimals).ptr;
  std::string written(buffer.data(), end);
  while (written.ends_with('0')) written.pop_back();
  if (written.ends_with('.')) written.pop_back();
  std::replace(written.begin(), written.end(), '.', ',');
  return written;
}

std::string WriteQuantity(double value, std::string_view unit) { return BeforeUnit(WriteDecimal(value), unit); }

std::vector<Number> FindNumbers(const Text& text) {
  std::vector<Number> numbers;
  const Reader reader(text);
  for (TokenIndex at = 0; at < text.size();) {
    auto number = reader.ReadAt(at);
    if (!number) {
      ++at;
      continue;
    }
    if (number->written.empty()) number->written = WriteDecimal(number->value);
    number->written = BeforeUnit(std::move(number->written), number->unit);
    at = number->range.last;
    numbers.push_back(std::move(*number));
  }
  return numbers;
}

}  // namespace scriba::clinical
