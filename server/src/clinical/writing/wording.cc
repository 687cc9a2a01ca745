// How speech becomes the style of a report.
//
// Words are left out (telegraphic.h) or put into digits, never exchanged, except the person of the verb where the
// patient certainly speaks of himself ("prendo" → "prende").
#include "clinical/writing/wording.h"

#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "clinical/reading/cardinals.h"
#include "clinical/writing/capitals.h"
#include "clinical/writing/telegraphic.h"

namespace scriba::clinical {
namespace {

class Writer {
 public:
  /// What is not in the words themselves.
  struct Style {
    bool quotes = false;
    /// Marks are put in where speech pauses.
    bool pauses = true;
  };
  Writer(const Reading& reading, const ThirdPerson* person, Style style)
      : reading_(reading),
        person_(person),
        turns_(person != nullptr && person->IsCertain()),
        quotes_(style.quotes),
        pauses_(style.pauses && reading.is_unmarked),
        telegraphic_(reading) {}

  /// Whether the sentence still speaks in the first person.
  bool HasFirstPerson() const { return has_first_person_; }

  std::string Write(const std::vector<TokenRange>& ranges) {
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      if (i > 0 && AreOnlyMarks({ranges[i - 1].last, ranges[i].first}) && !reading_.IsQuestion(ranges[i - 1].first)) {
        AppendComma();
        goes_on_ = true;
      }
      begins_ = out_.ends_with('.');
      WriteRange(ranges[i]);
    }
    return Finish();
  }

 private:
  /// Whether only the end of a sentence stands between two ranges: the second is a scrap that completes the first.
  bool AreOnlyMarks(TokenRange between) const {
    for (TokenIndex at = between.first; at < between.last; ++at) {
      if (!reading_.text.IsMark(at)) return false;
    }
    return between.first < between.last;
  }

  void WriteRange(TokenRange range) {
    // The question is the doctor's: its first person is not the patient.
    in_question_ = reading_.IsQuestion(range.first);
    const auto numbers = reading_.NumbersIn(range);
    auto number = numbers.begin();
    const auto exchanges = reading_.ExchangesIn(range);
    auto exchange = exchanges.begin();
    for (TokenIndex at = range.first; at < range.last;) {
      if (pauses_ && reading_.PausesBefore(at)) Pause(at);
      if (const TokenIndex after = reading_.EndOfWithdrawn(at); after > at) {
        at = std::min(after, range.last);
        space_due_ = true;
        continue;
      }
      while (number != numbers.end() && number->range.first < at) ++number;
      while (exchange != exchanges.end() && exchange->range.first < at) ++exchange;
      const bool is_exchanged = exchange != exchanges.end() && exchange->range.first == at;
      if (number != numbers.end() && number->range.first == at) {
        // "(-2 kg)": a sign belongs to its value.
        const bool joins = (out_.ends_with('(') || out_.ends_with('-')) && !reading_.text[at].space_before;
        Append(IsIdleZero(*number, range) ? std::string("zero") : Exchanged(number->written, is_exchanged), !joins);
        space_due_ = true;
        at = std::min(number->range.last, range.last);
        ++number;
        continue;
      }
      if (is_exchanged) {
        WriteExchange(*exchange);
        at = exchange->range.last;
        continue;
      }
      if (const TokenIndex after = WriteBroken(at, range); after > at) {
        at = after;
        continue;
      }
      if (const TokenIndex after = telegraphic_.After(at, range, Place()); after > at) {
        begins_ = begins_ || (out_.ends_with('.') && !reading_.text.IsSmall(at));
        at = std::min(after, range.last);
        space_due_ = true;
        continue;
      }
      if (!quotes_ && telegraphic_.IsListJoint(at, range)) {
        AppendComma();
      } else {
        WriteToken(at);
      }
      ++at;
    }
  }

  /// "Vino e birra zero per un mese": it counts nothing and is no value of a measure or of a scale.
  bool IsIdleZero(const Number& number, TokenRange range) const {
    const TokenIndex at = number.range.first;
    if (number.range.last != at + 1 || reading_.text.Word(at) != "zero" || !number.unit.empty()) return false;
    constexpr WordSet kNoCounted{"per", "da", "dal", "fino"};
    const TokenIndex next = at + 1;
    if (at == range.first || (!reading_.text.IsMark(next) && !IsAny(reading_.text.Word(next), kNoCounted)))
      return false;
    static const std::array kDone{BuiltInLexicon().Tag("drink"), BuiltInLexicon().Tag("food"),
                                  BuiltInLexicon().Tag("smoking"), BuiltInLexicon().Tag("activity")};
    return reading_.HasAnyOf({at - 1, at}, kDone);
  }

  /// "A destra." "Sinistra, dottore.": the word that holds, written as it would stand there.
  void WriteExchange(const Exchange& exchange) {
    std::string words;
    for (TokenIndex at = exchange.holds.first; at < exchange.holds.last; ++at) {
      if (!words.empty() && reading_.text[at].space_before) words += ' ';
      words += GoingOn(reading_.text.Original(at));
    }
    Append(Exchanged(words, true), true);
  }

