#include "clinical/reading/corrections.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "clinical/reading/cues.h"
#include "clinical/reading/denied_later.h"
#include "clinical/reading/dose_changes.h"
#include "clinical/reading/integers.h"
#include "clinical/reading/items.h"
#include "clinical/reading/misread_lines.h"
#include "clinical/reading/past_values.h"
#include "clinical/reading/pressures.h"
#include "clinical/reading/second_readings.h"
#include "clinical/reading/units.h"

namespace scriba::clinical {
namespace {

/// What is said with a second thought and names nothing new: "no, ho letto male", "volevo dire".
constexpr WordSet kThinking{"mi",     "dico", "facciamo",  "circa", "ho",  "letto", "leggo",  "leggevo", "detto",
                            "volevo", "dire", "intendevo", "ecco",  "era", "erano", "quindi", "sono"};
/// "Millequattrocento… facciamo millecinquecento."
constexpr WordSet kSettling{"facciamo", "mettiamo"};
/// Who read the wrong place says which: "scusi, leggo la riga sbagliata", "no, quello era il foglio vecchio".
constexpr WordSet kMisread{"riga",      "colonna",   "pagina",  "foglio",  "referto",   "casella",
                           "sbagliata", "sbagliati", "vecchio", "vecchia", "precedente"};
/// What is taken off, or out of a pocket, on the scales before they are read again.
constexpr WordSet kTakenOff{"tolgo",  "tolga", "togli",       "togliamo", "levo",      "levi",    "leviamo", "tara",
                            "chiavi", "felpa", "portafoglio", "telefono", "cellulare", "cintura", "scarpe"};
constexpr WordSet kShows{"dice", "diceva", "segna", "segnava"};
/// Who could not read well or took the measure badly reads again: "mi faccia mettere gli occhiali", "rifacciamo".
constexpr WordSet kRereading{"occhiali",   "rileggo",  "rileggiamo", "rivedo",      "ricontrollo", "ricontrolliamo",
                             "riguardo",   "rifaccio", "rifacciamo", "rimisuro",    "rimisuriamo", "riprovo",
                             "riproviamo", "ripeso",   "ripesiamo",  "riguardando", "rileggendo",  "rivedendo",
                             "ricontando", "riconto",  "ricontiamo", "contare",     "ripeto",      "ripetiamo"};
/// Who asks to wait says why: "aspetti, che ho scritto piccolo".
constexpr WordSet kHardToRead{"scritto", "piccolo", "letto", "leggo", "vedo", "storto", "ecco"};
/// A value that is read again differs by no more than this share.
constexpr double kMisreadShare = 0.2;
/// More words than these between two values are another sentence, not a second thought.
constexpr TokenIndex kFarthestCue = 4;
constexpr TokenIndex kFarthestValue = 14;
/// On the scales a value read after "no" or "aspetti" is the same one, read again, when it is as near as this: within
/// more words after "aspetti", while a coat is taken off.
constexpr double kReadAgain = 2;
constexpr TokenIndex kFarthestReading = 26;
constexpr TokenIndex kFarthestReread = 8;

/// More words than these before the value in full are another sentence.
constexpr TokenIndex kFarthestWhole = 6;
/// Values up to this are said of many things.
constexpr double kOftenCounted = 12;

/// How far from each other two values of one size are, and two doses of which one was a mistake.
constexpr double kOfOneSize = 2;
constexpr double kMostMistaken = 5;
/// A breath before the second thought ("settantasette e no, settantaquattro").
constexpr WordSet kBreaths{"e", "eh", "ehm", "ah", "oh"};

bool IsBreath(std::string_view word) { return IsAny(word, kBreaths); }

/// Whether one value can stand for the other: same kind and unit, and of one size.
bool AreComparable(const Number& before, const Number& after, bool is_dose) {
  if (before.kind != after.kind) return false;
  if (before.kind == NumberKind::kDate || before.kind == NumberKind::kClock) return false;
  if (!MayShareUnit(before, after)) return false;
  if (before.value <= 0 || after.value <= 0) return false;
  // "Duecentocinquanta milligrammi, no, cinquecento": a tablet is half or twice another.
  const double most = is_dose ? kMostMistaken : kOfOneSize;
  const double ratio = before.value / after.value;
  return ratio > 1 / most && ratio < most;
}

class Finder {
 public:
  Finder(const Text& text, const std::vector<Number>& numbers, const std::vector<TermHit>& terms)
      : text_(text), numbers_(numbers), doses_(text, numbers, terms) {}

