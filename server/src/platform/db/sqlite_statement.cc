#include "platform/db/sqlite_statement.h"

#include <charconv>
#include <chrono>
#include <optional>
#include <stdexcept>

#include "platform/db/sqlite_functions.h"

namespace scriba::platform {
namespace {

constexpr std::size_t kCachedStatements = 256;
constexpr int kBusyMilliseconds = 5000;
// A reader that finds no row for so long gives up: others wait for the same thread. Steps of the virtual machine say
// little about time, for a step may compare a long text.
using SearchClock = std::chrono::steady_clock;
constexpr std::chrono::seconds kLongestSearch{3};
// All the times together in which a statement found nothing: a row now and then gives others no turn. A statement that
// finds rows all the time, an export, takes its time.
constexpr std::chrono::seconds kLongestOfReader{10};
constexpr std::chrono::seconds kLongestOfWriter{3};
constexpr int kStepsPerCheck = 1'000;

/// A statement that looks for rows, and how long it may take to find the next one, and all of them.
class Search {
 public:
  explicit Search(SearchClock::duration longest) : longest_(longest) {}

  void FoundRow() { ++rows_; }
  std::size_t rows() const { return rows_; }

  /// Asked between steps. Only here is the clock read: most searches are over before, and a row is found in less time.
  bool IsOver() {
    const auto now = SearchClock::now();
    if (rows_ != seen_rows_) {
      found_at_ = now;
    } else {
      in_vain_ += now - looked_at_;
    }
    looked_at_ = now;
    seen_rows_ = rows_;
    return now - found_at_ > kLongestSearch || in_vain_ > longest_;
  }

 private:
  const SearchClock::duration longest_;
  std::size_t rows_ = 0;
  std::size_t seen_rows_ = 0;
  SearchClock::time_point found_at_ = SearchClock::now();
  SearchClock::time_point looked_at_ = found_at_;
  SearchClock::duration in_vain_{};
};

class SqliteRowView final : public RowView {
 public:
  explicit SqliteRowView(sqlite3_stmt* statement)
      : statement_(statement), size_(static_cast<std::size_t>(sqlite3_column_count(statement))) {}

  std::size_t Size() const override { return size_; }
  bool IsNull(std::size_t column) const override { return Type(column) == SQLITE_NULL; }
  bool Bool(std::size_t column) const override { return sqlite3_column_int(statement_, Index(column)) != 0; }
  std::int64_t Int(std::size_t column) const override { return sqlite3_column_int64(statement_, Index(column)); }
  double Real(std::size_t column) const override { return sqlite3_column_double(statement_, Index(column)); }
  /// As bytes: asked for a text, SQLite copies it to put a zero behind it.
  std::string_view Text(std::size_t column) const override { return Bytes(column); }
  std::string_view Bytes(std::size_t column) const override {
    const void* bytes = sqlite3_column_blob(statement_, Index(column));
    return {static_cast<const char*>(bytes), Length(column)};
  }
  Value Field(std::size_t column) const override {
    switch (Type(column)) {
      case SQLITE_INTEGER: return Int(column);
      case SQLITE_FLOAT: return Real(column);
      case SQLITE_TEXT: return std::string(Text(column));
      case SQLITE_BLOB: return Blob{std::string(Bytes(column))};
      default: return nullptr;
    }
  }

 private:
  static int Index(std::size_t column) { return static_cast<int>(column); }
  int Type(std::size_t column) const { return sqlite3_column_type(statement_, Index(column)); }
  std::size_t Length(std::size_t column) const {
    return static_cast<std::size_t>(sqlite3_column_bytes(statement_, Index(column)));
  }

