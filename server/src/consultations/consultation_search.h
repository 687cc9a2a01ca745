// Finding a visit among all of a doctor's by the patient's name or the reason for the visit. The reason is sealed, so
// the database cannot look into it: the rows pass by here, and a page of those that match is answered.
#pragma once

#include <chrono>
#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "platform/crypto/sealing.h"
#include "platform/db/database.h"

namespace scriba::consultations {

/// The text without case and accents: "Nicolò" is found by "nicolo".
std::string PlainText(std::string_view text);

struct ConsultationSearch {
  std::string user_id;
  std::string text;        ///< every word of it is in the first name, the last name or the reason
  std::size_t offset = 0;  ///< of the matches, newest first
  std::size_t limit = 0;
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
};

/// `{count, rows}`: how many match, and the page as the list of consultations shows it. Takes its time: not for a
/// network loop. Errors: kQueryTooExpensive, past the deadline too.
platform::Task<platform::Result<nlohmann::json>> SearchConsultations(platform::Database& database,
                                                                     const platform::SealingKey& key,
                                                                     ConsultationSearch search);

}  // namespace scriba::consultations
