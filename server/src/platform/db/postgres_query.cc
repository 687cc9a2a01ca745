#include "platform/db/postgres_query.h"

#include <drogon/orm/Exception.h>
#include <drogon/orm/Row.h>
#include <drogon/orm/SqlBinder.h>

#include <array>
#include <charconv>
#include <stdexcept>
#include <utility>

namespace scriba::platform {
namespace {

/// Text as PostgreSQL sends it; bytea comes as "\x" and hexadecimal digits.
class PostgresRowView final : public RowView {
 public:
  explicit PostgresRowView(drogon::orm::Row row) : row_(std::move(row)), decoded_(row_.size()) {}

  std::size_t Size() const override { return row_.size(); }
  bool IsNull(std::size_t column) const override { return At(column).isNull(); }
  bool Bool(std::size_t column) const override { return Text(column).starts_with('t'); }
  std::int64_t Int(std::size_t column) const override { return Number<std::int64_t>(column); }
  double Real(std::size_t column) const override { return Number<double>(column); }
  std::string_view Text(std::size_t column) const override {
    const auto field = At(column);
    return field.isNull() ? std::string_view() : std::string_view(field.c_str(), field.length());
  }
  std::string_view Bytes(std::size_t column) const override {
    auto& bytes = decoded_.at(column);
    if (!bytes) bytes = BytesOfHex(Text(column));
    return *bytes;
  }
  Value Field(std::size_t column) const override {
    if (IsNull(column)) return nullptr;
    return std::string(Text(column));
  }

 private:
  drogon::orm::Field At(std::size_t column) const { return row_[column]; }

  template <typename N>
  N Number(std::size_t column) const {
    const std::string_view text = Text(column);
    N value{};
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
  }

  drogon::orm::Row row_;
  mutable std::vector<std::optional<std::string>> decoded_;
};

Code CodeOf(const std::string& state) {
  static const std::vector<std::pair<std::string_view, Code>> kCodes{
      {"23505", Code::kUniqueViolated},
      {"23503", Code::kForeignKeyViolated},
      {"23502", Code::kNotNullViolated},
      {"23514", Code::kCheckViolated},
      {"P0001", Code::kRaised},
      {"22P02", Code::kValueUnparsable},
      {"22003", Code::kValueOutOfRange},
      {"22007", Code::kDateUnparsable},
      {"22008", Code::kDateOutOfRange},
      {"22001", Code::kValueTooLong},
      {"54000", Code::kValueTooLong},
      {"57014", Code::kQueryTooExpensive},
      {"55P03", Code::kBusy},
      {"53100", Code::kDiskFull},
      {"53300", Code::kBusy},
      {"57P03", Code::kBusy},
  };
  for (const auto& [known, code] : kCodes) {
    if (state == known) return code;
  }
  return Code::kInternal;
}

/// In pipeline mode Drogon hands on the server's words without its SQLSTATE, so the state is read from the words. Every
/// session has them in English: postgres_session.cc sees to it.
std::string StateOf(const drogon::orm::DrogonDbException& exception, std::string_view words) {
  if (const auto* error = dynamic_cast<const drogon::orm::SqlError*>(&exception)) return error->sqlState();
  static const std::vector<std::pair<std::string_view, std::string_view>> kWords{
      {" at RAISE", "P0001"},
      {"violates unique constraint", "23505"},
      {"violates foreign key constraint", "23503"},
      {"violates not-null constraint", "23502"},
      {"violates check constraint", "23514"},
      {"could not serialize access", "40001"},
      {"deadlock detected", "40P01"},
      {"invalid input syntax for type timestamp", "22007"},
      {"invalid input syntax for type date", "22007"},
      {"invalid input syntax", "22P02"},
      {"date/time field value out of range", "22008"},
      {"out of range", "22003"},
      {"value too long", "22001"},
      {"index row size", "54000"},
      {"canceling statement due to lock timeout", "55P03"},
      {"canceling statement due to", "57014"},
      {"No space left on device", "53100"},
      {"connection slots", "53300"},
      {"too many clients", "53300"},
  };
  for (const auto& [known, state] : kWords) {
    if (words.find(known) != std::string_view::npos) return std::string(state);
  }
  return words.starts_with("ERROR:") ? "unknown" : "";
}

/// What the caller is told: SQLite's words where there are some, so that both engines answer alike
/// (sqlite_statement.cc).
std::string WordsOf(Code code) {
  switch (code) {
    case Code::kUniqueViolated: return "duplicate key value violates unique constraint";
    case Code::kForeignKeyViolated: return "violates foreign key constraint";
    case Code::kNotNullViolated: return "null value violates not-null constraint";
    case Code::kCheckViolated: return "new row violates check constraint";
    default: return "the database refused";
  }
}

/// A message of a trigger is meant for the caller; the others name internals.
PostgresAnswer Refused(const drogon::orm::DrogonDbException& exception) {
  const std::string cause = exception.base().what();
  PostgresAnswer answer;
  if (const std::string state = StateOf(exception, cause); !state.empty()) {
    answer.is_conflict = state == "40001" || state == "40P01";
    const Code code = answer.is_conflict ? Code::kBusy : CodeOf(state);
    if (code == Code::kInternal) throw std::runtime_error("postgres " + state + ": " + cause);
    std::string message = WordsOf(code);
    if (code == Code::kRaised) message = cause.substr(cause.find("ERROR:") == 0 ? 6 : 0);
    while (message.starts_with(' ')) message.erase(0, 1);
    message = message.substr(0, message.find('\n'));
    answer.refusal = {.code = code, .message = std::move(message), .internal = cause};
    return answer;
  }
  answer.refusal = {.code = Code::kBusy, .message = "the database cannot be reached", .internal = cause};
  return answer;
}

struct Awaiter {
  drogon::orm::DbClientPtr client;
  const std::string& sql;
  const std::vector<Value>& parameters;
  std::optional<drogon::orm::Result> rows = std::nullopt;
  std::exception_ptr failure = nullptr;

