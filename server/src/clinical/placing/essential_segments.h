// The segments that no report may lack, however little their words are those of a fact.
#pragma once

#include <vector>

#include "clinical/placing/relevance.h"
#include "clinical/reading/reading.h"

namespace scriba::clinical {

/// By segment: what must stay by itself (MustStay), what says the dose, the course or the end of a drug with the drug,
/// what refuses or decides on one that was asked for, and to what somebody is allergic.
std::vector<bool> FindEssential(const Reading& reading, const std::vector<Segment>& segments);

}  // namespace scriba::clinical