  std::vector<TokenRange> Find() const {
    std::vector<TokenRange> withdrawn;
    for (std::size_t i = 0; i + 1 < numbers_.size(); ++i) {
      const Number& before = numbers_[i];
      const Number& after = numbers_[i + 1];
      if (!withdrawn.empty() && before.range.first < withdrawn.back().last) continue;
      // A dose that is said twice before the new one is taken back whole.
      const Number* dose = before.value == after.value ? doses_.NewDose(i) : nullptr;
      const bool is_replaced = SameDigits(before, after) ||
                               (!dose && Comparable(before, after) &&
                                (SaidAgain(before, after) || BrokenOff(before, after) || TakenBack(before, after) ||
                                 ReadAgain(before, after) || Reread(before, after)));
      if (!is_replaced && !dose) dose = doses_.NewDose(i);
      const bool is_begun =
          !withdrawn.empty() && withdrawn.back().last == before.range.first && SaidInFull(before, after);
      if (is_replaced || dose || is_begun) {
        const TokenIndex first =
            i > 0 && SaidJustBefore(numbers_[i - 1], before) ? numbers_[i - 1].range.first : before.range.first;
        withdrawn.push_back({first, dose ? dose->range.first : WithUnitBefore(before, after)});
      }
    }
    return withdrawn;
  }

 private:
  /// "Perindopril da dieci, no, aspetti, da cinque": so is a strength without its unit.
  bool Comparable(const Number& before, const Number& after) const {
    const bool is_dose =
        IsAny(before.unit, kDoseUnits)
            ? before.unit == after.unit || (after.unit.empty() && !IsCounted(text_.Word(after.range.last)))
            : after.unit.empty() && StandsAfterFrom(before) && StandsAfterFrom(after) && doses_.IsDose(before);
    return AreComparable(before, after, is_dose) && !doses_.AreOfTwoDrugs(before, after);
  }

  /// "Albumina trentuno... cioè tre virgola uno."
  bool SameDigits(const Number& before, const Number& after) const {
    if (before.kind != NumberKind::kPlain || after.kind != NumberKind::kPlain || !before.unit.empty() ||
        before.value != std::round(after.value * 10) || after.value == std::floor(after.value) ||
        text_.WordsBetween(before.range.last, after.range.first) > 2)
      return false;
    for (TokenIndex at = before.range.last; at < after.range.first; ++at) {
      if (text_.Word(at) == "cioe" || IsCue(text_.Word(at))) return true;
    }
    return false;
  }

  bool StandsAfterFrom(const Number& number) const {
    return text_.Word(static_cast<std::int64_t>(number.range.first) - 1) == "da";
  }

  bool SaidAgain(const Number& before, const Number& after) const {
    // "Cinque cinque milligrammi", "tre tre anni fa".
    const bool begins_again = before.value == after.value && before.unit.empty() &&
                              (!after.unit.empty() || IsCounted(text_.Word(after.range.last)));
    if (begins_again && before.range.last == after.range.first) return true;
    if (before.value < 20 || std::floor(before.value) != std::floor(after.value)) return false;
    if (before.value != after.value && before.value != std::floor(before.value)) return false;
    for (TokenIndex at = before.range.last; at < after.range.first; ++at) {
      if (text_.Word(at) != ",") return false;
    }
    return after.range.first - before.range.last <= 1;
  }

