// What the section model sees of a clause.
#pragma once

#include <vector>

#include "clinical/placing/feature_name.h"
#include "clinical/reading/reading.h"

namespace scriba::clinical {

/// How a clause follows the one before: the transitions of the model depend on it.
enum class Link : std::size_t { kNewSentence, kSameSentence, kAfterQuestion };
inline constexpr std::size_t kLinkCount = 3;

struct ClauseFeatures {
  /// Names such as "t:drug" (a tag of the lexicon), "w:colazio" (a word's first letters), "u:kg" (a unit).
  FeatureNames names;
  Link link = Link::kNewSentence;
};

/// The names live as long as the reading.
std::vector<ClauseFeatures> Featurize(const Reading& reading);

}  // namespace scriba::clinical