  bool await_ready() const noexcept { return false; }

  void await_suspend(std::coroutine_handle<> waiting) {
    auto go_on = [waiting, back = Executor::Current()] {
      if (back) {
        back->Post([waiting] { waiting.resume(); });
      } else {
        waiting.resume();
      }
    };
    auto binder = *client << sql;
    for (const Value& value : parameters) Bind(binder, value);
    binder >> [this, go_on](const drogon::orm::Result& result) {
      rows = result;
      go_on();
    };
    binder >> [this, go_on](const std::exception_ptr& exception) {
      failure = exception;
      go_on();
    };
    binder.exec();
  }

  PostgresAnswer await_resume() {
    if (!failure) return {.rows = std::move(rows), .refusal = {}};
    try {
      std::rethrow_exception(failure);
    } catch (const drogon::orm::DrogonDbException& exception) {
      return Refused(exception);
    }
  }

 private:
  /// Text for everything but bytes: the server infers the types from where the parameters stand.
  static void Bind(drogon::orm::internal::SqlBinder& binder, const Value& value) {
    struct Binder {
      drogon::orm::internal::SqlBinder& to;
      void operator()(std::nullptr_t) const { to << nullptr; }
      void operator()(bool flag) const { to << std::string(flag ? "t" : "f"); }
      void operator()(std::int64_t number) const { to << std::to_string(number); }
      // The library would write six decimals.
      void operator()(double real) const {
        std::array<char, 32> digits{};
        to << std::string(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), real).ptr);
      }
      void operator()(const std::string& text) const { to << text; }
      void operator()(const Blob& blob) const { to << std::vector<char>(blob.bytes.begin(), blob.bytes.end()); }
    };
    std::visit(Binder{binder}, value);
  }
};

}  // namespace

Task<PostgresAnswer> RunOnPostgres(drogon::orm::DbClientPtr client, const std::string& sql,
                                   const std::vector<Value>& parameters) {
  Awaiter awaiter{.client = std::move(client), .sql = sql, .parameters = parameters};
  co_return co_await awaiter;
}

std::size_t ShowRows(const drogon::orm::Result& rows, const RowVisitor& visit) {
  if (rows.columns() == 0) return rows.affectedRows();
  if (visit) {
    for (const auto& row : rows) visit(PostgresRowView(row));
  }
  return rows.size();
}

}  // namespace scriba::platform
