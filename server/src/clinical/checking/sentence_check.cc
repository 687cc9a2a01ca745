#include "clinical/checking/sentence_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace scriba::clinical {
namespace {

// Shares of words. Below the first a sentence is not about its evidence; below the second the doctor should look.
constexpr double kFoundedShare = 0.5;
constexpr double kTrustedShare = 0.7;
constexpr double kCoveredShare = 0.5;

// What a shorter sentence may not drop; "alta un metro e settanta" may become a height.
constexpr std::array kTurnsToKeep{Turn::kUncertain, Turn::kRises, Turn::kFalls, Turn::kStops,
                                  Turn::kLeft,      Turn::kRight, Turn::kNever, Turn::kWorse};

/// What reports are written with: it may stand without having been said, for it claims nothing.
bool IsReportWord(std::string_view word) {
  static const std::set<std::string_view> kWords{
      "anamnesi",  "attuale", "attualmente", "circa",     "dichiara", "domanda",      "effettua",    "familiarita",
      "inoltre",   "lamenta", "motivo",      "paziente",  "presenta", "pratica",      "pregressa",   "pregresso",
      "presenza",  "assenza", "refertato",   "riferisce", "riferita", "riferito",     "rileva",      "rilevata",
      "rilevato",  "risulta", "segnala",     "soggetto",  "svolge",   "terapia",      "valore",      "valori",
      "visita",    "assume",  "assunzione",  "consuma",   "consumo",  "abitualmente", "specialista", "medico",
      "consiglia", "negata",  "negate",      "negato",    "negativa", "remota",       "patologica",  "farmacologica"};
  return kWords.contains(word);
}

bool AreTermsAlike(const TermClaim& left, const TermClaim& right) {
  return AreAlike(left.name, right.name, left.is_drug || right.is_drug);
}

bool IsSameQuantity(const QuantityClaim& left, const QuantityClaim& right) {
  constexpr double kHair = 1e-9;
  return left.kind == right.kind && left.unit == right.unit && std::abs(left.value - right.value) < kHair &&
         std::abs(left.second - right.second) < kHair;
}

/// A number may gain a name that its own statement left out, but not change it.
bool IsSaid(const QuantityClaim& quantity, const std::vector<Claims>& evidence) {
  for (const Claims& claims : evidence) {
    for (const QuantityClaim& said : claims.quantities) {
      if (!IsSameQuantity(quantity, said)) continue;
      if (said.of.empty() || quantity.of.empty() || AreAlike(quantity.of, said.of)) return true;
    }
  }
  return false;
}

template <typename Same>
bool IsSaid(const TermClaim& term, const std::vector<Claims>& evidence, Same same) {
  return std::any_of(evidence.begin(), evidence.end(), [&](const Claims& claims) {
    return std::any_of(claims.terms.begin(), claims.terms.end(),
                       [&](const TermClaim& said) { return AreTermsAlike(term, said) && same(said); });
  });
}

bool HasWord(const Claims& claims, std::string_view word) {
  return std::any_of(claims.words.begin(), claims.words.end(),
                     [&](const Word& said) { return AreAlike(word, said.folded); });
}

bool HasWord(const std::vector<Claims>& texts, std::string_view word) {
  return std::any_of(texts.begin(), texts.end(), [&](const Claims& claims) { return HasWord(claims, word); });
}

std::optional<Fault> FaultOfTerm(const TermClaim& term, const std::vector<Claims>& evidence) {
  if (!IsSaid(term, evidence, [](const TermClaim&) { return true; })) return Fault::kTerm;
  const auto same_sign = [&](const TermClaim& said) { return said.is_denied == term.is_denied; };
  if (!IsSaid(term, evidence, same_sign)) return Fault::kNegation;
  const auto same_owner = [&](const TermClaim& said) { return same_sign(said) && said.who == term.who; };
  if (!IsSaid(term, evidence, same_owner)) return Fault::kPerson;
  return std::nullopt;
}

template <typename Set, typename Member>
Set Together(const std::vector<Claims>& texts, Member member) {
  Set all;
  for (const Claims& claims : texts) all.insert((claims.*member).begin(), (claims.*member).end());
  return all;
}

bool AnyDenies(const std::vector<Claims>& texts) {
  return std::any_of(texts.begin(), texts.end(), [](const Claims& claims) { return claims.has_denial; });
}

/// Share of the sentence's words that were said.
double FoundedShare(const Claims& sentence, const std::vector<Claims>& evidence) {
  std::size_t counted = 0;
  std::size_t said = 0;
  for (const Word& word : sentence.words) {
    const bool is_said = HasWord(evidence, word.folded);
    if (!is_said && IsReportWord(word.folded)) continue;
    ++counted;
    if (is_said) ++said;
  }
  if (counted == 0) return sentence.quantities.empty() ? 0 : 1;
  return static_cast<double>(said) / static_cast<double>(counted);
}

}  // namespace

