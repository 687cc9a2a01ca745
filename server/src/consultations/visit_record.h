// What the tables know of those who meet in a visit: the names that no outside server may see, and the patient's
// measures as the record has them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "platform/db/database.h"

namespace scriba::consultations {

struct VisitRecord {
  std::vector<std::string> names;     ///< of patient and doctor
  std::vector<std::string> contacts;  ///< their e-mail addresses and telephone numbers
  std::string birth_date;             ///< of the patient, "1970-01-31"; empty when not known
  std::string gender;                 ///< of the patient, as the table has it: "male", "female", …
  std::optional<double> weight_kg;
  std::optional<double> height_cm;
};

/// `patient_id` may be empty: nobody in particular. A person who is gone leaves no name.
platform::Task<platform::Result<VisitRecord>> LoadVisitRecord(platform::Database& database, std::string user_id,
                                                              std::string patient_id);

}  // namespace scriba::consultations
