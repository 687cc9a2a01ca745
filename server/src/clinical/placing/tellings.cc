#include "clinical/placing/tellings.h"

#include <algorithm>
#include <array>

#include "clinical/reading/dose_changes.h"
#include "clinical/reading/items.h"
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
    // "Una collega le ha misurato lo zucchero al capolinea: quarantotto."
    const bool was_measured = reading.text.Word(static_cast<std::int64_t>(at) - 2).starts_with("misurat");
    const bool measures = was_measured || IsAny(word, kMeters);
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
  const auto begins_now = [&](TokenIndex at) {
    return reading.text.Word(at) == "da" && IsAny(reading.text.Word(at + 1), kNow);
  };
  if (reading.HasTag(range, kFirstPerson)) return false;
  if (begins_now(range.first) && reading.HasTag(range, kDrug)) return true;
  const auto numbers = reading.NumbersIn(range);
  const bool gives_dose =
      std::any_of(numbers.begin(), numbers.end(), [](const Number& number) { return IsAny(number.unit, kDoseUnits); });
  if (!gives_dose) return false;
  for (TokenIndex at = range.first; at + 1 < range.last; ++at) {
    if (begins_now(at)) return true;
  }
  return false;
}

bool SendsToEmergency(const Reading& reading, TokenRange range) {
  constexpr TokenIndex kFarthestVerb = 5;
  constexpr WordSet kNow{"adesso", "subito", "oggi", "stasera", "stamattina"};
  constexpr WordSet kGoes{"va", "vai", "vada", "andate", "mando", "porti", "portate"};
  constexpr WordSet kWell{"bene", "meglio", "be'", "beh"};
  static const TagIndex kFirstPerson = BuiltInLexicon().Tag("first_person");
  const TokenIndex room = FirstIn(range, [&](TokenIndex at) { return reading.text.Word(at) == "soccorso"; });
  if (room == range.last || !reading.text.HasAny(range, kNow) || reading.HasTag({range.first, room}, kFirstPerson)) {
    return false;
  }
  for (TokenIndex at = room; at > range.first && room - at < kFarthestVerb; --at) {
    if (reading.text.IsMark(at - 1)) return false;
    if (IsAny(reading.text.Word(at - 1), kGoes)) return !IsAny(reading.text.Word(at), kWell);
  }
  return false;
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

bool TellsOfOwnIllness(const Reading& reading, TokenRange range) {
  constexpr TokenIndex kNear = 4;
  static const TagIndex kCondition = BuiltInLexicon().Tag("condition");
  for (const TermHit& hit : reading.TermsIn(range)) {
    if (hit.entry->tag != kCondition) continue;
    const TokenIndex from = hit.range.first > range.first + kNear ? hit.range.first - kNear : range.first;
    for (TokenIndex at = from; at + 1 < hit.range.first; ++at) {
      if (reading.text.Word(at) == "ho" && reading.text.Word(at + 1) == "avuto") return true;
    }
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

bool ForbidsDriving(const Reading& reading, TokenRange range) {
  constexpr WordSet kDriving{"volante", "guida", "guidare", "guidi"};
  constexpr WordSet kDenials{"non", "niente"};
  bool drives = false, denies = false;
  for (TokenIndex at = range.first; at < range.last; ++at) {
    drives = drives || IsAny(reading.text.Word(at), kDriving);
    denies = denies || IsAny(reading.text.Word(at), kDenials);
  }
  return drives && denies;
}

bool TellsWeeks(const Reading& reading, TokenRange range) {
  for (TokenIndex at = range.first + 1; at < range.last; ++at) {
    if (!reading.text.Word(at).starts_with("settiman")) continue;
    const std::string_view which = reading.text.Word(at - 1);
    const auto numbers = reading.NumbersIn({range.first, at + 1});
    if (which.ends_with("esima") || (!numbers.empty() && numbers.back().range.last >= at)) return true;
  }
  return false;
}

bool TellsOfGlucoseCurve(const Reading& reading, TokenRange range) {
  constexpr double kLeast = 50, kMost = 400;
  constexpr std::ptrdiff_t kValues = 3;
  constexpr std::string_view kFasting = "digiuno";
  // "Obiettivo novantacinque a digiuno e centoquaranta dopo un'ora" is an order.
  constexpr WordSet kAims{"obiettivo", "obiettivi", "target"};
  const auto numbers = reading.NumbersIn(range);
  const auto values = std::count_if(numbers.begin(), numbers.end(), [](const Number& number) {
    return number.kind == NumberKind::kPlain && number.unit.empty() && number.value >= kLeast && number.value <= kMost;
  });
  return values >= kValues && reading.text.HasWord(range, kFasting) && !reading.text.HasAny(range, kAims);
}

}  // namespace scriba::clinical