  /// "Ottantaquattro e... stia ferma, ottantaquattro virgola uno", "il peso settanta settantuno virgola otto": the
  /// beginning of the value that follows.
  bool BrokenOff(const Number& before, const Number& after) const {
    if (before.value < 20 || before.value != std::floor(before.value) || after.value == std::floor(after.value) ||
        !before.unit.empty())
      return false;
    const TokenIndex end = before.range.last;
    const double tens = std::fmod(before.value, 100) == 0 ? 100 : 10;
    if (end == after.range.first) {
      return std::fmod(before.value, tens) == 0 && std::floor(after.value / tens) * tens == before.value;
    }
    const bool is_open = (text_.Word(end) == "e" || text_.Word(end) == "virgola") && text_.IsMark(end + 1);
    return is_open && std::floor(after.value) == before.value &&
           text_.WordsBetween(end, after.range.first) <= kFarthestWhole;
  }

  /// "Dieci e quattro, no aspetta, undici, quello è il vecchio, undici e quattro": what replaces a value is begun, and
  /// said in full after a few words.
  bool SaidInFull(const Number& begun, const Number& whole) const {
    return begun.kind == NumberKind::kPlain && whole.kind == NumberKind::kPlain && begun.unit.empty() &&
           begun.value == std::floor(whole.value) && begun.value != whole.value &&
           !IsCounted(text_.Word(begun.range.last)) &&
           text_.WordsBetween(begun.range.last, whole.range.first) <= kFarthestWhole;
  }

  /// "Settantasette anni, vero?" "Settantasette, no, settantotto": both are taken back.
  bool SaidJustBefore(const Number& first, const Number& again) const {
    for (TokenIndex at = first.range.last; at < again.range.first; ++at) {
      if (text_.Word(at) == ".") return false;
    }
    return first.kind == again.kind && first.value == again.value && first.value > kOftenCounted &&
           text_.WordsBetween(first.range.last, again.range.first) <= kFarthestCue &&
           !doses_.NamesDrug(first.range.last, again.range.first);
  }

  /// "Cinquecento milli, no, mi correggo, microgrammi quattrocento": the unit before a value belongs to it.
  TokenIndex WithUnitBefore(const Number& before, const Number& after) const {
    const TokenIndex at = after.range.first;
    const bool has_unit = at > before.range.last + 1 && after.unit.empty() && !UnitOf(text_.Word(at - 1)).empty();
    return has_unit ? at - 1 : at;
  }

  /// "Glicata otto e sei... mi faccia mettere gli occhiali, otto virgola nove."
  bool Reread(const Number& before, const Number& after) const {
    const bool both_exact = (before.value == std::floor(before.value)) == (after.value == std::floor(after.value));
    // A pressure that is measured again is another value of the visit.
    if (before.kind != NumberKind::kPlain || !both_exact ||
        std::abs(before.value - after.value) > kMisreadShare * before.value ||
        IsCounted(text_.Word(after.range.last)) || IsCounted(text_.Word(before.range.last)) ||
        text_.WordsBetween(before.range.last, after.range.first) > kFarthestValue)
      return false;
    bool rereads = false, waits = false;
    for (TokenIndex at = before.range.last; at < after.range.first; ++at) {
      const std::string_view word = text_.Word(at);
      if (word == "?" || word == "tra" || word == "fra") return false;
      waits = waits || word == "aspetti" || word == "aspetta";
      rereads = rereads || IsAny(word, kRereading) || (waits && IsAny(word, kHardToRead));
    }
    return rereads;
  }

  bool TakenBack(const Number& before, const Number& after) const {
    if (text_.WordsBetween(before.range.last, after.range.first) > kFarthestValue) return false;
    if (Settles(before.range.last, after.range.first)) return true;
    TokenIndex words = 0;
    for (TokenIndex at = before.range.last; at < after.range.first; ++at) {
      if (text_.Word(at) == "?") return false;
      if (text_.IsMark(at) || (words == 0 && IsBreath(text_.Word(at)))) continue;
      if (text_.Word(at) == "sbaglio") return text_.Word(before.range.last) == text_.Word(after.range.last);
      // "Cinque litri, corretto: sei litri e mezzo."
      if (text_.Word(at) == "corretto" && text_.Word(at + 1) == ":") return words < kFarthestCue;
      if (IsCue(text_.Word(at))) {
        // "diabete no" denies its own word; a second thought stands by itself.
        const bool by_itself = words == 0 || text_.IsMark(static_cast<std::int64_t>(at) - 1) ||
                               text_.Word(at) != "no" || IsSureOfItself(at) || CountsTheSame(before, at);
        return by_itself && words < kFarthestCue && CueIsOwn(at, after);
      }
      ++words;
    }
    return false;
  }

