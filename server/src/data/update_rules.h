// What an update sets, and whether the actor may set it on those rows.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "data/actor.h"
#include "data/plan.h"
#include "data/registry.h"
#include "platform/crypto/sealing.h"
#include "platform/db/database.h"
#include "platform/task.h"

namespace scriba::data {

struct Changes {
  const Table& table;
  std::vector<std::pair<const Column*, platform::Value>> values;
};

/// The reach of the rule that covers all columns of the changes. The new owner must be the actor, unless the rule
/// reaches everybody's rows. Errors: kNotPermitted.
platform::Result<Reach> AdmitChanges(const Changes& changes, const Actor& actor);

/// Refuses unless all rows of `ids` are within reach. Errors: kNotPermitted.
platform::Task<platform::Result<>> InReach(platform::Connection& connection, const Actor& actor, const Table& table,
                                           Reach reach, const std::vector<std::string>& ids);

/// Writes the changes to the rows of `ids`. Errors: those of Connection.
platform::Task<platform::Result<>> ApplyChanges(platform::Connection& connection, const Changes& changes,
                                                const std::vector<std::string>& ids, const platform::SealingKey* key);

/// Whether ApplyWhere does: every row that the actor sees may be changed so, and nothing must be known of the rows.
bool FitsOneStatement(const Changes& changes, const Actor& actor, Reach reach);

/// Writes the changes to the rows that the plan's conditions and the actor's sight select, in one statement. Answers
/// their number. Errors: those of CompileRows and Connection.
platform::Task<platform::Result<std::size_t>> ApplyWhere(platform::Connection& connection, const Changes& changes,
                                                         const Node& root, const Actor& actor);

}  // namespace scriba::data
