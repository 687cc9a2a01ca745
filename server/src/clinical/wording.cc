// How speech becomes the style of a report.
//
// Italian reports are telegraphic: no definite articles, no fillers, digits and short units. All of that can be had
// without touching a fact, and nothing else is done: words are left out or put into digits, never exchanged, except the
// person of the verb where the patient certainly speaks of himself ("prendo" → "prende"). A definite article is left
// out only where it is an article: before a verb it is a pronoun ("la prendo"), and stays.
#include "clinical/wording.h"

#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>

namespace scriba::clinical {
namespace {

constexpr std::array<std::string_view, 7> kArticles{"il", "lo", "la", "i", "gli", "le", "l'"};
/// "Tutti i giorni": these keep the article that follows.
constexpr std::array<std::string_view, 7> kWithArticle{"tutto",    "tutta",    "tutti",  "tutte",
                                                       "entrambi", "entrambe", "ambedue"};
/// "Una volta la settimana", "una bustina la sera": after other words the article says how often.
constexpr std::array<std::string_view, 7> kTimes{"sera", "mattina", "notte", "settimana", "giorno", "mese", "anno"};
constexpr std::array<std::string_view, 20> kOpenings{
    "guardi", "guarda", "senta",  "senti",  "comunque", "appunto", "vede",   "be'",  "e",    "ma",
    "poi",    "pero",   "quindi", "allora", "si",       "infatti", "dunque", "ecco", "cioe", "anche"};
constexpr std::array<std::string_view, 8> kPossessives{"mio", "mia", "miei", "mie", "suo", "sua", "suoi", "sue"};
constexpr std::array<std::string_view, 17> kAuxiliaries{"ho",  "ha",    "hanno",   "abbiamo", "aveva", "avevo",
                                                        "hai", "avete", "avevano", "ebbe",    "fa",    "vuole",
                                                        "puo", "deve",  "mette",   "stava",   "sta"};

constexpr std::array<std::string_view, 6> kBeforePronoun{"non", "me", "te", "ce", "ve", "glie"};
constexpr std::array<std::string_view, 6> kFeminineInO{"mano", "foto", "moto", "radio", "auto", "metro"};

template <std::size_t N>
bool IsAny(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

class Writer {
 public:
  Writer(const Reading& reading, const ThirdPerson* person, bool quotes)
      : reading_(reading),
        person_(person),
        quotes_(quotes),
        filler_(BuiltInLexicon().Tag("filler")),
        relative_(BuiltInLexicon().Tag("relative")) {}

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
      WriteToken(at, range);
      ++at;
    }
  }

  void WriteToken(TokenIndex at, TokenRange range) {
    if (IsLeftOut(at, range)) {
      space_due_ = true;
      return;
    }
    if (person_ && !quotes_ && !in_question_) {
      if (const auto word = person_->Replace(at)) {
        if (word->empty()) {
          space_due_ = true;
        } else {
          Append(*word, reading_.text[at].space_before);
        }
        return;
      }
      has_first_person_ = has_first_person_ || person_->IsFirstPerson(at);
    }
    AppendToken(at);
  }

  bool IsLeftOut(TokenIndex at, TokenRange range) const {
    const std::string_view word = reading_.text.Word(at);
    const std::string_view next = reading_.text.Word(at + 1);
    const std::string_view before = reading_.text.Word(static_cast<std::int64_t>(at) - 1);
    if (IsFiller(at)) return !IsName(at + 1);
    if (reading_.text[at].kind == TokenKind::kWord && at + 1 < range.last && word == next) return true;
    if (at + 1 >= range.last || quotes_) return false;
    if (IsAny(word, kArticles)) {
      const bool measures_time = !out_.empty() && !out_.ends_with('.') && IsAny(next, kTimes);
      return !IsPronoun(at) && !IsAny(before, kWithArticle) && !measures_time;
    }
    if (IsAny(word, kPossessives)) return IsTagged(at + 1, relative_);
    if (word == "io") return next != "no" && next != "non" && next != "," && next != "niente";
    const bool opens = out_.empty() || out_.ends_with('.');
    return opens && IsAny(word, kOpenings) && next != "no" && next != "non" && !(word == "si" && next != ",");
  }

  /// Whether "lo", "la", "le", "gli" is a pronoun: after "non" or "me", before a verb, or before a sound that the
  /// article does not stand before ("lo decide"; "la mando", where no feminine noun ends in -o but a handful).
  bool IsPronoun(TokenIndex at) const {
    const std::string_view word = reading_.text.Word(at);
    const std::string_view next = reading_.text.Word(at + 1);
    if (word == "il" || word == "i") return false;
    if (IsAny(reading_.text.Word(static_cast<std::int64_t>(at) - 1), kBeforePronoun)) return true;
    if (IsAny(next, kAuxiliaries) || !BuiltInLexicon().ThirdPerson(next).empty()) return true;
    if (word == "lo") return !IsImpureSound(next);
    if (word == "gli") return !IsImpureSound(next) && !IsVowel(next);
    return (word == "la" || word == "le") && next.ends_with('o') && !IsAny(next, kFeminineInO);
  }

  static bool IsVowel(std::string_view word) {
    return !word.empty() && std::string_view("aeiou").find(word[0]) != std::string_view::npos;
  }

  /// Sounds that take "lo" and "gli": s with a consonant, z, gn, ps, x, y.
  static bool IsImpureSound(std::string_view word) {
    if (word.size() < 2) return false;
    if (word[0] == 'z' || word[0] == 'x' || word[0] == 'y' || word.starts_with("gn") || word.starts_with("ps"))
      return true;
    return word[0] == 's' && !IsVowel(word.substr(1));
  }

  bool IsTagged(TokenIndex at, TagIndex tag) const {
    const auto hits = reading_.TermsIn({at, at + 1});
    return std::any_of(hits.begin(), hits.end(), [&](const TermHit& hit) { return hit.entry->tag == tag; });
  }

  /// "dottoressa" before a capital is a title, not an address.
  bool IsName(TokenIndex at) const {
    if (at >= reading_.text.size() || reading_.text.IsMark(at)) return false;
    return u_isupper(reading_.text.utf16().char32At(static_cast<int32_t>(reading_.text[at].begin))) != 0;
  }

  bool IsFiller(TokenIndex at) const {
    const auto hits = reading_.TermsIn({at, at + 1});
    return std::any_of(hits.begin(), hits.end(),
                       [&](const TermHit& hit) { return hit.entry->tag == filler_ && hit.range.last == at + 1; });
  }

  void AppendToken(TokenIndex at) {
    const bool mark = reading_.text.IsMark(at);
    std::string word = reading_.text.Original(at);
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
    if ((space || space_due_) && !out_.empty() && (!elided || apocope)) out_ += ' ';
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
  bool quotes_;
  bool has_first_person_ = false;
  bool in_question_ = false;
  TagIndex filler_;
  TagIndex relative_;
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
