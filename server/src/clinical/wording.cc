#include "clinical/wording.h"

#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>

namespace scriba::clinical {
namespace {

class Writer {
 public:
  explicit Writer(const Reading& reading) : reading_(reading), filler_(BuiltInLexicon().Tag("filler")) {}

  std::string Write(const std::vector<TokenRange>& ranges) {
    for (const TokenRange range : ranges) WriteRange(range);
    return Finish();
  }

 private:
  void WriteRange(TokenRange range) {
    const auto numbers = reading_.NumbersIn(range);
    auto number = numbers.begin();
    for (TokenIndex at = range.first; at < range.last;) {
      while (number != numbers.end() && number->range.first < at) ++number;
      if (number != numbers.end() && number->range.first == at) {
        Append(number->written, true);
        at = std::min(number->range.last, range.last);
        ++number;
        continue;
      }
      if (IsFiller(at) || RepeatsWord(at, range)) {
        ++at;
        continue;
      }
      AppendToken(at);
      ++at;
    }
  }

  bool IsFiller(TokenIndex at) const {
    const auto hits = reading_.TermsIn({at, at + 1});
    return std::any_of(hits.begin(), hits.end(),
                       [&](const TermHit& hit) { return hit.entry->tag == filler_ && hit.range.last == at + 1; });
  }

  bool RepeatsWord(TokenIndex at, TokenRange range) const {
    return at + 1 < range.last && reading_.text[at].kind == TokenKind::kWord &&
           reading_.text.Word(at) == reading_.text.Word(at + 1);
  }

  void AppendToken(TokenIndex at) {
    const bool mark = reading_.text.IsMark(at);
    std::string word = reading_.text.Original(at);
    if (mark) {
      if (out_.empty() || word == "\"" || word == "«" || word == "»") return;
      if (word == "?" || word == "!") word = word == "?" ? ":" : ".";
      if (out_.ends_with(',') || out_.ends_with('.') || out_.ends_with(':') || out_.ends_with(';')) return;
    }
    Append(word, reading_.text[at].space_before && !mark);
  }

  void Append(std::string_view word, bool space) {
    if (space && !out_.empty() && !out_.ends_with('\'')) out_ += ' ';
    out_ += word;
  }

  std::string Finish() {
    while (!out_.empty() &&
           (out_.ends_with(' ') || out_.ends_with(',') || out_.ends_with(':') || out_.ends_with(';'))) {
      out_.pop_back();
    }
    if (out_.empty()) return out_;
    if (!out_.ends_with('.')) out_ += '.';
    icu::UnicodeString wide = icu::UnicodeString::fromUTF8(out_);
    const UChar32 first = wide.char32At(0);
    wide.replace(0, wide.moveIndex32(0, 1), icu::UnicodeString(u_toupper(first)));
    std::string written;
    wide.toUTF8String(written);
    return written;
  }

  const Reading& reading_;
  TagIndex filler_;
  std::string out_;
};

}  // namespace

std::string WriteSentence(const Reading& reading, const std::vector<TokenRange>& ranges) {
  return Writer(reading).Write(ranges);
}

}  // namespace scriba::clinical
