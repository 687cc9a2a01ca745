#include "clinical/checking/claims.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>

#include "clinical/reading/reading.h"

namespace scriba::clinical {
namespace {

using Words = std::initializer_list<std::string_view>;

// Tags whose terms are claims. The others (fillers, verbs, forms of address) only colour a sentence.
constexpr std::array<std::string_view, 18> kClaimTags{
    "drug", "condition", "allergy", "surgery", "measure", "red_flag", "gynaecology", "eating_disorder", "self_harm",
    "mood", "bowel",     "smoking", "food",    "drink",   "sleep",    "activity",    "sedentary",       "history_word"};

// The relative that stands for all of them: "famiglia", "familiarità", "parenti".
constexpr std::string_view kFamily = "famiglia";

// Endings are left open with a star.
struct TurnWord {
  std::string_view word;
  Turn turn;
};
constexpr auto kTurnWords = std::to_array<TurnWord>(
    {{"forse", Turn::kUncertain},     {"magari", Turn::kUncertain},    {"sembr*", Turn::kUncertain},
     {"probabil*", Turn::kUncertain}, {"possibil*", Turn::kUncertain}, {"sospett*", Turn::kUncertain},
     {"dubb*", Turn::kUncertain},     {"se", Turn::kUncertain},        {"qualora", Turn::kUncertain},
     {"eventual*", Turn::kUncertain}, {"semmai", Turn::kUncertain},    {"vorre*", Turn::kUncertain},
     {"vorra*", Turn::kUncertain},    {"dovre*", Turn::kUncertain},    {"potre*", Turn::kUncertain},
     {"desider*", Turn::kUncertain},  {"intend*", Turn::kUncertain},   {"chied*", Turn::kUncertain},
     {"richied*", Turn::kUncertain},  {"vuol*", Turn::kUncertain},     {"vogli*", Turn::kUncertain},
     {"sper*", Turn::kUncertain},     {"credo", Turn::kUncertain},     {"crede", Turn::kUncertain},
     {"penso", Turn::kUncertain},     {"pensa", Turn::kUncertain},     {"aument*", Turn::kRises},
     {"ingrass*", Turn::kRises},      {"salit*", Turn::kRises},        {"sale", Turn::kRises},
     {"cresciut*", Turn::kRises},     {"increment*", Turn::kRises},    {"raddopp*", Turn::kRises},
     {"dimagr*", Turn::kFalls},       {"calat*", Turn::kFalls},        {"calo", Turn::kFalls},
     {"perso", Turn::kFalls},         {"persi", Turn::kFalls},         {"persa", Turn::kFalls},
     {"perd*", Turn::kFalls},         {"diminu*", Turn::kFalls},       {"ridott*", Turn::kFalls},
     {"riduc*", Turn::kFalls},        {"riduz*", Turn::kFalls},        {"dimezz*", Turn::kFalls},
     {"sces*", Turn::kFalls},         {"inizi*", Turn::kBegins},       {"cominci*", Turn::kBegins},
     {"introdu*", Turn::kBegins},     {"ripres*", Turn::kBegins},      {"sospe*", Turn::kStops},
     {"smess*", Turn::kStops},        {"smett*", Turn::kStops},        {"interro*", Turn::kStops},
     {"elimin*", Turn::kStops},       {"tolto", Turn::kStops},         {"tolta", Turn::kStops},
     {"sinistr*", Turn::kLeft},       {"destr*", Turn::kRight},        {"prima", Turn::kBefore},
     {"dopo", Turn::kAfter},          {"mattin*", Turn::kMorning},     {"sera", Turn::kEvening},
     {"sere", Turn::kEvening},        {"seral*", Turn::kEvening},      {"nott*", Turn::kEvening},
     {"sempre", Turn::kAlways},       {"ogni", Turn::kAlways},         {"quotidian*", Turn::kAlways},
     {"giornalier*", Turn::kAlways},  {"tutti", Turn::kAlways},        {"tutte", Turn::kAlways},
     {"mai", Turn::kNever},           {"miglior*", Turn::kBetter},     {"meglio", Turn::kBetter},
     {"peggior*", Turn::kWorse},      {"peggio", Turn::kWorse},        {"alto", Turn::kHigh},
     {"alta", Turn::kHigh},           {"alti", Turn::kHigh},           {"alte", Turn::kHigh},
     {"elevat*", Turn::kHigh},        {"basso", Turn::kLow},           {"bassa", Turn::kLow},
     {"bassi", Turn::kLow},           {"basse", Turn::kLow},           {"ipoglic*", Turn::kLow},
     {"iperglic*", Turn::kHigh}});

bool IsOneOf(std::string_view word, Words words) { return std::find(words.begin(), words.end(), word) != words.end(); }

bool IsDenialWord(std::string_view word) {
  return IsOneOf(word, {"non", "no", "nessun", "nessuno", "nessuna", "nessun'", "senza", "ne", "niente", "nulla",
                        "neanche", "nemmeno", "neppure"}) ||
         word.starts_with("nega") || word.starts_with("esclu") || word.starts_with("assen");
}

/// After a comma these open a statement of their own, so that a denial before them has ended.
bool IsAssertion(std::string_view word) {
  return IsOneOf(word,
                 {"ha",       "ho",      "assume",  "assumo", "prende", "prendo",    "presenta", "pratica", "pratico",
                  "soffre",   "soffro",  "mangia",  "mangio", "beve",   "bevo",      "fuma",     "fumo",    "fa",
                  "faccio",   "cammina", "cammino", "segue",  "seguo",  "riferisce", "lamenta",  "usa",     "uso",
                  "utilizza", "dorme",   "dormo",   "pesa",   "peso",   "invece",    "solo",     "soltanto"});
}

bool EndsClause(std::string_view word) {
  return IsOneOf(word, {".", ";", "!", "?", "ma", "pero", "mentre", "invece", "tuttavia"});
}

bool IsSoftBreak(std::string_view word) { return IsOneOf(word, {",", "e", "ed", "(", ")"}); }

bool IsPatientWord(std::string_view word) { return IsOneOf(word, {"io", "ho", "lui"}) || word.starts_with("pazient"); }

bool IsFunctionWord(std::string_view word) {
  static const std::set<std::string_view> kWords{
      "alla",   "allo",   "alle",   "agli",  "all'",   "anche",   "avere", "avuto", "avuta",  "che",    "circa",
      "come",   "con",    "cui",    "dal",   "dalla",  "dallo",   "dalle", "dell'", "della",  "dello",  "delle",
      "degli",  "dei",    "dall'",  "del",   "dove",   "durante", "ecco",  "ed",    "essere", "fino",   "gli",
      "hanno",  "invece", "loro",   "nel",   "nella",  "nelle",   "nello", "nell'", "negli",  "non",    "oltre",
      "oppure", "per",    "perche", "piu",   "poi",    "pure",    "quale", "quali", "quando", "questo", "questa",
      "quello", "quella", "sono",   "stato", "stata",  "stati",   "state", "sua",   "sue",    "suo",    "suoi",
      "sul",    "sulla",  "sui",    "sulle", "sull'",  "tra",     "fra",   "una",   "uno",    "verso",  "viene",
      "nega",   "senza",  "suol",   "cioe",  "quindi", "mentre",  "pero"};
  return word.size() < 3 || kWords.contains(word);
}

bool Fits(std::string_view pattern, std::string_view word) {
  if (!pattern.ends_with('*')) return pattern == word;
  pattern.remove_suffix(1);
  return word.starts_with(pattern);
}

/// Reads one text.
class Reader {
 public:
  explicit Reader(std::string_view utf8) : reading_(utf8) {}

