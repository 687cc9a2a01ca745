// How speech becomes the style of a report.
//
// Words are left out (telegraphic.h) or put into digits, never exchanged, except the person of the verb where the
// patient certainly speaks of himself ("prendo" → "prende").
#include "clinical/wording.h"

#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>

#include "clinical/telegraphic.h"

namespace scriba::clinical {
namespace {

class Writer {
 public:
  Writer(const Reading& reading, const ThirdPerson* person, bool quotes)
      : reading_(reading),
        person_(person),
        turns_(person != nullptr && person->IsCertain()),
        quotes_(quotes),
        telegraphic_(reading) {}

  /// Whether the sentence still speaks in the first person.
  bool HasFirstPerson() const { return has_first_person_; }

  std::string Write(const std::vector<TokenRange>& ranges) {
    for (const TokenRange range : ranges) WriteRange(range);
    return Finish();
  }

 private:
  void WriteRange(TokenRange range) {
    // The question is the doctor's: its first person is not the patient.
    in_question_ = reading_.IsQuestion(range.first);
    const auto numbers = reading_.NumbersIn(range);
    auto number = numbers.begin();
    for (TokenIndex at = range.first; at < range.last;) {
      if (const TokenIndex after = reading_.EndOfWithdrawn(at); after > at) {
        at = std::min(after, range.last);
        space_due_ = true;
        continue;
      }
      while (number != numbers.end() && number->range.first < at) ++number;
      if (number != numbers.end() && number->range.first == at) {
        // "(-2 kg)": a sign belongs to its value.
        const bool joins = (out_.ends_with('(') || out_.ends_with('-')) && !reading_.text[at].space_before;
        Append(number->written, !joins);
        space_due_ = true;
        at = std::min(number->range.last, range.last);
        ++number;
        continue;
      }
      if (const TokenIndex after = telegraphic_.After(at, range, Place()); after > at) {
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

  Telegraphic::Place Place() const { return {out_.empty() || out_.ends_with('.'), quotes_, turns_ && !in_question_}; }

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
    std::string word = dictated ? std::string(reading_.text.Word(at)) : reading_.text.Original(at);
    if (mark) {
      if (out_.empty() || word == "\"" || word == "«" || word == "»") return;
      if (word == "?") word = ":";
      if (word == "!" || word == "…") word = ".";
      if (out_.ends_with(',') || out_.ends_with('.') || out_.ends_with(':') || out_.ends_with(';')) return;
    }
    if (mark) space_due_ = false;
    const bool opens = word == "(" || word == "-";
    Append(word, reading_.text[at].space_before && (!mark || opens));
  }

  void Append(std::string_view word, bool space) {
    const bool elided = !space_due_ && (out_.ends_with('\'') || out_.ends_with("’"));
    const bool apocope = out_.ends_with(" po'") || out_.ends_with(" po’");
    if ((space || space_due_) && !out_.empty() && !out_.ends_with('(') && (!elided || apocope)) out_ += ' ';
    space_due_ = false;
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
    icu::UnicodeString wide = icu::UnicodeString::fromUTF8(out_);
    const UChar32 first = wide.char32At(0);
    wide.replace(0, wide.moveIndex32(0, 1), icu::UnicodeString(u_toupper(first)));
    std::string written;
    wide.toUTF8String(written);
    return quotes_ ? "«" + written + "»." : written;
  }

  const Reading& reading_;
  const ThirdPerson* person_;
  /// The first person goes into the third.
  bool turns_;
  bool quotes_;
  bool has_first_person_ = false;
  bool in_question_ = false;
  Telegraphic telegraphic_;
  std::string out_;
  /// Something was left out: the next word does not join the one before.
  bool space_due_ = false;
};

}  // namespace

std::string WriteSentence(const Reading& reading, const std::vector<TokenRange>& ranges, const ThirdPerson* person) {
  Writer writer(reading, person, false);
  std::string written = writer.Write(ranges);
  if (!writer.HasFirstPerson()) return written;
  return Writer(reading, person, true).Write(ranges);
}

}  // namespace scriba::clinical
