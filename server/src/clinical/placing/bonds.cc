#include "clinical/placing/bonds.h"

#include <array>

#include "clinical/placing/answers.h"
#include "clinical/reading/prepositions.h"

namespace scriba::clinical {
namespace {

/// So many words say of what kind an illness is, or how a drug is taken.
constexpr std::size_t kWordsOfKind = 2;
/// So many name a dose, a value or a person: "la massa magra però, …".
constexpr std::size_t kWordsOfName = 5;
/// So many tell since when somebody has an illness.
constexpr std::size_t kWordsOfSince = 7;
/// So many are a subject that is put off, or point at somebody.
constexpr std::size_t kFewWords = 3;

bool NamesCondition(const Reading& reading, TokenRange range) {
  static const TagIndex kCondition = BuiltInLexicon().Tag("condition");
  return reading.HasTag(range, kCondition);
}

/// "Calcio citrato."
bool IsOnlyDrug(const Reading& reading, TokenRange range) {
  static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
  return reading.WordsIn(range) <= kWordsOfKind && reading.HasTag(range, kDrug);
}

/// "Diabete di tipo uno, da quando avevo nove anni."
bool SaysSinceWhen(const Reading& reading, TokenRange range) {
  constexpr WordSet kSince{"da", "dal", "dall'", "dalla", "dai"};
  return IsAny(reading.text.Word(range.first), kSince) && !reading.NumbersIn(range).empty();
}

/// "Tumori in famiglia?" "Mia madre, alle ovaie."
bool SaysWhereIllnessIs(const Reading& reading, const Segment& segment) {
  const auto asked = QuestionOf(reading, segment.clause);
  return asked && IsAny(reading.text.Word(segment.range.first), kTo) &&
         NamesCondition(reading, reading.clauses[*asked].range);
}

/// "La dottoressa Pagliani."
bool NamesWho(const Reading& reading, TokenRange range) {
  constexpr WordSet kArticles{"il", "la", "dal", "dalla", "al", "alla"};
  const std::string_view title = reading.text.Word(std::int64_t{range.first} + 1);
  return reading.WordsIn(range) <= kWordsOfName && IsAny(reading.text.Word(range.first), kArticles) &&
         (title.starts_with("dottor") || title.starts_with("professor"));
}

/// "Non adesso."
bool PutsOff(const Reading& reading, TokenRange range) {
  constexpr WordSet kNow{"adesso", "ora", "oggi", "subito"};
  return reading.text.Word(range.first) == "non" && IsAny(reading.text.Word(std::int64_t{range.first} + 1), kNow);
}

/// "La vita era centoventiquattro, oggi centodiciannove."
bool ComparesWithToday(const Reading& reading, TokenRange before, TokenRange next) {
  constexpr WordSet kToday{"oggi", "adesso", "ora"};
  constexpr WordSet kWas{"era", "erano"};
  const auto numbers = reading.NumbersIn(next);
  return IsAny(reading.text.Word(next.first), kToday) && !numbers.empty() &&
         numbers.front().range.first == next.first + 1 && !reading.NumbersIn(before).empty() &&
         reading.text.HasAny(before, kWas);
}

}  // namespace

bool TellsMore(const Reading& reading, const std::vector<Segment>& segments, std::size_t segment) {
  const TokenRange before = segments[segment - 1].range;
  const TokenRange range = segments[segment].range;
  const std::size_t words = reading.WordsIn(range);
  if (words > kWordsOfSince) return false;
  if (words <= kWordsOfKind && (NamesCondition(reading, before) || IsOnlyDrug(reading, before) ||
                                SaysWhereIllnessIs(reading, segments[segment]))) {
    return true;
  }
  return SaysSinceWhen(reading, range) && NamesCondition(reading, before);
}

bool NeedsBefore(const Reading& reading, const std::vector<Segment>& segments, std::size_t segment) {
  if (segment == 0) return false;
  const Segment& before = segments[segment - 1];
  if (reading.clauses[before.clause].sentence != reading.clauses[segments[segment].clause].sentence) return false;
  const TokenRange range = segments[segment].range;
  return NamesWho(reading, range) || (PutsOff(reading, range) && reading.WordsIn(before.range) <= kFewWords);
}

bool NamesDose(const Reading& reading, const std::vector<Segment>& segments, std::size_t segment) {
  const std::size_t next = segment + 1;
  if (next == segments.size() || segments[next].clause != segments[segment].clause) return false;
  const TokenRange range = segments[segment].range;
  const TokenRange dose = segments[next].range;
  if (ComparesWithToday(reading, range, dose)) return true;
  if (reading.WordsIn(range) > kWordsOfName) return false;
  const auto numbers = reading.NumbersIn(dose);
  return !numbers.empty() && numbers.front().range.first == dose.first && !numbers.front().unit.empty() &&
         !reading.TermsIn(range).empty();
}

bool PointsAtSomebody(const Reading& reading, TokenRange range) {
  constexpr WordSet kPointing{"quella", "quello", "lei", "lui", "altra", "altro"};
  return reading.WordsIn(range) <= kFewWords && IsAny(reading.text.Word(range.first), kPointing);
}

bool TurnsTheRest(const Reading& reading, TokenRange range) {
  constexpr std::array<std::string_view, 5> kTurning{"remission", "rifiut", "guarit", "risolt", "scompars"};
  return reading.text.HasStem(range, kTurning);
}

}  // namespace scriba::clinical
