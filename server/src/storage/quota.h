// How much one account may keep.
#pragma once

#include <cstdint>
#include <string>

#include "platform/db/database.h"

namespace scriba::storage {

/// Bytes of one account's objects and of its uploads under way; 0: without limit.
struct Quota {
  std::uint64_t bytes = 0;
};

/// Whether there is room for `more` bytes. An upload under way counts with what it promised or may grow to.
/// `is_irreplaceable`: a visit that is being recorded, for which a tenth is kept free beyond the quota. Errors:
/// kStorageQuotaExceeded.
platform::Task<platform::Result<>> RequireRoom(platform::Connection& connection, const Quota& quota,
                                               const std::string& owner_id, std::uint64_t more,
                                               bool is_irreplaceable = false);

/// The same, asked on a reader before bytes are written; it holds for certain only inside the writing transaction.
platform::Task<platform::Result<>> RequireRoom(platform::Database& database, const Quota& quota,
                                               const std::string& owner_id, std::uint64_t more);

}  // namespace scriba::storage
