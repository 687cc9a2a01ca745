#include "clinical/writing/third_person.h"

#include <algorithm>
#include <array>

namespace scriba::clinical {
namespace {

/// In a conversation one word in thirty or more is a first person; in a doctor's dictation hardly any is.
constexpr std::size_t kWordsPerFirstPerson = 40;
/// The same counting every verb in the first person, not only the most usual ones.
constexpr std::size_t kWordsPerFirstVerb = 25;

constexpr WordSet kFirstPersons{"io", "mi", "me", "mio", "mia", "miei", "mie", "ho", "sono"};
/// After these a word that could be a verb is a noun: "il lavoro", "di nuoto", "un salto".
constexpr WordSet kBeforeNoun{"il",      "un",    "uno", "del", "dello",  "al",   "allo",   "dal",  "dallo",
                              "nel",     "sul",   "di",  "da",  "in",     "con",  "per",    "su",   "tra",
                              "fra",     "mio",   "suo", "tuo", "nostro", "quel", "questo", "ogni", "nessun",
                              "qualche", "primo", "a",   "l'",  "dell'",  "all'"};
constexpr WordSet kClitics{"lo", "la", "li", "le", "ne"};
/// After these the first person is the doctor's: "le ho detto".
constexpr WordSet kToPatient{"le", "gli", "ti", "vi", "gliel'"};
/// "Tuo papà", "mamma mia", "il papà della mamma": of somebody who is spoken of.
constexpr WordSet kWhose{"mio", "mia", "suo", "sua", "tuo", "tua", "mi'", "di", "del", "della", "so'", "loro"};
/// What is taken or eaten, after "le": "le pastiglie le prendo" is the patient's.
constexpr WordSet kTaken{"prendo", "mangio", "bevo", "compro", "uso", "evito", "butto", "cucino", "tollero", "fumo"};
/// "È stata lei a dirmi": what others do to the patient, where "farmi" is what the patient does.
constexpr WordSet kDoneToPatient{"dirmi", "darmi", "dirmelo", "darmelo"};
/// "Mi operano", "mi chiamarono": others do it to the patient, but for these first persons.
constexpr WordSet kFirstInAno{"allontano", "abbandono", "risano"};
/// After "sono" these, too, speak of one person.
constexpr WordSet kSingular{"intollerante", "carente",    "stabile",  "triste", "felice",
                            "dipendente",   "insegnante", "incapace", "qui"};

/// Nouns and adjectives that end like "pesarmi": "gli allarmi", "davanti agli schermi".
constexpr WordSet kNotReflexive{"allarmi",    "schermi",   "infermi",  "inermi",  "enormi",
                                "uniformi",   "conformi",  "difformi", "deformi", "multiformi",
                                "pachidermi", "riaddormi", "confermi", "informi", "trasformi"};
/// What stands before a verb and is not its subject, but for "io".
constexpr WordSet kBeforeVerb{"e", "io", "non", "poi", "ma"};
/// "Sono sempre stanca", "sono un po' giù".
constexpr WordSet kDegrees{"sempre",     "molto", "troppo", "ancora", "piu",
                           "abbastanza", "tanto", "gia",    "spesso", "proprio"};
/// "Sono in menopausa", "sono in piedi tutto il giorno": of a person, where "sono in ordine" is of values.
constexpr WordSet kStates{"piedi",      "cura",    "menopausa", "terapia",   "gravidanza", "pensione",
                          "sovrappeso", "dialisi", "lista",     "maternita", "malattia"};

/// "Lo studio", "lo yoga": before other words "lo" is a pronoun and what follows it a verb ("lo divido").
bool TakesLo(std::string_view word) {
  constexpr std::string_view kVowels = "aeiou";
  if (word.starts_with('s')) return word.size() > 1 && kVowels.find(word[1]) == std::string_view::npos;
  return word.starts_with('z') || word.starts_with('x') || word.starts_with('y') || word.starts_with("gn") ||
         word.starts_with("ps") || word.starts_with("pn");
}

}  // namespace

ThirdPerson::ThirdPerson(const Reading& reading) : reading_(reading) {
  std::size_t first_persons = 0;
  const TagIndex tag = BuiltInLexicon().Tag("first_person");
  for (const TermHit& hit : reading.terms) {
    if (hit.entry->tag == tag) ++first_persons;
  }
  const bool speaks = first_persons * kWordsPerFirstPerson >= reading.text.size() ||
                      CountFirstPersons() * kWordsPerFirstVerb >= reading.text.size();
  certain_ = speaks && first_persons >= 2 && !HasCompany();
  dictated_ = !certain_ && IsDictated();
}

std::size_t ThirdPerson::CountFirstPersons() const {
  std::size_t count = 0;
  for (TokenIndex at = 0; at < reading_.text.size(); ++at) count += IsFirstPerson(at) ? 1U : 0U;
  return count;
}

/// A doctor's note speaks of the patient by name or with the verbs of a report.
bool ThirdPerson::IsDictated() const {
  for (TokenIndex at = 0; at < reading_.text.size(); ++at) {
    const std::string_view word = reading_.text.Word(at);
    if (word == "paziente" || word == "pz" || word == "nega" || word.starts_with("riferisc") || word == "assume")
      return true;
  }
  return false;
}

/// "Papà ha la badante", "la mamma di Giulia": kinship without "mio" or "sua" is how people speak in their presence;
/// with an illness ("mamma ipertesa, papà un infarto") it is a family history, and the dead are absent.
bool ThirdPerson::HasCompany() const {
  std::size_t seen = 0;
  for (TokenIndex at = 0; at < reading_.text.size(); ++at) {
    const std::string_view word = reading_.text.Word(at);
    const std::string_view before = reading_.text.Word(static_cast<std::int64_t>(at) - 1);
    const bool parent = word == "papa" || word == "mamma";
    const bool is_told = IsAny(before, kWhose) || IsAny(reading_.text.Word(at + 1), kWhose);
    if (parent && !is_told && !IsFamilyHistory(at) && !IsDead(at)) ++seen;
    if ((word == "accompagnata" || word == "accompagnato") && reading_.text.Word(at + 1).starts_with("da")) return true;
  }
  return seen >= 2;
}

bool ThirdPerson::IsFamilyHistory(TokenIndex at) const {
  const TagIndex condition = BuiltInLexicon().Tag("condition");
  const auto near = reading_.TermsIn({at > 4 ? at - 4 : 0, at + 6});
  return std::any_of(near.begin(), near.end(), [&](const TermHit& hit) { return hit.entry->tag == condition; });
}

/// "Quando è morto il papà", "la mamma morì".
bool ThirdPerson::IsDead(TokenIndex at) const {
  constexpr TokenIndex kNear = 3;
  for (TokenIndex near = at > kNear ? at - kNear : 0; near <= at + kNear; ++near) {
    const std::string_view word = reading_.text.Word(near);
    if (word.starts_with("mort") || word == "mori" || word.starts_with("mancat")) return true;
  }
  return false;
}

bool ThirdPerson::IsReflexiveInfinitive(std::string_view word) {
  return word == "farmi" || (word.size() > 5 && word.ends_with("rmi") && !IsAny(word, kNotReflexive));
}

bool ThirdPerson::IsNoun(TokenIndex at) const {
  const std::string_view before = reading_.text.Word(static_cast<std::int64_t>(at) - 1);
  if (before == "lo") return TakesLo(reading_.text.Word(at));
  return IsAny(before, kBeforeNoun);
}

/// Whether no other subject can stand before a verb.
bool ThirdPerson::HasNoSubject(TokenIndex at) const {
  const auto before = static_cast<std::int64_t>(at) - 1;
  return reading_.text.IsMark(before) || IsAny(reading_.text.Word(before), kBeforeVerb);
}

/// "Mi gonfiano", "mi hanno detto": what others do.
bool ThirdPerson::IsOfOthers(std::string_view verb) {
  const bool plural = verb.ends_with("ano") || verb.ends_with("ono") || verb.ends_with("ero") || verb.ends_with("nno");
  return plural && verb.size() > 4 && !IsAny(verb, kFirstInAno) && BuiltInLexicon().ThirdPerson(verb).empty();
}

/// A participle that only one person can be: "ci sono andata".
bool ThirdPerson::IsParticiple(std::string_view word) {
  constexpr WordSet kEndings{"ato", "ata", "uto", "uta"};
  return word.size() > 4 && IsAny(word.substr(word.size() - 3), kEndings);
}

/// "Le gocce le ho avute", "le pastiglie le prendo": "le" is what was taken, not somebody.
bool ThirdPerson::IsTaken(TokenIndex at) const {
  const std::string_view word = reading_.text.Word(at);
  const std::string_view next = reading_.text.Word(at + 1);
  const bool agrees = next.size() > 4 && (next.ends_with("te") || next.ends_with("se"));
  if (reading_.text.Word(static_cast<std::int64_t>(at) - 1) != "le") return false;
  return IsAny(word, kTaken) || (word == "ho" && agrees);
}

std::optional<std::string> ThirdPerson::Replace(TokenIndex at) const {
  const Text& text = reading_.text;
  const std::string_view word = text.Word(at);
  const std::string_view next = text.Word(at + 1);
  const std::string_view before = text.Word(static_cast<std::int64_t>(at) - 1);
  if (word == "mio") return "suo";
  if (word == "mia") return "sua";
  if (word == "miei") return "suoi";
  if (word == "mie") return "sue";
  if (word == "me" && (IsAny(next, kClitics) || next == "l'")) return "";
  if (word == "mi") {
    const std::string_view verb = IsAny(next, kClitics) ? text.Word(at + 2) : next;
    if (verb == "sono") return "si";
    if (!BuiltInLexicon().ThirdPerson(verb).empty()) return "si";
    // "Mi fermo", of a verb that the lexicon does not have: no safe rewriting.
    if (verb.ends_with('o') && !IsOfOthers(verb)) return std::nullopt;
    return "";
  }
  if (IsAny(word, kDoneToPatient)) return std::string(word.substr(0, word.find("rm") + 1)) + "e";
  if (IsReflexiveInfinitive(word)) return text.Original(at).substr(0, text.Original(at).size() - 2) + "si";
  if (word == "sono") {
    const bool plural_subject = before == "ci" || before.ends_with('i') || before.ends_with('e') || before == "che";
    if (before == "mi") return "è";
    if (IsParticiple(next)) return "è";
    const bool opens = HasNoSubject(at);
    const std::string_view said = IsAny(next, kDegrees) ? text.Word(at + 2) : next;
    const bool singular = IsAny(said, kSingular) || (said.size() > 1 && (said.ends_with('o') || said.ends_with('a')));
    if (singular && (opens || !plural_subject)) return "è";
    if (opens && next == "in" && IsAny(text.Word(at + 2), kStates)) return "è";
    return std::nullopt;
  }
  const std::string_view third = BuiltInLexicon().ThirdPerson(word);
  if (third.empty()) return std::nullopt;
  // "Le ho detto" is the doctor's; "il lavoro" is a noun.
  if (IsAny(before, kToPatient) && !IsTaken(at)) return std::nullopt;
  if (word != "ho" && IsNoun(at)) return std::nullopt;
  return std::string(third);
}

bool ThirdPerson::IsFirstPerson(TokenIndex at) const {
  const std::string_view word = reading_.text.Word(at);
  if (IsAny(word, kFirstPersons)) {
    // "I crampi sono passati", "gli esami sono in ordine", "ci sono": a plural.
    if (word != "sono") return true;
    const std::string_view next = reading_.text.Word(at + 1);
    return (next == "in" && HasNoSubject(at)) || (next.size() > 1 && (next.ends_with('o') || next.ends_with('a')));
  }
  return IsReflexiveInfinitive(word) || IsAny(word, kDoneToPatient) ||
         (!BuiltInLexicon().ThirdPerson(word).empty() && !IsNoun(at));
}

bool ThirdPerson::IsOwnWord(TokenIndex at) const {
  const std::string_view before = reading_.text.Word(static_cast<std::int64_t>(at) - 1);
  return !dictated_ && !IsAny(before, kToPatient) && IsFirstPerson(at);
}

bool ThirdPerson::SetsApart(const Reading& reading, TokenRange range) {
  for (TokenIndex at = range.first; at + 1 < range.last; ++at) {
    if (reading.text.Word(at) == "io" && reading.text.Word(at + 1) == "invece") return true;
  }
  return false;
}

}  // namespace scriba::clinical
