// The statements that writes share: finding the rows meant, storing one, and showing what was written.
#pragma once

#include <string>
#include <vector>

#include "data/data_service.h"
#include "data/new_row.h"
#include "data/plan.h"
#include "data/render.h"
#include "platform/task.h"

namespace scriba::data {

/// The ids of the rows that the request's conditions and the actor's sight select. Rows that the actor sees but that
/// are out of `reach` refuse the whole write. Errors: kNotPermitted, those of CompileRows.
platform::Task<platform::Result<std::vector<std::string>>> MatchRows(platform::Connection& connection, const Node& root,
                                                                     const Actor& actor, Reach reach);

/// A value as it is stored: sealed where the column is. A text that `before` (what is stored now) already holds stays
/// as it is sealed: sealed anew it would differ by its nonce, and a saving that changes nothing would count as a
/// change.
platform::Value StoredValue(const Table& table, const Column& column, const platform::Value& value, std::string_view id,
                            const platform::SealingKey* key, std::string_view before = {});

/// Stores a new row. Errors: those of Connection.
platform::Task<platform::Result<>> InsertRow(platform::Connection& connection, const NewRow& row,
                                             const platform::SealingKey* key);

/// Holds a write against what the request allows. Errors: kNotSingular (an object was asked for), kTooManyAffected,
/// kFeatureNotServed (an update or deletion of more rows than its `limit`).
platform::Result<> CheckAffected(const TableRequest& request, std::size_t rows);

/// What a write shows of the rows it touched.
class Representation {
 public:
  /// Reads nothing unless the request asks for a representation. Errors: those of MakePlan and CompileRows.
  static platform::Result<Representation> Prepare(const TableRequest& request, platform::Dialect dialect);

  bool IsWanted() const { return statement_.has_value(); }
  bool NeedsKey() const { return statement_ && HasSealed(*statement_); }

  /// Reads the rows of `ids`, in that order.
  platform::Task<platform::Result<Rendered>> Read(platform::Connection& connection, std::vector<std::string> ids,
                                                  const platform::SealingKey* key) const;

 private:
  std::optional<Statement> statement_;
  bool strips_nulls_ = false;
};

/// The answer to a write. `shown` is empty unless a representation was read; `range` is the Content-Range, if counted.
platform::Response WriteAnswer(const TableRequest& request, int status, std::optional<Rendered> shown,
                               std::string_view range);

/// PATCH and DELETE name the rows they mean (S6). Errors: kWriteWithoutFilter.
platform::Result<> RequireFilter(const TableRequest& request);

}  // namespace scriba::data
