// Which rows an actor reaches: the registry's rights as SQL, and the same rule on a row in memory.
#pragma once

#include <string_view>

#include "data/actor.h"
#include "data/registry.h"
#include "data/sql_text.h"
#include "platform/task.h"

namespace scriba::data {

/// Writes a condition that holds for the rows of `table`, known as `alias`, within `reach` of the actor.
void WriteReach(SqlText& sql, const Table& table, Reach reach, std::string_view alias, const Actor& actor);

/// Whether a right of that reach covers no row but those whose owner the caller is.
bool EndsAtOwner(Reach reach);

/// Whose the row says that it is; empty when it says nobody.
const std::string& OwnerOf(const Table& table, const std::vector<std::string>& columns, const platform::Row& row);

/// The doctor of the row's patient, to whom a row belongs that says nobody; empty when there is none.
platform::Task<platform::Result<std::string>> PatientsDoctor(platform::Database& database,
                                                             const std::vector<std::string>& columns,
                                                             const platform::Row& row);

/// What CanSee knows of the row alone, at once: true means no.
bool IsOutOfSight(const Actor& actor, const Table& table, const std::vector<std::string>& columns,
                  const platform::Row& row);

/// Whether the actor may see a row that is already in hand: a change about to be announced. `row` has the columns
/// named in `columns`. Asks the database for the owner of a consultation's patient, and for nothing else; a patient
/// that is gone leaves the decision to the row's own user_id.
platform::Task<platform::Result<bool>> CanSee(platform::Database& database, const Actor& actor, const Table& table,
                                              const std::vector<std::string>& columns, const platform::Row& row);

}  // namespace scriba::data
