#include "clinical/placing/answers.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "clinical/placing/companions.h"
#include "clinical/placing/field_knowledge.h"
#include "clinical/placing/tellings.h"
#include "clinical/reading/demonstratives.h"

namespace scriba::clinical {
namespace {

constexpr WordSet kBare{"no",     "si",     "mai",    "nessuno", "nessuna", "niente",
                        "quello", "quella", "quelli", "quelle",  "certo",   "neanche"};
/// With these one takes back what he said.
constexpr WordSet kTakingBack{"cioe", "anzi", "aspetti", "aspetta", "aspettate"};

/// What a doctor asks about, and what a pronoun of the answer can stand for.
std::span<const TagIndex> Subjects() {
  static const std::array<TagIndex, 8> subjects{BuiltInLexicon().Tag("drug"),     BuiltInLexicon().Tag("condition"),
                                                BuiltInLexicon().Tag("allergy"),  BuiltInLexicon().Tag("surgery"),
                                                BuiltInLexicon().Tag("red_flag"), BuiltInLexicon().Tag("essential"),
                                                BuiltInLexicon().Tag("smoking"),  BuiltInLexicon().Tag("gynaecology")};
  return subjects;
}

/// "Lo spuntino della sera?" "Quello l'ho lasciato."
std::span<const TagIndex> Habits() {
  static const std::array<TagIndex, 4> habits{BuiltInLexicon().Tag("meal"), BuiltInLexicon().Tag("food"),
                                              BuiltInLexicon().Tag("drink"), BuiltInLexicon().Tag("activity")};
  return habits;
}

/// A scrap of a sentence has no more words than these.
constexpr std::size_t kWordsOfScrap = 4;
/// And so many the illness of the relative who was asked about.
constexpr std::size_t kWordsOfKinsIllness = 8;
/// "Mio padre diabetico" "amputato a un piede".
constexpr std::array<std::string_view, 6> kSuffered{"amputat",    "operat",    "mort",
                                                    "trapiantat", "dializzat", "cardiopatic"};
/// Its number is among so many words.
constexpr TokenIndex kBeforeNumber = 2;
/// Words with which a scrap begins that tells since when, how often or how much.
constexpr WordSet kScrapBegins{"da",    "dal", "dall'", "dalla", "dai",   "del",   "dello",
                               "dell'", "nel", "per",   "fino",  "circa", "quasi", "ogni"};
constexpr WordSet kClitics{"lo", "la", "li", "le", "l'", "ne"};
constexpr WordSet kBeforeClitic{"no", "non", "si", "eh", "beh", "ce", "me", "te", "se", "ve", "glie", "gliel'"};
/// "Me la diede all'inizio": what somebody did with a drug, in a tense of which the lexicon has no verbs.
constexpr WordSet kDid{"diede",   "dette",   "diedero",    "dava", "davano", "danno",  "tolse",
                       "tolsero", "sospese", "prescrisse", "mise", "misero", "ordino", "levarono"};
constexpr WordSet kHave{"ho", "ha", "hanno", "abbiamo", "avevo", "aveva", "avevano"};

bool IsVowel(char letter) { return std::string_view("aeiou").find(letter) != std::string_view::npos; }

/// "Ce li ho ancora", "l'ho smessa", "me l'ha tolta": whether an answer begins with a verb whose object is a pronoun.
bool BeginsWithPronoun(const Reading& reading, TokenRange answer) {
  TokenIndex at = answer.first;
  while (at < answer.last && (reading.text.IsMark(at) || IsAny(reading.text.Word(at), kBeforeClitic))) ++at;
  const std::string_view pronoun = reading.text.Word(at);
  if (!IsAny(pronoun, kClitics)) return false;
  const std::string_view verb = reading.text.Word(at + 1);
  // "Lo assaggio per mestiere": the article would have lost its vowel.
  if ((pronoun == "lo" || pronoun == "la") && !verb.empty() && IsVowel(verb.front())) return true;
  return IsAny(verb, kHave) || IsAny(verb, kDid) || !BuiltInLexicon().ThirdPerson(verb).empty() ||
         BuiltInLexicon().IsThirdPerson(verb);
}

/// "Il ciclo?", "L'ultima mestruazione?"
bool AsksForCycle(const Reading& reading, std::size_t question) {
  constexpr std::array<std::string_view, 4> kCycle{"ciclo", "cicli", "mestruazion", "amenorre"};
  const TokenRange range = reading.clauses[question].range;
  for (TokenIndex at = range.first; at < range.last; ++at) {
    const std::string_view word = reading.text.Word(at);
    if (StartsWithAny(word, kCycle)) {
      return true;
    }
  }
  return false;
}

/// "E prima?", "quando?", "in passato?": whether a question asks on about what was asked before.
bool AsksOn(const Reading& reading, std::size_t question) {
  constexpr WordSet kAskingOn{"e",       "prima",   "quando",   "poi",   "allora", "mai", "in",
                              "passato", "com'",    "come",     "ha",    "hai",    "ci",  "lo",
                              "l'",      "provato", "successo", "fatto", "cosa",   "anni"};
  const Clause& clause = reading.clauses[question];
  for (TokenIndex at = clause.range.first; at < clause.range.last; ++at) {
    if (!reading.text.IsMark(at) && !IsAny(reading.text.Word(at), kAskingOn)) return false;
  }
  return clause.is_question;
}

/// "L'ho presa tre mesi e l'ho lasciata." after "Me l'avevano data, l'atorvastatina.": what became of the drug that the
/// sentence before names last.
bool TellsCourseOfDrug(const Reading& reading, std::size_t clause) {
  constexpr std::array<std::string_view, 9> kCourses{"pres",   "smess",  "lasciat",  "tolt",     "interrott",
                                                     "sospes", "provat", "tollerat", "sopportat"};
  static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
  if (clause == 0 || reading.clauses[clause].is_question || reading.clauses[clause - 1].is_question) return false;
  const TokenRange range = reading.clauses[clause].range;
  const auto before = reading.TermsIn(reading.clauses[clause - 1].range);
  TokenIndex at = range.first;
  while (at < range.last && IsAny(reading.text.Word(at), kBeforeClitic)) ++at;
  return reading.clauses[clause].sentence != reading.clauses[clause - 1].sentence && !before.empty() &&
         before.back().entry->tag == kDrug && !reading.HasTag(range, kDrug) && IsAny(reading.text.Word(at), kClitics) &&
         IsAny(reading.text.Word(at + 1), kHave) && StartsWithAny(reading.text.Word(at + 2), kCourses);
}

/// "Gravi." after "Le apnee.": of what kind an illness is.
bool SaysKind(const Reading& reading, std::size_t clause) {
  constexpr std::size_t kWordsOfKind = 2;
  static const TagIndex kCondition = BuiltInLexicon().Tag("condition");
  constexpr std::array<std::string_view, 10> kKinds{"grav", "liev",    "moderat",  "sever",    "cronic",
                                                    "acut", "bilater", "unilater", "meccanic", "biologic"};
  const TokenRange range = reading.clauses[clause].range;
  const TokenRange before = reading.clauses[clause - 1].range;
  const std::string_view word = reading.text.Word(range.first);
  return reading.WordsIn(range) <= kWordsOfKind && reading.WordsIn(before) <= kWordsOfScrap &&
         reading.HasTag(before, kCondition) && StartsWithAny(word, kKinds);
}

/// "Sono incinta." "Undici settimane."
bool SaysHowFarPregnant(const Reading& reading, std::size_t clause) {
  const TokenRange range = reading.clauses[clause].range;
  return reading.WordsIn(range) <= kWordsOfScrap && TellsWeeks(reading, range) &&
         SaysSheIsPregnant(reading, reading.clauses[clause - 1].range);
}

/// "Sui lassativi le ho detto no. È sì."
bool TurnsToYes(const Reading& reading, std::size_t clause) {
  static const TagIndex kDenial = BuiltInLexicon().Tag("denial");
  constexpr std::size_t kWordsOfTurn = 3;
  constexpr WordSet kTurning{"e", "invece"};
  const TokenRange range = reading.clauses[clause].range;
  return reading.WordsIn(range) <= kWordsOfTurn && IsAny(reading.text.Word(range.first), kTurning) &&
         reading.text.Original(range.first + 1) == "sì" && reading.HasTag(reading.clauses[clause - 1].range, kDenial);
}

}  // namespace

bool BeginsWithYes(const Reading& reading, std::size_t clause) {
  constexpr WordSet kAffirming{"sempre", "confermo", "certo", "esatto"};
  const TokenIndex first = reading.clauses[clause].range.first;
  if (IsAny(reading.text.Word(first), kAffirming) && reading.text.IsMark(first + 1)) return true;
  return reading.text.Word(first) == "si" && reading.text.Original(first) != "si" &&
         reading.text.Original(first) != "Si";
}

bool AffirmsPart(const Reading& reading, TokenRange range) {
  constexpr TokenIndex kLongest = 4;
  while (range.last > range.first && reading.text.IsMark(range.last - 1)) --range.last;
  const TokenIndex words = range.last - range.first;
  return words > 1 && words <= kLongest && reading.text.Original(range.last - 1) == "sì";
}

bool IsBareAnswer(const Reading& reading, std::size_t clause) {
  const TokenRange range = reading.clauses[clause].range;
  for (TokenIndex at = range.first; at < range.last; ++at) {
    if (!reading.text.IsMark(at) && !IsAny(reading.text.Word(at), kBare)) return false;
  }
  return true;
}

bool BeginsTakingBack(const Reading& reading, std::size_t clause) {
  constexpr WordSet kBreaths{"ah", "eh", "oh", "mah", ","};
  TokenIndex at = reading.clauses[clause].range.first;
  while (IsAny(reading.text.Word(at), kBreaths)) ++at;
  return IsAny(reading.text.Word(at), kTakingBack);
}

bool IsTakenBack(const Reading& reading, std::size_t clause) {
  const std::size_t next = clause + 1;
  return clause > 0 && next < reading.clauses.size() && reading.clauses[clause - 1].is_question &&
         !reading.clauses[next].is_question && IsBareAnswer(reading, clause) && BeginsTakingBack(reading, next);
}

namespace {

/// "Allergie, confermiamo l'amoxicillina?" "Amoxicillina sì."
bool NamesTheSame(const Reading& reading, std::size_t question, std::size_t answer) {
  const auto asked = reading.TermsIn(reading.clauses[question].range);
  const auto said = reading.TermsIn(reading.clauses[answer].range);
  return std::any_of(asked.begin(), asked.end(), [&](const TermHit& hit) {
    const std::string_view word = reading.text.Word(hit.range.first);
    return std::any_of(said.begin(), said.end(),
                       [&](const TermHit& own) { return reading.text.Word(own.range.first) == word; });
  });
}

/// "Allergie? Sigarette?" "Alla Novalgina. Sigarette niente.": whether the clause after the answer is the one that
/// speaks of the last of two questions, so that the answer is that of the first.
bool IsAnsweredNext(const Reading& reading, std::size_t question) {
  const std::size_t answer = question + 1, next = question + 2;
  if (question == 0 || !reading.clauses[question - 1].is_question || next >= reading.clauses.size() ||
      reading.clauses[answer].is_question || reading.clauses[next].is_question ||
      NamesTheSame(reading, question, answer) || BeginsWithYes(reading, answer))
    return false;
  return std::any_of(Subjects().begin(), Subjects().end(), [&](TagIndex subject) {
    return reading.HasTag(reading.clauses[question].range, subject) &&
           !reading.HasTag(reading.clauses[answer].range, subject) &&
           reading.HasTag(reading.clauses[next].range, subject);
  });
}

}  // namespace

std::optional<std::size_t> QuestionOf(const Reading& reading, std::size_t clause) {
  if (clause > 0 && reading.clauses[clause - 1].is_question) {
    if (const auto asked = AskedOfPatient(reading, clause - 1)) return asked;
    if (IsAnsweredNext(reading, clause - 1)) return clause - 2;
    const bool in_return = clause > 1 && reading.clauses[clause - 2].is_question &&
                           !reading.HasAnyOf(reading.clauses[clause - 1].range, Subjects()) &&
                           MustStay(reading, reading.clauses[clause - 2].range);
    return in_return ? clause - 2 : clause - 1;
  }
  if (clause > 1 && IsTakenBack(reading, clause - 1)) return clause - 2;
  return std::nullopt;
}

bool AnswersWhyHeCame(const Reading& reading, std::size_t clause) {
  constexpr std::array<std::string_view, 5> kComing{"vien", "venut", "venit", "qui", "anticip"};
  constexpr WordSet kBringing{"manda", "porta", "aspetta", "aspetti", "vorrebbe", "vorresti"};
  constexpr WordSet kWho{"chi", "cosa"};
  if (clause == 0 || !reading.clauses[clause - 1].is_question || reading.clauses[clause].is_question) return false;
  bool why = false;
  bool who = false;
  const TokenRange asked = reading.clauses[clause - 1].range;
  for (TokenIndex at = asked.first; at < asked.last; ++at) {
    const std::string_view word = reading.text.Word(at);
    if ((why && StartsWithAny(word, kComing)) || (who && IsAny(word, kBringing))) return true;
    why = why || word == "perche";
    who = who || IsAny(word, kWho);
  }
  return false;
}

bool IsAskedTogether(const Reading& reading, std::size_t question) {
  constexpr std::size_t kFew = 2;
  static const std::array<TagIndex, 2> kNamed{BuiltInLexicon().Tag("drug"), BuiltInLexicon().Tag("condition")};
  return question > 0 && reading.clauses[question - 1].is_question &&
         reading.WordsIn(reading.clauses[question].range) <= kFew &&
         !reading.HasAnyOf(reading.clauses[question].range, kNamed) &&
         reading.HasAnyOf(reading.clauses[question - 1].range, kNamed);
}

bool TellsOfSelfHarm(const Reading& reading, std::size_t clause) {
  constexpr std::size_t kClausesOfAnswer = 3;
  constexpr std::size_t kShortlyBefore = 4;
  static const TagIndex kSelfHarm = BuiltInLexicon().Tag("self_harm");
  std::size_t question = clause;
  while (question > 0 && clause - question < kClausesOfAnswer && !reading.clauses[question].is_question) --question;
  if (question == clause || !AsksOn(reading, question)) return false;
  for (std::size_t back = 1; back <= std::min(kShortlyBefore, question); ++back) {
    const Clause& before = reading.clauses[question - back];
    if (before.is_question) return reading.HasTag(before.range, kSelfHarm);
  }
  return false;
}

bool AnswersGravely(const Reading& reading, std::size_t clause) {
  static const TagIndex kSelfHarm = BuiltInLexicon().Tag("self_harm");
  if (TellsOfSelfHarm(reading, clause)) return true;
  if (const auto asked = QuestionOf(reading, clause)) {
    return MustStay(reading, reading.clauses[*asked].range) || AsksForCycle(reading, *asked);
  }
  return clause > 1 && reading.clauses[clause - 2].is_question &&
         reading.HasTag(reading.clauses[clause - 2].range, kSelfHarm);
}

bool PointsAtAsked(const Reading& reading, std::size_t question, std::size_t answer) {
  TokenIndex first = reading.clauses[answer].range.first;
  while (first + 1 < reading.clauses[answer].range.last &&
         (reading.text.Word(first) == "no" || reading.text.IsMark(first))) {
    ++first;
  }
  const TokenRange range = reading.clauses[answer].range;
  if (question + 1 == answer && DecidesOnAsked(reading, answer)) return true;
  const TokenRange asked = reading.clauses[question].range;
  return (reading.HasAnyOf(asked, Subjects()) || reading.HasAnyOf(asked, Habits())) &&
         (IsAny(reading.text.Word(first), kDemonstratives) || BeginsWithPronoun(reading, range));
}

bool DecidesOnAsked(const Reading& reading, std::size_t clause) {
  constexpr WordSet kDecisions{"resta",  "restano",   "rimane",    "rimangono", "continua", "continuiamo",
                               "uguale", "invariato", "invariata", "sospeso",   "sospesa",  "sospendiamo"};
  static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
  if (clause == 0 || !reading.clauses[clause - 1].is_question) return false;
  const TokenRange answer = reading.clauses[clause].range;
  TokenIndex at = answer.first;
  while (at < answer.last && (reading.text.IsMark(at) || IsAny(reading.text.Word(at), kBeforeClitic) ||
                              IsAny(reading.text.Word(at), kClitics))) {
    ++at;
  }
  return IsAny(reading.text.Word(at), kDecisions) && !reading.HasTag(answer, kDrug) &&
         reading.HasTag(reading.clauses[clause - 1].range, kDrug);
}

namespace {

/// "E di che cosa?"
bool AsksOfWhat(const Reading& reading, TokenRange question) {
  constexpr std::size_t kWordsOfAsking = 8;
  const TokenIndex of = question.first + (reading.text.Word(question.first) == "e" ? 1 : 0);
  const std::string_view what = reading.text.Word(std::int64_t{of} + 1);
  return reading.text.Word(of) == "di" && (what == "che" || what == "cosa") &&
         reading.WordsIn(question) <= kWordsOfAsking;
}

/// "Sua sorella come sta?" "Ha finito la chemio.": a question about a relative and no illness, and an answer about
/// nobody else.
bool TellsOfKin(const Reading& reading, std::size_t question, TokenRange answer) {
  static const std::array<TagIndex, 2> kOwn{BuiltInLexicon().Tag("condition"), BuiltInLexicon().Tag("first_person")};
  static const std::array<TagIndex, 2> kOther{BuiltInLexicon().Tag("first_person"), BuiltInLexicon().Tag("relative")};
  const TokenRange asked = reading.clauses[question].range;
  return SpeaksOfNearKin(reading, asked) && !reading.HasAnyOf(asked, kOwn) && !reading.HasAnyOf(answer, kOther) &&
         reading.text.Word(answer.first) != "no";
}

}  // namespace

std::optional<std::size_t> KinOfIllness(const Reading& reading, std::size_t clause) {
  static const TagIndex kCondition = BuiltInLexicon().Tag("condition");
  static const TagIndex kFirstPerson = BuiltInLexicon().Tag("first_person");
  static const TagIndex kRelative = BuiltInLexicon().Tag("relative");
  if (clause == 0 || reading.clauses[clause].is_question) return std::nullopt;
  const TokenRange range = reading.clauses[clause].range;
  const bool is_ill = reading.HasTag(range, kCondition) || StartsWithAny(reading.text.Word(range.first), kSuffered);
  const std::size_t words = reading.WordsIn(range);
  if (words > kWordsOfKinsIllness || !is_ill || reading.HasTag(range, kFirstPerson) ||
      reading.HasTag(range, kRelative)) {
    return std::nullopt;
  }
  const TokenRange before = reading.clauses[clause - 1].range;
  if (reading.clauses[clause - 1].is_question) {
    const bool of_kin =
        clause > 1 && AsksOfWhat(reading, before) && SpeaksOfNearKin(reading, reading.clauses[clause - 2].range);
    return of_kin ? std::optional(clause - 2) : std::nullopt;
  }
  if (SpeaksOfNearKin(reading, before)) return words <= kWordsOfScrap ? std::optional(clause - 1) : std::nullopt;
  const auto asked = QuestionOf(reading, clause - 1);
  return asked && TellsOfKin(reading, *asked, before) ? asked : std::nullopt;
}

bool CompletesBefore(const Reading& reading, std::size_t clause) {
  if (KinOfIllness(reading, clause) || TellsCourseOfDrug(reading, clause)) return true;
  if (clause == 0 || reading.clauses[clause].is_question || reading.clauses[clause - 1].is_question) return false;
  const TokenRange range = reading.clauses[clause].range;
  return reading.clauses[clause].sentence != reading.clauses[clause - 1].sentence &&
         ((reading.WordsIn(range) <= kWordsOfScrap && IsAny(reading.text.Word(range.first), kScrapBegins) &&
           !reading.NumbersIn({range.first, range.first + kBeforeNumber}).empty()) ||
          SaysKind(reading, clause) || TurnsToYes(reading, clause) || SaysHowFarPregnant(reading, clause));
}

}  // namespace scriba::clinical
