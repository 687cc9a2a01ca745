#include "clinical/reading/second_words.h"

#include <algorithm>

#include "clinical/reading/integers.h"
#include "clinical/reading/items.h"
#include "clinical/reading/number_context.h"
#include "clinical/reading/prepositions.h"
#include "clinical/reading/sides.h"
#include "clinical/reading/units.h"

namespace scriba::clinical {
namespace {

/// With these one takes something back, whatever he says next.
constexpr WordSet kSurely{"anzi", "pardon", "correggo", "sbaglio", "sbagliavo", "confondo", "confuso", "confusa"};
/// A "no" takes something back where one of these stands beside it; by itself it may deny.
constexpr WordSet kHesitating{"ehm",  "aspetti", "aspetta", "aspettate", "scusi", "scusa",
                              "dico", "momento", "cioe",    "ma",        "macche"};
/// What stands between the second thought and the words that hold.
constexpr WordSet kBetween{"no", "mi", "che", "cosa", "un", "sto", "sono", "e", "eh", "ah", "era", "ho", "detto"};
constexpr WordSet kArticles{"il",   "lo",  "la",  "l'",  "i",   "gli", "le",    "mio",   "mia",
                            "miei", "mie", "suo", "sua", "uno", "una", "della", "dello", "del"};
constexpr WordSet kPredicates{"era", "ha", "aveva", "ebbe", "faceva", "prende", "prendeva", "soffre", "soffriva"};
constexpr WordSet kWas{"era", "erano"};
constexpr WordSet kAtFirst{"principio", "inizio", "prima", "allora", "tempo", "anno", "mese"};
constexpr WordSet kNow{"adesso", "ora", "oggi", "attualmente"};

/// Who knows better: "la sorella ha detto levofloxacina".
constexpr WordSet kOfSource{"ha",    "detto",  "dice",   "dicono", "scritto", "scrive",   "sorella", "fratello",
                            "mamma", "figlia", "figlio", "moglie", "marito",  "paziente", "collega", "qui"};

/// Words between what is taken back and the second thought, of a second thought, and of what was true before.
constexpr TokenIndex kFarthestCue = 12;
constexpr TokenIndex kLongestCue = 10;
constexpr TokenIndex kLongestPast = 10;
constexpr TokenIndex kLongestSentence = 40;
/// One of two words that are said again has so many letters.
constexpr std::size_t kTelling = 4;

class Finder {
 public:
  Finder(const Text& text, const std::vector<TermHit>& terms) : text_(text) {
    static const TagIndex kRelative = BuiltInLexicon().Tag("relative");
    static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
    for (const TermHit& hit : terms) {
      if (hit.entry->tag == kRelative) relatives_.push_back(hit.range);
      if (hit.entry->tag == kDrug) drugs_.push_back(hit.range);
    }
  }

  SecondWords Find() {
    for (TokenIndex at = 1; at < text_.size(); ++at) {
      if (!IsCue(at)) continue;
      const TokenIndex last = found_.bound.empty() ? 0 : found_.bound.back().last;
      if (at < last) continue;
      if (!ExchangesRelative(at) && !ExchangesSide(at) && !ExchangesDrug(at) && !ExchangesTime(at)) BeginsAgain(at);
    }
    return std::move(found_);
  }

 private:
  std::string_view Word(std::int64_t at) const { return text_.Word(at); }

  bool IsCue(TokenIndex at) const { return Word(at) == "no" || Word(at) == "ehm" || IsAny(Word(at), kSurely); }

  /// Whether a second thought is one: sure of itself, or a "no" with which the speaker hesitates.
  bool TakesBack(TokenRange cue) const {
    bool denies = false, hesitates = false;
    for (TokenIndex at = cue.first; at < cue.last; ++at) {
      if (IsAny(Word(at), kSurely)) return true;
      denies = denies || Word(at) == "no";
      hesitates = hesitates || IsAny(Word(at), kHesitating);
    }
    return denies && hesitates;
  }

