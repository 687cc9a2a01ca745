// Who is reminded of what he denied.
#pragma once

#include <cstddef>

#include "clinical/reading/reading.h"

namespace scriba::clinical {

/// With what somebody says no.
inline constexpr WordSet kDenials{"no", "niente", "nessuno", "nessuna", "nessun", "mai", "macche"};

/// Whether the denial in a clause is taken back since somebody knows better: "Nessuna." "Papà, con il Voltaren ti è
/// venuta la faccia così." "Ah, vero."; "Niente." "Come niente? La penicillina!" "Ah, già."; "Cadute?" "No." "Signore,
/// e ottobre?" "Ah, quella."
bool IsReminded(const Reading& reading, std::size_t denial);

}  // namespace scriba::clinical