  sqlite3_stmt* statement_;
  std::size_t size_;
};

int Bind(sqlite3_stmt* statement, int index, const Value& value) {
  struct Binder {
    sqlite3_stmt* statement;
    int index;
    int operator()(std::nullptr_t) const { return sqlite3_bind_null(statement, index); }
    int operator()(bool flag) const { return sqlite3_bind_int(statement, index, flag ? 1 : 0); }
    int operator()(std::int64_t number) const { return sqlite3_bind_int64(statement, index, number); }
    int operator()(double real) const { return sqlite3_bind_double(statement, index, real); }
    int operator()(const std::string& text) const {
      return sqlite3_bind_text64(statement, index, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
    }
    int operator()(const Blob& blob) const {
      return sqlite3_bind_blob64(statement, index, blob.bytes.data(), blob.bytes.size(), SQLITE_STATIC);
    }
  };
  return std::visit(Binder{statement, index}, value);
}

/// Leaves the statement ready for its next use, however its use ended.
class Use {
 public:
  explicit Use(sqlite3_stmt* statement) : statement_(statement) {}
  ~Use() {
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
  }
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;

 private:
  sqlite3_stmt* statement_;
};

/// Has a reading statement asked now and then whether it takes too long, for as long as this lives.
class Watch {
 public:
  Watch(sqlite3* handle, Search& search) : handle_(handle) {
    const auto give_up = [](void* running) { return static_cast<Search*>(running)->IsOver() ? 1 : 0; };
    sqlite3_progress_handler(handle, kStepsPerCheck, give_up, &search);
  }
  ~Watch() { sqlite3_progress_handler(handle_, 0, nullptr, nullptr); }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  sqlite3* handle_;
};

Failure Constraint(int extended, std::string message) {
  switch (extended) {
    case SQLITE_CONSTRAINT_UNIQUE:
    case SQLITE_CONSTRAINT_PRIMARYKEY:
    case SQLITE_CONSTRAINT_ROWID:
      return Fail(Code::kUniqueViolated, "duplicate key value violates unique constraint", std::move(message));
    case SQLITE_CONSTRAINT_FOREIGNKEY:
      return Fail(Code::kForeignKeyViolated, "violates foreign key constraint", std::move(message));
    case SQLITE_CONSTRAINT_NOTNULL:
      return Fail(Code::kNotNullViolated, "null value violates not-null constraint", std::move(message));
    case SQLITE_CONSTRAINT_CHECK:
      return Fail(Code::kCheckViolated, "new row violates check constraint", std::move(message));
    case SQLITE_CONSTRAINT_TRIGGER: return Fail(Code::kRaised, std::move(message));
    default: throw std::runtime_error("constraint: " + message);
  }
}

}  // namespace

SqliteSession::SqliteSession(const std::string& path, bool writes) {
  sqlite3* handle = nullptr;
  const int flags = (writes ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY) | SQLITE_OPEN_NOMUTEX;
  const int opened = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
  handle_.reset(handle);
  if (opened != SQLITE_OK) throw std::runtime_error("cannot open " + path + ": " + sqlite3_errstr(opened));
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, kBusyMilliseconds);
  RegisterFunctions(handle);
  // A confirmed write survives a power cut: synchronous=FULL in write-ahead mode syncs at every commit.
  const std::string pragmas = writes
                                  ? "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; "
                                    "PRAGMA temp_store=MEMORY; PRAGMA cache_size=-8192; PRAGMA recursive_triggers=OFF; "
                                    "PRAGMA secure_delete=ON;"
                                  : "PRAGMA temp_store=MEMORY; PRAGMA cache_size=-4096; PRAGMA mmap_size=268435456;";
  if (auto done = Script(pragmas); !done)
    throw std::runtime_error("cannot prepare " + path + ": " + done.error().internal);
}

SqliteSession::~SqliteSession() = default;

Result<std::size_t> SqliteSession::Run(const std::string& sql, const std::vector<Value>& parameters,
                                       const RowVisitor& visit) {
  Prepared& prepared = Prepare(sql);
  sqlite3_stmt* statement = prepared.statement.get();
  const Use use(statement);
  if (parameters.size() != prepared.parameter_of.size()) throw std::logic_error("parameters do not match: " + sql);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (Bind(statement, prepared.parameter_of[i], parameters[i]) != SQLITE_OK) return Refuse(sql);
  }
  Search search(sqlite3_db_readonly(handle(), "main") == 1 ? kLongestOfReader : kLongestOfWriter);
  // Only reads: to interrupt a write would undo the whole transaction, others' work included.
  std::optional<Watch> watch;
  if (sqlite3_stmt_readonly(statement) != 0) watch.emplace(handle(), search);
  const std::int64_t changed_before = sqlite3_total_changes64(handle());
  const SqliteRowView view(statement);
  int step = SQLITE_ROW;
  while ((step = sqlite3_step(statement)) == SQLITE_ROW) {
    search.FoundRow();
    if (visit) visit(view);
  }
  if (step != SQLITE_DONE) return Refuse(sql);
  if (view.Size() > 0) return search.rows();
  // The changes of the statement itself; triggers count in total_changes but not in changes.
  return sqlite3_total_changes64(handle()) == changed_before ? 0
                                                             : static_cast<std::size_t>(sqlite3_changes64(handle()));
}