  Claims Read() {
    ReadQuantities();
    ReadTerms();
    ReadWords();
    return std::move(claims_);
  }

 private:
  const Text& text() const { return reading_.text; }

  std::string NameOf(TokenRange range) const {
    std::string name;
    for (TokenIndex at = range.first; at < range.last; ++at) {
      if (!name.empty()) name += ' ';
      name += text().Word(at);
    }
    return name;
  }

  static bool HasTag(const TermHit& hit, std::string_view tag) { return hit.entry->tag == BuiltInLexicon().Tag(tag); }
  static bool TakesNumbers(const TermHit& hit) { return HasTag(hit, "drug") || HasTag(hit, "measure"); }

  bool BreaksBetween(TokenIndex first, TokenIndex last) const {
    for (TokenIndex at = first; at < last; ++at) {
      if (EndsClause(text().Word(at)) || IsSoftBreak(text().Word(at))) return true;
    }
    return false;
  }

  /// "Metformina 500", "500 di metformina": the name before, unless the one after is bound more closely.
  std::string OwnerOf(TokenRange number) const {
    const TermHit* before = nullptr;
    const TermHit* after = nullptr;
    for (const TermHit& hit : reading_.terms) {
      if (!TakesNumbers(hit)) continue;
      if (hit.range.last <= number.first) before = &hit;
      if (hit.range.first >= number.last && !after) after = &hit;
    }
    const bool is_bound = after && after->range.first <= number.last + 2 &&
                          (text().Word(number.last) == "di" || text().Word(number.last) == "d'");
    if (is_bound) return NameOf(after->range);
    if (before && !BreaksBetween(before->range.last, number.first)) return NameOf(before->range);
    if (after && !BreaksBetween(number.last, after->range.first)) return NameOf(after->range);
    return before ? NameOf(before->range) : std::string();
  }

  void ReadQuantities() {
    for (const Number& number : reading_.numbers) {
      claims_.quantities.push_back({number.kind, number.value, number.second, number.unit, OwnerOf(number.range)});
    }
  }

