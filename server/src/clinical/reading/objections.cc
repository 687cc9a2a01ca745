#include "clinical/reading/objections.h"

#include <algorithm>

#include "clinical/reading/items.h"

namespace scriba::clinical {
namespace {

constexpr WordSet kLeading{"ma", "che", "eh", "ah", "beh",  "veramente", "da",
                           "il", "la",  "l'", "al", "alla", "all'",      "a"};
/// Who is addressed by whoever puts him right; any name is as well.
constexpr WordSet kAddressed{"mamma",   "mami",      "ma'",      "papa",       "babbo",        "nonna",   "nonno",
                             "dottore", "dotto",     "dottore'", "dottoressa", "signora",      "signore", "professore",
                             "prof",    "onorevole", "amore",    "tesoro",     "professoressa"};
/// How he knows: "me lo ricordo", "fatti a giugno", "ce l'ho scritto".
constexpr WordSet kKnows{"me", "lo", "l'",    "li",       "ho",  "ha",     "hai", "te",
                         "ce", "c'", "fatti", "compiuti", "non", "glielo", "sta"};
/// With these the value is one of another time.
constexpr WordSet kOtherTime{"prima",  "era", "erano", "scorsa", "scorso", "volta",
                             "allora", "fa",  "poi",   "anche",  "pure"};
/// "Giusto?", "vero?": a question about the value before it.
constexpr WordSet kAsksAgain{"giusto", "vero", "no", "corretto", "sbaglio", "torna", "confermi", "conferma"};
/// From what a value is read, or that it was measured.
constexpr WordSet kSources{"cartella", "scheda",  "scritto",   "libretto", "asta",     "foglio",  "lettera",
                           "quaderno", "pesata",  "pesato",    "misurata", "misurato", "referto", "segnato",
                           "qui",      "davanti", "controllo", "diario",   "verbale"};
/// Words of a question about a value before it.
constexpr TokenIndex kShortQuestion = 3;

}  // namespace

bool Objections::EndsSentence(TokenIndex at) const {
  const std::string_view word = Word(at);
  return word == "." || word == "?" || word == "!" || word == "...";
}

Objections::Lead Objections::LeadOf(TokenIndex sentence) const {
  Lead lead{AfterAddress(sentence)};
  for (; lead.end < std::min(sentence + kLongestLead, text_.size()); ++lead.end) {
    if (IsAny(Word(lead.end), kWrong)) {
      lead.is_wrong = true;
    } else if (!text_.IsMark(lead.end) && !IsAny(Word(lead.end), kLeading)) {
      break;
    }
  }
  return lead;
}

TokenIndex Objections::AfterAddress(TokenIndex sentence) const {
  constexpr WordSet kVerbs{"sono", "son", "erano", "e", "era"};
  if (!IsAny(Word(sentence), kAddressed) || Word(sentence + 1) != ",") return sentence;
  return IsAny(Word(sentence + 2), kVerbs) ? sentence + 3 : sentence + 2;
}

bool Objections::IsAddress(TokenIndex at) const {
  if (Word(at) != "," || at + 2 > text_.size() || !text_.IsMark(at + 2) || !EndsWithReason(at + 2)) return false;
  return IsAny(Word(at + 1), kAddressed) ||
         (text_[at + 1].kind == TokenKind::kWord && !text_.IsSmall(at + 1) && text_[at + 1].folded.size() > 2);
}

bool Objections::EndsWithReason(TokenIndex mark) const {
  return Word(mark) != "?" && text_.IsMark(mark) && (Word(mark) != "," || IsAny(Word(mark + 1), kKnows));
}

bool Objections::IsReadOut(TokenIndex at) const {
  if (Word(at) != ",") return false;
  const TokenRange behind{at, std::min(at + kLongestLead, text_.size())};
  const TokenIndex end = FirstIn(behind, [&](TokenIndex word) { return EndsSentence(word); });
  return text_.HasAny({at, end}, kSources);
}

bool Objections::IsOfOtherTime(TokenIndex at) const {
  for (; at < text_.size() && !EndsSentence(at); ++at) {
    if (IsAny(Word(at), kOtherTime)) return true;
  }
  return false;
}

bool Objections::IsAskedAgain(TokenIndex sentence) const {
  if (Word(sentence - 1) != "?") return false;
  const TokenIndex word = sentence >= 2 ? sentence - 2 : 0;
  return IsAny(Word(word), kAsksAgain) && StartOfPart(word) + kShortQuestion > word;
}

TokenIndex Objections::StartOfPart(TokenIndex at) const {
  while (at > 0 && !text_.IsMark(at - 1)) --at;
  return at;
}

TokenIndex Objections::FirstOfWhatWasSaid(TokenIndex sentence) const {
  // "Due cisti dall'ovaio destro. Giusto?" "Sinistro."
  if (IsAskedAgain(sentence)) sentence = StartOfPart(sentence - 2);
  if (sentence == 0) return 0;
  const bool asks = Word(sentence - 1) == "?";
  bool is_second = false;
  TokenIndex at = sentence - 1;
  for (; at > 0 && at + kFarthest > sentence; --at) {
    if (!EndsSentence(at - 1)) continue;
    // Two marks may end one sentence.
    const bool is_sentence = at + 1 < sentence;
    if (is_second || Word(at - 1) == "?" || (asks && is_sentence)) return at;
    is_second = is_sentence;
  }
  return at;
}

}  // namespace scriba::clinical