  /// In a quotation, what its speaker did not say stands in brackets.
  std::string Exchanged(std::string words, bool is_exchanged) const {
    return quotes_ && is_exchanged ? "[" + words + "]" : std::move(words);
  }

  /// "Carve di lolo", "l'osartan": the name that a recogniser broke is one word.
  TokenIndex WriteBroken(TokenIndex at, TokenRange range) {
    for (const TermHit& hit : reading_.TermsIn({at, at + 1})) {
      if (!hit.is_broken || hit.range.last > range.last) continue;
      Span first = reading_.text.SpanOf({at, at + 1});
      if (reading_.text.Word(at).ends_with('\'')) --first.end;
      std::string name = reading_.text.Original(first);
      for (TokenIndex piece = at + 1; piece < hit.range.last; ++piece) name += reading_.text.Word(piece);
      Append(name, reading_.text[at].space_before);
      return hit.range.last;
    }
    return at;
  }

  Telegraphic::Place Place() const { return {out_.empty() || out_.ends_with('.'), quotes_, turns_ && !in_question_}; }

  /// The mark that the text lacks.
  void Pause(TokenIndex at) {
    if (out_.empty() || out_.ends_with(',') || out_.ends_with('.') || out_.ends_with(':')) return;
    out_ += at > 0 && reading_.IsQuestion(at - 1) ? ':' : ',';
    space_due_ = true;
  }

  void WriteToken(TokenIndex at) {
    if (turns_ && !quotes_ && !in_question_) {
      if (const auto word = person_->Replace(at)) {
        if (word->empty()) {
          space_due_ = true;
        } else {
          Append(*word, reading_.text[at].space_before);
        }
        return;
      }
    }
    if (person_ && !quotes_ && !in_question_) {
      has_first_person_ = has_first_person_ || (turns_ ? person_->IsFirstPerson(at) : person_->IsOwnWord(at));
    }
    AppendToken(at);
  }

  void AppendComma() {
    const bool open =
        out_.empty() || out_.ends_with(',') || out_.ends_with('.') || out_.ends_with(':') || out_.ends_with('(');
    if (!open) out_ += ',';
    space_due_ = true;
  }

  void AppendToken(TokenIndex at) {
    const bool mark = reading_.text.IsMark(at);
    const bool dictated = reading_.text.IsDictatedMark(at);
    const bool small =
        goes_on_ && (reading_.TermsIn({at, at + 1}).empty() || BuiltInLexicon().IsThirdPerson(reading_.text.Word(at)));
    goes_on_ = false;
    std::string word = dictated ? std::string(reading_.text.Word(at)) : reading_.text.Original(at);
    if (small) word = GoingOn(word);
    if (begins_ && !mark) word = Capitalized(std::move(word));
    if (mark) {
      if (out_.empty() || word == "\"" || word == "«" || word == "»") return;
      if (word == "?") word = ":";
      if (word == "!" || word == "…") word = ".";
      if (word == "." && HesitatesAt(at)) word = ",";
      if (out_.ends_with(',') || out_.ends_with('.') || out_.ends_with(':') || out_.ends_with(';')) return;
    }
    if (mark) space_due_ = false;
    const bool opens = word == "(" || word == "-";
    Append(word, reading_.text[at].space_before && (!mark || opens));
  }

  /// "Vomitare... due volte a gennaio": dots after which a sentence goes on are no end of it.
  bool HesitatesAt(TokenIndex at) const {
    // Folded, three dots in one are three.
    const auto is_dot = [&](std::int64_t i) { return reading_.text.Word(i) == "." || reading_.text.Word(i) == "..."; };
    TokenIndex next = at + 1;
    while (is_dot(next)) ++next;
    const bool hesitates = next > at + 1 || reading_.text.Word(at) == "..." || is_dot(std::int64_t{at} - 1);
    return hesitates && reading_.text.IsSmall(next);
  }

  void Append(std::string_view word, bool space) {
    const bool elided = !space_due_ && (out_.ends_with('\'') || out_.ends_with("’"));
    const bool apocope = out_.ends_with(" po'") || out_.ends_with(" po’");
    if ((space || space_due_) && !out_.empty() && !out_.ends_with('(') && (!elided || apocope)) out_ += ' ';
    space_due_ = begins_ = false;
    out_ += word;
  }

  std::string Finish() {
    while (!out_.empty() &&
           (out_.ends_with(' ') || out_.ends_with(',') || out_.ends_with(':') || out_.ends_with(';'))) {
      out_.pop_back();
    }
    if (out_.empty() || out_ == ".") return {};
    if (quotes_) {
      while (out_.ends_with('.')) out_.pop_back();
    } else if (!out_.ends_with('.')) {
      out_ += '.';
    }
    out_ = Capitalized(std::move(out_));
    return quotes_ ? "«" + out_ + "»." : std::move(out_);
  }

