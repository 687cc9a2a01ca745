// DELETE on a table.
#include "auth/audit_log.h"
#include "data/audited_changes.h"
#include "data/data_service.h"
#include "data/refusals.h"
#include "data/sql_text.h"
#include "data/write_sql.h"

namespace scriba::data {
namespace {

using platform::Code;
using platform::Connection;
using platform::Forward;
using platform::Result;
using platform::Task;

struct Outcome {
  std::size_t rows = 0;
  std::optional<Rendered> shown;
};

Task<Result<>> DeleteRows(Connection& connection, const Table& table, const std::vector<std::string>& ids) {
  SqlText sql(connection.dialect());
  sql << "DELETE FROM " << table.name << " WHERE id ";
  sql.AmongKeys(ids);
  auto done = co_await connection.Execute(sql.text(), sql.parameters());
  if (done) co_return Result<>{};
  if (done.error().code == Code::kForeignKeyViolated) {
    done.error().message =
        "update or delete on table \"" + std::string(table.name) + "\" violates foreign key constraint";
    done.error().details = "Rows of other tables still refer to it.";
  }
  co_return Forward(done);
}

/// What the audit log calls the deletion of a row; empty: none of its business.
std::string DeletionEvent(const Table& table) {
  if (table.name == "patients") return "patient_deleted";
  return table.name == "consultations" ? "consultation_deleted" : "";
}

/// A line in the audit log for each row, with its id alone.
Task<Result<>> NoteDeleted(Connection& connection, const TableRequest& request, const std::vector<std::string>& ids,
                           platform::Instant now) {
  const std::string event = DeletionEvent(*request.table);
  if (event.empty()) co_return Result<>{};
  for (const std::string& id : ids) {
    auto noted =
        co_await auth::NoteEvent(connection, request.actor.user_id, event, request.http.client_address, now, id);
    if (!noted) co_return noted;
  }
  co_return Result<>{};
}

Task<Result<Outcome>> Run(Connection& connection, const TableRequest& request, const Node& root,
                          const Representation& representation, const platform::SealingKey* key,
                          platform::Instant now) {
  const Table& table = *request.table;
  auto ids = co_await MatchRows(connection, root, request.actor, table.Of(request.actor.role).remove);
  if (!ids) co_return Forward(ids);
  if (auto checked = CheckAffected(request, ids->size()); !checked) co_return Forward(checked);
  Outcome outcome{.rows = ids->size(), .shown = std::nullopt};
  // What is about to go is shown as it was.
  if (representation.IsWanted()) {
    auto shown = co_await representation.Read(connection, *ids, key);
    if (!shown) co_return Forward(shown);
    outcome.shown = std::move(*shown);
  }
  auto noted = co_await NoteRemoval(connection, request, *ids, now);
  if (!noted) co_return Forward(noted);
  auto removed = co_await DeleteRows(connection, table, *ids);
  if (!removed) co_return Forward(removed);
  auto told = co_await NoteDeleted(connection, request, *ids, now);
  if (!told) co_return Forward(told);
  co_return outcome;
}

}  // namespace

DataService::Answer DataService::Remove(TableRequest request) {
  const Table& table = *request.table;
  if (table.Of(request.actor.role).remove == Reach::kNone) co_return NotPermitted(table);
  if (auto filtered = RequireFilter(request); !filtered) co_return Forward(filtered);
  auto plan = MakePlan(table, request.query, request.actor);
  if (!plan) co_return Forward(plan);
  auto representation = Representation::Prepare(request, database_.dialect());
  if (!representation) co_return Forward(representation);
  auto key = co_await KeyFor(request.actor, representation->NeedsKey());
  if (!key) co_return Forward(key);

  std::function<Task<Result<Outcome>>(Connection&)> work = [&](Connection& connection) {
    return Run(connection, request, **plan, *representation, *key ? &**key : nullptr, clock_.Now());
  };
  auto outcome = co_await database_.Write<Outcome>(std::move(work));
  if (!outcome) co_return Forward(outcome);
  const int status = outcome->shown ? 200 : 204;
  co_return WriteAnswer(request, status, std::move(outcome->shown), "*/" + std::to_string(outcome->rows));
}

}  // namespace scriba::data
