// The commonest Italian given names, to find people in a text that has no capitals.
#pragma once

#include <string_view>

namespace scriba::consultations {

/// `folded`: lower case without accents. Source: ISTAT, "Quanti bambini si chiamano", most frequent names.
bool IsGivenName(std::string_view folded);

}  // namespace scriba::consultations