  /// "Cioè no, mi correggo": whether a "no" stands between a hesitation and a second thought.
  bool IsSureOfItself(TokenIndex no) const {
    const bool hesitates = no > 0 && text_.Word(no - 1) == "cioe";
    const TokenIndex next = text_.Word(no + 1) == "mi" ? no + 2 : no + 1;
    return hesitates || text_.Word(next) == "correggo" || text_.Word(next) == "pardon";
  }

  /// "Due anni fa no tre tre anni fa": whether the words between a value and the second thought are said again behind
  /// the value that replaces it, which may be said twice.
  bool CountsTheSame(const Number& before, TokenIndex cue) const {
    const TokenIndex size = cue - before.range.last;
    const auto next =
        std::find_if(numbers_.begin(), numbers_.end(), [&](const Number& n) { return n.range.first > cue; });
    for (auto number = next; size > 0 && number != numbers_.end() && number - next < 2; ++number) {
      bool same = true;
      for (TokenIndex at = 0; at < size; ++at) {
        same = same && text_.Word(number->range.last + at) == text_.Word(before.range.last + at);
      }
      if (same) return true;
      if (number + 1 != numbers_.end() && (number + 1)->value != number->value) return false;
    }
    return false;
  }

  /// "Millequattrocento... facciamo millecinquecento."
  bool Settles(TokenIndex first, TokenIndex last) const {
    bool settles = false;
    for (TokenIndex at = first; at < last; ++at) {
      if (text_.IsMark(at)) continue;
      if (settles || !IsAny(text_.Word(at), kSettling)) return false;
      settles = true;
    }
    return settles;
  }

  /// "Novantasette e otto. Aspetti, tolga il marsupio... novantasette e due." "Settantatré. No, con gli scarponi:
  /// settantuno e tre." "Sessantasei e otto... tolgo i piedini... sessantacinque e due."
  bool ReadAgain(const Number& before, const Number& after) const {
    if (before.value < 20 || std::abs(before.value - after.value) > kReadAgain) return false;
    const TokenIndex between = after.range.first - before.range.last;
    if (between > kFarthestReading) return false;
    const bool was_exact = before.value != std::floor(before.value), is_exact = after.value != std::floor(after.value);
    const bool has_tenth = was_exact || is_exact, both_exact = was_exact && is_exact;
    for (TokenIndex at = before.range.last; at < after.range.first; ++at) {
      if (text_.WordsBetween(before.range.last, at) > kFarthestCue) return false;
      const std::string_view word = text_.Word(at);
      if (word == "?") return false;
      // "Al momento dell'intervento settantadue" is another time.
      const bool waits = word == "momento" && text_.Word(static_cast<std::int64_t>(at) - 1) == "un";
      if (word == "aspetti" || word == "aspetta" || waits) return true;
      // "Il telefono diceva quarantotto": another pair of scales.
      const bool taken_off = IsAny(word, kTakenOff) && !IsAny(text_.Word(at + 1), kShows);
      const bool by_itself = word == "anzi" || taken_off ||
                             (word == "no" && text_.IsMark(static_cast<std::int64_t>(at) - 1) && text_.IsMark(at + 1));
      const bool is_near = text_.WordsBetween(before.range.last, after.range.first) <= kFarthestValue;
      if (by_itself && is_near && has_tenth) return true;
      // "Novantacinque e otto, ehm, no, è ballerina questa, novantasei virgola due."
      if (word == "no" && both_exact && between <= kFarthestReread) return true;
    }
    return false;
  }

  /// "no" followed by a new subject ("alcol no, fumo dieci sigarette") takes nothing back: between the cue and the new
  /// value only the words of a second thought may stand, unless the speaker asks to wait.
  bool CueIsOwn(TokenIndex cue, const Number& after) const {
    // "No, con quel lavoro in piedi facciamo milleottocento."
    if (IsAny(text_.Word(after.range.first - 1), kSettling)) return true;
    TokenIndex words = 0;
    for (TokenIndex at = cue + 1; at < after.range.first; ++at) {
      const std::string_view word = text_.Word(at);
      if (word == "aspetti" || word == "aspetta" || IsAny(word, kMisread)) return true;
      if (text_.IsMark(at) || IsCue(word) || IsAny(word, kThinking)) continue;
      ++words;
    }
    return words <= 1;
  }

