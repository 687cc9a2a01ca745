#include "clinical/placing/selection.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <tuple>

#include "clinical/placing/kinds_of_text.h"
#include "clinical/writing/wording.h"

namespace scriba::clinical {
namespace {

/// A sentence below this is only reported up to the usual share of the talk: where all of a talk is unlike what the
/// model knows, it is sure of nothing, and only the order of its values counts.
constexpr double kWorthReporting = 0.26;
constexpr double kUsualShare = 0.54;
/// Beyond this share only what is surely a fact.
constexpr double kFullShare = 0.57;
constexpr double kSurelyFact = 0.36;
/// And no sentence below this is said again in a second section.
constexpr double kFloorOfCopies = 0.8;

/// Of meals and of sport much is told that is no fact, of tests hardly anything: a value counts for less or for more.
double FloorOf(Section section) {
  constexpr double kOfEating = 1.45;
  constexpr double kOfActivity = 1.3;
  constexpr double kOfTests = 0.35;
  switch (section) {
    case Section::kAbitudiniAlimentari: return kOfEating;
    case Section::kAttivitaFisica: return kOfActivity;
    case Section::kEsamiParametri: return kOfTests;
    default: return 1;
  }
}

double LengthOf(const std::string& text) { return static_cast<double>(std::count(text.begin(), text.end(), ' ') + 1); }

class Selection {
 public:
  explicit Selection(const Reading& reading)
      : reading_(reading),
        words_(static_cast<double>(reading.WordsIn({0, reading.text.size()}))),
        said_(reading.text.size(), false) {}

  std::vector<Draft> Of(std::vector<Draft> drafts) {
    std::vector<std::size_t> order(drafts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    // The same words come first in the section to which they more likely belong.
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::tie(drafts[a].value, drafts[a].confidence) > std::tie(drafts[b].value, drafts[b].confidence);
    });
    std::vector<bool> kept(drafts.size(), false);
    // What already stands in another section comes after all that stands in none.
    for (const bool again : {false, true}) {
      for (const std::size_t i : order) {
        if (!kept[i] && IsSaid(drafts[i]) == again) kept[i] = Takes(drafts[i], again);
      }
    }
    std::vector<Draft> result;
    for (std::size_t i = 0; i < drafts.size(); ++i) {
      if (kept[i] && !drafts[i].ranges.empty()) result.push_back(std::move(drafts[i]));
    }
    return result;
  }

 private:
  bool IsSaid(const Draft& draft) const {
    for (const TokenRange range : draft.ranges) {
      for (TokenIndex at = range.first; at < range.last; ++at) {
        if (!said_[at]) return false;
      }
    }
    return true;
  }

  /// Whether a draft is worth its words, which are counted then.
  bool Takes(const Draft& draft, bool again) {
    const bool is_note = IsNote(reading_);
    if (!is_note && draft.value < Floor(draft.section, again)) return false;
    const double length = LengthOf(WriteSentence(reading_, draft.ranges));
    if (!is_note && written_ + length > words_ * kLongestShare) return false;
    written_ += length;
    for (const TokenRange range : draft.ranges)
      std::fill(said_.begin() + range.first, said_.begin() + range.last, true);
    return true;
  }

  double Floor(Section section, bool again) const {
    const bool is_visit = !IsShort(reading_);
    double floor = kLeastValue;
    if (is_visit && written_ >= words_ * kUsualShare) floor = kWorthReporting;
    if (is_visit && written_ >= words_ * kFullShare) floor = kSurelyFact;
    return again ? std::max(floor, kFloorOfCopies) : floor * FloorOf(section);
  }

  const Reading& reading_;
  const double words_;
  double written_ = 0;
  std::vector<bool> said_;
};

}  // namespace

std::vector<Draft> Select(const Reading& reading, std::vector<Draft> drafts) {
  return Selection(reading).Of(std::move(drafts));
}

}  // namespace scriba::clinical
