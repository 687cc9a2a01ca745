// Who comes along speaks of himself too: nothing of that is the patient's.
#pragma once

#include <cstddef>
#include <optional>

#include "clinical/reading/reading.h"

namespace scriba::clinical {

/// "Allergie?" "Io alla penicillina." "E Naima?": the question about allergies that a short one asks again, of the
/// patient.
std::optional<std::size_t> AskedOfPatient(const Reading& reading, std::size_t question);

/// Whether a clause is said of somebody who came along, or of his own family: the doctor asks the same of the patient
/// next ("E Naima?") or says so ("Lei me la segno un'altra volta, oggi tocca a lui", "quello non è parente di sangue
/// della signora").
bool IsOfCompanion(const Reading& reading, std::size_t clause);

}  // namespace scriba::clinical