  bool IsOfCue(TokenIndex at) const {
    return text_.IsMark(at) || IsCue(at) || IsAny(Word(at), kHesitating) || IsAny(Word(at), kBetween);
  }

  /// The sentence of a place goes on until here, or for as long as one can.
  TokenIndex EndOfSentence(TokenIndex at) const {
    const TokenIndex last = std::min(at + kLongestSentence, text_.size());
    while (at < last && Word(at) != "." && Word(at) != "?" && Word(at) != "!") ++at;
    return at;
  }

  const TokenRange* RelativeAt(TokenIndex at) const {
    const auto hit = std::lower_bound(relatives_.begin(), relatives_.end(), at,
                                      [](TokenRange range, TokenIndex place) { return range.first < place; });
    return hit != relatives_.end() && hit->first == at ? &*hit : nullptr;
  }

  const TokenRange* RelativeBefore(TokenIndex at) const {
    const auto hit = std::lower_bound(relatives_.begin(), relatives_.end(), at,
                                      [](TokenRange range, TokenIndex place) { return range.first < place; });
    if (hit == relatives_.begin() || (hit - 1)->last + kFarthestCue < at) return nullptr;
    return &*(hit - 1);
  }

  TokenIndex WithArticles(TokenIndex first) const {
    while (first > 0 && IsAny(Word(first - 1), kArticles)) --first;
    return first;
  }

  /// "Il papà era diabetico, ehm, no, il papà no, il nonno, il nonno materno."
  bool ExchangesRelative(TokenIndex cue) {
    const TokenRange* taken = RelativeBefore(cue);
    // "Il fratello no" denies; "il fratello, anzi" takes back.
    if (!taken || taken->last > cue || (taken->last == cue && !IsAny(Word(cue), kSurely))) return false;
    const std::string_view name = Word(taken->first);
    TokenIndex at = cue;
    bool repeats = false;
    while (at < text_.size() && at - cue < kLongestCue) {
      if (const TokenRange* other = RelativeAt(at)) {
        if (Word(at) != name) break;
        repeats = true;
        at = other->last;
      } else if (IsOfCue(at) || IsAny(Word(at), kArticles)) {
        ++at;
      } else {
        return false;
      }
    }
    const TokenRange* holds = RelativeAt(at);
    if (!holds || (!repeats && !TakesBack({cue, at})) || Word(holds->last) == "no" ||
        text_.HasWord({taken->first, at}, "?") || Word(EndOfSentence(at)) == "?")
      return false;
    // "Il nonno, il nonno materno."
    for (TokenIndex next = holds->last; next < holds->last + 3; ++next) {
      const TokenRange* again = RelativeAt(next);
      if (again && Word(again->first) == Word(holds->first)) holds = again;
    }
    const TokenIndex first = WithArticles(taken->first);
    if (IsAny(Word(holds->last), kPredicates)) {
      found_.withdrawn.push_back({first, WithArticles(holds->first)});
    } else {
      found_.withdrawn.push_back({first, taken->last});
      found_.withdrawn.push_back({cue, WithArticles(holds->first)});
    }
    found_.bound.push_back({first, std::min(holds->last + 1, text_.size())});
    return true;
  }

  /// "Del piede destro. No, sinistro, scusi": whether the excuse comes after the word that holds.
  bool IsExcused(TokenIndex cue, TokenIndex holds) const {
    constexpr WordSet kExcuses{"scusi", "scusa", "scusate", "pardon", "sbaglio"};
    return Word(cue) == "no" && IsAny(Word(text_.AfterMarks(holds + 1)), kExcuses);
  }

  /// "La gamba destra no la la sinistra", "carcinoma destro no no sinistro": whether who takes something back stumbles.
  bool Stumbles(TokenRange cue) const {
    for (TokenIndex at = cue.first; at + 1 < cue.last; ++at) {
      if (Word(at) == Word(at + 1)) return Word(cue.first) == "no";
    }
    return false;
  }

