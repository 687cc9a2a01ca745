// Pages of rows are read by the primary key, turned into one form for both engines, and written many to a statement.
// The checksum of a table is the sum of the hashes of its rows in that form, so that no order matters.
#include "platform/db/transfer.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "platform/clock.h"
#include "platform/db/transfer_schema.h"

namespace scriba::platform {
namespace {

constexpr std::size_t kRowsPerPage = 200;
// Below what both engines take in one statement.
constexpr std::size_t kMostParameters = 4000;
// What migrations fill; replaced by what the source has.
constexpr const char* kShippedTable = "subscription_plans";
constexpr const char* kVersionTable = "schema_migrations";

/// Adds up the hashes of rows.
class Checksum {
 public:
  void Add(const std::vector<Value>& row) {
    crypto_generichash_state state{};
    crypto_generichash_init(&state, nullptr, 0, sizeof(Sum));
    for (const Value& value : row) Feed(state, value);
    Sum hash{};
    crypto_generichash_final(&state, reinterpret_cast<unsigned char*>(hash.data()), sizeof hash);
    for (std::size_t i = 0; i < sum_.size(); ++i) sum_.at(i) += hash.at(i);
    ++rows_;
  }

  std::uint64_t rows() const { return rows_; }
  bool operator==(const Checksum&) const = default;

 private:
  using Sum = std::array<std::uint64_t, 4>;

  static void Feed(crypto_generichash_state& state, const Value& value) {
    struct AsText {
      std::string operator()(std::nullptr_t) const { return {}; }
      std::string operator()(bool flag) const { return flag ? "t" : "f"; }
      std::string operator()(std::int64_t number) const { return std::to_string(number); }
      std::string operator()(double real) const {
        std::array<char, 32> digits{};
        return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), real).ptr};
      }
      std::string operator()(const std::string& text) const { return text; }
      std::string operator()(const Blob& blob) const { return blob.bytes; }
    };
    const std::string text = std::visit(AsText{}, value);
    const std::string frame = std::to_string(value.index()) + ":" + std::to_string(text.size()) + ":" + text;
    crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(frame.data()), frame.size());
  }

  Sum sum_{};
  std::uint64_t rows_ = 0;
};

std::string Quoted(const std::string& name) { return '"' + name + '"'; }

std::string Joined(const std::vector<std::string>& parts) {
  std::string joined;
  for (const std::string& part : parts) joined += (joined.empty() ? "" : ", ") + part;
  return joined;
}

/// The column in a select list, in the form that both engines share.
std::string Selected(const TransferColumn& column, Dialect dialect) {
  const std::string name = Quoted(column.name);
  if (dialect == Dialect::kPostgres && column.type == TransferType::kTimestamp) {
    return "to_char(" + name + " AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US') || '+00:00'";
  }
  if (dialect == Dialect::kPostgres && column.type == TransferType::kDate) return "to_char(" + name + ", 'YYYY-MM-DD')";
  return name;
}

Value Shared(const RowView& row, std::size_t index, TransferType type) {
  if (row.IsNull(index)) return nullptr;
  switch (type) {
    case TransferType::kInteger: return row.Int(index);
    case TransferType::kReal: return row.Real(index);
    case TransferType::kBoolean: return row.Bool(index);
    case TransferType::kBytes: return Blob{std::string(row.Bytes(index))};
    case TransferType::kTimestamp: {
      const auto instant = ParseTimestamp(row.Text(index));
      return instant ? FormatTimestamp(*instant) : std::string(row.Text(index));
    }
    case TransferType::kText:
    case TransferType::kDate: break;
  }
  return std::string(row.Text(index));
}

/// Reads a table page by page.
class Pages {
 public:
  Pages(Connection& connection, const TransferTable& table) : connection_(connection), table_(table) {
    std::vector<std::string> columns;
    columns.reserve(table.columns.size());
    for (const TransferColumn& column : table.columns) columns.push_back(Selected(column, connection.dialect()));
    select_ = "SELECT " + Joined(columns) + " FROM " + Quoted(table.name);
    std::vector<std::string> key;
    std::vector<std::string> places;
    for (const std::string& name : table.key) {
      key.push_back(Quoted(name));
      places.push_back("$" + std::to_string(key.size()));
    }
    condition_ = " WHERE (" + Joined(key) + ") > (" + Joined(places) + ")";
    order_ = " ORDER BY " + Joined(key) + " LIMIT " + std::to_string(kRowsPerPage);
  }

  /// The next rows; none at the end.
  Task<Result<std::vector<std::vector<Value>>>> Next() {
    std::vector<std::vector<Value>> rows;
    const RowVisitor keep = [&](const RowView& view) {
      std::vector<Value> row;
      for (std::size_t i = 0; i < table_.columns.size(); ++i) row.push_back(Shared(view, i, table_.columns[i].type));
      rows.push_back(std::move(row));
    };
    std::string sql = select_ + (last_.empty() ? "" : condition_) + order_;
    auto read = co_await connection_.Visit(std::move(sql), last_, keep);
    if (!read) co_return Forward(read);
    if (!rows.empty()) Remember(rows.back());
    co_return rows;
  }