std::string_view FaultName(Fault fault) {
  switch (fault) {
    case Fault::kEvidence: return "evidence";
    case Fault::kNumber: return "number";
    case Fault::kTerm: return "term";
    case Fault::kNegation: return "negation";
    case Fault::kPerson: return "person";
    case Fault::kSense: return "sense";
    case Fault::kUnfounded: return "unfounded";
    case Fault::kIncomplete: return "incomplete";
  }
  return "unfounded";
}

Verdict CheckSentence(const Claims& sentence, const std::vector<Claims>& evidence) {
  if (evidence.empty()) return {Fault::kEvidence};
  for (const QuantityClaim& quantity : sentence.quantities) {
    if (!IsSaid(quantity, evidence)) return {Fault::kNumber};
  }
  for (const TermClaim& term : sentence.terms) {
    if (auto fault = FaultOfTerm(term, evidence)) return {fault};
  }
  if (sentence.has_denial != AnyDenies(evidence)) return {Fault::kNegation};
  if (sentence.relatives != Together<std::set<std::string>>(evidence, &Claims::relatives)) return {Fault::kPerson};
  const auto turns = Together<std::set<Turn>>(evidence, &Claims::turns);
  if (!std::includes(turns.begin(), turns.end(), sentence.turns.begin(), sentence.turns.end())) return {Fault::kSense};
  for (const Word& word : sentence.words) {
    if (word.is_name && !HasWord(evidence, word.folded)) return {Fault::kUnfounded};
  }
  const double share = FoundedShare(sentence, evidence);
  if (share < kFoundedShare) return {Fault::kUnfounded};
  return {std::nullopt, share < kTrustedShare};
}

bool IsCovered(const Claims& statement, const std::vector<Claims>& sentences) {
  const auto has_quantity = [&](const QuantityClaim& quantity) { return IsSaid(quantity, sentences); };
  if (!std::all_of(statement.quantities.begin(), statement.quantities.end(), has_quantity)) return false;
  const auto has_term = [&](const TermClaim& term) {
    return IsSaid(term, sentences,
                  [&](const TermClaim& said) { return said.is_denied == term.is_denied && said.who == term.who; });
  };
  if (!std::all_of(statement.terms.begin(), statement.terms.end(), has_term)) return false;
  if (statement.has_denial && !AnyDenies(sentences)) return false;
  const auto turns = Together<std::set<Turn>>(sentences, &Claims::turns);
  for (const Turn turn : kTurnsToKeep) {
    if (statement.turns.contains(turn) && !turns.contains(turn)) return false;
  }
  const auto kept = std::count_if(statement.words.begin(), statement.words.end(),
                                  [&](const Word& word) { return HasWord(sentences, word.folded); });
  return static_cast<double>(kept) >= kCoveredShare * static_cast<double>(statement.words.size());
}

}  // namespace scriba::clinical
