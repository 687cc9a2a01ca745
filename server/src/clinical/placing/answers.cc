#include "clinical/placing/answers.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "clinical/placing/field_knowledge.h"

namespace scriba::clinical {
namespace {

constexpr WordSet kBare{"no",     "si",     "mai",    "nessuno", "nessuna", "niente",
                        "quello", "quella", "quelli", "quelle",  "certo",   "neanche"};
constexpr WordSet kPointing{"quello", "quella", "quelli", "quelle", "questo", "questa"};
/// With these one takes back what he said.
constexpr WordSet kTakingBack{"cioe", "anzi", "aspetti", "aspetta", "aspettate"};

bool HasTag(const Reading& reading, TokenRange range, TagIndex tag) {
  const auto terms = reading.TermsIn(range);
  return std::any_of(terms.begin(), terms.end(), [&](const TermHit& hit) { return hit.entry->tag == tag; });
}

/// A dose is said in so few words, a second thought about it and a refusal in no more than these.
constexpr std::size_t kWordsOfDose = 4;
constexpr std::size_t kWordsOfCorrection = 14;
constexpr std::size_t kWordsOfRefusal = 12;
/// So many clauses after somebody has named a treatment, the doctor may still be answering.
constexpr std::size_t kBeforeRefusal = 3;
/// "No", "per adesso no", "adesso no", "oggi no".
constexpr WordSet kRefusing{"no", "non", "per", "adesso", "oggi", "ora"};

/// Whether a clause names a drug or an operation for the weight.
bool NamesTreatmentOfWeight(const Reading& reading, TokenRange range) {
  static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
  const auto terms = reading.TermsIn(range);
  return std::any_of(terms.begin(), terms.end(), [](const TermHit& hit) {
    return hit.entry->tag == kDrug && (hit.entry->key == "glp1" || hit.entry->key == "antiobesita");
  });
}

}  // namespace

bool IsBareAnswer(const Reading& reading, std::size_t clause) {
  const TokenRange range = reading.clauses[clause].range;
  for (TokenIndex at = range.first; at < range.last; ++at) {
    if (!reading.text.IsMark(at) && !IsAny(reading.text.Word(at), kBare)) return false;
  }
  return true;
}

bool IsTakenBack(const Reading& reading, std::size_t clause) {
  const std::size_t next = clause + 1;
  return clause > 0 && next < reading.clauses.size() && reading.clauses[clause - 1].is_question &&
         !reading.clauses[next].is_question && IsBareAnswer(reading, clause) &&
         IsAny(reading.text.Word(reading.clauses[next].range.first), kTakingBack);
}

std::optional<std::size_t> QuestionOf(const Reading& reading, std::size_t clause) {
  if (clause > 0 && reading.clauses[clause - 1].is_question) return clause - 1;
  if (clause > 1 && IsTakenBack(reading, clause - 1)) return clause - 2;
  return std::nullopt;
}

bool AnswersGravely(const Reading& reading, std::size_t clause) {
  static const TagIndex kSelfHarm = BuiltInLexicon().Tag("self_harm");
  if (const auto asked = QuestionOf(reading, clause)) return MustStay(reading, reading.clauses[*asked].range);
  return clause > 1 && reading.clauses[clause - 2].is_question &&
         HasTag(reading, reading.clauses[clause - 2].range, kSelfHarm);
}

bool PointsAtAsked(const Reading& reading, std::size_t question, std::size_t answer) {
  static const std::array<TagIndex, 3> kNamed{BuiltInLexicon().Tag("drug"), BuiltInLexicon().Tag("condition"),
                                              BuiltInLexicon().Tag("allergy")};
  TokenIndex first = reading.clauses[answer].range.first;
  while (first + 1 < reading.clauses[answer].range.last &&
         (reading.text.Word(first) == "no" || reading.text.IsMark(first))) {
    ++first;
  }
  return IsAny(reading.text.Word(first), kPointing) && std::any_of(kNamed.begin(), kNamed.end(), [&](TagIndex tag) {
           return HasTag(reading, reading.clauses[question].range, tag);
         });
}

bool GivesDose(const Reading& reading, std::size_t clause) {
  static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
  static const TagIndex kForm = BuiltInLexicon().Tag("drug_form");
  static const TagIndex kMeasure = BuiltInLexicon().Tag("measure");
  if (clause == 0) return false;
  const TokenRange range = reading.clauses[clause].range;
  const bool takes_back = IsAny(reading.text.Word(range.first), kTakingBack);
  const std::size_t most = takes_back ? kWordsOfCorrection : kWordsOfDose;
  if (reading.clauses[clause].is_question || reading.WordsIn(range) > most) return false;
  if (reading.NumbersIn(range).empty() && !HasTag(reading, range, kForm)) return false;
  const TokenRange before = reading.clauses[clause - 1].range;
  const bool is_value = HasTag(reading, before, kMeasure) && !takes_back;
  return HasTag(reading, before, kDrug) && !is_value && !HasTag(reading, range, kDrug) &&
         !HasTag(reading, range, kMeasure);
}

std::optional<std::size_t> RefusedBy(const Reading& reading, std::size_t clause) {
  static const TagIndex kDenial = BuiltInLexicon().Tag("denial");
  const TokenRange range = reading.clauses[clause].range;
  const bool refuses = !reading.clauses[clause].is_question && reading.WordsIn(range) <= kWordsOfRefusal &&
                       IsAny(reading.text.Word(range.first), kRefusing) && HasTag(reading, range, kDenial);
  for (std::size_t back = 1; refuses && back <= std::min(kBeforeRefusal, clause); ++back) {
    if (NamesTreatmentOfWeight(reading, reading.clauses[clause - back].range)) return clause - back;
  }
  return std::nullopt;
}

}  // namespace scriba::clinical