Result<> SqliteSession::Do(const std::string& sql) {
  if (auto done = Run(sql, {}, nullptr); !done) return Forward(done);
  return {};
}

Result<> SqliteSession::Script(const std::string& sql) {
  if (sqlite3_exec(handle(), sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK) return {};
  return Refuse(sql);
}

SqliteSession::Prepared& SqliteSession::Prepare(const std::string& sql) {
  if (const auto found = prepared_.find(sql); found != prepared_.end()) {
    by_use_.splice(by_use_.begin(), by_use_, found->second.use);
    return found->second;
  }
  sqlite3_stmt* statement = nullptr;
  const int length = static_cast<int>(sql.size());
  if (sqlite3_prepare_v3(handle(), sql.data(), length, SQLITE_PREPARE_PERSISTENT, &statement, nullptr) != SQLITE_OK) {
    throw std::runtime_error(std::string("statement: ") + sqlite3_errmsg(handle()) + ": " + sql);
  }
  Prepared prepared;
  prepared.statement.reset(statement);
  const int count = sqlite3_bind_parameter_count(statement);
  prepared.parameter_of.resize(static_cast<std::size_t>(count));
  for (int i = 1; i <= count; ++i) {
    const std::string_view name = sqlite3_bind_parameter_name(statement, i);
    std::size_t number = 0;
    std::from_chars(name.data() + 1, name.data() + name.size(), number);
    prepared.parameter_of.at(number - 1) = i;
  }
  if (prepared_.size() >= kCachedStatements) {
    prepared_.erase(by_use_.back());
    by_use_.pop_back();
  }
  by_use_.push_front(sql);
  prepared.use = by_use_.begin();
  return prepared_.emplace(sql, std::move(prepared)).first->second;
}

Failure SqliteSession::Refuse(const std::string& sql) {
  const int extended = sqlite3_extended_errcode(handle());
  std::string message = sqlite3_errmsg(handle());
  switch (extended & 0xff) {
    case SQLITE_CONSTRAINT: return Constraint(extended, std::move(message));
    case SQLITE_INTERRUPT: return Fail(Code::kQueryTooExpensive, "the query takes too long", std::move(message));
    case SQLITE_FULL: return Fail(Code::kDiskFull, "the server's disk is full", std::move(message));
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return Fail(Code::kBusy, "the database is busy", std::move(message));
    case SQLITE_TOOBIG: return Fail(Code::kValueTooLong, "the value is too long", std::move(message));
    case SQLITE_IOERR:
      if (extended == SQLITE_IOERR_WRITE || extended == SQLITE_IOERR_FSYNC || extended == SQLITE_IOERR_SHMSIZE) {
        return Fail(Code::kDiskFull, "the server cannot write to its disk", std::move(message));
      }
      [[fallthrough]];
    default: throw std::runtime_error("sqlite: " + message + ": " + sql);
  }
}

}  // namespace scriba::platform
