// Three ways to find a person. What the record says is looked for in every spelling. What has a form of its own
// (addresses, numbers, codes, dates) is found by patterns. And a word with a capital inside a sentence that is no term
// of the field is taken for a name: speech recognisers write names so. A pseudonym that hides too much does no harm,
// for it is undone; one that hides too little cannot be called back.
#include "consultations/pseudonyms.h"

#include <unicode/regex.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "clinical/reading/lexicon.h"
#include "consultations/given_names.h"

namespace scriba::consultations {
namespace {

using clinical::BuiltInLexicon;
using clinical::Fold;
using clinical::Text;
using clinical::TokenIndex;
using clinical::TokenKind;

constexpr const char* kPerson = "PERSONA";
constexpr const char* kContact = "CONTATTO";
constexpr const char* kTaxCode = "CODICE";
constexpr const char* kPlace = "LUOGO";
constexpr const char* kDate = "DATA";

// Steps before a pattern is given up, of ten thousand states each: some tenths of a second. A statement takes one.
constexpr std::int32_t kMostSteps = 2000;
// In UTF-16. Nobody speaks such a word or has such an address: it is hidden whole, and nothing is looked for in it.
constexpr std::int32_t kLongestWord = 300;

struct Pattern {
  const char* kind;
  std::unique_ptr<icu::RegexPattern> regex;
};

std::unique_ptr<icu::RegexPattern> Compiled(const char* regex) {
  UErrorCode status = U_ZERO_ERROR;
  std::unique_ptr<icu::RegexPattern> pattern(
      icu::RegexPattern::compile(icu::UnicodeString::fromUTF8(regex), UREGEX_CASE_INSENSITIVE, status));
  if (U_FAILURE(status)) throw std::logic_error(std::string("pattern: ") + regex);
  return pattern;
}

// What is hidden is group 1 where there is one, else all of it. (?-i:\p{Lu}) is a true capital.
const std::vector<Pattern>& Patterns() {
  static const std::vector<Pattern> kPatterns = [] {
    std::vector<Pattern> patterns;
    const auto add = [&](const char* kind, const char* regex) { patterns.push_back({kind, Compiled(regex)}); };
    add(kContact, R"([\w.+-]+@[\w-]+(?:\.[\w-]+)+)");
    add(kContact,
        R"((?:[\w-]+ (?:punto|trattino|underscore) )*[\w-]+ chiocciola [\w-]+(?: (?:punto|trattino) [\w-]+)+)");
    add(kContact, R"((?<![\d,.])(?:\+|00)?\d(?:[ ./-]?\d){7,13}(?!\d))");
    add(kContact, R"(\b(?:(?:zero|uno|due|tre|quattro|cinque|sei|sette|otto|nove)[ ,]+){5,}\w+)");
    add(kTaxCode, R"(\b[A-Z]{6} ?\d{2} ?[A-EHLMPRST] ?\d{2} ?[A-Z] ?\d{3} ?[A-Z]\b)");
    add(kDate, R"(\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b\d{4}-\d{2}-\d{2}\b)");
    add(kDate,
        R"(\b(?:\d{1,2}|primo)[°º]? (?:gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre)(?: (?:del )?(?:19|20)\d{2})?\b)");
    add(kDate, R"(\bnat[oa] ((?:a|il|nel|in|l')[^,.;]{1,60}))");
    add(kPlace,
        R"(\b(?:via|viale|piazza|piazzale|corso|vicolo|largo|strada|contrada|borgo) (?-i:\p{Lu})[\p{L}'’.]*(?: (?:d[aei]\p{L}{0,3}|(?-i:\p{Lu})[\p{L}'’.]*))*(?:,? ?(?:n\.?|numero|civico)? ?\d+)?)");
    add(kPlace, R"(\b(?:in|a) ((?:via|viale|piazza|piazzale|corso|vicolo|largo) [^,.;]{1,60}))");
    add(kPlace, R"(\b(?:cap|c\.a\.p\.) (\d{5})\b)");
    add(kPerson,
        R"(\b(?:signor[ae]?|signorina|dottor|dottoressa|professor|professoressa|dott\.?|sig\.?|prof\.?) ((?-i:\p{Lu})[\p{L}'’-]+(?: (?-i:\p{Lu})[\p{L}'’-]+)?))");
    add(kPerson, R"(\b(?:signor|dottor|professor) ([\p{L}'’-]+))");
    add(kPerson,
        R"(\b(?:mi chiamo|si chiama|si chiamano|di nome|di cognome|chiamat[oa]) ([\p{L}'’-]+(?: (?-i:\p{Lu})[\p{L}'’-]+)?))");
    return patterns;
  }();
  return kPatterns;
}

const icu::RegexPattern& PseudonymPattern() {
  static const auto kPattern = Compiled("(PERSONA|CONTATTO|CODICE|LUOGO|DATA)_(\\d+)");
  return *kPattern;
}

bool HasCapital(const Text& text, TokenIndex at) {
  return u_isupper(text.utf16().char32At(static_cast<int32_t>(text[at].begin)));
}

/// "TSH", "BMI": letters that all are capitals.
bool IsAcronym(const Text& text, TokenIndex at) {
  const auto word =
      text.utf16().tempSubStringBetween(static_cast<int32_t>(text[at].begin), static_cast<int32_t>(text[at].end));
  icu::UnicodeString upper(word);
  return word.length() <= 5 && upper.toUpper() == word;
}

bool BeginsSentence(const Text& text, TokenIndex at) {
  if (at == 0) return true;
  const std::string_view before = text.Word(static_cast<std::int64_t>(at) - 1);
  return before == "." || before == "!" || before == "?" || before == ":" || before == "«" || before == "\"";
}

/// Tokens that are drugs, illnesses or measures, which a report cannot do without.
std::vector<bool> TermsOfTheField(const Text& text) {
  std::vector<bool> is_term(text.size(), false);
  for (const auto& hit : BuiltInLexicon().Find(text)) {
    for (const char* tag : {"drug", "condition", "measure", "allergy", "surgery"}) {
      if (hit.entry->tag != BuiltInLexicon().Tag(tag)) continue;
      std::fill(is_term.begin() + hit.range.first, is_term.begin() + hit.range.last, true);
    }
  }
  return is_term;
}

bool IsRelative(const Text& text, TokenIndex at) {
  const auto hits = BuiltInLexicon().Find(Text(text.Original(at)));
  return std::any_of(hits.begin(), hits.end(),
                     [](const auto& hit) { return hit.entry->tag == BuiltInLexicon().Tag("relative"); });
}

/// Begins and ends of what stands between two blanks and is too long for a word.
std::vector<std::pair<std::int32_t, std::int32_t>> EndlessWords(const icu::UnicodeString& text) {
  std::vector<std::pair<std::int32_t, std::int32_t>> words;
  std::int32_t begin = 0;
  for (std::int32_t at = 0; at <= text.length(); ++at) {
    if (at < text.length() && !u_isUWhiteSpace(text.charAt(at))) continue;
    if (at - begin > kLongestWord) words.emplace_back(begin, at);
    begin = at + 1;
  }
  return words;
}

}  // namespace

Pseudonyms::Pseudonyms(const VisitRecord& record, std::string_view transcript) {
  LearnNames(record);
  LearnHeardNames(transcript);
}

void Pseudonyms::LearnNames(const VisitRecord& record) {
  constexpr std::size_t kShort = 3;
  std::vector<std::string> all = record.names;
  // The part of an address before the @ is mostly a name.
  all.insert(all.end(), record.contacts.begin(), record.contacts.end());
  for (const std::string& name : all) {
    const Text parts(name);
    for (TokenIndex at = 0; at < parts.size(); ++at) {
      if (parts[at].kind == TokenKind::kMark) continue;
      if (parts[at].folded.size() >= kShort && !parts[at].folded.ends_with('\'')) {
        names_.insert(parts[at].folded);
      } else if (parts[at].kind == TokenKind::kWord) {
        short_names_.insert(parts.Original(at));
      }
    }
  }
  // Ends of addresses are no names.
  for (const char* common : {"com", "net", "org", "gmail", "libero", "example", "email", "mail"}) names_.erase(common);
  if (record.birth_date.size() >= 4) birth_year_ = record.birth_date.substr(0, 4);
}

void Pseudonyms::LearnHeardNames(std::string_view transcript) {
  const Text text(transcript);
  const auto is_term = TermsOfTheField(text);
  for (TokenIndex at = 0; at < text.size(); ++at) {
    if (text[at].kind != TokenKind::kWord || !HasCapital(text, at) || is_term[at]) continue;
    if (!BeginsSentence(text, at) && !IsAcronym(text, at)) heard_.insert(text.Original(at));
  }
}

bool Pseudonyms::IsName(const Text& text, TokenIndex at) const {
  const std::string& folded = text[at].folded;
  if (names_.contains(folded) || folded == birth_year_) return true;
  if (text[at].kind != TokenKind::kWord) return false;
  const std::string written = text.Original(at);
  if (heard_.contains(written) || short_names_.contains(written)) return true;
  if (!IsGivenName(folded)) return false;
  return HasCapital(text, at) || (at > 0 && IsRelative(text, at - 1));
}

void Pseudonyms::FindNames(const Text& text, std::vector<Stretch>& stretches) const {
  for (TokenIndex at = 0; at < text.size(); ++at) {
    if (!IsName(text, at)) continue;
    const bool is_year = text[at].kind == TokenKind::kNumber;
    stretches.push_back({static_cast<int>(text[at].begin), static_cast<int>(text[at].end), is_year ? kDate : kPerson});
  }
}

/// A text that a pattern cannot be looked for in, in its time, is hidden as a whole.
void Pseudonyms::FindPatterns(const Text& text, std::vector<Stretch>& stretches) const {
  icu::UnicodeString searched(text.utf16());
  for (const auto& [begin, end] : EndlessWords(searched)) {
    stretches.push_back({begin, end, kPerson});
    searched.replace(begin, end - begin, icu::UnicodeString(end - begin, u' ', end - begin));
  }
  for (const Pattern& pattern : Patterns()) {
    UErrorCode status = U_ZERO_ERROR;
    const std::unique_ptr<icu::RegexMatcher> matcher(pattern.regex->matcher(searched, status));
    if (U_SUCCESS(status)) matcher->setTimeLimit(kMostSteps, status);
    while (U_SUCCESS(status) && matcher->find(status)) {
      const int group = matcher->groupCount() > 0 ? 1 : 0;
      stretches.push_back({matcher->start(group, status), matcher->end(group, status), pattern.kind});
    }
    if (U_FAILURE(status)) {
      stretches.assign(1, {0, searched.length(), kPerson});
      return;
    }
  }
}

/// In order, those that touch joined to the kind of the first.
std::vector<Pseudonyms::Stretch> Pseudonyms::StretchesOf(const Text& text) const {
  std::vector<Stretch> found;
  FindPatterns(text, found);
  FindNames(text, found);
  std::stable_sort(found.begin(), found.end(), [](const Stretch& a, const Stretch& b) { return a.begin < b.begin; });
  std::vector<Stretch> joined;
  for (const Stretch& stretch : found) {
    if (stretch.begin < 0 || stretch.begin >= stretch.end) continue;
    if (!joined.empty() && stretch.begin < joined.back().end) {
      joined.back().end = std::max(joined.back().end, stretch.end);
    } else {
      joined.push_back(stretch);
    }
  }
  return joined;
}

const std::string& Pseudonyms::PseudonymOf(const char* kind, const std::string& words) {
  std::string& pseudonym = pseudonyms_[words];
  if (pseudonym.empty()) {
    pseudonym = std::string(kind) + "_" + std::to_string(++counts_[kind]);
    words_[pseudonym] = words;
  }
  return pseudonym;
}

std::string Pseudonyms::Hide(std::string_view utf8) {
  const Text text(utf8);
  icu::UnicodeString hidden;
  int at = 0;
  for (const Stretch& stretch : StretchesOf(text)) {
    hidden.append(text.utf16(), at, stretch.begin - at);
    const std::string words =
        text.Original({static_cast<std::size_t>(stretch.begin), static_cast<std::size_t>(stretch.end)});
    hidden.append(icu::UnicodeString::fromUTF8(PseudonymOf(stretch.kind, words)));
    at = stretch.end;
  }
  hidden.append(text.utf16(), at, text.utf16().length() - at);
  std::string result;
  hidden.toUTF8String(result);
  return result;
}

std::optional<std::string> Pseudonyms::Restore(std::string_view utf8) const {
  const auto text = icu::UnicodeString::fromUTF8(icu::StringPiece(utf8.data(), static_cast<int32_t>(utf8.size())));
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<icu::RegexMatcher> matcher(PseudonymPattern().matcher(text, status));
  icu::UnicodeString restored;
  int at = 0;
  while (U_SUCCESS(status) && matcher->find(status)) {
    std::string pseudonym;
    icu::UnicodeString(matcher->group(status)).toUpper().toUTF8String(pseudonym);
    const auto words = words_.find(pseudonym);
    if (words == words_.end()) return std::nullopt;
    restored.append(text, at, matcher->start(status) - at);
    restored.append(icu::UnicodeString::fromUTF8(words->second));
    at = matcher->end(status);
  }
  restored.append(text, at, text.length() - at);
  std::string result;
  restored.toUTF8String(result);
  return result;
}

}  // namespace scriba::consultations