 private:
  void Remember(const std::vector<Value>& row) {
    last_.clear();
    for (const std::string& name : table_.key) {
      const auto column = std::ranges::find(table_.columns, name, &TransferColumn::name);
      last_.push_back(row.at(static_cast<std::size_t>(column - table_.columns.begin())));
    }
  }

  Connection& connection_;
  const TransferTable& table_;
  std::string select_, condition_, order_;
  std::vector<Value> last_;
};

Task<Result<>> Run(Connection& connection, std::string sql) {
  auto done = co_await connection.Execute(std::move(sql));
  if (!done) co_return Forward(done);
  co_return Result<>{};
}

/// Writes rows, as many to a statement as it takes.
Task<Result<>> Insert(Connection& to, const TransferTable& table, const std::vector<std::vector<Value>>& rows) {
  std::vector<std::string> columns;
  bool is_counted = false;
  for (const TransferColumn& column : table.columns) {
    columns.push_back(Quoted(column.name));
    is_counted = is_counted || column.is_counter;
  }
  const bool overrides = is_counted && to.dialect() == Dialect::kPostgres;
  const std::string head = "INSERT INTO " + Quoted(table.name) + " (" + Joined(columns) + ")" +
                           (overrides ? " OVERRIDING SYSTEM VALUE" : "") + " VALUES ";
  const std::size_t most = std::max<std::size_t>(1, kMostParameters / columns.size());
  for (std::size_t at = 0; at < rows.size(); at += most) {
    std::vector<std::string> lists;
    std::vector<Value> parameters;
    for (std::size_t i = at; i < std::min(rows.size(), at + most); ++i) {
      std::vector<std::string> places;
      for (const Value& value : rows[i]) {
        parameters.push_back(value);
        places.push_back("$" + std::to_string(parameters.size()));
      }
      lists.push_back("(" + Joined(places) + ")");
    }
    auto inserted = co_await to.Execute(head + Joined(lists), std::move(parameters));
    if (!inserted) co_return Forward(inserted);
  }
  co_return Result<>{};
}

Task<Result<>> RequireEmpty(Connection& to, const std::vector<TransferTable>& tables) {
  for (const TransferTable& table : tables) {
    if (table.name == kShippedTable || table.name == kVersionTable) continue;
    auto row = co_await to.First("SELECT 1 FROM " + Quoted(table.name) + " LIMIT 1");
    if (!row) co_return Forward(row);
    if (*row) {
      co_return Fail(Code::kConfigurationInvalid, "the target is not empty: there are rows in " + table.name);
    }
  }
  co_return Result<>{};
}

/// Triggers would do again what they did at the source. Answers what puts them back.
Task<Result<std::vector<std::string>>> SilenceTriggers(Connection& to, const std::vector<TransferTable>& tables) {
  std::vector<std::string> off;
  std::vector<std::string> on;
  if (to.dialect() == Dialect::kPostgres) {
    for (const TransferTable& table : tables) {
      off.push_back("ALTER TABLE " + Quoted(table.name) + " DISABLE TRIGGER USER");
      on.push_back("ALTER TABLE " + Quoted(table.name) + " ENABLE TRIGGER USER");
    }
  } else {
    auto triggers = co_await to.Query("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'");
    if (!triggers) co_return Forward(triggers);
    for (const Row& row : *triggers) {
      off.push_back("DROP TRIGGER " + Quoted(row.Text(0)));
      on.push_back(row.Text(1));
    }
  }
  for (std::string& sql : off) {
    auto done = co_await Run(to, std::move(sql));
    if (!done) co_return Forward(done);
  }
  co_return on;
}

/// Numbers given from now on follow those that were copied.
Task<Result<>> AdvanceCounters(Connection& to, const TransferTable& table) {
  if (to.dialect() != Dialect::kPostgres) co_return Result<>{};
  for (const TransferColumn& column : table.columns) {
    if (!column.is_counter) continue;
    auto done = co_await to.First("SELECT setval(pg_get_serial_sequence('" + table.name + "', '" + column.name +
                                  "'), greatest(1, max(" + Quoted(column.name) + ")), max(" + Quoted(column.name) +
                                  ") IS NOT NULL) FROM " + Quoted(table.name));
    if (!done) co_return Forward(done);
  }
  co_return Result<>{};
}

Task<Result<Checksum>> ChecksumOf(Connection& connection, const TransferTable& table) {
  Checksum checksum;
  Pages pages(connection, table);
  while (true) {
    auto rows = co_await pages.Next();
    if (!rows) co_return Forward(rows);
    if (rows->empty()) co_return checksum;
    for (const auto& row : *rows) checksum.Add(row);
  }
}

