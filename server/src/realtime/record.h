// A changed row in the form in which it is announced.
#pragma once

#include <nlohmann/json.hpp>

#include "data/registry.h"
#include "platform/crypto/sealing.h"
#include "platform/db/database.h"

namespace scriba::realtime {

/// The columns of the registry with the values of the change, sealed ones opened. Blocking; for the hub's thread.
nlohmann::json RecordOf(const platform::RowChange& change, const data::Table& table, platform::KeyRing& keys);

/// `[{"name","type"}]`, which the client needs to read the record.
nlohmann::json ColumnsOf(const data::Table& table);

}  // namespace scriba::realtime
