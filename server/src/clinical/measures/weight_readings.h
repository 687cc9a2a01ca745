// The numbers of a talk that may be the weight of today, and what speaks for and against each.
//
// On the scales little is called by its name: "Salga. Novantanove e quattro. Si levi le chiavi di tasca. Novantotto
// virgola sei. Un metro e settantaquattro." A talk has fifteen numbers that somebody may weigh: weights of the past, of
// relatives, gains and losses, other measures, and readings that were taken again without shoes. Which of them holds is
// weighed by a model of what stands around them (lexicon/weight.model, fitted by bench/clinical/fit_weight).
#pragma once

#include <functional>
#include <vector>

#include "clinical/measures/measure_list.h"
#include "clinical/placing/feature_name.h"

namespace scriba::clinical {

/// Shows the readings one after the other, in reading order; where a tenth may follow a number ("ottantasei e tre"),
/// both. Knows the weight that was found by its name, the height and the stated body mass index from the list. The
/// features live until the next is shown.
void ForEachWeightReading(const MeasureList& list,
                          const std::function<void(const Number& number, const FeatureNames& features)>& show);

/// The readings of the same scales of which a later one takes the place ("centoquattro e otto, no, mi scusi, la
/// bilancia era sull'altra persona, centodue e sei").
std::vector<Number> EarlierReadings(const MeasureList& list, const Number& later);

}  // namespace scriba::clinical
