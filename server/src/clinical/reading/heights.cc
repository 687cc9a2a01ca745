#include "clinical/reading/heights.h"

#include <cmath>

#include "clinical/reading/integers.h"

namespace scriba::clinical {
namespace {

void SetHeight(Number& number, double centimetres, TokenIndex last) {
  number.kind = NumberKind::kHeight;
  number.value = centimetres;
  number.unit = "cm";
  number.range.last = last;
}

}  // namespace

bool HeightReader::ReadAfterMetre(Number& number) const {
  TokenIndex next = number.range.last;
  if (number.value != 1 || (text_.Word(next) != "metro" && text_.Word(next) != "m" && text_.Word(next) != "mt"))
    return false;
  ++next;
  if (text_.Word(next) == "e") ++next;
  const auto rest = ReadInteger(text_, next);
  if (!rest || rest->is_decimal || rest->value >= 100) return false;
  const bool centimetres = text_.Word(rest->next) == "centimetri" || text_.Word(rest->next) == "cm";
  SetHeight(number, 100 + rest->value, centimetres ? rest->next + 1 : rest->next);
  return true;
}

bool HeightReader::ReadInMetres(Number& number) const {
  if (number.value < 1.2 || number.value >= 2.3) return false;
  const std::string_view after = text_.Word(number.range.last);
  const bool metres = after == "m" || after == "mt" || after == "metri" || after == "metro";
  if (!metres && context_.TopicBefore(number.range.first) != Topic::kHeight) return false;
  SetHeight(number, std::round(number.value * 100), metres ? number.range.last + 1 : number.range.last);
  return true;
}

bool HeightReader::ReadAfterOne(Number& number) const {
  if (number.value != 1) return false;
  const bool joined = text_.Word(number.range.last) == "e";
  const auto rest = ReadInteger(text_, joined ? number.range.last + 1 : number.range.last);
  if (!joined && context_.TopicBefore(number.range.first) != Topic::kHeight) return false;
  if (!rest || rest->is_decimal || rest->value >= 100 || rest->value < 30) return false;
  const Topic topic = context_.TopicBefore(number.range.first);
  const bool begins =
      text_.IsMark(static_cast<std::int64_t>(number.range.first) - 1) || context_.TellsWeight(number.range.first);
  const bool alone = begins && (text_.IsMark(rest->next) || context_.TakesBack(rest->next));
  const bool named = topic == Topic::kHeight || context_.IsHeightNamed(number.range.first);
  if (topic == Topic::kLaboratory || (!named && !alone)) return false;
  SetHeight(number, 100 + rest->value, rest->next);
  return true;
}

}  // namespace scriba::clinical
