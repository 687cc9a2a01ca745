#include "clinical/placing/tellings.h"

#include <algorithm>
#include <array>

#include "clinical/reading/number_context.h"

namespace scriba::clinical {

bool IsWithoutAlcohol(const Reading& reading, TokenRange range, bool denies) {
  for (TokenIndex at = range.first; at < range.last; ++at) {
    const std::string_view word = reading.text.Word(at);
    if (word.starts_with("astemi") || (denies && word.starts_with("alcol"))) return true;
  }
  return false;
}

bool ShowsEatingDisorder(const Reading& reading, TokenRange range) {
  constexpr std::array<std::string_view, 4> kSigns{"abbuff", "lassativ", "purg", "vomit"};
  constexpr std::string_view kVomit = kSigns[3];
  static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
  const bool of_drug = reading.HasTag(range, kDrug);
  for (TokenIndex at = range.first; at < range.last; ++at) {
    const std::string_view word = reading.text.Word(at);
    if (word == "nascosto" || (word == "dita" && reading.text.Word(at + 2) == "gola")) return true;
    if (of_drug && word.starts_with(kVomit)) continue;
    if (StartsWithAny(word, kSigns)) {
      return true;
    }
  }
  return false;
}

bool TellsOfLowSugar(const Reading& reading, TokenRange range) {
  constexpr double kLowSugar = 70;
  constexpr double kLeastSugar = 25;
  constexpr TokenIndex kNear = 3;
  constexpr TokenIndex kAfterMeter = 6;
  constexpr WordSet kMeters{"macchinetta", "glucometro", "sensore"};
  constexpr WordSet kSugar{"zucchero", "zuccheri", "glicemia",    "glicemie",
                           "stick",    "sensore",  "macchinetta", "glucometro"};
  constexpr WordSet kFalls{"cali", "calo", "crolli", "crollo", "sbalzi"};
  const auto numbers = reading.NumbersIn(range);
  for (TokenIndex at = range.first; at < range.last; ++at) {
    const std::string_view word = reading.text.Word(at);
    if (word.starts_with("ipoglicemi")) return true;
    if (!IsAny(word, kSugar)) continue;
    for (TokenIndex near = 1; near <= kNear; ++near) {
      if (IsAny(reading.text.Word(static_cast<std::int64_t>(at) - near), kFalls)) return true;
      if (reading.text.Word(at + near).starts_with("bass")) return true;
    }
    const bool measures = IsAny(word, kMeters);
    const bool is_low = std::any_of(numbers.begin(), numbers.end(), [&](const Number& number) {
      return number.kind == NumberKind::kPlain && number.unit.empty() && number.range.first > at &&
             number.range.first <= at + (measures ? kAfterMeter : kNear) && number.value > kLeastSugar &&
             number.value < kLowSugar;
    });
    if (is_low) return true;
  }
  return false;
}

bool TellsOfBereavement(const Reading& reading, TokenRange range) {
  constexpr std::array<std::string_view, 3> kGone{"mort", "mancat", "scompars"};
  constexpr WordSet kNotLongAgo{"mesi", "mese", "settimane", "settimana", "giorni"};
  constexpr double kLeastYear = 1900;
  static const TagIndex kRelative = BuiltInLexicon().Tag("relative");
  if (!reading.HasTag(range, kRelative)) return false;
  const auto numbers = reading.NumbersIn(range);
  if (std::any_of(numbers.begin(), numbers.end(), [](const Number& n) { return n.value >= kLeastYear; })) return false;
  bool gone = false, lately = false;
  for (TokenIndex at = range.first; at < range.last; ++at) {
    const std::string_view word = reading.text.Word(at);
    if (word == "anni") return false;
    gone = gone || StartsWithAny(word, kGone);
    lately = lately || IsMonth(word) || (word == "fa" && at > 0 && IsAny(reading.text.Word(at - 1), kNotLongAgo)) ||
             (word == "quest'" && reading.text.Word(at + 1) == "anno");
  }
  return gone && lately;
}

bool OrdersFromNow(const Reading& reading, TokenRange range) {
  constexpr WordSet kNow{"oggi", "stasera", "domani", "domattina"};
  static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
  static const TagIndex kFirstPerson = BuiltInLexicon().Tag("first_person");
  return reading.text.Word(range.first) == "da" && IsAny(reading.text.Word(range.first + 1), kNow) &&
         reading.HasTag(range, kDrug) && !reading.HasTag(range, kFirstPerson);
}

bool GoesOn(const Reading& reading, TokenRange range) {
  constexpr std::size_t kWordsOfOrder = 6;
  constexpr WordSet kStays{"resta", "restano", "rimane", "rimangono", "uguale"};
  constexpr WordSet kNow{"adesso", "ora"};
  static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
  static const TagIndex kUse = BuiltInLexicon().Tag("drug_use");
  if (reading.WordsIn(range) > kWordsOfOrder) return false;
  const bool names = reading.HasTag(range, kDrug);
  for (TokenIndex at = range.first; at < range.last; ++at) {
    const std::string_view word = reading.text.Word(at);
    if (word.starts_with("invariat") && (names || reading.HasTag(range, kUse))) return true;
    const bool as_now = word == "come" && IsAny(reading.text.Word(at + 1), kNow);
    if (names && (as_now || IsAny(word, kStays))) return true;
  }
  return false;
}

bool SaysSheIsPregnant(const Reading& reading, TokenRange range) {
  for (TokenIndex at = range.first + 1; at < range.last; ++at) {
    const bool denies = at >= 2 && reading.text.Word(at - 2) == "non";
    if (reading.text.Word(at) == "incinta" && reading.text.Word(at - 1) == "sono" && !denies) return true;
  }
  return false;
}

bool TellsOfGlucoseCurve(const Reading& reading, TokenRange range) {
  constexpr double kLeast = 50, kMost = 400;
  constexpr std::ptrdiff_t kValues = 3;
  constexpr std::string_view kFasting = "digiuno";
  const auto numbers = reading.NumbersIn(range);
  const auto values = std::count_if(numbers.begin(), numbers.end(), [](const Number& number) {
    return number.kind == NumberKind::kPlain && number.unit.empty() && number.value >= kLeast && number.value <= kMost;
  });
  return values >= kValues && reading.text.HasWord(range, kFasting);
}

}  // namespace scriba::clinical
