#include "clinical/placing/treatments.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "clinical/placing/answers.h"
#include "clinical/reading/demonstratives.h"
#include "clinical/reading/integers.h"

namespace scriba::clinical {
namespace {

/// A dose is said in so few words, a second thought about it and a refusal in no more than these.
constexpr std::size_t kWordsOfDose = 4;
constexpr std::size_t kWordsOfCorrection = 14;
constexpr std::size_t kWordsOfRefusal = 12;
/// So many clauses after somebody has named a treatment, the doctor may still be answering.
constexpr std::size_t kBeforeRefusal = 3;
/// "No", "per adesso no", "adesso no", "oggi no".
constexpr WordSet kRefusing{"no", "non", "per", "adesso", "oggi", "ora"};

/// "Con una valvola meccanica non si possono usare", "è controindicato".
bool Forbids(const Reading& reading, TokenRange range) {
  constexpr WordSet kMay{"puo", "possono", "deve", "devono", "usa", "usano"};
  for (TokenIndex at = range.first; at < range.last; ++at) {
    const std::string_view word = reading.text.Word(at);
    if (word.starts_with("controindic")) return true;
    if (word == "si" && at > range.first && reading.text.Word(at - 1) == "non" &&
        IsAny(reading.text.Word(at + 1), kMay)) {
      return true;
    }
  }
  return false;
}

/// Whether a clause names a drug or an operation for the weight.
bool NamesTreatmentOfWeight(const Reading& reading, TokenRange range) {
  static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
  const auto terms = reading.TermsIn(range);
  return std::any_of(terms.begin(), terms.end(), [](const TermHit& hit) {
    return hit.entry->tag == kDrug && (hit.entry->key == "glp1" || hit.entry->key == "antiobesita");
  });
}

/// "Quelle punture che fanno dimagrire?"; late in a visit also "e le pillole di soia?", "e la nutrizione in vena?".
bool NamesRemedy(const Reading& reading, TokenRange range) {
  constexpr std::array<std::string_view, 9> kRemedies{"pillol", "bustin", "polver",    "integrator", "tisan",
                                                      "sondin", "cerott", "palloncin", "nutrizion"};
  const bool is_late = !reading.IsBeforePlan(range.first);
  for (TokenIndex at = range.first; at < range.last; ++at) {
    const std::string_view word = reading.text.Word(at);
    if (word.starts_with("puntur") || (is_late && StartsWithAny(word, kRemedies))) return true;
  }
  return false;
}

/// "Dopo il Ramadan ne parliamo", "ne riparliamo in primavera", "la teniamo come riserva", "per adesso da parte".
bool Postpones(const Reading& reading, TokenRange range) {
  constexpr WordSet kSpeaking{"parliamo", "riparliamo", "parleremo"};
  for (TokenIndex at = range.first; at + 1 < range.last; ++at) {
    const std::string_view word = reading.text.Word(at);
    const std::string_view next = reading.text.Word(at + 1);
    if (word == "ne" && IsAny(next, kSpeaking)) return true;
    if (word.starts_with("ten") && (reading.text.Word(at + 2) == "riserva" || reading.text.Word(at + 2) == "parte")) {
      return true;
    }
  }
  return false;
}

/// "No: con la fibrillazione non lo do", "non gliela prescrivo": a doctor gives no drug.
bool GivesNot(const Reading& reading, TokenRange range) {
  constexpr WordSet kPronouns{"lo", "la", "li", "le", "glielo", "gliela"};
  constexpr WordSet kGiving{"do", "diamo", "prescrivo", "prescriviamo", "metto", "mettiamo", "darei"};
  for (TokenIndex at = range.first; at + 2 < range.last; ++at) {
    const TokenIndex pronoun = reading.text.Word(at + 1) == "te" || reading.text.Word(at + 1) == "ve" ? at + 2 : at + 1;
    if (reading.text.Word(at) == "non" && IsAny(reading.text.Word(pronoun), kPronouns) &&
        IsAny(reading.text.Word(pronoun + 1), kGiving))
      return true;
  }
  return false;
}

}  // namespace

bool AsksDose(const Reading& reading, TokenRange range) {
  constexpr WordSet kAsking{"che", "quale"};
  constexpr WordSet kDose{"dose", "dosaggio"};
  constexpr WordSet kHowMuch{"quanta", "quanto", "quante", "quanti"};
  constexpr WordSet kTaking{"fa", "fai", "fate", "prende", "prendi", "prendete", "assume"};
  for (TokenIndex at = range.first; at + 1 < range.last; ++at) {
    const std::string_view word = reading.text.Word(at);
    if (IsAny(word, kAsking) && IsAny(reading.text.Word(at + 1), kDose)) return true;
    if (IsAny(word, kHowMuch) && reading.text.Word(at + 1) == "ne" && IsAny(reading.text.Word(at + 2), kTaking)) {
      return true;
    }
  }
  return false;
}

bool GivesDose(const Reading& reading, std::size_t clause) {
  static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
  static const TagIndex kForm = BuiltInLexicon().Tag("drug_form");
  static const TagIndex kMeasure = BuiltInLexicon().Tag("measure");
  if (clause == 0) return false;
  const TokenRange range = reading.clauses[clause].range;
  const bool takes_back = BeginsTakingBack(reading, clause);
  // "Quella da quindici, la sera, per dormire."
  const bool points =
      IsAny(reading.text.Word(range.first), kDemonstratives) && reading.text.Word(range.first + 1) == "da";
  const TokenRange before = reading.clauses[clause - 1].range;
  const bool is_asked = AsksDose(reading, before);
  const std::size_t most = takes_back || points || is_asked ? kWordsOfCorrection : kWordsOfDose;
  if (reading.clauses[clause].is_question || reading.WordsIn(range) > most) return false;
  if (reading.NumbersIn(range).empty() && !reading.HasTag(range, kForm)) return false;
  const bool is_value = reading.HasTag(before, kMeasure) && !takes_back;
  return (is_asked || reading.HasTag(before, kDrug)) && !is_value && !reading.HasTag(range, kDrug) &&
         !reading.HasTag(range, kMeasure);
}

bool SaysStrength(const Reading& reading, std::size_t clause) {
  constexpr std::size_t kShortlyBefore = 4;
  constexpr WordSet kNow{"adesso", "ora", "prima", "quella", "quello", "e", "era", "passato", "passata"};
  static const std::array<TagIndex, 2> kNamed{BuiltInLexicon().Tag("drug"), BuiltInLexicon().Tag("drug_form")};
  if (reading.clauses[clause].is_question) return false;
  const auto numbers = reading.NumbersIn(reading.clauses[clause].range);
  const bool says = std::any_of(numbers.begin(), numbers.end(), [&](const Number& number) {
    const TokenIndex at = number.range.first;
    return number.kind == NumberKind::kPlain && number.unit.empty() && at > 1 && reading.text.Word(at - 1) == "da" &&
           IsAny(reading.text.Word(at - 2), kNow) && !IsCounted(reading.text.Word(number.range.last));
  });
  for (std::size_t back = 0; says && back <= std::min(kShortlyBefore, clause); ++back) {
    if (reading.HasAnyOf(reading.clauses[clause - back].range, kNamed)) return true;
  }
  return false;
}

std::optional<std::size_t> NeverTakenBy(const Reading& reading, std::size_t clause) {
  constexpr std::size_t kWordsOfAnswer = 8;
  constexpr std::size_t kShortlyBefore = 4;
  constexpr std::array<std::string_view, 6> kTaking{"cominciat", "iniziat", "pres", "comprat", "usat", "apert"};
  static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
  const TokenRange range = reading.clauses[clause].range;
  if (reading.clauses[clause].is_question || reading.WordsIn(range) > kWordsOfAnswer || reading.HasTag(range, kDrug)) {
    return std::nullopt;
  }
  bool never = false;
  for (TokenIndex at = range.first; at < range.last; ++at) {
    never = never || (reading.text.Word(at) == "mai" && StartsWithAny(reading.text.Word(at + 1), kTaking));
  }
  for (std::size_t back = 1; never && back <= std::min(kShortlyBefore, clause); ++back) {
    if (reading.HasTag(reading.clauses[clause - back].range, kDrug)) return clause - back;
  }
  return std::nullopt;
}

std::optional<std::size_t> StoppedOnAsking(const Reading& reading, std::size_t clause) {
  constexpr std::array<std::string_view, 5> kStopped{"smess", "sospes", "tolt", "levat", "interrott"};
  constexpr WordSet kHave{"ho", "ha", "abbiamo", "hanno", "avevo", "aveva"};
  static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
  const auto asked = QuestionOf(reading, clause);
  if (!asked || !reading.HasTag(reading.clauses[*asked].range, kDrug)) return std::nullopt;
  const TokenRange range = reading.clauses[clause].range;
  if (reading.HasTag(range, kDrug)) return std::nullopt;
  for (TokenIndex at = range.first; at + 1 < range.last; ++at) {
    if (IsAny(reading.text.Word(at), kHave) && StartsWithAny(reading.text.Word(at + 1), kStopped)) return asked;
  }
  return std::nullopt;
}

bool DeclinesDrug(const Reading& reading, std::size_t clause) {
  static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
  const TokenRange range = reading.clauses[clause].range;
  if (clause == 0 || !reading.HasTag(reading.clauses[clause - 1].range, kDrug)) return false;
  // "Mi ha offerto il testosterone." "Rifiutato."
  if (reading.WordsIn(range) == 1 && reading.text.Word(range.first).starts_with("rifiutat")) return true;
  for (TokenIndex at = range.first; at + 2 < range.last; ++at) {
    if (reading.text.Word(at) != "ho" || reading.text.Word(at + 1) != "detto") continue;
    const TokenIndex no = reading.text.Word(at + 2) == "di" ? at + 3 : at + 2;
    if (reading.text.Word(no) == "no" && no < range.last) return true;
  }
  return false;
}

std::optional<std::size_t> RefusedBy(const Reading& reading, std::size_t clause) {
  static const TagIndex kDenial = BuiltInLexicon().Tag("denial");
  const TokenRange range = reading.clauses[clause].range;
  if (reading.clauses[clause].is_question || reading.WordsIn(range) > kWordsOfRefusal) return std::nullopt;
  const bool postpones = Postpones(reading, range);
  const bool refuses =
      postpones || (IsAny(reading.text.Word(range.first), kRefusing) && reading.HasTag(range, kDenial));
  if (clause > 0 &&
      ((reading.clauses[clause - 1].is_question && Forbids(reading, range)) || GivesNot(reading, range))) {
    static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
    if (reading.HasTag(reading.clauses[clause - 1].range, kDrug)) return clause - 1;
  }
  for (std::size_t back = 1; refuses && back <= std::min(kBeforeRefusal, clause); ++back) {
    const Clause& before = reading.clauses[clause - back];
    const bool of_remedy = (before.is_question || postpones) && NamesRemedy(reading, before.range);
    if (of_remedy || NamesTreatmentOfWeight(reading, before.range)) return clause - back;
  }
  return std::nullopt;
}

}  // namespace scriba::clinical
