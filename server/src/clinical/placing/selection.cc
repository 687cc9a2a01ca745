#include "clinical/placing/selection.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <tuple>

#include "clinical/placing/kinds_of_text.h"
#include "clinical/writing/wording.h"

namespace scriba::clinical {
namespace {

/// Beyond this share of the talk only what is surely a fact.
constexpr double kFullShare = 0.561;
constexpr double kSurelyFact = 0.4;
/// And no sentence below this is said again in a second section.
constexpr double kFloorOfCopies = 0.876;
/// A report shorter than this share has room: for what was left out of its sentences, and for sentences above this
/// value.
constexpr double kRoomyShare = 0.576;
constexpr double kRoomyLeast = 0.04;
/// The longer a sentence is than the usual, the more it must be worth: the power of its length.
constexpr double kPriceOfLength = 0.417;
constexpr double kUsualLength = 6;

/// Of moods and weights much is told that is no fact, of tests hardly anything; what no doctor could forgive to miss is
/// history, plan or a critical point: a value counts for less or for more.
double FloorOf(Section section) {
  switch (section) {
    case Section::kEsamiParametri: return 0.24;
    case Section::kMotivoVisita:
    case Section::kPuntiCritici: return 0.35;
    case Section::kStoriaMedica:
    case Section::kNoteSpecialista: return 0.55;
    case Section::kAbitudiniAlimentari: return 0.65;
    case Section::kAttivitaFisica: return 0.88;
    case Section::kStoriaPonderale:
    case Section::kFattoriPsi: return 1.1;
  }
  return 1;
}

class Selection {
 public:
  explicit Selection(const Reading& reading)
      : reading_(reading),
        words_(static_cast<double>(reading.WordsIn({0, reading.text.size()}))),
        said_(reading.text.size(), false) {}

  std::vector<Draft> Of(std::vector<Draft> drafts) {
    Weigh(drafts);
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
        if (!kept[i] && IsSaid(drafts[i].ranges) == again) kept[i] = Takes(i, drafts[i], again);
      }
    }
    Fill(drafts, kept);
    std::vector<Draft> result;
    for (std::size_t i = 0; i < drafts.size(); ++i) {
      if (kept[i] && !drafts[i].ranges.empty()) result.push_back(std::move(drafts[i]));
    }
    return result;
  }

 private:
  /// Measures what each draft takes, and lets the value of a long one count for less. What no shortness would bring
  /// into the report is not measured.
  void Weigh(std::vector<Draft>& drafts) {
    const double least = IsNote(reading_) ? 0 : kRoomyLeast / std::pow(kUsualLength, kPriceOfLength);
    lengths_.reserve(drafts.size());
    for (Draft& draft : drafts) {
      lengths_.push_back(draft.value < least ? 0 : LengthOf(draft.ranges));
      if (draft.value < least) continue;
      if (draft.value >= kSurelyReported) continue;
      draft.value *= std::pow(kUsualLength / lengths_.back(), kPriceOfLength);
    }
  }

  double LengthOf(const std::vector<TokenRange>& ranges) const {
    return static_cast<double>(WordsOfSentence(reading_, ranges));
  }

  bool IsSaid(const std::vector<TokenRange>& ranges) const {
    for (const TokenRange range : ranges) {
      for (TokenIndex at = range.first; at < range.last; ++at) {
        if (!said_[at]) return false;
      }
    }
    return true;
  }

  /// Whether a draft is worth its words, which are counted then.
  bool Takes(std::size_t index, const Draft& draft, bool again) {
    const bool is_note = IsNote(reading_);
    if (!is_note && draft.value < Floor(draft.section, again)) return false;
    if (!is_note && written_ + lengths_[index] > words_ * kLongestShare) return false;
    Say(draft.ranges, lengths_[index]);
    return true;
  }

  void Say(const std::vector<TokenRange>& ranges, double length) {
    written_ += length;
    for (const TokenRange range : ranges) std::fill(said_.begin() + range.first, said_.begin() + range.last, true);
  }

  double Floor(Section section, bool again) const {
    const bool is_full = !IsShort(reading_) && written_ >= words_ * kFullShare;
    const double floor = is_full ? kSurelyFact : kLeastValue;
    return again ? std::max(floor, kFloorOfCopies) : floor * FloorOf(section);
  }

  /// A report of a visit with room holds its sentences with more of their words, and sentences that are hardly worth
  /// reporting: the most valuable first.
  void Fill(std::vector<Draft>& drafts, std::vector<bool>& kept) {
    if (IsShort(reading_) || written_ >= words_ * kRoomyShare) return;
    for (const std::size_t i : InOrderOfMore(drafts, kept)) {
      if (written_ + 1 > words_ * kRoomyShare) return;
      Draft& draft = drafts[i];
      const double more = kept[i] ? LengthOf(draft.fuller) - lengths_[i] : lengths_[i];
      if (written_ + more > words_ * kRoomyShare) continue;
      if (kept[i]) draft.ranges = std::move(draft.fuller);
      Say(draft.ranges, more);
      kept[i] = true;
    }
  }

  /// The drafts of which more can be said, by what that is worth.
  std::vector<std::size_t> InOrderOfMore(const std::vector<Draft>& drafts, const std::vector<bool>& kept) const {
    std::vector<std::pair<double, std::size_t>> more;
    for (std::size_t i = 0; i < drafts.size(); ++i) {
      const Draft& draft = drafts[i];
      if (kept[i] && !draft.fuller.empty()) more.emplace_back(draft.worth_of_fuller, i);
      if (!kept[i] && draft.value >= kRoomyLeast && !IsSaid(draft.ranges)) {
        more.emplace_back(draft.value / FloorOf(draft.section), i);
      }
    }
    std::stable_sort(more.begin(), more.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<std::size_t> order;
    for (const auto& [worth, draft] : more) order.push_back(draft);
    return order;
  }

  const Reading& reading_;
  const double words_;
  double written_ = 0;
  /// By draft, in words of the report.
  std::vector<double> lengths_;
  std::vector<bool> said_;
};

}  // namespace

std::vector<Draft> Select(const Reading& reading, std::vector<Draft> drafts) {
  return Selection(reading).Of(std::move(drafts));
}

}  // namespace scriba::clinical
