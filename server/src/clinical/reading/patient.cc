#include "clinical/reading/patient.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace scriba::clinical {
namespace {

constexpr WordSet kWoman{"signora", "ragazza", "donna", "incinta", "mestruazioni", "menopausa", "studentessa"};
constexpr WordSet kMan{"signor", "uomo", "prostata"};
/// Words that give their sex to "paziente": "il paziente", "un paziente".
constexpr WordSet kMasculine{"il", "un", "del"};
constexpr WordSet kFeminine{"la", "una", "della"};

/// Within so many clauses people say who they are.
constexpr std::size_t kFirstClauses = 8;

bool AsksAge(const Reading& reading, const Clause& question) {
  for (TokenIndex at = question.range.first; at < question.range.last; ++at) {
    if (reading.text.Word(at) == "anni" || reading.text.Word(at) == "eta") return true;
  }
  return false;
}

}  // namespace

std::optional<int> StatedAge(const Reading& reading, std::size_t clause_index) {
  const Clause& clause = reading.clauses[clause_index];
  if (clause.range.first > reading.text.size() * 2 / 5) return std::nullopt;
  const TagIndex relative = BuiltInLexicon().Tag("relative");
  const auto terms = reading.TermsIn(clause.range);
  // "Bambina di 9 anni" opens a note about herself.
  const bool introduced = clause_index == 0 && reading.text.Word(0).starts_with("bambin");
  if (!introduced &&
      std::any_of(terms.begin(), terms.end(), [&](const TermHit& hit) { return hit.entry->tag == relative; })) {
    return std::nullopt;
  }
  const bool asked = clause_index > 0 && reading.clauses[clause_index - 1].is_question &&
                     AsksAge(reading, reading.clauses[clause_index - 1]);
  for (const Number& number : reading.NumbersIn(clause.range)) {
    if (number.kind != NumberKind::kPlain || !number.unit.empty() || number.value < 3 || number.value > 110) continue;
    const auto age = static_cast<int>(number.value);
    if (asked && number.range.first <= clause.range.first + 1) return age;
    const std::string_view before = reading.text.Word(static_cast<std::int64_t>(number.range.first) - 1);
    const std::string_view after = reading.text.Word(number.range.last);
    const std::string_view then = reading.text.Word(static_cast<std::int64_t>(number.range.last) + 1);
    if (before == "anni" && number.value > 10) return age;
    const bool since = then == "fa" || then == "che" || then == "ho" || then == "di";
    // "Ilenia, trentatré anni.": who presents himself.
    const bool presents = clause_index < kFirstClauses && number.value > 10 &&
                          reading.text.IsMark(static_cast<std::int64_t>(number.range.first) - 1) &&
                          reading.text.IsMark(static_cast<std::int64_t>(number.range.last) + 1);
    if (after == "anni" && !since && presents) return age;
    if (after == "anni" && !since && (before == "ho" || before == "ha" || before == "di" || then == "compiuti"))
      return age;
  }
  return std::nullopt;
}

std::optional<int> AgeIn(const Reading& reading) {
  for (std::size_t i = 0; i < reading.clauses.size(); ++i) {
    if (reading.clauses[i].is_question) continue;
    if (const auto age = StatedAge(reading, i)) return age;
  }
  return std::nullopt;
}

std::optional<Sex> SexIn(const Reading& reading) {
  bool woman = false;
  bool man = false;
  for (TokenIndex at = 0; at < reading.text.size(); ++at) {
    const std::string_view word = reading.text.Word(at);
    const std::string_view before = reading.text.Word(static_cast<std::int64_t>(at) - 1);
    woman = woman || IsAny(word, kWoman) || (word == "paziente" && IsAny(before, kFeminine));
    man = man || IsAny(word, kMan) || (word == "paziente" && IsAny(before, kMasculine));
  }
  if (woman == man) return std::nullopt;
  return woman ? Sex::kFemale : Sex::kMale;
}

}  // namespace scriba::clinical