  const Text& text_;
  const std::vector<Number>& numbers_;
  DoseChanges doses_;
};

/// "Il potassio è tre e otto... no, ho letto la riga del fosforo. Potassio tre e tre", "trigliceridi quattrocento...
/// no, questo è il foglio vecchio. Eccole: trigliceridi trecento": where the name is said again with the value that
/// holds, it stands there.
TokenRange WithName(TokenRange withdrawn, const std::vector<TermHit>& terms) {
  constexpr TokenIndex kLongestName = 6;
  // Reading order is that of first tokens: a name that ends at a place begins a few before it.
  const auto names_before = [&](TokenIndex end, TokenIndex joint) {
    const TermHit* name = nullptr;
    const TokenIndex from = end > kLongestName ? end - kLongestName : 0;
    for (auto hit = FirstFrom(terms, from); hit != terms.end() && hit->range.first < end; ++hit) {
      const bool ends_here = hit->range.last <= end && hit->range.last + joint >= end;
      if (ends_here && hit->entry->plausible) name = &*hit;
    }
    return name;
  };
  const TermHit* before = names_before(withdrawn.first, 1);
  const TermHit* again = names_before(withdrawn.last, 0);
  const bool same = before && again && before->entry == again->entry && again->range.first > withdrawn.first;
  return same ? TokenRange{before->range.first, again->range.first} : withdrawn;
}

/// "Prendo settantacinque di levotiroxina… no, aspetti, ottantotto": the drug stays, and only its dose is taken back.
void KeepDrug(const Text& text, const std::vector<TermHit>& terms, std::vector<TokenRange>& withdrawn) {
  constexpr TokenIndex kFarthestDrug = 3, kFarthestOther = 4;
  static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
  const auto is_drug = [](const TermHit& hit) { return hit.entry->tag == kDrug; };
  for (std::size_t i = 0, size = withdrawn.size(); i < size; ++i) {
    const TokenRange range = withdrawn[i];
    const auto last = FirstFrom(terms, std::min(range.first + kFarthestDrug, range.last));
    const auto drug = std::find_if(FirstFrom(terms, range.first), last, is_drug);
    if (drug == last || drug->range.first == range.first || text.Word(drug->range.first - 1) != "di") continue;
    const auto other = FirstFrom(terms, range.last + kFarthestOther);
    if (std::any_of(FirstFrom(terms, drug->range.last), other, is_drug)) continue;
    withdrawn[i].last = drug->range.first;
    withdrawn.push_back({drug->range.last, range.last});
  }
}

}  // namespace

std::vector<TokenRange> FindWithdrawn(const Text& text, const std::vector<Number>& numbers,
                                      const std::vector<TermHit>& terms, const std::vector<TokenRange>& words) {
  std::vector<TokenRange> withdrawn = Finder(text, numbers, terms).Find();
  withdrawn.insert(withdrawn.end(), words.begin(), words.end());
  const auto further = FindSecondReadings(text, numbers, terms);
  withdrawn.insert(withdrawn.end(), further.begin(), further.end());
  const auto misread = FindMisreadLines(text, numbers, terms);
  withdrawn.insert(withdrawn.end(), misread.begin(), misread.end());
  const auto pressures = FindPressuresBefore(text, numbers);
  withdrawn.insert(withdrawn.end(), pressures.begin(), pressures.end());
  const auto past = FindPastValues(text, numbers);
  withdrawn.insert(withdrawn.end(), past.begin(), past.end());
  const auto denied = FindDeniedLater(text, numbers, terms);
  withdrawn.insert(withdrawn.end(), denied.begin(), denied.end());
  for (TokenRange& range : withdrawn) range = WithName(range, terms);
  KeepDrug(text, terms, withdrawn);
  return Joined(std::move(withdrawn));
}

}  // namespace scriba::clinical
