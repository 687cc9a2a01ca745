#include "clinical/placing/asked_subjects.h"

#include <algorithm>
#include <array>

#include "clinical/placing/answers.h"
#include "clinical/reading/items.h"

namespace scriba::clinical {
namespace {

/// Tags that are no clinical content by themselves.
constexpr std::array<std::string_view, 8> kEmptyTags{"greeting", "filler",     "first_person", "address",
                                                     "denial",   "correction", "digression",   "condition_word"};

/// An answer of more words says what it speaks of.
constexpr std::size_t kFullAnswer = 9;
/// Of a drug none does without its name.
constexpr std::size_t kFullAnswerOfDrug = 16;
constexpr std::size_t kShortAnswer = 4;
/// A question of so few words is little more than its subject.
constexpr std::size_t kShortQuestion = 3;
/// Subjects of a question without which its answer would say something else.
constexpr std::array<std::string_view, 5> kBindingQuestions{"relative", "allergy", "self_harm", "eating_disorder",
                                                            "red_flag"};
/// Tags of one topic: asked for one of them, people answer with another.
constexpr std::array<std::array<std::string_view, 4>, 3> kTopics{{{"meal", "food", "drink", "eating_style"},
                                                                  {"activity", "sedentary", "activity", "sedentary"},
                                                                  {"drug", "drug_form", "drug_use", "drug"}}};
constexpr std::size_t kOfDrugs = 3;

}  // namespace

AskedSubjects::AskedSubjects(const Reading& reading)
    : reading_(reading),
      empty_tag_(BuiltInLexicon().tags().size(), false),
      binds_(empty_tag_),
      topic_(empty_tag_.size(), 0) {
  for (const std::string_view tag : kEmptyTags) empty_tag_[BuiltInLexicon().Tag(tag)] = true;
  for (const std::string_view tag : kBindingQuestions) binds_[BuiltInLexicon().Tag(tag)] = true;
  for (std::size_t topic = 0; topic < kTopics.size(); ++topic) {
    for (const std::string_view tag : kTopics[topic]) topic_[BuiltInLexicon().Tag(tag)] = topic + 1;
  }
}

bool AskedSubjects::AreIn(TokenRange range) const {
  const auto terms = reading_.TermsIn(range);
  return std::any_of(terms.begin(), terms.end(), [&](const TermHit& hit) { return !empty_tag_[hit.entry->tag]; });
}

bool AskedSubjects::NeedsQuestion(std::size_t question, std::size_t answer) const {
  if (question + 1 < answer || IsBareAnswer(reading_, answer) || PointsAtAsked(reading_, question, answer) ||
      AsksOfWhatHeDied(reading_.clauses[question].range))
    return true;
  if (AsksOfFamily(reading_.clauses[question].range) && NamesOnlyWho(answer)) return true;
  // "Allergie sempre al kiwi?" "Sì, mi si gonfia la lingua."
  static const TagIndex kAllergy = BuiltInLexicon().Tag("allergy");
  if (BeginsWithYes(reading_, answer) && reading_.HasTag(reading_.clauses[question].range, kAllergy)) return true;
  static const std::array<TagIndex, 3> kOfSomebody{BuiltInLexicon().Tag("condition"), BuiltInLexicon().Tag("relative"),
                                                   BuiltInLexicon().Tag("drug")};
  bool of_somebody = false;
  bool of_drug = false;
  const auto said = reading_.TermsIn(reading_.clauses[answer].range);
  bool has_subject = false;
  bool again = false;
  for (const TermHit& asked : reading_.TermsIn(reading_.clauses[question].range)) {
    if (empty_tag_[asked.entry->tag]) continue;
    has_subject = true;
    of_drug = of_drug || asked.entry->tag == kOfSomebody[2];
    of_somebody =
        of_somebody || std::find(kOfSomebody.begin(), kOfSomebody.end(), asked.entry->tag) != kOfSomebody.end();
    const bool same = std::any_of(said.begin(), said.end(), [&](const TermHit& hit) {
      // "Allergie?" "Al lattice.": what somebody is allergic to does not say so.
      if (SpeaksOfAllergy(asked.range) && !SpeaksOfAllergy(hit.range)) return false;
      // "Quanta Coca?" "Due litri al giorno.": an amount names no subject.
      if (IsAmount(hit.range)) return false;
      // "La metformina?" "Due volte al giorno.": only a drug names the drug.
      if (topic_[asked.entry->tag] == kOfDrugs) return hit.entry->tag == kOfSomebody[2];
      return hit.entry->tag == asked.entry->tag ||
             (topic_[hit.entry->tag] != 0 && topic_[hit.entry->tag] == topic_[asked.entry->tag]);
    });
    // An illness that was asked about the family, or of which somebody is allergic, is not the patient's own.
    if (binds_[asked.entry->tag] && !same) return true;
    again = again || same;
  }
  if (!has_subject) return NamesSubject(question) && IsScrap(answer);
  return !again &&
         (BeginsWithCount(answer) || AffirmsForPart(answer) || (of_somebody && BeginsWithYes(reading_, answer)) ||
          reading_.WordsIn(reading_.clauses[answer].range) <= (of_drug ? kFullAnswerOfDrug : kFullAnswer) ||
          (!of_somebody && reading_.WordsIn(reading_.clauses[question].range) <= kShortQuestion));
}

bool AskedSubjects::SpeaksOfAllergy(TokenRange term) const {
  constexpr std::array<std::string_view, 4> kAllergic{"allerg", "intolleran", "anafila", "shock"};
  return StartsWithAny(reading_.text.Word(term.first), kAllergic);
}

/// "E in famiglia, diabete?"
bool AskedSubjects::AsksOfFamily(TokenRange range) const {
  static const TagIndex kCondition = BuiltInLexicon().Tag("condition");
  static const TagIndex kRelative = BuiltInLexicon().Tag("relative");
  return reading_.HasTag(range, kRelative) && reading_.HasTag(range, kCondition);
}

/// "Mio padre, con le pastiglie.": a relative, and no illness, nor in what goes on ("mia zia | un tumore al seno").
bool AskedSubjects::NamesOnlyWho(std::size_t answer) const {
  static const TagIndex kCondition = BuiltInLexicon().Tag("condition");
  static const TagIndex kRelative = BuiltInLexicon().Tag("relative");
  const Clause& who = reading_.clauses[answer];
  const bool goes_on = answer + 1 < reading_.clauses.size() && reading_.clauses[answer + 1].sentence == who.sentence;
  return reading_.WordsIn(who.range) <= kFullAnswer && reading_.HasTag(who.range, kRelative) &&
         !reading_.HasTag(who.range, kCondition) &&
         !(goes_on && reading_.HasTag(reading_.clauses[answer + 1].range, kCondition));
}

/// "Le crisi, mi ricordo bene, due?" "Due, a sedici anni e a ventidue.": a number of what was asked for.
bool AskedSubjects::BeginsWithCount(std::size_t answer) const {
  const TokenRange range = reading_.clauses[answer].range;
  const auto numbers = reading_.NumbersIn(range);
  return !numbers.empty() && numbers.front().range.first == range.first && numbers.front().unit.empty() &&
         reading_.text.IsMark(numbers.front().range.last);
}

/// "In gravidanza lo zucchero l'ha mai avuto alto?" "Con la seconda sì, mo' che mi ci fa pensare."
bool AskedSubjects::AffirmsForPart(std::size_t answer) const {
  const TokenRange range = reading_.clauses[answer].range;
  const TokenIndex end = FirstIn(range, [&](TokenIndex at) { return reading_.text.IsMark(at); });
  return end < range.last && AffirmsPart(reading_, {range.first, end});
}

/// "Giorno di riposo?", "il cane?": a short question that is a name, of whatever.
bool AskedSubjects::NamesSubject(std::size_t question) const {
  constexpr std::size_t kLettersOfName = 5;
  constexpr WordSet kAsking{"quando",  "quanto",  "quanta", "quanti",   "quante", "quale",   "quali",
                            "perche",  "davvero", "sicuro", "sicura",   "giusto", "capito",  "allora",
                            "invece",  "adesso",  "sempre", "anche",    "prima",  "dottore", "dottoressa",
                            "signora", "signore", "ancora", "come",     "altro",  "scusi",   "quindi",
                            "vero",    "niente",  "oppure", "qualcosa", "basta",  "succede"};
  constexpr WordSet kSentences{"posso", "devo", "siete", "ho", "va", "giusto"};
  const TokenRange range = reading_.clauses[question].range;
  if (AsksHowOften(range)) return true;
  if (reading_.WordsIn(range) > kShortQuestion || IsAny(reading_.text.Word(range.first), kSentences)) return false;
  for (TokenIndex at = range.first; at < range.last; ++at) {
    const std::string_view word = reading_.text.Word(at);
    if (word.size() >= kLettersOfName && !reading_.text.IsMark(at) && !IsAny(word, kAsking)) return true;
  }
  return false;
}

/// "Di che cosa è mancato?" "Un tumore.": without its question the answer would be the patient's illness.
bool AskedSubjects::AsksOfWhatHeDied(TokenRange range) const {
  constexpr std::array<std::string_view, 3> kDied{"mancat", "mort", "decedut"};
  bool of_what = false;
  for (TokenIndex at = range.first; at < range.last; ++at) {
    if (of_what && StartsWithAny(reading_.text.Word(at), kDied)) return true;
    of_what = of_what || reading_.text.Word(at) == "che" || reading_.text.Word(at) == "cosa" ||
              reading_.text.Word(at) == "come";
  }
  return false;
}

/// "Quante volte in una settimana?"
bool AskedSubjects::AsksHowOften(TokenRange range) const {
  constexpr std::size_t kWordsOfAsking = 6;
  TokenIndex at = range.first;
  while (at < range.last && (reading_.text.IsMark(at) || reading_.text.Word(at) == "e")) ++at;
  return reading_.WordsIn(range) <= kWordsOfAsking && reading_.text.Word(at) == "quante" &&
         reading_.text.Word(at + 1) == "volte";
}

/// "Nessuno da febbraio.": a few words that name nothing themselves.
bool AskedSubjects::IsScrap(std::size_t answer) const {
  const TokenRange range = reading_.clauses[answer].range;
  const auto terms = reading_.TermsIn(range);
  return reading_.WordsIn(range) <= kShortAnswer &&
         std::all_of(terms.begin(), terms.end(), [&](const TermHit& hit) { return empty_tag_[hit.entry->tag]; });
}

bool AskedSubjects::IsAmount(TokenRange term) const {
  const auto numbers = reading_.NumbersIn({term.first > 2 ? term.first - 2 : 0, term.last});
  return std::any_of(numbers.begin(), numbers.end(), [&](const Number& number) {
    return !number.unit.empty() && number.range.first <= term.first && term.last <= number.range.last;
  });
}

}  // namespace scriba::clinical