  /// "L'anca destra nel duemiladiciotto, anzi sinistra."
  bool ExchangesSide(TokenIndex cue) {
    TokenIndex holds = cue;
    while (holds < text_.size() && holds - cue < kLongestCue && (IsOfCue(holds) || IsAny(Word(holds), kArticles))) {
      ++holds;
    }
    if (!IsSide(Word(holds)) || !(TakesBack({cue, holds}) || IsExcused(cue, holds) || Stumbles({cue, holds})) ||
        Word(EndOfSentence(holds)) == "?")
      return false;
    for (TokenIndex at = cue; at > 0 && cue - at < kFarthestCue; --at) {
      const std::string_view taken = Word(at - 1);
      if (!IsSide(taken)) continue;
      if (taken.front() == Word(holds).front()) return false;
      found_.withdrawn.push_back({at - 1, at});
      found_.withdrawn.push_back({cue, holds});
      found_.bound.push_back({at - 1, holds + 1});
      return true;
    }
    return false;
  }

  /// "Atorvastatina venti, anzi": where the dose and the marks behind a drug end.
  TokenIndex AfterDose(TokenIndex at) const {
    for (;;) {
      if (const auto dose = ReadInteger(text_, at)) {
        at = dose->next;
      } else if (at < text_.size() && (text_.IsMark(at) || !UnitOf(Word(at)).empty())) {
        ++at;
      } else {
        return at;
      }
    }
  }

  /// "Allergia alla penicillina. No, mi correggo, la sorella ha detto levofloxacina."
  bool ExchangesDrug(TokenIndex cue) {
    const auto holds = std::lower_bound(drugs_.begin(), drugs_.end(), cue,
                                        [](TokenRange range, TokenIndex place) { return range.first < place; });
    if (holds == drugs_.begin() || holds == drugs_.end()) return false;
    const TokenRange taken = *(holds - 1);
    if (AfterDose(taken.last) < cue || holds->first - cue > kLongestCue || Word(taken.first) == Word(holds->first))
      return false;
    bool is_sure = false;
    for (TokenIndex at = cue; at < holds->first; ++at) {
      const bool leads = IsAny(Word(at), kArticles) || IsAny(Word(at), kTo) || IsAny(Word(at), kOfSource);
      if (!IsOfCue(at) && !leads) return false;
      if (Word(at) == "?" || Word(at) == "era") return false;
      is_sure = is_sure || IsAny(Word(at), kSurely);
    }
    if (!is_sure || Word(holds->last) == "no") return false;
    // "Allergia alla penicillina, no, correggo, alle cefalosporine": each has a preposition of its own.
    const TokenIndex lead =
        IsAny(Word(std::int64_t{taken.first} - 1), kTo) && IsAny(Word(holds->first - 1), kTo) ? 1 : 0;
    found_.withdrawn.push_back({taken.first - lead, holds->first - lead});
    found_.bound.push_back({taken.first > 0 ? taken.first - 1 : 0, std::min(holds->last + 1, text_.size())});
    return true;
  }

  /// "Ricovero lunedì, anzi no, mi dicono che il letto c'è domani", "la sera, anzi no, la mattina".
  bool ExchangesTime(TokenIndex cue) {
    TokenIndex end = cue;
    while (end > 0 && text_.IsMark(end - 1)) --end;
    const TimeOf kind = end > 0 ? TimeAt(end - 1) : TimeOf::kNone;
    if (kind == TimeOf::kNone || !IsAny(Word(cue), kSurely)) return false;
    const TokenRange ahead{cue + 1, std::min(cue + kLongestCue + 1, text_.size())};
    const TokenIndex holds = FirstIn(ahead, [&](TokenIndex at) { return TimeAt(at) == kind; });
    if (holds == ahead.last || Word(holds) == Word(end - 1) || Word(holds + 1) == "no" ||
        text_.HasWord({cue, holds}, "?") || Word(EndOfSentence(holds)) == "?")
      return false;
    // "Ci vediamo lunedì. Anzi, domani le mando la ricetta."
    if (text_.HasWord({end, cue}, ".") && !text_.IsMark(holds + 1)) return false;
    // Of parts of the day several may be told of: there nothing else may stand between.
    const TokenIndex first = BeginOfTime(holds);
    const TokenIndex other = FirstIn({cue, first}, [&](TokenIndex at) { return !IsOfCue(at); });
    if (kind == TimeOf::kPartOfDay && other < first) return false;
    found_.withdrawn.push_back({BeginOfTime(end - 1), first});
    found_.bound.push_back({end - 1, holds + 1});
    return true;
  }

