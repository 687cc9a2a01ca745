#include "bare_reader.h"

#include <array>
#include <charconv>
#include <stdexcept>

#include "platform/db/sqlite_functions.h"

namespace scriba::bench {
namespace {

constexpr std::size_t kUsualBytes = 32U << 10;

bool IsClean(char c) { return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\'; }

// The sample has no control characters but line ends.
void AppendText(std::string& out, std::string_view text) {
  out.push_back('"');
  std::size_t clean = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (IsClean(text[i])) continue;
    out.append(text, clean, i - clean);
    out.push_back('\\');
    out.push_back(text[i] == '\n' ? 'n' : text[i]);
    clean = i + 1;
  }
  out.append(text, clean);
  out.push_back('"');
}

template <typename Number>
void AppendNumber(std::string& out, Number number) {
  std::array<char, 32> digits{};
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
}

std::string_view Bytes(sqlite3_stmt* statement, int column) {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement, column));
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement, column))};
}

}  // namespace

BareReader::BareReader(const std::string& path, const std::string& query, std::string user_id,
                       const platform::SealingKey& key)
    : user_id_(std::move(user_id)), key_(key) {
  sqlite3* handle = nullptr;
  const int opened = sqlite3_open_v2(path.c_str(), &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nullptr);
  handle_.reset(handle);
  if (opened != SQLITE_OK) throw std::runtime_error("cannot open " + path);
  platform::RegisterFunctions(handle);
  sqlite3_exec(handle, "PRAGMA mmap_size=268435456", nullptr, nullptr, nullptr);
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v3(handle, query.data(), static_cast<int>(query.size()), SQLITE_PREPARE_PERSISTENT, &statement,
                     nullptr);
  statement_.reset(statement);
  if (!statement_) throw std::runtime_error(sqlite3_errmsg(handle));
}

void BareReader::Rewind() {
  sqlite3_reset(statement_.get());
  sqlite3_bind_text(statement_.get(), 1, user_id_.data(), static_cast<int>(user_id_.size()), SQLITE_STATIC);
}

std::string BareReader::Read(const std::vector<Field>& fields) {
  Rewind();
  std::string out;
  out.reserve(kUsualBytes);
  out.push_back('[');
  while (sqlite3_step(statement_.get()) == SQLITE_ROW) {
    if (out.size() > 1) out.push_back(',');
    bool is_nested = false;
    int column = 0;
    for (const Field& field : fields) {
      out.append(field.key);
      if (field.kind == FieldKind::kObject) {
        is_nested = true;
      } else {
        AppendField(out, field, column++);
      }
    }
    out.append(is_nested ? "}}" : "}");
  }
  sqlite3_reset(statement_.get());
  out.push_back(']');
  return out;
}

std::int64_t BareReader::Count() {
  Rewind();
  const std::int64_t count =
      sqlite3_step(statement_.get()) == SQLITE_ROW ? sqlite3_column_int64(statement_.get(), 0) : 0;
  sqlite3_reset(statement_.get());
  return count;
}

void BareReader::AppendField(std::string& out, const Field& field, int column) {
  sqlite3_stmt* statement = statement_.get();
  if (sqlite3_column_type(statement, column) == SQLITE_NULL) {
    out.append("null");
    return;
  }
  switch (field.kind) {
    case FieldKind::kText: AppendText(out, Bytes(statement, column)); return;
    case FieldKind::kReal: AppendNumber(out, sqlite3_column_double(statement, column)); return;
    case FieldKind::kInteger: AppendNumber(out, sqlite3_column_int64(statement, column)); return;
    case FieldKind::kBoolean: out.append(sqlite3_column_int(statement, column) != 0 ? "true" : "false"); return;
    case FieldKind::kObject: return;
    case FieldKind::kSealed:
    case FieldKind::kSealedJson: break;
  }
  std::string place = field.place;
  place.append(Bytes(statement, field.id_column));
  const auto plain = key_.Open(Bytes(statement, column), place);
  if (!plain) throw std::runtime_error("a sealed value does not open");
  if (field.kind == FieldKind::kSealedJson) {
    out.append(*plain);
  } else {
    AppendText(out, *plain);
  }
}

}  // namespace scriba::bench
