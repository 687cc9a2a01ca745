#include "clinical/reading/reading.h"

#include <algorithm>

#include "clinical/reading/corrections.h"
#include "clinical/reading/decimal_doses.h"
#include "clinical/reading/integers.h"
#include "clinical/reading/items.h"
#include "clinical/reading/new_endings.h"
#include "clinical/reading/second_words.h"
#include "clinical/reading/tenths.h"
#include "clinical/reading/units.h"

namespace scriba::clinical {
namespace {

/// With fewer marks than one to so many words, the text came without punctuation.
constexpr TokenIndex kWordsPerMark = 20;
/// A text that never asks, though it has marks, is a dictation; with fewer marks than these, it is a talk whose marks
/// were left out for the most part.
constexpr double kWordsPerSparseMark = 5.5;
constexpr TokenIndex kTalk = 300;
/// Where so many full stops stand before a small letter, they were put anywhere.
constexpr TokenIndex kFewestStops = 10;
constexpr double kStray = 0.4;

struct Marks {
  TokenIndex all = 0;
  TokenIndex asking = 0;
  TokenIndex stops = 0;
  /// Full stops before a small letter.
  TokenIndex stray = 0;
};

Marks Count(const Text& text) {
  Marks marks;
  for (TokenIndex at = 0; at < text.size(); ++at) {
    if (!text.IsMark(at)) continue;
    ++marks.all;
    if (text.Word(at) == "?") ++marks.asking;
    if (text.Word(at) != "." || text.IsDictatedMark(at) || text.IsMark(at + 1)) continue;
    ++marks.stops;
    if (text.IsSmall(at + 1)) ++marks.stray;
  }
  return marks;
}

/// Whether the marks of a text tell nothing of where its sentences end.
bool HasStrayMarks(const Marks& marks, TokenIndex tokens) {
  if (marks.stops >= kFewestStops && marks.stray > kStray * marks.stops) return true;
  const TokenIndex words = tokens - marks.all;
  return words > kTalk && marks.asking * kTalk < words && marks.all * kWordsPerSparseMark < words;
}

/// Of each token the words before it, which is its place in the text without marks; last, all words.
std::vector<TokenIndex> WordsBefore(const Text& text) {
  std::vector<TokenIndex> places;
  TokenIndex words = 0;
  for (TokenIndex at = 0; at <= text.size(); ++at) {
    places.push_back(words);
    if (at < text.size() && !text.IsMark(at)) ++words;
  }
  return places;
}

/// Between a value that is taken back and the one that replaces it stand so few tokens that both are one statement.
constexpr TokenIndex kLongestBound = 12;
/// And so few between two values of which the second may replace the first.
constexpr TokenIndex kLongestDoubt = 5;

}  // namespace

bool IsUnmarked(const Text& text) {
  const Marks marks = Count(text);
  return marks.all * kWordsPerMark < text.size() || HasStrayMarks(marks, text.size());
}

Heard::Heard(std::string_view transcript_utf8)
    : text(transcript_utf8),
      terms(BuiltInLexicon().Find(text)),
      numbers(JoinDecimalDoses(text, CompleteEndings(text, CompleteTenths(text, FindNumbers(text))), terms)),
      is_unmarked(IsUnmarked(text)) {
  const SecondWords words = FindSecondWords(text, terms);
  withdrawn = FindWithdrawn(text, numbers, terms, words.withdrawn);
  bound = words.bound;
  AddBoundValues();
  PutRight right = FindPutRight(text, withdrawn, numbers);
  KeepUnits();
  exchanges = std::move(right.exchanges);
  withdrawn.insert(withdrawn.end(), right.withdrawn.begin(), right.withdrawn.end());
  withdrawn = Joined(std::move(withdrawn));
  if (is_unmarked) AddDoubtedValues();
  if (!HasStrayMarks(Count(text), text.size())) return;
  // Where a value ends, even a mark put anywhere may tell; where a sentence ends, it does not.
  const std::vector<TokenIndex> places = WordsBefore(text);
  const auto move = [&](TokenRange& range) { range = {places[range.first], places[range.last]}; };
  for (Number& number : numbers) move(number.range);
  for (TokenRange& range : withdrawn) move(range);
  for (TokenRange& range : bound) move(range);
  for (Exchange& exchange : exchanges) {
    move(exchange.range);
    move(exchange.holds);
  }
  text = text.WithoutMarks();
  terms = BuiltInLexicon().Find(text);
}

Number* Heard::ReplacementOf(TokenRange gone) {
  const auto index = static_cast<std::size_t>(FirstFrom(numbers, gone.last) - numbers.begin());
  // "No, mi correggo, microgrammi quattrocento": the unit may come first.
  const bool follows = index < numbers.size() && numbers[index].range.first <= gone.last + 1;
  return follows ? &numbers[index] : nullptr;
}

void Heard::AddBoundValues() {
  for (const TokenRange range : withdrawn) {
    const Number* value = ReplacementOf(range);
    if (!value || range.last - range.first > kLongestBound) continue;
    const bool goes_on = range.first > 0 && (!text.IsMark(range.first - 1) || text.Word(range.first - 1) == "?");
    bound.push_back({goes_on ? range.first - 1 : range.first, value->range.first + 1});
  }
}

void Heard::KeepUnits() {
  for (const TokenRange range : withdrawn) {
    Number* value = ReplacementOf(range);
    const auto before = FirstFrom(numbers, range.first);
    if (!value || before->range.first != range.first || value->kind != NumberKind::kPlain ||
        before->kind != value->kind || !value->unit.empty() || !text.IsMark(value->range.last) ||
        !UnitOf(text.Word(std::int64_t{value->range.first} - 1)).empty())
      continue;
    const std::string_view counted = text.Word(before->range.last);
    if (!before->unit.empty()) {
      value->unit = before->unit;
      value->written = WriteQuantity(value->value, value->unit);
    } else if (before->range.last < range.last && IsCounted(counted)) {
      value->written += " " + std::string(counted);
    }
  }
}

void Heard::AddDoubtedValues() {
  constexpr WordSet kDoubts{"no", "anzi"};
  for (std::size_t i = 0; i + 1 < numbers.size(); ++i) {
    const TokenRange between{numbers[i].range.last, numbers[i + 1].range.first};
    if (between.last > between.first + kLongestDoubt) continue;
    for (TokenIndex at = between.first; at < between.last; ++at) {
      if (!IsAny(text.Word(at), kDoubts)) continue;
      bound.push_back({numbers[i].range.first, numbers[i + 1].range.last});
      break;
    }
  }
}

Reading::Reading(std::string_view transcript_utf8, const MarkModel& marks) : Reading(Heard(transcript_utf8), marks) {}

Reading::Reading(Heard heard, const MarkModel& marks)
    : text(std::move(heard.text)),
      numbers(std::move(heard.numbers)),
      withdrawn(std::move(heard.withdrawn)),
      exchanges(std::move(heard.exchanges)),
      terms(std::move(heard.terms)),
      clauses(FindClauses(text, numbers, terms, heard.bound, marks, heard.is_unmarked)),
      classes(BuiltInWordClasses().Of(text)),
      is_unmarked(heard.is_unmarked),
      term_starts_(terms, text.size()),
      number_starts_(numbers, text.size()),
      words_before_(WordsBefore(text)) {}

bool Reading::PausesBefore(TokenIndex at) const {
  if (!is_unmarked || text.IsMark(static_cast<std::int64_t>(at) - 1)) return false;
  const auto clause = FirstFrom(clauses, at);
  return clause != clauses.end() && clause->range.first == at && (clause->follows_pause || IsQuestion(at - 1));
}

TokenIndex Reading::EndOfWithdrawn(TokenIndex at) const { return EndOfCovering(withdrawn, at); }

std::span<const Exchange> Reading::ExchangesIn(TokenRange range) const {
  const auto first = FirstFrom(exchanges, range.first);
  return {first, std::max(first, FirstFrom(exchanges, range.last))};
}

Span Reading::EvidenceOf(const Number& number) const {
  TokenRange range = number.range;
  for (const Exchange& exchange : ExchangesIn(range)) range.last = std::max(range.last, exchange.holds.last);
  return text.SpanOf(range);
}

bool Reading::IsQuestion(TokenIndex at) const {
  const auto after = std::upper_bound(clauses.begin(), clauses.end(), at, [](TokenIndex index, const Clause& clause) {
    return index < clause.range.first;
  });
  return after != clauses.begin() && (after - 1)->is_question;
}

}  // namespace scriba::clinical
