// PATCH on a table.
#include "data/update_rules.h"

#include <algorithm>

#include "data/audited_changes.h"
#include "data/column_value.h"
#include "data/data_service.h"
#include "data/refusals.h"
#include "data/write_sql.h"

namespace scriba::data {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::Task;
using platform::Value;

struct Outcome {
  std::size_t rows = 0;
  std::optional<Rendered> shown;
};

struct Request {
  Changes changes;
  std::optional<std::string> id;  ///< sent along: it must be the row's own
};

Result<Request> ReadChanges(const TableRequest& request) {
  auto payload = ReadPayload(request.http, *request.table, request.query);
  if (!payload) return Forward(payload);
  if (payload->rows.size() != 1) return Fail(Code::kBodyUnparsable, "Empty or invalid json: one object is expected");
  const Payload& sent = *payload;
  Request read{.changes = {.table = *request.table}};
  for (const Column* column : sent.columns) {
    const auto given = sent.rows.front().find(std::string(column->name));
    if (given == sent.rows.front().end()) continue;
    auto value = ValueOfJson(*request.table, *column, *given);
    if (!value) return Forward(value);
    read.changes.values.emplace_back(column, std::move(*value));
  }
  return read;
}

/// An id sent back unchanged is no change. Where no rule lets it be sent, AdmitChanges has refused it.
void SetIdAside(Request& read) {
  const auto found =
      std::ranges::find(read.changes.values, "id", [](const auto& change) { return change.first->name; });
  if (found == read.changes.values.end()) return;
  read.id = std::get<std::string>(found->second);
  read.changes.values.erase(found);
}

/// The references among the changes, as a row of which nothing else is known.
NewRow ReferencesOf(const Changes& changes) {
  NewRow row(changes.table);
  for (const auto& [column, value] : changes.values) row.Set(column->name, value);
  return row;
}

/// Whether the rows are named by their values. A search for a pattern may take long on each row, and an UPDATE runs to
/// its end while all other writers wait: such rows are looked for first, by a statement that is given up in time.
bool IsQuick(const Query& query) {
  constexpr std::size_t kFew = 16;
  return query.conditions.size() <= kFew && std::ranges::all_of(query.conditions, [](const auto& condition) {
           const auto& [path, term] = condition;
           return path.empty() && term.kind == Condition::Kind::kComparison &&
                  (term.op == Operator::kEq || term.op == Operator::kIn || term.op == Operator::kIs);
         });
}

/// Without a look at the rows before: the conditions and the row policy are in the statement.
Task<Result<Outcome>> RunAtOnce(Connection& connection, const TableRequest& request, const Node& root,
                                const Changes& changes) {
  const NewRow references = ReferencesOf(changes);
  auto known = co_await CheckReferences(connection, request.actor, references);
  if (!known) co_return Forward(known);
  auto rows = co_await ApplyWhere(connection, changes, root, request.actor);
  if (!rows) co_return Forward(rows);
  if (auto checked = CheckAffected(request, *rows); !checked) co_return Forward(checked);
  co_return Outcome{.rows = *rows, .shown = std::nullopt};
}

Task<Result<Outcome>> Run(Connection& connection, const TableRequest& request, const Node& root, const Request& read,
                          Reach reach, const Representation& representation, const platform::SealingKey* key,
                          platform::Instant now) {
  auto ids = co_await MatchRows(connection, root, request.actor, reach);
  if (!ids) co_return Forward(ids);
  if (auto checked = CheckAffected(request, ids->size()); !checked) co_return Forward(checked);
  const bool keeps_ids = !read.id || std::ranges::all_of(*ids, [&](const std::string& id) { return id == *read.id; });
  if (!keeps_ids) co_return Fail(Code::kNotPermitted, "the id of a row cannot be changed");
  const NewRow references = ReferencesOf(read.changes);
  auto known = co_await CheckReferences(connection, request.actor, references);
  if (!known) co_return Forward(known);
  auto changed = co_await ApplyChanges(connection, read.changes, *ids, key);
  if (!changed) co_return Forward(changed);
  auto noted = co_await NoteChanges(connection, request, read.changes, *ids, now);
  if (!noted) co_return Forward(noted);
  Outcome outcome{.rows = ids->size(), .shown = std::nullopt};
  if (representation.IsWanted()) {
    auto shown = co_await representation.Read(connection, *ids, key);
    if (!shown) co_return Forward(shown);
    outcome.shown = std::move(*shown);
  }
  co_return outcome;
}

std::string Range(std::size_t rows) {
  const std::string all = std::to_string(rows);
  return rows == 0 ? "*/0" : "0-" + std::to_string(rows - 1) + "/" + all;
}

}  // namespace

DataService::Answer DataService::Update(TableRequest request) {
  const Table& table = *request.table;
  if (table.Of(request.actor.role).update.empty()) co_return NotPermitted(table);
  if (auto filtered = RequireFilter(request); !filtered) co_return Forward(filtered);
  auto read = ReadChanges(request);
  if (!read) co_return Forward(read);
  auto reach = AdmitChanges(read->changes, request.actor);
  if (!reach) co_return Forward(reach);
  SetIdAside(*read);
  auto plan = MakePlan(table, request.query, request.actor);
  if (!plan) co_return Forward(plan);
  auto representation = Representation::Prepare(request, database_.dialect());
  if (!representation) co_return Forward(representation);
  const bool seals =
      std::ranges::any_of(read->changes.values, [](const auto& change) { return change.first->is_sealed; });
  auto key = co_await KeyFor(request.actor, seals || representation->NeedsKey());
  if (!key) co_return Forward(key);

  const bool is_at_once = IsQuick(request.query) && !read->id && !representation->IsWanted() &&
                          FitsOneStatement(read->changes, request.actor, *reach);
  std::function<Task<Result<Outcome>>(Connection&)> work = [&](Connection& connection) {
    if (is_at_once) return RunAtOnce(connection, request, **plan, read->changes);
    return Run(connection, request, **plan, *read, *reach, *representation, *key ? &**key : nullptr, clock_.Now());
  };
  auto outcome = co_await database_.Write<Outcome>(std::move(work));
  if (!outcome) co_return Forward(outcome);
  const int status = outcome->shown ? 200 : 204;
  co_return WriteAnswer(request, status, std::move(outcome->shown), Range(outcome->rows));
}

}  // namespace scriba::data
