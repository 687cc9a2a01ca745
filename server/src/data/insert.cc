// POST on a table: insert, and upsert. An upsert looks for the row first, so that who may change it is decided by the
// same rules as an update's.
#include <algorithm>

#include "data/audited_changes.h"
#include "data/column_value.h"
#include "data/data_service.h"
#include "data/refusals.h"
#include "data/row_policy.h"
#include "data/sql_text.h"
#include "data/update_rules.h"
#include "data/write_sql.h"

namespace scriba::data {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Response;
using platform::Result;
using platform::Task;
using platform::Value;

struct Outcome {
  std::vector<std::string> ids;  ///< of the rows inserted or merged into
  std::size_t inserted = 0;
  std::optional<Rendered> shown;
};

/// The columns whose equality makes an upsert's row the same as a stored one.
Result<std::vector<std::string_view>> ConflictKey(const Table& table, const Query& query) {
  if (!query.on_conflict) return table.unique_keys.front();
  std::vector<std::string_view> key;
  for (const std::string& name : *query.on_conflict) {
    const Column* column = table.Find(name);
    if (column == nullptr) return UnknownColumn(table, name);
    key.push_back(column->name);
  }
  if (std::ranges::find(table.unique_keys, key) == table.unique_keys.end()) {
    return Fail(Code::kQueryUnparsable, "failed to parse on_conflict: there is no unique constraint on these columns");
  }
  return key;
}

/// One POST in its transaction.
class Insertion {
 public:
  Insertion(const TableRequest& request, const Payload& payload, const platform::SealingKey* key, platform::Instant now)
      : request_(request), payload_(payload), key_(key), now_(now) {}

  Task<Result<Outcome>> Run(Connection& connection, const std::vector<std::string_view>& conflict_key,
                            const Representation& representation) {
    Outcome outcome;
    for (std::size_t i = 0; i < payload_.rows.size(); ++i) {
      // Rows of one request keep their order: each is a microsecond younger than the one before.
      const platform::Instant now = now_ + std::chrono::microseconds(i);
      auto row = FillRow(*request_.table, payload_, payload_.rows[i], request_.preferences.missing_is_default,
                         request_.actor, now);
      if (!row) co_return Forward(row);
      auto stored = co_await Store(connection, *row, conflict_key, outcome);
      if (!stored) co_return Forward(stored);
    }
    if (auto checked = CheckAffected(request_, outcome.ids.size()); !checked) co_return Forward(checked);
    if (representation.IsWanted()) {
      auto shown = co_await representation.Read(connection, outcome.ids, key_);
      if (!shown) co_return Forward(shown);
      outcome.shown = std::move(*shown);
    }
    co_return outcome;
  }

 private:
  Task<Result<>> Store(Connection& connection, NewRow& row, const std::vector<std::string_view>& conflict_key,
                       Outcome& outcome) {
    if (request_.preferences.resolution != Resolution::kNone) {
      auto existing = co_await FindExisting(connection, row, conflict_key);
      if (!existing) co_return Forward(existing);
      if (!existing->empty()) co_return co_await Meet(connection, row, *existing, outcome);
    }
    auto admitted = co_await AdmitRow(connection, request_.actor, row, now_);
    if (!admitted) co_return admitted;
    auto inserted = co_await InsertRow(connection, row, key_);
    if (!inserted) co_return inserted;
    auto noted = co_await NoteInsertion(connection, request_, row, now_);
    if (!noted) co_return noted;
    outcome.ids.emplace_back(row.Text("id"));
    ++outcome.inserted;
    co_return Result<>{};
  }

  /// The id of the stored row with the same key, or "". A row out of the actor's sight refuses the request.
  Task<Result<std::string>> FindExisting(Connection& connection, const NewRow& row,
                                         const std::vector<std::string_view>& conflict_key) {
    const Table& table = *request_.table;
    SqlText sql(connection.dialect());
    sql << "SELECT stored.id, ";
    WriteReach(sql, table, table.Of(request_.actor.role).select, "stored", request_.actor);
    sql << " FROM " << table.name << " AS stored WHERE TRUE";
    for (const std::string_view name : conflict_key) {
      sql << " AND stored." << name << " = ";
      sql.Parameter(row.Get(name), table.Find(name)->type);
    }
    auto found = co_await connection.First(sql.text(), sql.parameters());
    if (!found) co_return Forward(found);
    if (!found->has_value()) co_return std::string();
    if (!(*found)->Bool(1)) co_return ViolatesRowPolicy(table);
    co_return (*found)->Text(0);
  }

  /// An upsert that met a stored row: left alone, or changed by the payload's columns.
  Task<Result<>> Meet(Connection& connection, const NewRow& row, std::string id, Outcome& outcome) {
    if (request_.preferences.resolution == Resolution::kIgnore) co_return Result<>{};
    Changes changes{.table = *request_.table};
    for (const Column* column : payload_.columns) {
      if (column->name != "id") changes.values.emplace_back(column, row.Get(column->name));
    }
    auto rule = AdmitChanges(changes, request_.actor);
    if (!rule) co_return Forward(rule);
    auto checked = co_await CheckReferences(connection, request_.actor, row);
    if (!checked) co_return checked;
    std::vector<std::string> ids{id};
    auto reached = co_await InReach(connection, request_.actor, changes.table, *rule, ids);
    if (!reached) co_return reached;
    auto changed = co_await ApplyChanges(connection, changes, ids, key_);
    if (!changed) co_return changed;
    auto noted = co_await NoteChanges(connection, request_, changes, ids, now_);
    if (!noted) co_return noted;
    outcome.ids.push_back(std::move(id));
    co_return Result<>{};
  }

  const TableRequest& request_;
  const Payload& payload_;
  const platform::SealingKey* key_;
  platform::Instant now_;
};

}  // namespace

DataService::Answer DataService::Insert(TableRequest request) {
  const Table& table = *request.table;
  if (table.Of(request.actor.role).insert == Reach::kNone) co_return NotPermitted(table);
  auto payload = ReadPayload(request.http, table, request.query);
  if (!payload) co_return Forward(payload);
  auto conflict_key = ConflictKey(table, request.query);
  if (!conflict_key) co_return Forward(conflict_key);
  auto representation = Representation::Prepare(request, database_.dialect());
  if (!representation) co_return Forward(representation);
  const bool seals = std::ranges::any_of(payload->columns, &Column::is_sealed);
  auto key = co_await KeyFor(request.actor, seals || representation->NeedsKey());
  if (!key) co_return Forward(key);

  const platform::Instant now = clock_.Now();
  std::function<Task<Result<Outcome>>(Connection&)> work = [&](Connection& connection) -> Task<Result<Outcome>> {
    Insertion insertion(request, *payload, *key ? &**key : nullptr, now);
    co_return co_await insertion.Run(connection, *conflict_key, *representation);
  };
  auto outcome = co_await database_.Write<Outcome>(std::move(work));
  if (!outcome) co_return Forward(outcome);
  const bool is_upsert = request.preferences.resolution != Resolution::kNone;
  const int status = is_upsert && outcome->inserted == 0 ? 200 : 201;
  const std::string range = "*/" + std::to_string(outcome->ids.size());
  Response response = WriteAnswer(request, status, std::move(outcome->shown), range);
  if (request.preferences.form == Return::kHeadersOnly && outcome->ids.size() == 1) {
    response.With("location", "/" + std::string(table.name) + "?id=eq." + outcome->ids.front());
  }
  co_return response;
}

}  // namespace scriba::data
