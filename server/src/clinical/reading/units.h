// The words for units, as they are spoken and written.
#pragma once

#include <string_view>

namespace scriba::clinical {

/// The canonical short unit of a lower-case word ("chili" is "kg"); empty when it is none.
std::string_view UnitOf(std::string_view word);

}  // namespace scriba::clinical
