// How long work on a database waited until its turn came: numbers for the operator.
#pragma once

#include "platform/times.h"

namespace scriba::platform {

/// Safe on every thread.
struct DatabaseWaits {
  Times reads;   ///< for a connection of PostgreSQL; one statement alone is not told apart, SQLite's wait for nobody
  Times writes;  ///< for SQLite's one writer, or for a connection
};

}  // namespace scriba::platform
