// The remote procedures of this room: what needs many consultations opened to answer little.
#pragma once

#include <vector>

#include "auth/procedure.h"
#include "platform/crypto/sealing.h"
#include "platform/db/database.h"
#include "platform/workers.h"

namespace scriba::consultations {

/// patient_measures(patient_id): the points of a patient's curves, `[{consultation_id, created_at, visita, weight_kg,
/// bmi, waist_cm}]`, oldest first.
/// search_consultations(search, first, most): `{count, rows}`, newest first; `most` is 1 to 100.
/// Both answer a doctor of their own rows alone. Errors of the calls: kNotPermitted, those of
/// auth/procedure_arguments.h, kQueryTooExpensive, and of a search kOverRequestRateLimit: of what waits for `searchers`
/// each doctor's last two are done.
std::vector<auth::Procedure> Procedures(platform::Database& database, platform::KeyRing& keys,
                                        platform::WorkerPool& searchers);

}  // namespace scriba::consultations