  enum class TimeOf { kNone, kDay, kMonth, kPartOfDay };
  TimeOf TimeAt(TokenIndex at) const {
    constexpr WordSet kDays{"lunedi", "martedi",  "mercoledi", "giovedi", "venerdi",
                            "sabato", "domenica", "oggi",      "domani",  "dopodomani"};
    constexpr WordSet kPartsOfDay{"mattina", "mattino",   "pomeriggio", "sera",       "notte",
                                  "pranzo",  "colazione", "cena",       "mezzogiorno"};
    if (IsAny(Word(at), kDays)) return TimeOf::kDay;
    if (IsMonth(Word(at))) return TimeOf::kMonth;
    return IsAny(Word(at), kPartsOfDay) ? TimeOf::kPartOfDay : TimeOf::kNone;
  }

  /// With the article or preposition before it.
  TokenIndex BeginOfTime(TokenIndex at) const {
    constexpr WordSet kLeads{"di", "a", "ad", "in", "da", "dal", "del", "entro"};
    while (at > 0 && (IsAny(Word(at - 1), kArticles) || IsAny(Word(at - 1), kTo) || IsAny(Word(at - 1), kLeads))) --at;
    return at;
  }

  /// "Una intera il mercoledì. No, aspetti, il mercoledì e la domenica."
  void BeginsAgain(TokenIndex cue) {
    TokenIndex again = cue;
    while (again < text_.size() && again - cue < kLongestCue && IsOfCue(again)) ++again;
    if (again + 1 >= text_.size() || text_.IsMark(again + 1) || !TakesBack({cue, again})) return;
    if (std::max(Word(again).size(), Word(again + 1).size()) < kTelling || Word(again + 2) == "no") return;
    TokenIndex begun = cue;
    for (TokenIndex at = cue; at > 1 && cue - at < kFarthestCue && Word(at) != "?"; --at) {
      if (Word(at - 2) != Word(again) || Word(at - 1) != Word(again + 1)) continue;
      begun = at - 2;
      break;
    }
    if (begun == cue || text_.HasWord({begun, again}, "?") || Word(EndOfSentence(again)) == "?") return;
    const TokenIndex holds = AfterPast(again);
    // "Da quando mi hanno messo lo stent: no, aspetti, lo stent è mio fratello" begins another sentence.
    if (holds == again && IsVerb(again + 2)) return;
    found_.withdrawn.push_back({begun, holds});
    found_.bound.push_back({begun, std::min(holds + 2, text_.size())});
  }

  bool IsVerb(TokenIndex at) const {
    return IsAny(Word(at), kPredicates) || IsAny(Word(at), kWas) || BuiltInLexicon().IsThirdPerson(Word(at)) ||
           (at < text_.size() && text_.Original(at) == "è");
  }

  /// "Due volte era al principio. Adesso una sola": what follows the "adesso"; the same place where nothing is past.
  TokenIndex AfterPast(TokenIndex again) const {
    if (!IsAny(Word(again + 2), kWas)) return again;
    bool is_past = false;
    for (TokenIndex at = again + 3; at < std::min(again + kLongestPast, text_.size()); ++at) {
      is_past = is_past || IsAny(Word(at), kAtFirst);
      if (is_past && IsAny(Word(at), kNow)) return text_.AfterMarks(at + 1);
    }
    return again;
  }

  const Text& text_;
  std::vector<TokenRange> relatives_;
  std::vector<TokenRange> drugs_;
  SecondWords found_;
};

}  // namespace

SecondWords FindSecondWords(const Text& text, const std::vector<TermHit>& terms) { return Finder(text, terms).Find(); }

}  // namespace scriba::clinical
