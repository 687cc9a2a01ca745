// What was read out or said, and is denied by name right after.
#pragma once

#include <vector>

#include "clinical/reading/reading.h"

namespace scriba::clinical {

/// "Esiti di sleeve gastrectomy." "No, sleeve no. Bypass.", "E il diabete, quello è in remissione." "Ma io il diabete
/// non l'avevo!", "Allergie: amoxicillina." "Non sono io, è mio fratello.", "Allergie?" "Nessuna." "Papà,
/// l'ibuprofene.": the words on which nothing may rest, in reading order, not overlapping.
std::vector<TokenRange> FindContradicted(const Reading& reading);

}  // namespace scriba::clinical
