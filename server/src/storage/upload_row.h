// The table of uploads: what was promised of each. The row of a complete one stays, so that a client that asks again
// hears that all has arrived.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "platform/clock.h"
#include "platform/db/database.h"

namespace scriba::storage {

struct Upload {
  std::string id;
  std::string owner_id;
  std::string bucket;
  std::string name;
  std::string content_type;
  std::string cache_control;
  std::string metadata;
  bool replaces = false;
  bool is_claimed = false;
  bool is_complete = false;
  std::optional<std::uint64_t> declared_bytes;
  std::uint64_t max_bytes = 0;
  platform::Instant created_at{};
  platform::Instant expires_at{};
};

/// A statement whose rows ToUpload() reads.
std::string SelectUploads(std::string_view condition);

Upload ToUpload(const platform::Row& row);

platform::Task<platform::Result<>> InsertUpload(platform::Connection& connection, const Upload& upload);

}  // namespace scriba::storage
