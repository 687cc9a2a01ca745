#include "platform/db/sqlite_changes.h"

#include <algorithm>
#include <stdexcept>

#include "platform/db/sqlite_statement.h"

namespace scriba::platform {
namespace {

Value Copy(sqlite3_value* value) {
  // Asked of texts and blobs only: of a number it is the length of its text, which would be made for it.
  // And as bytes: asked for a text, SQLite copies it to put a zero behind it.
  const auto bytes = [value] {
    const auto* start = static_cast<const char*>(sqlite3_value_blob(value));
    return start == nullptr ? std::string() : std::string(start, static_cast<std::size_t>(sqlite3_value_bytes(value)));
  };
  switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER: return sqlite3_value_int64(value);
    case SQLITE_FLOAT: return sqlite3_value_double(value);
    case SQLITE_TEXT: return bytes();
    case SQLITE_BLOB: return Blob{bytes()};
    default: return nullptr;
  }
}

ChangeKind KindOf(int operation) {
  if (operation == SQLITE_INSERT) return ChangeKind::kInsert;
  return operation == SQLITE_UPDATE ? ChangeKind::kUpdate : ChangeKind::kDelete;
}

}  // namespace

bool SqliteChanges::Observer::Watches(std::string_view table) const {
  return std::ranges::find(tables, table) != tables.end();
}

void SqliteChanges::Attach(sqlite3* handle) {
  handle_ = handle;
  const auto hook = [](void* self, sqlite3*, int operation, const char*, const char* table, sqlite3_int64,
                       sqlite3_int64) { static_cast<SqliteChanges*>(self)->Note(operation, table); };
  sqlite3_preupdate_hook(handle, hook, this);
}

void SqliteChanges::Observe(std::vector<std::string> tables, ChangeObserver observer) {
  const std::lock_guard lock(mutex_);
  observers_.push_back(std::make_shared<const Observer>(Observer{std::move(tables), std::move(observer)}));
}

void SqliteChanges::Note(int operation, const char* table) {
  if (!Watched(table)) return;
  RowChange change{.kind = KindOf(operation), .table = table, .columns = nullptr, .row = {}};
  change.columns = Columns(change.table);
  std::vector<Value> fields;
  const int count = sqlite3_preupdate_count(handle_);
  fields.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    sqlite3_value* value = nullptr;
    const int got = operation == SQLITE_DELETE ? sqlite3_preupdate_old(handle_, i, &value)
                                               : sqlite3_preupdate_new(handle_, i, &value);
    fields.push_back(got == SQLITE_OK ? Copy(value) : Value(nullptr));
  }
  change.row = Row(std::move(fields));
  noted_.push_back(std::move(change));
}

bool SqliteChanges::Watched(std::string_view table) const {
  const std::lock_guard lock(mutex_);
  return std::ranges::any_of(observers_, [&](const auto& observer) { return observer->Watches(table); });
}

std::shared_ptr<const std::vector<std::string>> SqliteChanges::Columns(const std::string& table) {
  auto& known = columns_[table];
  if (known) return known;
  auto names = std::make_shared<std::vector<std::string>>();
  sqlite3_stmt* raw = nullptr;
  sqlite3_prepare_v2(handle_, "SELECT name FROM pragma_table_info(?1) ORDER BY cid", -1, &raw, nullptr);
  const std::unique_ptr<sqlite3_stmt, FinalizeSqlite> statement(raw);
  sqlite3_bind_text(raw, 1, table.data(), static_cast<int>(table.size()), SQLITE_STATIC);
  while (sqlite3_step(raw) == SQLITE_ROW) {
    names->emplace_back(reinterpret_cast<const char*>(sqlite3_column_text(raw, 0)));
  }
  if (names->empty()) throw std::logic_error("no columns: " + table);
  known = std::move(names);
  return known;
}

void SqliteChanges::Announce() {
  if (noted_.empty()) return;
  std::vector<std::shared_ptr<const Observer>> observers;
  {
    const std::lock_guard lock(mutex_);
    observers = observers_;
  }
  for (const auto& observer : observers) {
    const auto is_theirs = [&](const RowChange& change) { return observer->Watches(change.table); };
    if (std::ranges::all_of(noted_, is_theirs)) {
      observer->call(noted_);
      continue;
    }
    std::vector<RowChange> theirs;
    std::ranges::copy_if(noted_, std::back_inserter(theirs), is_theirs);
    if (!theirs.empty()) observer->call(theirs);
  }
  noted_.clear();
}

}  // namespace scriba::platform
