#include "clinical/reading/tenths.h"

#include <cmath>
#include <optional>

#include "clinical/reading/integers.h"
#include "clinical/reading/units.h"

namespace scriba::clinical {

bool TenthReader::Read(Number& number) const {
  if (ReadHundredths(number) || ReadUnjoinedTenth(number)) return true;
  const TokenIndex from = context_.AfterAnd(number.range.last);
  if (from == number.range.last) return false;
  const auto rest = Word(from) == "uno" ? std::optional(Integer{1, from + 1, false, false}) : ReadInteger(text_, from);
  if (!rest || rest->is_decimal) return false;
  if (number.value == 1000 && rest->value >= 100 && rest->value < 1000 && std::fmod(rest->value, 100) == 0) {
    number.value += rest->value;
    number.range.last = rest->next;
    return true;
  }
  const std::string_view after = Word(rest->next);
  if (IsCounted(after)) return false;
  const Topic topic = context_.TopicBefore(number.range.first);
  const bool hundreds = number.value >= 100 && number.value < 1000 && std::fmod(number.value, 100) == 0;
  if (hundreds && rest->value < 100 && topic != Topic::kLaboratory) {
    number.value += rest->value;
    number.range.last = rest->next;
    return true;
  }
  if (rest->value <= 9 && SharesUnit(number, rest->next)) {
    number.value += rest->value / 10;
    number.range.last = rest->next;
    return true;
  }
  const double most = topic == Topic::kLaboratory ? 20 : 2;
  const bool two_digits = number.value <= most && rest->value >= 10 && rest->value < 100;
  if (rest->value > 9 && !two_digits) return false;
  const bool ends = context_.EndsWeight(rest->next);
  const std::string_view before = text_.Word(static_cast<std::int64_t>(number.range.first) - 1);
  const bool alone =
      (text_.IsMark(static_cast<std::int64_t>(number.range.first) - 1) && ends) ||
      context_.IsBeforeHeight(rest->next) || after == "peso" || (after == "di" && Word(rest->next + 1) == "peso") ||
      (ends && context_.TellsWeight(number.range.first)) || context_.IsSaidTwice({number.range.first, rest->next}) ||
      (context_.IsOnScales(number.range.first) && !context_.IsOther(rest->next)) || context_.TakesBack(rest->next) ||
      context_.IsWorn(rest->next) || (IsMonth(before) && !context_.IsOther(rest->next));
  const bool weighs = number.value >= kLeastWeight && number.value <= 300;
  if (topic != Topic::kLaboratory && !(weighs && ((topic == Topic::kWeight && ends) || alone)) && number.value != 0) {
    return false;
  }
  if (topic == Topic::kLaboratory && number.value >= 100) return false;
  number.value += rest->value / (rest->value > 9 ? 100 : 10);
  number.range.last = rest->next;
  return true;
}

/// "Ottantadue e quattro chili", "quaranta e otto per cento": two quantities of one unit are not counted together.
bool TenthReader::SharesUnit(const Number& number, TokenIndex at) const {
  const std::string_view before = text_.Word(static_cast<std::int64_t>(number.range.first) - 1);
  if (before == "tra" || before == "fra") return false;
  const std::string_view unit = UnitAt(text_, at).unit;
  return unit == "%" || unit == "kPa" || (unit == "kg" && number.value >= kLeastWeight);
}

/// "Potassio quattro due": right after its name, and with nothing behind that the second could count.
bool TenthReader::ReadUnjoinedTenth(Number& number) const {
  if (number.value < 1 || number.value >= 20 || !context_.IsLaboratoryNamed(number.range.first)) return false;
  const auto rest = ReadInteger(text_, number.range.last);
  if (!rest || rest->is_decimal || rest->value < 1 || rest->value > 9 || !context_.EndsValue(rest->next)) return false;
  number.value += rest->value / 10;
  number.range.last = rest->next;
  return true;
}

/// "Creatinina zero ottantanove".
bool TenthReader::ReadHundredths(Number& number) const {
  if (number.value != 0) return false;
  // "Quella da zero cinque", "da zero venticinque": a dose.
  const bool of_dose = text_.Word(static_cast<std::int64_t>(number.range.first) - 1) == "da";
  if (!of_dose && context_.TopicBefore(number.range.first) != Topic::kLaboratory) return false;
  const auto rest = ReadInteger(text_, number.range.last);
  const double least = of_dose ? 1 : 10;
  if (!rest || rest->is_decimal || rest->value < least || rest->value > 99 || IsCounted(Word(rest->next))) return false;
  number.value = rest->value / (rest->value < 10 ? 10 : 100);
  number.range.last = rest->next;
  return true;
}

namespace {

/// So many tokens after a value the one that replaces it may begin, and the one of another time.
constexpr TokenIndex kFarthestReplaced = 18;
constexpr TokenIndex kFarthestBeside = 8;
/// Neither is further from the value than this.
constexpr double kOfOneSize = 1.5;
constexpr WordSet kTakesBack{"no",      "anzi",    "pardon",    "scusi",    "scusa",    "scusate",
                             "aspetti", "aspetta", "rettifico", "correggo", "sbagliato"};
constexpr WordSet kOfOtherTime{"era", "erano", "oggi", "adesso", "ora", "ultima", "ultimo"};

bool IsExact(const Number& number) {
  return number.kind == NumberKind::kPlain && number.value != std::floor(number.value);
}

bool IsWhole(const Number& number) {
  return number.kind == NumberKind::kPlain && number.value == std::floor(number.value) && number.value > 0;
}

/// Whether a whole number and the one behind its "e" can be a value of the kind of another.
bool IsTenthOf(const Text& text, const Number& like, const Number& whole, const Number& tenth) {
  if (!IsWhole(whole) || !whole.unit.empty() || !IsWhole(tenth) || tenth.value > 9) return false;
  if (tenth.range.first != whole.range.last + 1 || text.Word(whole.range.last) != "e") return false;
  if (!tenth.unit.empty() && tenth.unit != like.unit) return false;
  const double ratio = (whole.value + tenth.value / 10) / like.value;
  return ratio < kOfOneSize && ratio > 1 / kOfOneSize && !IsCounted(text.Word(tenth.range.last));
}

/// The number behind the "e" of another; "uno" by itself is none.
std::optional<Number> TenthBehind(const Text& text, const std::vector<Number>& numbers, std::size_t whole) {
  const TokenIndex at = numbers[whole].range.last + 1;
  if (text.Word(at) == "uno") return Number{{at, at + 1}, NumberKind::kPlain, 1, 0, "", ""};
  return whole + 1 < numbers.size() ? std::optional(numbers[whole + 1]) : std::nullopt;
}

/// Whether words between two values say that the second replaces the first, or is of another time.
bool LeadsOver(const Text& text, const Number& like, const Number& whole) {
  const TokenIndex first = like.range.last, last = whole.range.first;
  if (last - first > kFarthestReplaced) return false;
  bool takes_back = false;
  for (TokenIndex at = first; at < last; ++at) {
    if (text.Word(at) == "?") return false;
    takes_back = takes_back || IsAny(text.Word(at), kTakesBack);
  }
  if (takes_back) return true;
  // "L'ultima è dieci e due."
  const TokenIndex time = last > first + 1 && text.Word(last - 1) == "e" ? last - 2 : last - 1;
  return last - first <= kFarthestBeside && last > first && IsAny(text.Word(time), kOfOtherTime);
}

}  // namespace

std::vector<Number> CompleteTenths(const Text& text, const std::vector<Number>& numbers) {
  std::vector<Number> completed;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    completed.push_back(numbers[i]);
    if (completed.size() < 2) continue;
    Number& whole = completed.back();
    const Number* like = &completed[completed.size() - 2];
    if (!IsExact(*like) && like->value == whole.value && completed.size() > 2) like = &completed[completed.size() - 3];
    if (!IsExact(*like)) continue;
    const std::optional<Number> tenth = TenthBehind(text, numbers, i);
    if (!tenth || !IsTenthOf(text, *like, whole, *tenth) || !LeadsOver(text, *like, whole)) continue;
    whole.value += tenth->value / 10;
    whole.range.last = tenth->range.last;
    whole.unit = tenth->unit;
    whole.written = WriteQuantity(whole.value, whole.unit);
    if (i + 1 < numbers.size() && numbers[i + 1].range == tenth->range) ++i;
  }
  return completed;
}

}  // namespace scriba::clinical