Task<Result<TransferredTable>> Copy(Connection& from, Connection& to, const TransferTable& table,
                                    const TransferProgress& progress) {
  if (table.name == kShippedTable) {
    auto cleared = co_await Run(to, "DELETE FROM " + Quoted(table.name));
    if (!cleared) co_return Forward(cleared);
  }
  Checksum sent;
  Pages pages(from, table);
  while (true) {
    auto rows = co_await pages.Next();
    if (!rows) co_return Forward(rows);
    if (rows->empty()) break;
    for (const auto& row : *rows) sent.Add(row);
    auto inserted = co_await Insert(to, table, *rows);
    if (!inserted) co_return Forward(inserted);
    const TransferredTable so_far{.name = table.name, .rows = sent.rows()};
    progress(so_far, false);
  }
  auto advanced = co_await AdvanceCounters(to, table);
  if (!advanced) co_return Forward(advanced);
  auto arrived = co_await ChecksumOf(to, table);
  if (!arrived) co_return Forward(arrived);
  if (*arrived != sent) {
    co_return Fail(Code::kInternal, "unexpected failure", "what arrived in " + table.name + " is not what left");
  }
  TransferredTable copied{.name = table.name, .rows = sent.rows()};
  progress(copied, true);
  co_return copied;
}

Task<Result<>> RequireSameVersion(Connection& from, Connection& to, const std::vector<TransferTable>& tables) {
  const auto versions = std::ranges::find(tables, kVersionTable, &TransferTable::name);
  if (versions == tables.end())
    co_return Fail(Code::kConfigurationInvalid, "the source is no database of this program");
  auto theirs = co_await ChecksumOf(from, *versions);
  if (!theirs) co_return Forward(theirs);
  auto ours = co_await ChecksumOf(to, *versions);
  if (!ours) co_return Forward(ours);
  if (*theirs == *ours) co_return Result<>{};
  co_return Fail(Code::kConfigurationInvalid, "the source is of another version: start this program on it once, first");
}

/// The tables to copy, when everything is as it must be.
Task<Result<std::vector<TransferTable>>> TransferableTables(Connection& from, Connection& to) {
  const bool to_postgres = to.dialect() == Dialect::kPostgres;
  auto tables = co_await TransferSchema(to_postgres ? from : to, to_postgres ? to : from);
  if (!tables) co_return Forward(tables);
  auto same = co_await RequireSameVersion(from, to, *tables);
  if (!same) co_return Forward(same);
  auto empty = co_await RequireEmpty(to, *tables);
  if (!empty) co_return Forward(empty);
  co_return tables;
}

Task<Result<std::vector<TransferredTable>>> CopyAll(Connection& from, Connection& to,
                                                    const TransferProgress& progress) {
  auto tables = co_await TransferableTables(from, to);
  if (!tables) co_return Forward(tables);
  auto restore = co_await SilenceTriggers(to, *tables);
  if (!restore) co_return Forward(restore);
  std::vector<TransferredTable> copied;
  for (const TransferTable& table : *tables) {
    if (table.name == kVersionTable) continue;
    auto done = co_await Copy(from, to, table, progress);
    if (!done) co_return Forward(done);
    copied.push_back(std::move(*done));
  }
  for (std::string& sql : *restore) {
    auto done = co_await Run(to, std::move(sql));
    if (!done) co_return Forward(done);
  }
  co_return copied;
}

Result<> RequireDifferentEngines(const Database& from, const Database& to) {
  if (from.dialect() != to.dialect()) return {};
  return Fail(Code::kConfigurationInvalid, "source and target must be of different engines");
}

}  // namespace

Task<Result<std::vector<TransferredTable>>> TransferRows(Database& from, Database& to, TransferProgress progress) {
  if (auto differ = RequireDifferentEngines(from, to); !differ) co_return Forward(differ);
  std::function<Task<Result<std::vector<TransferredTable>>>(Connection&)> reading = [&](Connection& source) {
    std::function<Task<Result<std::vector<TransferredTable>>>(Connection&)> writing = [&](Connection& target) {
      return CopyAll(source, target, progress);
    };
    return to.Write<std::vector<TransferredTable>>(std::move(writing));
  };
  co_return co_await from.Read<std::vector<TransferredTable>>(std::move(reading));
}

Task<Result<>> RequireTransferable(Database& from, Database& to) {
  if (auto differ = RequireDifferentEngines(from, to); !differ) co_return Forward(differ);
  std::function<Task<Result<std::vector<TransferTable>>>(Connection&)> reading = [&](Connection& source) {
    std::function<Task<Result<std::vector<TransferTable>>>(Connection&)> looking = [&](Connection& target) {
      return TransferableTables(source, target);
    };
    return to.Read<std::vector<TransferTable>>(std::move(looking));
  };
  auto tables = co_await from.Read<std::vector<TransferTable>>(std::move(reading));
  if (!tables) co_return Forward(tables);
  co_return Result<>{};
}

}  // namespace scriba::platform
