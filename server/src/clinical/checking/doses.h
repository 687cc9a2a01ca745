// The doses of drugs that were named, so that one visit can be compared with the next.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clinical/report.h"

namespace scriba::clinical {

struct Dose {
  std::string drug;  ///< lower case, as it was said
  double value = 0;
  std::string unit;  ///< "mg", "mcg", "g", "UI", "ml"; empty when none was said
  Span evidence;     ///< drug and dose together
};

/// "500 mg"
std::string DoseText(double value, std::string_view unit);

/// Doses said of the patient: not asked, denied, taken back, or a relative's. Each drug and dose once, in order.
std::vector<Dose> FindDoses(std::string_view transcript_utf8);

/// Whether two doses are one, whatever unit they were said in. A unit that was not said fits every other.
bool IsSameDose(double left, std::string_view left_unit, double right, std::string_view right_unit);

}  // namespace scriba::clinical
