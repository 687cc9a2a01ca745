#include "clinical/writing/question.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "clinical/writing/wording.h"

namespace scriba::clinical {
namespace {

constexpr WordSet kNo{"no", "nossignore", "nossignora", "nessuno", "nessuna", "nessun", "niente"};
constexpr WordSet kYes{"si", "certo", "esatto", "purtroppo"};
/// What may stand beside a bare answer and says nothing.
constexpr WordSet kBeside{"assolutamente", "dottore", "dottoressa", "per",    "fortuna", "grazie", "a",
                          "dio",           "al",      "cielo",      "eh",     "no",      "beh",    "signora",
                          "guardi",        "mai",     "quello",     "quella", "quelli",  "quelle", "questo",
                          "carita"};
/// Questions that begin so ask for more than a yes or no, or speak to somebody: they are not turned.
constexpr WordSet kNotTurned{"che",    "cosa",     "come",    "com'",   "quanto", "quanta", "quanti", "quante",
                             "quando", "dove",     "chi",     "perche", "quale",  "quali",  "qual",   "non",
                             "solo",   "soltanto", "tutto",   "tutti",  "tutta",  "tutte",  "ancora", "sempre",
                             "quindi", "dunque",   "davvero", "o",      "per",    "con"};
constexpr WordSet kToSomebody{"tu", "ti", "hai", "sei", "mi", "vi", "lei"};
/// Joints and asides before a question.
constexpr WordSet kBefore{"e", "ma", "allora", "poi", "invece", "senta", "ecco", "bene"};
/// What can be denied as a noun: "Nega allergie", "Nega diabete, ipertensione".
constexpr std::array<std::string_view, 12> kDeniable{"deniable",  "allergy", "condition",       "drug",
                                                     "surgery",   "smoking", "drink",           "red_flag",
                                                     "self_harm", "bowel",   "eating_disorder", "relative"};
/// Words that only ask, at the beginning of a question that stands before its answer.
constexpr WordSet kAsking{"che",    "cosa",   "come",   "com'",   "quale",  "quali",  "qual",   "quanto", "quanta",
                          "quanti", "quante", "e",      "ma",     "allora", "poi",    "mi",     "dica",   "dice",
                          "ha",     "hai",    "prende", "prendi", "usa",    "soffre", "soffri", "di",     "c'",
                          "ci",     "sono",   "mai",    "avuto",  "avete",  "altre",  "altri"};
/// Words at its end that ask what the words before name: "Che farmaci prende?", "Scuola come va?", "Ricoveri quanti?".
constexpr WordSet kAskingLast{"prende", "prendi", "assume", "usa",    "ha",      "hai",    "fa",     "fai",
                              "c'",     "e",      "sono",   "ne",     "signora", "va",     "vanno",  "sta",
                              "stanno", "andata", "andato", "come",   "com'",    "quanto", "quanta", "quanti",
                              "quante", "quale",  "qual",   "perche", "ci",      "la",     "lo",     "mai",
                              ",",      "da",     "ce",     "l'",     "n'"};
constexpr TokenIndex kLongestDenied = 14;

bool Answers(const Reading& reading, TokenRange answer, bool (*says)(std::string_view)) {
  bool said = false;
  for (TokenIndex at = answer.first; at < answer.last; ++at) {
    if (reading.text.IsMark(at)) continue;
    const std::string_view word = reading.text.Word(at);
    if (says(word)) {
      said = true;
    } else if (!IsAny(word, kBeside)) {
      return false;
    }
  }
  return said;
}

bool IsThirdPerson(std::string_view word) {
  return word == "ci" || word == "c'" || word == "si" || BuiltInLexicon().IsThirdPerson(word);
}

/// Whether a word "è" is the verb: folding makes it "e".
bool IsVerbE(const Reading& reading, TokenIndex at) {
  return reading.text.Original(at) == "È" || reading.text.Original(at) == "è";
}

/// "Il concerta lo prendi ancora?": what a doctor says to the patient he asks.
bool IsSaidToHim(const Reading& reading, TokenIndex at) {
  constexpr WordSet kObjects{"lo", "la", "li", "le", "ne", "l'"};
  std::string_view stem = reading.text.Word(at);
  if (!stem.ends_with('i') || !IsAny(reading.text.Word(std::int64_t{at} - 1), kObjects)) return false;
  stem.remove_suffix(1);
  const std::array<std::string, 3> thirds{std::string(stem), std::string(stem) + "e", std::string(stem) + "ia"};
  return std::any_of(thirds.begin(), thirds.end(), [](const std::string& third) { return IsThirdPerson(third); });
}

bool HasTag(const Reading& reading, TokenRange range, const auto& tags) {
  for (const TermHit& hit : reading.TermsIn(range)) {
    const std::string& tag = BuiltInLexicon().tags()[hit.entry->tag];
    if (std::find(tags.begin(), tags.end(), tag) != tags.end()) return true;
  }
  return false;
}

/// The words of a question between its marks and asides.
TokenRange Core(const Reading& reading, TokenRange question) {
  while (question.last > question.first && reading.text.IsMark(question.last - 1)) --question.last;
  while (question.first < question.last &&
         (reading.text.IsMark(question.first) ||
          (IsAny(reading.text.Word(question.first), kBefore) && !IsVerbE(reading, question.first)))) {
    ++question.first;
  }
  return question;
}

/// A sentence after a lead word, or the other way round: its first letter small or large.
std::string WithCase(std::string sentence, bool large) {
  if (sentence.empty()) return sentence;
  const bool abbreviates = sentence.size() > 1 && sentence[1] >= 'A' && sentence[1] <= 'Z';
  char& first = sentence[0];
  if (large && first >= 'a' && first <= 'z') first = static_cast<char>(first - 'a' + 'A');
  if (!large && !abbreviates && first >= 'A' && first <= 'Z') first = static_cast<char>(first - 'A' + 'a');
  return sentence;
}

}  // namespace

std::optional<std::string> PlainAnswer(const Reading& reading, TokenRange question, TokenRange answer) {
  const bool denies = Answers(reading, answer, [](std::string_view word) { return IsAny(word, kNo); });
  const bool affirms = !denies && Answers(reading, answer, [](std::string_view word) { return IsAny(word, kYes); });
  if (!denies && !affirms) return std::nullopt;
  const TokenRange core = Core(reading, question);
  if (core.empty() || core.last - core.first > kLongestDenied || IsAny(reading.text.Word(core.first), kNotTurned)) {
    return std::nullopt;
  }
  // "Vomito? No, mai." says more than "Nega vomito".
  if (reading.text.HasWord(answer, "mai") && !reading.text.HasWord(core, "mai")) return std::nullopt;
  bool speaks_in_verbs = false;
  for (TokenIndex at = core.first; at < core.last; ++at) {
    const std::string_view word = reading.text.Word(at);
    if (IsAny(word, kToSomebody) || word == "?" || word == "vero" || word == "giusto" || IsSaidToHim(reading, at)) {
      return std::nullopt;
    }
    // "Dolori che vanno alla schiena".
    const bool of_noun = reading.text.Word(std::int64_t{at} - 1) == "che";
    const bool verb = !of_noun && (IsThirdPerson(word) || IsVerbE(reading, at));
    speaks_in_verbs = speaks_in_verbs || (verb && at > core.first);
  }
  const bool begins_with_verb = IsThirdPerson(reading.text.Word(core.first)) || IsVerbE(reading, core.first);
  const std::string_view first = reading.text.Word(core.first);
  if (begins_with_verb) {
    if (reading.text.HasWord(core, "o") || (affirms && reading.text.HasWord(core, "mai"))) return std::nullopt;
    const std::string asked = reading.text.Original(reading.text.SpanOf(core)) + ".";
    return denies ? "Non " + WithCase(asked, false) : WithCase(asked, true);
  }
  if (affirms || speaks_in_verbs || first == "mai" || !HasTag(reading, core, kDeniable)) return std::nullopt;
  return "Nega " + WithCase(WriteSentence(reading, {core}), false);
}

std::optional<std::string> PlainDenial(const Reading& reading, TokenRange range) {
  constexpr TokenIndex kLongest = 4;
  while (range.last > range.first && reading.text.IsMark(range.last - 1)) --range.last;
  if (range.last - range.first < 2 || range.last - range.first > kLongest) return std::nullopt;
  const std::string_view last = reading.text.Word(range.last - 1);
  if (last == "no" || !IsAny(last, kNo)) return std::nullopt;
  const TokenRange subject{range.first, range.last - 1};
  const auto terms = reading.TermsIn(subject);
  const bool is_subject = !terms.empty() && terms.front().range.first == subject.first &&
                          terms.front().range.last == subject.last && HasTag(reading, subject, kDeniable);
  if (!is_subject) return std::nullopt;
  return "Nega " + WithCase(WriteSentence(reading, {subject}), false);
}

std::vector<TokenRange> Asked(const Reading& reading, TokenRange question) {
  const auto has_content = [&](TokenRange range) {
    const auto terms = reading.TermsIn(range);
    return std::any_of(terms.begin(), terms.end(), [&](const TermHit& hit) {
      return hit.range.last <= range.last && hit.entry->tag != BuiltInLexicon().Tag("address") &&
             hit.entry->tag != BuiltInLexicon().Tag("filler") &&
             hit.entry->tag != BuiltInLexicon().Tag("first_person") && hit.entry->tag != BuiltInLexicon().Tag("denial");
    });
  };
  TokenRange core = Core(reading, question);
  while (core.first < core.last && IsAny(reading.text.Word(core.first), kAsking) &&
         has_content({core.first + 1, core.last}))
    ++core.first;
  while (core.first < core.last && IsAny(reading.text.Word(core.last - 1), kAskingLast) &&
         has_content({core.first, core.last - 1}))
    --core.last;
  if (core.empty()) return {question};
  if (!reading.text.IsMark(question.last - 1)) return {core};
  // The mark becomes the colon before the answer.
  return {core, {question.last - 1, question.last}};
}

bool IsBareAge(const Reading& reading, TokenRange question, TokenRange answer) {
  bool asks = false;
  for (TokenIndex at = question.first; at + 1 < question.last; ++at) {
    asks = asks || (reading.text.Word(at) == "quanti" && reading.text.Word(at + 1) == "anni" &&
                    reading.text.Word(at + 2) != "fa");
  }
  const auto numbers = reading.NumbersIn(answer);
  return asks && !numbers.empty() && numbers.front().range.first == answer.first && numbers.front().unit.empty() &&
         numbers.front().kind == NumberKind::kPlain && reading.text.Word(numbers.front().range.last) != "anni";
}

}  // namespace scriba::clinical