  const Reading& reading_;
  const ThirdPerson* person_;
  /// The first person goes into the third.
  bool turns_;
  bool quotes_;
  bool pauses_;
  bool has_first_person_ = false;
  bool in_question_ = false;
  Telegraphic telegraphic_;
  std::string out_;
  /// Something was left out: the next word does not join the one before.
  bool space_due_ = false;
  /// The next word goes on with a sentence that ended in the talk.
  bool goes_on_ = false;
  /// The next word begins a sentence, whatever was left out before it.
  bool begins_ = false;
};

std::vector<double> NumbersOf(std::string_view written) {
  std::vector<double> values;
  for (const Number& number : FindNumbers(Text(written))) {
    values.push_back(number.value);
    values.push_back(number.second);
  }
  return values;
}

/// A mark that is put in joins or parts no numbers: "96 e 2 a giugno" with a comma after it would be 96,2.
std::string WithSafePauses(const Reading& reading, const std::vector<TokenRange>& ranges, const ThirdPerson* person,
                           bool quotes, std::string paused) {
  std::size_t numbers = 0;
  for (const TokenRange range : ranges) numbers += reading.NumbersIn(range).size();
  if (numbers < 2) return paused;
  std::string plain = Writer(reading, person, {quotes, false}).Write(ranges);
  return NumbersOf(paused) == NumbersOf(plain) ? paused : plain;
}

/// "8", "otto", "mezzo", "un quarto", "la minima 80".
bool MayEndNumber(std::string_view after) {
  const std::string word = Fold(after.substr(0, after.find_first_of(" ,.;:?!")));
  return word.empty() || std::isdigit(static_cast<unsigned char>(word.front())) != 0 || word.starts_with("mezz") ||
         word.starts_with("un") || word == "la" || word == "minima" || word == "ehm" || word == "e" ||
         ReadCardinal(word).has_value();
}

/// Whether some word is "e" or "è", whatever stands before it, and what may be the end of a number after it.
bool HasJoint(std::string_view written) {
  for (const std::string_view joint : {"e ", "E ", "è ", "È ", "é ", "É "}) {
    for (std::size_t at = written.find(joint); at != std::string_view::npos; at = written.find(joint, at + 1)) {
      const char before = at > 0 ? written[at - 1] : 'e';
      const bool is_word = (before < 'a' || before > 'z') && (before < 'A' || before > 'Z');
      if (is_word && MayEndNumber(written.substr(at + joint.size()))) return true;
    }
  }
  return false;
}

/// Cut out of its talk, "centoquattro e otto" may read as 104,8 where all of it did not: values that were not said are
/// parted by a comma.
std::string PartUnsaid(const Reading& reading, const std::vector<TokenRange>& ranges, std::string written) {
  std::vector<std::pair<double, double>> said;
  for (const TokenRange range : ranges) {
    for (const Number& number : reading.NumbersIn(range)) said.emplace_back(number.value, number.second);
  }
  if (said.empty() || !HasJoint(written)) return written;
  std::sort(said.begin(), said.end());
  const Text text(written);
  const std::vector<Number> numbers = FindNumbers(text);
  icu::UnicodeString wide = text.utf16();
  for (auto number = numbers.rbegin(); number != numbers.rend(); ++number) {
    if (std::binary_search(said.begin(), said.end(), std::pair(number->value, number->second))) continue;
    for (TokenIndex at = number->range.last - 1; at > number->range.first; --at) {
      if (text.Word(at) != "e") continue;
      const auto begin = static_cast<int32_t>(text[at - 1].end);
      wide.replace(begin, static_cast<int32_t>(text[at].end) - begin, icu::UnicodeString(u','));
    }
  }
  std::string parted;
  wide.toUTF8String(parted);
  return parted;
}

}  // namespace

std::string WriteSentence(const Reading& reading, const std::vector<TokenRange>& ranges, const ThirdPerson* person) {
  Writer writer(reading, person, {});
  std::string written = writer.Write(ranges);
  const bool quotes =
      writer.HasFirstPerson() || (person && std::any_of(ranges.begin(), ranges.end(), [&](TokenRange range) {
                                    return !reading.IsQuestion(range.first) && ThirdPerson::SetsApart(reading, range);
                                  }));
  if (quotes) written = Writer(reading, person, {true}).Write(ranges);
  if (reading.is_unmarked) written = WithSafePauses(reading, ranges, person, quotes, std::move(written));
  return PartUnsaid(reading, ranges, std::move(written));
}

std::size_t WordsOfSentence(const Reading& reading, const std::vector<TokenRange>& ranges) {
  const std::string written = Writer(reading, nullptr, {}).Write(ranges);
  return static_cast<std::size_t>(std::count(written.begin(), written.end(), ' ')) + 1;
}

}  // namespace scriba::clinical
