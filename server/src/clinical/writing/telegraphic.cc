#include "clinical/writing/telegraphic.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>

#include "clinical/writing/asides.h"

namespace scriba::clinical {
namespace {

constexpr WordSet kArticles{"il", "lo", "la", "i", "gli", "le", "l'"};
/// "Tutti i giorni": these keep the article that follows.
constexpr WordSet kWithArticle{"tutto", "tutta", "tutti", "tutte", "entrambi", "entrambe", "ambedue"};
/// "Una volta la settimana", "la sera mangia": the article says when or how often.
constexpr WordSet kTimes{"sera", "mattina", "notte", "settimana", "giorno", "mese", "anno"};
constexpr WordSet kOpenings{"guardi", "guarda", "senta",  "senti",  "comunque", "appunto", "vede",    "be'",    "e",
                            "ma",     "poi",    "pero",   "quindi", "allora",   "si",      "infatti", "dunque", "ecco",
                            "cioe",   "anche",  "perche", "che",    "pure",     "cosi",    "bene",    "invece", "tipo"};
/// Words of emphasis, which add nothing wherever they stand.
constexpr WordSet kEmphases{"ormai",           "invece",        "assolutamente", "esattamente", "proprio",
                            "appunto",         "infatti",       "davvero",       "veramente",   "effettivamente",
                            "naturalmente",    "ovviamente",    "chiaramente",   "giustamente", "semplicemente",
                            "tranquillamente", "personalmente", "comunque",      "addirittura"};
/// "E poi la sera", "anche la pasta": they only add, unless the next word makes more of them ("anche se", "in poi").
constexpr WordSet kAdditions{"poi", "anche", "pure", "quindi"};
constexpr WordSet kNoAddition{"se", "quando", "no", "non", "che"};
/// "Scrivo al suo medico": whose it is goes without saying after these.
constexpr WordSet kBeforeOwner{"al",  "alla",  "ai",  "alle",  "del", "della", "dei", "delle",
                               "dal", "dalla", "nel", "nella", "il",  "la",    "col", "sul"};
constexpr WordSet kOwners{"suo", "sua", "tuo", "tua"};
constexpr WordSet kIndefinite{"un", "una", "un'"};
/// What "è" joins to its subject when it is no adjective: "è in cura", "è un problema".
constexpr WordSet kComplements{"in", "a",    "da",  "con", "per", "sotto", "sopra",
                               "al", "alla", "dal", "un",  "una", "il",    "la"};
/// "Tra colazione e pranzo", "sia a casa e sia fuori": here "e" is no joint of a list.
constexpr WordSet kRanges{"tra", "fra", "sia", "entrambi", "meta"};
constexpr WordSet kNoListAfter{"no",     "basta",   "mezzo",   "mezza", "via", "poi",
                               "niente", "nemmeno", "neanche", "un",    "uno", "quindi"};
constexpr TokenIndex kFarthestRange = 4;
/// Words that join a new thought to the one before the comma.
constexpr WordSet kJoints{"e", "quindi", "allora", "dunque"};
/// Words that turn to another thought: after a pause the next words say it themselves.
constexpr WordSet kTurns{"ma", "pero"};
constexpr WordSet kPossessives{"mio", "mia", "miei", "mie", "suo", "sua", "suoi", "sue"};
constexpr WordSet kOwnPossessives{"mio", "mia", "miei", "mie"};
constexpr WordSet kAuxiliaries{"ho",   "ha", "hanno", "abbiamo", "aveva", "avevo", "hai",   "avete", "avevano",
                               "ebbe", "fa", "vuole", "puo",     "deve",  "mette", "stava", "sta"};
constexpr WordSet kBeforePronoun{"non", "me", "te", "ce", "ve", "glie"};
constexpr WordSet kFeminineInO{"mano", "foto", "moto", "radio", "auto", "metro"};
constexpr WordSet kClitics{"mi", "ti", "si", "ci", "vi", "ne", "lo", "la", "li", "le", "gli", "gliel'", "l'", "m'"};
/// Words in -o or -a after a verb that are neither its participle nor a predicate.
constexpr WordSet kNoPredicates{"molto",   "tanto",  "troppo", "poco",   "solo",   "soltanto", "quanto", "tutto",
                                "tutta",   "questo", "questa", "quello", "quella", "altro",    "altra",  "sotto",
                                "sopra",   "dopo",   "contro", "dentro", "prima",  "ancora",   "finora", "adesso",
                                "senza",   "vero",   "vera",   "cosa",   "colpa",  "roba",     "sonno",  "peso",
                                "bisogno", "certo",  "senso",  "stata",  "stato",  "volta"};
/// Words before "è" that are not its subject.
constexpr WordSet kNoSubjects{"non",    "che",    "cosa",    "quando", "dove",  "come",    "quanto",  "perche",
                              "questo", "quello", "questa",  "quella", "anche", "neanche", "nemmeno", "chi",
                              "mai",    "cui",    "pero",    "quindi", "forse", "tanto",   "quale",   "ogni",
                              "se",     "mi",     "si",      "ci",     "le",    "gli",     "ti",      "ne",
                              "piu",    "niente", "nessuno", "nulla"};
constexpr TokenIndex kLongestRepetition = 4;
/// What is named once and not counted: "una visita" is no number, "una mela" is.
constexpr WordSet kNotCounted{
    "quadro",     "disturbo",    "problema",  "periodo",   "nutrizionista", "dietista",    "psicologo",    "psicologa",
    "psichiatra", "certificato", "colloquio", "ecografia", "visita",        "diario",      "aumento",      "calo",
    "sospetto",   "segnale",     "dieta",     "richiesta", "controllo",     "valutazione", "consulenza",   "gruppo",
    "percorso",   "rischio",     "fattore",   "terapia",   "cura",          "schema",      "alimentazione"};
/// "In un controllo", "almeno una visita": a number all the same, or an article that its preposition needs.
constexpr WordSet kBeforeCount{"solo", "soltanto", "almeno", "circa", "quasi", "ogni", "in", "da", "per", "meno"};
/// After these the subject of "ha tolto" is the one there was.
constexpr WordSet kGoesOn{",", "ma", "poi", "scorso", "scorsa"};
/// Under these a participle alone would be denied or doubted with what stands before it.
constexpr WordSet kReach{"non",     "mai",     "ne",     "senza", "nega",  "neanche", "se",
                         "nemmeno", "nessuno", "niente", "forse", "quasi", "magari"};
/// "Pillola l'ha smessa a gennaio": what may follow where nobody else is named who did it.
constexpr WordSet kAfterDone{"a",   "ad", "al",  "alla",  "all'",   "da",     "dal",  "dalla", "dall'",
                             "per", "in", "nel", "nella", "nell'",  "con",    "col",  "dopo",  "fino",
                             "fa",  "e",  "ma",  "su",    "quando", "perche", "prima"};
constexpr WordSet kResumed{"l'", "gliel'", "m'"};
constexpr WordSet kTopicTags{"drug", "drug_form", "condition", "surgery", "food", "drink", "activity", "measure"};
constexpr WordSet kTimeUnits{"anni", "anno",   "mesi", "mese",   "settimane", "settimana",
                             "ore",  "giorni", "ora",  "giorno", "minuti",    "minuto"};
constexpr TokenIndex kLongestTopic = 3;
/// A heading is left out before so many words.
constexpr std::size_t kWordsAfterHeading = 3;

/// Words with which a verb is left out, or what joins to it.
constexpr WordSet kOfVerb{"e",      "c'",     "che",    "sono",   "ha",     "hanno", "ho",
                          "prende", "prendo", "assume", "assumo", "mangia", "mangio"};
/// Where anything is left out that is no filler, frame or repetition, it begins with one of these.
constexpr auto kEverLeftOut =
    Union(kArticles, kPossessives, kOwners, kEmphases, kAdditions, kIndefinite, kJoints, kTurns, kOpenings, kOfVerb,
          kResumed, kFirstOfAside, kToSomebody, WordSet{"io", "di", "me"});

/// The tags by which words are left out, looked up once.
struct Tags {
  TagIndex filler = BuiltInLexicon().Tag("filler");
  TagIndex relative = BuiltInLexicon().Tag("relative");
  TagIndex condition = BuiltInLexicon().Tag("condition");
  TagIndex frame = BuiltInLexicon().Tag("frame");
  TagIndex heading = BuiltInLexicon().Tag("heading");
  TagIndex greeting = BuiltInLexicon().Tag("greeting");
  TagIndex drug = BuiltInLexicon().Tag("drug");
  TagIndex food = BuiltInLexicon().Tag("food");
};
const Tags& Known() {
  static const Tags tags;
  return tags;
}

bool IsYear(double value) { return value >= 1940 && value <= 2060; }

bool IsVowel(std::string_view word) {
  return !word.empty() && std::string_view("aeiou").find(word[0]) != std::string_view::npos;
}

/// Sounds that take "lo" and "gli": s with a consonant, z, gn, ps, x, y.
bool IsImpureSound(std::string_view word) {
  if (word.size() < 2) return false;
  if (word[0] == 'z' || word[0] == 'x' || word[0] == 'y' || word.starts_with("gn") || word.starts_with("ps"))
    return true;
  return word[0] == 's' && !IsVowel(word.substr(1));
}

}  // namespace

Telegraphic::Telegraphic(const Reading& reading) : reading_(reading) {}

TokenIndex Telegraphic::After(TokenIndex at, TokenRange range, Place place) const {
  const bool begins_term = !reading_.TermsIn({at, at + 1}).empty();
  if (begins_term && IsFiller(at)) return IsName(at + 1) ? at : at + 1;
  if (const TokenIndex after = AfterRepetition(at, range); after > at) return after;
  if (at + 1 >= range.last || place.quoted) return at;
  if (begins_term) {
    if (const TokenIndex after = AfterFrame(at, range, place.opens); after > at) return after;
  }
  if (!IsAny(Word(at), kEverLeftOut)) return at;
  if (const TokenIndex after = AfterAside(reading_, at, range); after > at) return after;
  if (!place.of_patient) {
    if (const TokenIndex after = AfterHandingOver(reading_, at, range); after > at) return after;
  }
  if (const TokenIndex after = AfterVerb(at, range, place); after > at) return after;
  if (const TokenIndex after = AfterResumed(at, range, place); after > at) return after;
  return IsLeftOut(at, place) ? at + 1 : at;
}

bool Telegraphic::IsEmpty(TokenRange range) const {
  std::vector<bool> empty(range.last - range.first, false);
  for (const TermHit& hit : reading_.TermsIn(range)) {
    const bool says_nothing =
        hit.entry->tag == Known().frame || hit.entry->tag == Known().greeting || hit.entry->tag == Known().filler;
    for (TokenIndex at = hit.range.first; says_nothing && at < std::min(hit.range.last, range.last); ++at)
      empty[at - range.first] = true;
  }
  for (TokenIndex at = range.first; at < range.last; ++at) {
    if (!empty[at - range.first] && !reading_.text.IsMark(at)) return false;
  }
  return true;
}

bool Telegraphic::IsListJoint(TokenIndex at, TokenRange range) const {
  if (Word(at) != "e" || IsAccentedE(at) || at == range.first || at + 1 >= range.last) return false;
  if (reading_.text[at - 1].kind != TokenKind::kWord || reading_.text[at + 1].kind != TokenKind::kWord) return false;
  if (IsAny(Word(at + 1), kNoListAfter) || IsNumber(at + 1)) return false;
  for (TokenIndex back = 1; back <= kFarthestRange && back <= at; ++back) {
    if (IsAny(Word(at - back), kRanges)) return false;
    const auto numbers = reading_.NumbersIn({at - back, at});
    if (!numbers.empty() && numbers.back().range.last >= at) return false;
  }
  const auto terms = reading_.TermsIn({at > kFarthestRange ? at - kFarthestRange : 0, at});
  return std::none_of(terms.begin(), terms.end(), [&](const TermHit& hit) { return hit.range.last > at; });
}

/// "Prendo prendo", "la badante la badante".
TokenIndex Telegraphic::AfterRepetition(TokenIndex at, TokenRange range) const {
  const auto& tokens = reading_.text.tokens();
  for (TokenIndex length = 1; length <= kLongestRepetition && at + 2 * length <= range.last; ++length) {
    if (tokens[at + length].folded.size() != tokens[at].folded.size()) continue;
    TokenIndex i = at;
    while (i < at + length && IsSaidAgain(i, i + length)) ++i;
    if (i == at + length) return i;
  }
  return at;
}

bool Telegraphic::IsSaidAgain(TokenIndex at, TokenIndex later) const {
  return Word(at) == Word(later) && reading_.text[at].kind == TokenKind::kWord && IsAccentedE(at) == IsAccentedE(later);
}

TokenIndex Telegraphic::AfterFrame(TokenIndex at, TokenRange range, bool opens) const {
  TokenIndex after = at;
  for (const TermHit& hit : reading_.TermsIn({at, at + 1})) {
    if (hit.range.last >= range.last) continue;
    const bool is_heading = hit.entry->tag == Known().heading && opens && Word(hit.range.last) == ":" &&
                            reading_.WordsIn({hit.range.last, range.last}) >= kWordsAfterHeading;
    const bool is_thanks = hit.entry->tag == Known().greeting && opens && reading_.text.IsMark(hit.range.last) &&
                           hit.range.last + 1 < range.last;
    if (hit.entry->tag == Known().frame || is_heading || is_thanks) after = std::max(after, hit.range.last);
  }
  return after;
}

TokenIndex Telegraphic::AfterVerb(TokenIndex at, TokenRange range, Place place) const {
  const std::string_view word = Word(at);
  if (!IsAny(word, kOfVerb)) return at;
  const std::string_view before = Word(static_cast<std::int64_t>(at) - 1);
  if (place.opens && word == "c'" && IsAccentedE(at + 1) && at + 2 < range.last) return at + 2;
  const bool is = IsAccentedE(at) || (word == "sono" && place.of_patient);
  // "Non è una dieta, è bulimia."
  if (is && before == "," && IsInReach(at, range)) return at;
  if (is) {
    const bool stated = Word(at + 1) == "stato" || Word(at + 1) == "stata";
    if (stated && at + 2 < range.last && IsCopulaOf(at, place.opens) && (IsParticiple(at + 2) || IsNumber(at + 2)))
      return at + 2;
    if (IsAccentedE(at) && IsAny(Word(at + 1), kComplements) && IsCopulaOf(at, false)) return at + 1;
    return IsPredicate(at + 1) && IsCopulaOf(at, place.opens) ? at + 1 : at;
  }
  if (place.opens && IsSaidByItsObject(at, place)) return at + 1;
  // "Emoglobina glicata cinquantasei, che è sette e tre".
  const bool equals = IsAccentedE(at + 1) || Word(at + 1) == "sarebbe" || Word(at + 1) == "sono";
  if (word == "che" && before == "," && equals && IsNumber(at + 2)) return at + 2;
  return AfterAuxiliary(at, range, place);
}

TokenIndex Telegraphic::AfterAuxiliary(TokenIndex at, TokenRange range, Place place) const {
  const std::string_view word = Word(at);
  const bool has = word == "ha" || word == "hanno" || (word == "ho" && place.of_patient);
  if (!has || IsAny(Word(static_cast<std::int64_t>(at) - 1), kClitics)) return at;
  if (!place.opens && !GoesOn(at, range)) return at;
  if (Word(at + 1) == "avuto" && at + 2 < range.last) {
    const bool counted = Word(at + 2) == "un" || Word(at + 2) == "una" || Word(at + 2) == "un'";
    return counted && at + 3 < range.last ? at + 3 : at + 2;
  }
  return IsParticiple(at + 1) ? at + 1 : at;
}

/// "Prende ramipril", "mangia pane": what is named says that it is taken or eaten.
bool Telegraphic::IsSaidByItsObject(TokenIndex at, Place place) const {
  const std::string_view word = Word(at);
  const TokenIndex object = IsAny(Word(at + 1), kArticles) ? at + 2 : at + 1;
  const bool takes =
      word == "prende" || word == "assume" || (place.of_patient && (word == "prendo" || word == "assumo"));
  if (takes) return IsTagged(object, Known().drug);
  const bool eats = word == "mangia" || (place.of_patient && word == "mangio");
  return eats && IsTagged(object, Known().food);
}

/// "Nel duemiladiciotto ha tolto la tiroide", "sta meglio e ha ripreso a uscire": the subject is the one before. Not in
/// the reach of a denial: "non ha mangiato e ha vomitato".
bool Telegraphic::GoesOn(TokenIndex at, TokenRange range) const {
  const auto numbers = reading_.NumbersIn({at > kFarthestRange ? at - kFarthestRange : 0, at});
  const bool dated = !numbers.empty() && numbers.back().range.last == at &&
                     (numbers.back().kind == NumberKind::kDate || IsYear(numbers.back().value));
  const bool joined = Word(static_cast<std::int64_t>(at) - 1) == "e" && !IsAccentedE(at - 1);
  const bool goes_on = dated || joined || IsAny(Word(static_cast<std::int64_t>(at) - 1), kGoesOn);
  // Who says something is its source: "il cardiologo, ha detto, lo sospende".
  return goes_on && Word(at + 1) != "detto" && !IsInReach(at, range);
}

/// Whether a denial or a doubt before it in the sentence would spread to a verb that loses its "è" or "ha".
bool Telegraphic::IsInReach(TokenIndex at, TokenRange range) const {
  for (TokenIndex back = at; back-- > range.first;) {
    if (Word(back) == "." || Word(back) == "?" || Word(back) == ";") return false;
    if (IsAny(Word(back), kReach)) return true;
  }
  return false;
}

/// "Pillola l'ha smessa a gennaio" is "pillola smessa a gennaio", "me l'hanno tolto nel dieci" is "tolto nel 10". "Se
/// l'ha saltata" stays: that is a condition.
TokenIndex Telegraphic::AfterResumed(TokenIndex at, TokenRange range, Place place) const {
  TokenIndex verb = Word(at) == "me" ? at + 1 : at;
  if (!IsAny(Word(verb), kResumed) || IsInReach(at, range)) return at;
  ++verb;
  const bool has = Word(verb) == "ha" || Word(verb) == "hanno" || (Word(verb) == "ho" && place.of_patient);
  if (!has || verb + 1 >= range.last || !IsParticiple(verb + 1)) return at;
  const TokenIndex next = verb + 2;
  const bool ends = next >= range.last || reading_.text.IsMark(next) || IsNumber(next) || IsAny(Word(next), kAfterDone);
  return ends && (place.opens || FollowsTopic(at, range)) ? verb + 1 : at;
}

/// Whether a sentence begins with what "lo", "la" takes up again, and nothing but that: a drug, an illness, a food, no
/// person.
bool Telegraphic::FollowsTopic(TokenIndex at, TokenRange range) const {
  const auto terms = reading_.TermsIn({at > kLongestTopic ? at - kLongestTopic : 0, at});
  return std::any_of(terms.begin(), terms.end(), [&](const TermHit& hit) {
    if (hit.range.last != at || !IsAny(BuiltInLexicon().tags()[hit.entry->tag], kTopicTags)) return false;
    const TokenIndex first = hit.range.first;
    if (first <= range.first) return true;
    const TokenIndex before = first - 1;
    if (IsAny(Word(before), kArticles)) {
      return before == range.first || reading_.text.IsMark(static_cast<std::int64_t>(before) - 1);
    }
    return reading_.text.IsMark(before);
  });
}

bool Telegraphic::IsLeftOut(TokenIndex at, Place place) const {
  const std::string_view word = Word(at);
  const std::string_view next = Word(at + 1);
  const std::string_view before = Word(static_cast<std::int64_t>(at) - 1);
  if (IsAny(word, kArticles)) {
    return !IsPronoun(at) && !IsAny(before, kWithArticle) && !IsAny(next, kTimes);
  }
  if (IsAny(word, kPossessives) && IsTagged(at + 1, Known().relative)) return true;
  if (place.of_patient && IsAny(word, kOwnPossessives))
    return !reading_.text.IsMark(at + 1) && before != "per" && before != "di" && next != "e";
  // "Anch'io".
  if (word == "io" && before.ends_with('\'')) return false;
  if (word == "io") return next != "no" && next != "non" && next != "," && next != "niente";
  if (IsAny(word, kEmphases) && before != "non" && before != "per") return true;
  if (before == "e" && (word == "poi" || word == "anche")) return true;
  if (word == "anche" && IsAny(next, kNoAddition)) return false;
  if (IsAny(word, kAdditions)) return !IsAny(next, kNoAddition) && before != "in" && before != "non" && before != "da";
  if (IsAny(word, kOwners) && IsAny(before, kBeforeOwner) && !reading_.text.IsMark(at + 1)) return true;
  if (IsAny(word, kIndefinite) && IsAny(next, kNotCounted)) return !IsAny(before, kBeforeCount);
  if (word == "di" && IsOfMeasure(at)) return true;
  if (IsAny(word, kIndefinite) && IsTagged(at + 1, Known().condition))
    return before != "in" && before != "per" && before != "da";
  const bool pauses = before == "," || (!place.opens && reading_.PausesBefore(at));
  if (pauses && IsAny(word, kJoints) && !IsAccentedE(at)) return next != "no";
  if (pauses && IsAny(word, kTurns)) return next != "no" && next != "non";
  // "Il diabete da quando aveva sette anni. Tipo uno."
  if (word == "tipo" && (IsNumber(at + 1) || next == "uno")) return false;
  return place.opens && IsAny(word, kOpenings) && next != "no" && next != "non" && !(word == "si" && next != ",");
}

/// "Indice di massa corporea di ventotto": no "di" between a measure and its value.
bool Telegraphic::IsOfMeasure(TokenIndex at) const {
  const auto numbers = reading_.NumbersIn({at + 1, at + 2});
  if (numbers.empty() || IsAny(numbers.front().unit, kTimeUnits) || IsAny(Word(numbers.front().range.last), kTimeUnits))
    return false;
  const auto terms = reading_.TermsIn({at > kFarthestRange ? at - kFarthestRange : 0, at});
  return std::any_of(terms.begin(), terms.end(),
                     [&](const TermHit& hit) { return hit.range.last == at && hit.entry->plausible.has_value(); });
}

/// Whether "lo", "la", "le", "gli" is a pronoun: after "non" or "me", before a verb, or before a sound that the
/// article does not stand before ("lo decide"; "la mando", where no feminine noun ends in -o but a handful).
bool Telegraphic::IsPronoun(TokenIndex at) const {
  const std::string_view word = Word(at);
  const std::string_view next = Word(at + 1);
  if (word == "il" || word == "i") return false;
  if (IsAny(Word(static_cast<std::int64_t>(at) - 1), kBeforePronoun)) return true;
  if (IsAny(next, kAuxiliaries) || !BuiltInLexicon().ThirdPerson(next).empty()) return true;
  if (word == "lo") return !IsImpureSound(next);
  if (word == "gli") return !IsImpureSound(next) && !IsVowel(next);
  return (word == "la" || word == "le") && next.ends_with('o') && !IsAny(next, kFeminineInO);
}

/// Whether "è" joins a noun and what is said of it.
bool Telegraphic::IsCopulaOf(TokenIndex at, bool opens) const {
  if (opens || reading_.text.IsMark(static_cast<std::int64_t>(at) - 1)) return true;
  const std::string_view before = Word(static_cast<std::int64_t>(at) - 1);
  return before.size() > 2 && IsVowel(before.substr(before.size() - 1)) && !IsAny(before, kNoSubjects);
}

bool Telegraphic::IsParticiple(TokenIndex at) const {
  const std::string_view word = Word(at);
  if (word.size() < 4 || IsAny(word, kNoPredicates)) return false;
  return word.ends_with("to") || word.ends_with("so") || word.ends_with("ta") || word.ends_with("sa");
}

bool Telegraphic::IsNumber(TokenIndex at) const { return !reading_.NumbersIn({at, at + 1}).empty(); }

bool Telegraphic::IsPredicate(TokenIndex at) const {
  if (IsNumber(at)) return true;
  const std::string_view word = Word(at);
  if (word.size() < 4 || IsAny(word, kNoPredicates)) return false;
  return word.ends_with('o') || word.ends_with('a');
}

bool Telegraphic::IsFiller(TokenIndex at) const {
  const auto hits = reading_.TermsIn({at, at + 1});
  return std::any_of(hits.begin(), hits.end(),
                     [&](const TermHit& hit) { return hit.entry->tag == Known().filler && hit.range.last == at + 1; });
}

/// "dottoressa" before a capital is a title, not an address.
bool Telegraphic::IsName(TokenIndex at) const {
  if (at >= reading_.text.size() || reading_.text.IsMark(at)) return false;
  return u_isupper(reading_.text.utf16().char32At(static_cast<int32_t>(reading_.text[at].begin))) != 0;
}

bool Telegraphic::IsTagged(TokenIndex at, TagIndex tag) const {
  const auto hits = reading_.TermsIn({at, at + 1});
  return std::any_of(hits.begin(), hits.end(), [&](const TermHit& hit) { return hit.entry->tag == tag; });
}

bool Telegraphic::IsAccentedE(TokenIndex at) const {
  if (at >= reading_.text.size() || Word(at) != "e") return false;
  const UChar32 letter = reading_.text.utf16().char32At(static_cast<int32_t>(reading_.text[at].begin));
  return u_tolower(letter) != u'e';
}

}  // namespace scriba::clinical
