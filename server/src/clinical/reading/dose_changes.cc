#include "clinical/reading/dose_changes.h"

#include <algorithm>
#include <array>
#include <limits>

#include "clinical/reading/cues.h"
#include "clinical/reading/integers.h"
#include "clinical/reading/items.h"

namespace scriba::clinical {
namespace {

constexpr std::array<std::string_view, 11> kChanges{"alzat",  "aument",  "portat",  "ridott", "calat", "abbass",
                                                    "scalat", "cambiat", "raddopp", "dimezz", "prefer"};
/// "Quattrocento microgrammi… no, con la celiachia ti do la dose alta, cinque milligrammi": in another unit, giving is
/// changing.
constexpr WordSet kGives{"do", "da", "danno", "diamo", "dose", "serve", "servono", "ci", "vogliono", "facciamo"};
/// "No, col sospetto di Wernicke sono cinquecento", "anzi, con il rene così scendiamo a ventisei": after a reason.
constexpr std::array<std::string_view, 9> kSettles{"sono",     "scendiam", "saliam", "facciam", "dose",
                                                   "comincia", "partiam",  "mettia", "restiam"};
/// "La scatola dice mille", "ho qui la scatola, c'è scritto centododici".
constexpr WordSet kShows{"dice", "scritto", "leggo"};
constexpr WordSet kBoxes{"scatola", "confezione"};
/// Words from the second thought to a dose that is settled so, and tokens between such a word and the dose.
constexpr TokenIndex kFarthestSettled = 18;
constexpr TokenIndex kSettling = 3;
/// Words between a drug and its dose, and between the second thought and the new dose, also in another unit.
constexpr TokenIndex kFarthestDose = 6;
constexpr TokenIndex kFarthestChange = 12;
constexpr TokenIndex kFarthestOfUnit = 18;
/// A dose is changed at most by this factor, or by this where it is said in another unit.
constexpr double kMostChange = 8;
constexpr double kMostChangeOfUnit = 20;

/// Not a number where the unit is none of mass.
double Micrograms(const Number& dose) {
  const double unit = dose.unit == "mg" ? 1000 : dose.unit == "mcg" ? 1 : std::numeric_limits<double>::quiet_NaN();
  return dose.value * unit;
}

/// Whether a dose may be changed into another by so much.
bool CanBecome(const Number& before, const Number& after) {
  const bool same_unit = MayShareUnit(before, after);
  const double most = same_unit ? kMostChange : kMostChangeOfUnit;
  const double ratio = same_unit ? after.value / std::max(before.value, 1e-9) : Micrograms(after) / Micrograms(before);
  return ratio > 1 / most && ratio < most;
}

}  // namespace

const Number* DoseChanges::NewDose(std::size_t index) const {
  const Number& before = numbers_[index];
  if (before.kind != NumberKind::kPlain || !IsDose(before)) return nullptr;
  if (index + 1 < numbers_.size() && IsOnTheBox(before, numbers_[index + 1])) return &numbers_[index + 1];
  const TokenIndex cue = CueAfter(before.range.last);
  if (cue == text_.size()) return nullptr;
  if (const Number* settled = SettledDose(before, cue)) return settled;
  for (std::size_t i = index + 1; i < numbers_.size(); ++i) {
    const Number& after = numbers_[i];
    if (after.range.first > cue && text_.WordsBetween(cue, after.range.first) > kFarthestOfUnit) return nullptr;
    if (IsCounted(text_.Word(after.range.last))) continue;
    if (after.range.first < cue || after.kind != NumberKind::kPlain) return nullptr;
    // "Cento… no, era cento fino a settembre, l'hanno portato a duecento."
    if (after.value == before.value) continue;
    const bool fits = CanBecome(before, after);
    // "Anzi no, con il BMI a trenta preferisco cinque milligrammi."
    if (!fits && after.unit.empty()) continue;
    return fits && IsChanged(cue, after.range.first, !MayShareUnit(before, after)) && !NamesDrug(cue, after.range.first)
               ? &after
               : nullptr;
  }
  return nullptr;
}

bool DoseChanges::IsOnTheBox(const Number& before, const Number& after) const {
  const TokenRange between{before.range.last, after.range.first};
  if (text_.WordsBetween(between.first, between.last) > kFarthestChange || NamesDrug(between.first, between.last) ||
      after.kind != NumberKind::kPlain || after.value == before.value || IsCounted(text_.Word(after.range.last)) ||
      (!after.unit.empty() && after.unit != before.unit))
    return false;
  // "No, la confezione è da ottanta"; without a second thought that may be its tablets.
  const bool is_of_box = text_.Word(between.last - 1) == "da" && text_.Word(std::int64_t{between.last} - 2) == "e" &&
                         CueAfter(between.first) < between.last;
  const bool shows = IsAny(text_.Word(between.last - 1), kShows) || is_of_box;
  return shows && CanBecome(before, after) && text_.HasAny(between, kBoxes);
}

const Number* DoseChanges::SettledDose(const Number& before, TokenIndex cue) const {
  if (text_.WordsBetween(before.range.last, cue) > 0 || text_.Word(before.range.last) == ",") return nullptr;
  for (auto after = FirstFrom(numbers_, cue); after != numbers_.end(); ++after) {
    const TokenIndex first = after->range.first;
    if (text_.WordsBetween(cue, first) > kFarthestSettled || NamesDrug(cue, first)) return nullptr;
    if (text_.HasWord({cue, first}, "?")) return nullptr;
    const TokenRange lead{first > kSettling ? first - kSettling : 0, first};
    const bool is_settled =
        FirstIn(lead, [&](TokenIndex at) { return StartsWithAny(text_.Word(at), kSettles); }) < first;
    if (is_settled && CanBecome(before, *after) && after->value != before.value && after->kind == NumberKind::kPlain &&
        !IsCounted(text_.Word(after->range.last))) {
      return &*after;
    }
  }
  return nullptr;
}

bool DoseChanges::IsDose(const Number& number) const {
  return IsAny(number.unit, kDoseUnits) ||
         (number.unit.empty() && !IsCounted(text_.Word(number.range.last)) &&
          NamesDrug(number.range.first > kFarthestDose ? number.range.first - kFarthestDose : 0, number.range.first));
}

bool DoseChanges::NamesDrug(TokenIndex first, TokenIndex last) const {
  static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
  return std::any_of(FirstFrom(terms_, first), FirstFrom(terms_, last),
                     [&](const TermHit& term) { return term.entry->tag == kDrug; });
}

bool DoseChanges::AreOfTwoDrugs(const Number& one, const Number& other) const {
  static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
  if (text_.Word(other.range.first - 1) != "da") return false;
  const auto is_drug = [](const TermHit& term) { return term.entry->tag == kDrug; };
  const auto before_one = FirstFrom(terms_, one.range.first);
  const auto before_other = FirstFrom(terms_, other.range.first);
  const TokenIndex from = one.range.first > kFarthestDose ? one.range.first - kFarthestDose : 0;
  const auto first = std::find_if(FirstFrom(terms_, from), before_one, is_drug);
  const auto next = std::find_if(FirstFrom(terms_, one.range.last), before_other, is_drug);
  return first != before_one && next != before_other && text_.Word(first->range.first) != text_.Word(next->range.first);
}

/// The second thought within a few words of a value, by itself; past the text where there is none.
TokenIndex DoseChanges::CueAfter(TokenIndex from) const {
  TokenIndex words = 0;
  for (TokenIndex at = from; at < text_.size() && words < kFarthestDose; ++at) {
    if (text_.Word(at) == "?") break;
    if (text_.IsMark(at)) continue;
    const bool by_itself = words == 0 || text_.IsMark(static_cast<std::int64_t>(at) - 1) || text_.Word(at) != "no";
    if (IsCue(text_.Word(at)) && by_itself) return at;
    ++words;
  }
  return text_.size();
}

bool DoseChanges::IsChanged(TokenIndex first, TokenIndex last, bool into_other_unit) const {
  if (!into_other_unit && text_.WordsBetween(first, last) > kFarthestChange) return false;
  for (TokenIndex at = first; at < last; ++at) {
    const std::string_view word = text_.Word(at);
    if (StartsWithAny(word, kChanges) || (into_other_unit && IsAny(word, kGives))) return true;
  }
  return false;
}

}  // namespace scriba::clinical