  bool IsDenied(TokenRange term) const {
    bool is_denied = false;
    bool has_break = false;
    TokenIndex first = term.first;
    while (first > 0 && !EndsClause(text().Word(static_cast<std::int64_t>(first) - 1))) --first;
    for (TokenIndex at = first; at < term.first; ++at) {
      const std::string_view word = text().Word(at);
      if (IsDenialWord(word)) {
        is_denied = true;
        has_break = false;
      } else if (IsSoftBreak(word)) {
        has_break = true;
      } else if (has_break && IsAssertion(word) && !IsDenialWord(text().Word(static_cast<std::int64_t>(at) - 1))) {
        is_denied = false;
      }
    }
    return is_denied || IsDeniedAfter(term);
  }

  /// "Allergie: nessuna", "allergie negate".
  bool IsDeniedAfter(TokenRange term) const {
    for (TokenIndex at = term.last; at < term.last + 3; ++at) {
      const std::string_view word = text().Word(at);
      if (word.empty() || EndsClause(word) || IsSoftBreak(word)) return false;
      if (IsOneOf(word, {"no", "nessuno", "nessuna"}) || word.starts_with("negat") || word.starts_with("assent") ||
          word.starts_with("esclus")) {
        return true;
      }
    }
    return false;
  }

  std::string WhoIsMeant(TokenRange term) const {
    const TagIndex relative = BuiltInLexicon().Tag("relative");
    TokenIndex first = term.first;
    while (first > 0 && !EndsClause(text().Word(static_cast<std::int64_t>(first) - 1)) &&
           !IsPatientWord(text().Word(static_cast<std::int64_t>(first) - 1))) {
      --first;
    }
    std::string who;
    for (const TermHit& hit : reading_.TermsIn({first, term.first})) {
      if (hit.entry->tag == relative) who = hit.entry->name;
    }
    // "Familiarità per diabete (madre)": the nearer kin says it better.
    if (!who.empty() && who != kFamily) return who;
    for (TokenIndex at = term.last; at < text().size() && !EndsClause(text().Word(at)); ++at) {
      if (IsPatientWord(text().Word(at))) break;
      for (const TermHit& hit : reading_.TermsIn({at, at + 1})) {
        if (hit.entry->tag == relative) return hit.entry->name;
      }
    }
    return who;
  }

  void ReadTerms() {
    for (const TermHit& hit : reading_.terms) {
      if (HasTag(hit, "relative") && hit.entry->name != kFamily) claims_.relatives.insert(hit.entry->name);
      if (std::none_of(kClaimTags.begin(), kClaimTags.end(), [&](std::string_view tag) { return HasTag(hit, tag); })) {
        continue;
      }
      claims_.terms.push_back({NameOf(hit.range), HasTag(hit, "drug"), IsDenied(hit.range), WhoIsMeant(hit.range)});
    }
  }

  bool IsInNumber(TokenIndex at) const {
    return std::any_of(reading_.numbers.begin(), reading_.numbers.end(),
                       [at](const Number& number) { return number.range.first <= at && at < number.range.last; });
  }

  bool BeginsSentence(TokenIndex at) const {
    const std::string_view before = text().Word(static_cast<std::int64_t>(at) - 1);
    return at == 0 || IsOneOf(before, {".", "!", "?", ":", "«", "\"", "“"});
  }

  void ReadWords() {
    for (TokenIndex at = 0; at < text().size(); ++at) {
      const std::string_view word = text().Word(at);
      if (IsDenialWord(word)) claims_.has_denial = true;
      for (const TurnWord& turn : kTurnWords) {
        if (Fits(turn.word, word)) claims_.turns.insert(turn.turn);
      }
      if (text()[at].kind != TokenKind::kWord || IsInNumber(at) || IsFunctionWord(word)) continue;
      const bool has_capital = u_isupper(text().utf16().char32At(static_cast<int32_t>(text()[at].begin)));
      claims_.words.push_back({std::string(word), has_capital && !BeginsSentence(at)});
    }
  }

  const Reading reading_;
  Claims claims_;
};

}  // namespace

Claims ReadClaims(std::string_view utf8) { return Reader(utf8).Read(); }

bool AreAlike(std::string_view left, std::string_view right, bool exact) {
  const auto shorter = std::min(left.size(), right.size());
  const auto longer = std::max(left.size(), right.size());
  const auto differs = std::mismatch(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(shorter), right.begin());
  const auto common = static_cast<std::size_t>(differs.first - left.begin());
  if (exact) return common == longer || (common >= 5 && common + 1 >= longer);
  if (common == shorter && longer - shorter <= 2 && shorter >= 3) return true;
  const std::size_t needed = shorter <= 4 ? 3 : shorter <= 6 ? 4 : shorter - 3;
  return common >= needed;
}

}  // namespace scriba::clinical
