// Which rows an actor reaches: the registry's rights as SQL, and the same rule on a row in memory.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/actor.h"
#include "data/registry.h"
#include "data/sql_text.h"
#include "platform/db/database.h"
#include "platform/task.h"

namespace scriba::data {

/// Writes a condition that holds for the rows of `table`, known as `alias`, within `reach` of the actor.
void WriteReach(SqlText& sql, const Table& table, Reach reach, std::string_view alias, const Actor& actor);

/// Whether a right of that reach covers no row but those whose owner the caller is.
bool EndsAtOwner(Reach reach);

/// Whose the row says that it is; empty when it says nobody.
const std::string& OwnerOf(const Table& table, const std::vector<std::string>& columns, const platform::Row& row);

/// A row that is already in hand, such as a change about to be announced, and who may see it. Asks the database for the
/// doctor of its patient, once, for whether its consultation is the actor's own, and for nothing else. What it is made
/// of must outlive it.
class RowInHand {
 public:
  /// `row` has the columns named in `columns`.
  RowInHand(platform::Database& database, const Table& table, const std::vector<std::string>& columns,
            const platform::Row& row)
      : database_(database), table_(table), columns_(columns), row_(row) {}

  /// Whose it is: a row that says nobody is its patient's doctor's. Empty when it is nobody's.
  platform::Task<platform::Result<std::string>> BelongsTo();

  /// What the row alone says, at once: true means that the actor may not see it.
  bool IsOutOfSight(const Actor& actor) const;

  /// Whether the actor may see it. A patient that is gone leaves the decision to the row's own user_id.
  platform::Task<platform::Result<bool>> IsVisibleTo(const Actor& actor);

 private:
  platform::Task<platform::Result<std::string>> PatientsDoctor();

  platform::Database& database_;
  const Table& table_;
  const std::vector<std::string>& columns_;
  const platform::Row& row_;
  std::optional<std::string> patients_doctor_;  // once it was asked for; empty when there is none
};

}  // namespace scriba::data
