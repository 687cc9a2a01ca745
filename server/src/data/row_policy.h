// Which rows an actor reaches: the registry's rights as SQL.
#pragma once

#include <string_view>

#include "data/actor.h"
#include "data/registry.h"
#include "data/sql_text.h"

namespace scriba::data {

/// Writes a condition that holds for the rows of `table`, known as `alias`, within `reach` of the actor.
void WriteReach(SqlText& sql, const Table& table, Reach reach, std::string_view alias, const Actor& actor);

}  // namespace scriba::data
