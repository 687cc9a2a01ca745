#include "clinical/reading/units.h"

#include <algorithm>
#include <array>

#include "clinical/reading/integers.h"

namespace scriba::clinical {
namespace {

struct UnitWord {
  std::string_view word;
  std::string_view unit;
};
constexpr std::array<UnitWord, 45> kUnitWords{{{"chilo", "kg"},
                                               {"chili", "kg"},
                                               {"kg", "kg"},
                                               {"kili", "kg"},
                                               {"kilo", "kg"},
                                               {"chilogrammi", "kg"},
                                               {"kilogrammi", "kg"},
                                               {"grammi", "g"},
                                               {"grammo", "g"},
                                               {"g", "g"},
                                               {"gr", "g"},
                                               {"milligrammi", "mg"},
                                               {"milligrammo", "mg"},
                                               {"milligramma", "mg"},
                                               {"mg", "mg"},
                                               {"microgrammi", "mcg"},
                                               {"microgrammo", "mcg"},
                                               {"mcg", "mcg"},
                                               {"gamma", "mcg"},
                                               {"centimetri", "cm"},
                                               {"centimetro", "cm"},
                                               {"cm", "cm"},
                                               {"millimetri", "mm"},
                                               {"mm", "mm"},
                                               {"millilitri", "ml"},
                                               {"ml", "ml"},
                                               {"litri", "l"},
                                               {"litro", "l"},
                                               {"l", "l"},
                                               {"calorie", "kcal"},
                                               {"kcal", "kcal"},
                                               {"chilocalorie", "kcal"},
                                               {"kilocalorie", "kcal"},
                                               {"ui", "UI"},
                                               {"battiti", "bpm"},
                                               {"bpm", "bpm"},
                                               {"chilometri", "km"},
                                               {"chilometro", "km"},
                                               {"km", "km"},
                                               {"mmol", "mmol"},
                                               {"kpa", "kPa"},
                                               {"kilopascal", "kPa"},
                                               {"chilopascal", "kPa"},
                                               {"%", "%"},
                                               {"percento", "%"}}};

/// A number that counts nothing: "gamma ottantotto", not "cento gamma due volte".
bool IsValue(const Text& text, TokenIndex at) {
  const auto number = ReadInteger(text, at);
  return number && !number->is_article && !IsCounted(text.Word(number->next));
}

}  // namespace

std::string_view UnitOf(std::string_view word) {
  const auto* found =
      std::find_if(kUnitWords.begin(), kUnitWords.end(), [&](const UnitWord& u) { return u.word == word; });
  return found == kUnitWords.end() ? std::string_view{} : found->unit;
}

SaidUnit UnitAt(const Text& text, TokenIndex at) {
  const std::string_view word = text.Word(at);
  const std::string_view next = text.Word(at + 1);
  if (word == "per" && (next == "cento" || next == "100")) return {"%", at + 2};
  if (word == "unita") return {"UI", next == "internazionali" ? at + 2 : at + 1};
  if ((word == "kilo" || word == "chilo") && next == "pascal") return {"kPa", at + 2};
  // "ALT ottantotto, gamma GT ventidue", "ALT quarantuno gamma ottantotto": the next name.
  constexpr WordSet kOfEnzyme{"gt", "g", "gi", "glutamil", "glutammil"};
  if (word == "gamma" && (IsAny(next, kOfEnzyme) || IsValue(text, at + 1))) return {{}, at + 1};
  return {UnitOf(word), at + 1};
}

}  // namespace scriba::clinical
