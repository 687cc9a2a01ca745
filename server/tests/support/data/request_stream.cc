#include "support/data/request_stream.h"

#include <cctype>
#include <nlohmann/json.hpp>

namespace scriba::testing {

using data::Column;
using data::ColumnType;
using data::Table;
using platform::Method;

namespace {

using Names = std::vector<std::string>;

std::string Encoded(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string encoded;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = std::isalnum(byte) != 0 || c == '-' || c == '_' || c == '.' || c == '@';
    encoded += is_plain ? std::string(1, c) : std::string{'%', kHex[byte >> 4], kHex[byte & 15]};
  }
  return encoded;
}

std::string Quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

const Names kTexts{"Rossi",     "rossi",   "ROSSI", "Àlvarez", "alvaro", "D'Angelo, jr.", "Nicolò", "NICOLÒ", "Straße",
                   "STRASSE",   "a\"b\\c", "",      " ",       "%",      "R_ssi",         "*o*",    "null",   "(x)",
                   "[a-z]ossi", "🙂",    "Zeta",  "x\ny",    "Ugo",    "a.b,c"};
const Names kIntegers{"0",   "1", "59", "60",  "61", "7",  "-1", "2147483647", "2147483648", "99999999999999999999",
                      "1.5", "x", "",   " 7 ", "+3", "1e3"};
const Names kNumbers{"0", "72.5", "72.50", "500", "501", "-0", ".5", "1e2", "0.1", "x", "", "NaN", "Infinity", "1e999"};
const Names kBooleans{"true", "false", "t", "f", "TRUE", "yes", "off", "1", "0", "2", "x", ""};
const Names kDates{
    "1980-01-31", "1970-05-06", "1999-12-31", "1980-02-30",  "1980-13-01",           "1980-1-1",   "yesterday",
    "now",        "infinity",   "0000-01-01", "10000-01-01", "1980-01-31T10:00:00Z", "31/01/1980", ""};
const Names kTimes{"2001-02-03T04:05:06+00:00",
                   "2001-02-03T04:05:06.123456Z",
                   "2001-02-03 06:05:06+02",
                   "2001-02-03T04:05:06.5-0330",
                   "2001-02-03",
                   "1999-12-31T24:00:00Z",
                   "1999-12-31T23:59:60Z",
                   "2001-02-29",
                   "2001-02-03T25:00:00Z",
                   "now",
                   "today",
                   "epoch",
                   "-infinity",
                   ""};
const Names kUuids{
    "00000000-0000-4000-8000-00000000000F", "x", "", "@anna@", "@bruno@", "{00000000-0000-4000-8000-000000000001}",
    "00000000000040008000000000000001"};

/// The database itself writes versions, several at one instant, and gives them ids: they stand in no order.
bool IsComparable(const Table& table) { return table.name != "report_versions"; }

}  // namespace

std::string StreamRequest::Text() const {
  std::string text = person + " " + std::string(platform::MethodName(method)) + " " + target + " " + body;
  for (const auto& [name, value] : headers) text += " [" + name + ": " + value + "]";
  return text;
}

const Table& RequestStream::AnyTable() {
  // The clinical tables are most of the traffic.
  static const std::vector<std::string_view> kOften{"patients", "patients", "patients", "consultations"};
  const Table* table = &data::Tables()[Below(data::Tables().size())];
  if (!Once(3) || !IsComparable(*table)) table = data::FindTable(OneOf(kOften));
  return *table;
}

const Column& RequestStream::AnyColumn(const Table& table) { return table.columns[Below(table.columns.size())]; }

/// One of a handful of ids, so that requests meet each other's rows.
std::string RequestStream::RowId(const Table& table) {
  const std::string kind(1, static_cast<char>('a' + (table.name.size() % 6)));
  return "00000000-0000-4000-8000-00000000" + kind + "00" + std::to_string(Below(9));
}

std::string RequestStream::FilterValue(const Table& table, const Column& column) {
  if (!column.values.empty() && !Once(8)) return std::string(column.values[Below(column.values.size())]);
  switch (column.type) {
    case ColumnType::kUuid: {
      if (Once(5)) return OneOf(kUuids);
      for (const data::Reference& reference : table.references) {
        if (reference.column == column.name && reference.target == "users") return Once(4) ? "@bruno@" : "@anna@";
        if (reference.column == column.name) return RowId(*data::FindTable(reference.target));
      }
      return table.name == "users" ? "@anna@" : RowId(table);
    }
    case ColumnType::kInteger: return OneOf(kIntegers);
    case ColumnType::kNumeric: return OneOf(kNumbers);
    case ColumnType::kBoolean: return OneOf(kBooleans);
    case ColumnType::kDate: return OneOf(kDates);
    case ColumnType::kTimestamp: return OneOf(kTimes);
    default: return OneOf(kTexts);
  }
}

std::string RequestStream::JsonValue(const Table& table, const Column& column) {
  static const Names kOdd{"null", "[]", "{}", "[1,\"a\"]", "true", "1", "1.25", "\"\\u0000\"", "1e400", "\"\""};
  if (Once(8)) return OneOf(kOdd);
  const std::string value = FilterValue(table, column);
  const bool is_number = column.type == ColumnType::kInteger || column.type == ColumnType::kNumeric;
  if (is_number && nlohmann::json::accept(value)) return value;
  if (column.type == ColumnType::kBoolean && (value == "true" || value == "false")) return value;
  return nlohmann::json(value).dump();
}

std::string RequestStream::Select(const Table& table, int depth) {
  if (Once(3)) return "*";
  std::string items;
  for (std::size_t i = 0, count = 1 + Below(4); i < count; ++i) {
    std::string item(AnyColumn(table).name);
    if (Once(8)) item += "::text";
    if (Once(8)) item.insert(0, "alias" + std::to_string(i) + ":");
    if (Once(60)) item = OneOf(Names{"nothing", "id::json", "count()", "id->x", "", "*,*", "\"id\""});
    if (depth < 2 && Once(4)) item = Embed(table, depth + 1);
    items += (i > 0 ? "," : "") + item;
  }
  return items;
}

/// A related table, either way, by name or by hint.
std::string RequestStream::Embed(const Table& table, int depth) {
  std::vector<std::pair<const Table*, const data::Reference*>> related;
  for (const data::Reference& reference : table.references)
    related.emplace_back(data::FindTable(reference.target), &reference);
  for (const Table& other : data::Tables()) {
    if (!IsComparable(other)) continue;
    for (const data::Reference& reference : other.references) {
      if (reference.target == table.name) related.emplace_back(&other, &reference);
    }
  }
  if (related.empty() || Once(40)) return "nothing(*)";
  const auto& [other, reference] = OneOf(related);
  std::string embed(other->name);
  if (Once(3)) embed += "!" + std::string(Once(2) ? reference->constraint : reference->column);
  if (Once(4)) embed += Once(2) ? "!inner" : "!left";
  if (Once(10)) embed.insert(0, "...");
  return embed + "(" + Select(*other, depth) + ")";
}

std::string RequestStream::Comparison(const Table& table, const Column& column, bool in_group) {
  // Ids that each installation gives anew stand in no order.
  static const Names kUnordered{"eq", "neq", "isdistinct"};
  static const Names kOrdered{"eq", "neq", "gt", "gte", "lt", "lte", "isdistinct", "like", "ilike", "like", "ilike"};
  static const Names kKeywords{"null", "not_null", "true", "false", "unknown", "NULL", "maybe"};
  const auto value = [&] {
    const std::string plain = FilterValue(table, column);
    return Encoded(in_group ? Quoted(plain) : plain);
  };
  const std::string negation = Once(6) ? "not." : "";
  if (Once(8)) return negation + "is." + OneOf(kKeywords);
  if (Once(8)) {
    std::string list;
    for (std::size_t i = 0, count = Below(4); i < count; ++i)
      list += (i > 0 ? "," : "") + Encoded(Quoted(FilterValue(table, column)));
    return negation + (Once(3) ? (Once(2) ? "eq(any).{" : "neq(all).{") + list + "}" : "in.(" + list + ")");
  }
  if (Once(50)) return OneOf(Names{"fts.x", "cs.{a}", "match.x", "eq", "nonsense.1", "eq(some).1", "in.x", "."});
  return negation + OneOf(column.type == ColumnType::kUuid ? kUnordered : kOrdered) + "." + value();
}

std::string RequestStream::Group(const Table& table, int depth) {
  std::string terms;
  for (std::size_t i = 0, count = 1 + Below(3); i < count; ++i) {
    if (i > 0) terms += ",";
    if (depth < 3 && Once(4)) {
      terms += OneOf(Names{"and", "or", "not.and", "not.or"}) + Group(table, depth + 1);
    } else {
      const Column& column = AnyColumn(table);
      terms += std::string(column.name) + "." + Comparison(table, column, true);
    }
  }
  return "(" + terms + ")";
}

std::string RequestStream::Filter(const Table& table) {
  if (Once(4)) return OneOf(Names{"or", "and", "not.or", "not.and"}) + "=" + Group(table, 0);
  if (Once(60)) return OneOf(Names{"nothing=eq.1", "patients.id=is.null", "=eq.1", "or=()", "or=(id.eq.1"});
  const Column& column = AnyColumn(table);
  return std::string(column.name) + "=" + Comparison(table, column, false);
}

std::string RequestStream::Order(const Table& table) {
  std::string terms;
  for (std::size_t i = 0, count = 1 + Below(2); i < count; ++i) {
    const Column& column = AnyColumn(table);
    if (column.type == ColumnType::kUuid) continue;
    terms += (terms.empty() ? "" : ",") + std::string(column.name);
    if (Once(2)) terms += OneOf(Names{".asc", ".desc"});
    if (Once(3)) terms += OneOf(Names{".nullsfirst", ".nullslast"});
    if (Once(60)) terms += ".sideways";
  }
  return terms.empty() ? "created_at.desc" : terms;
}

std::string RequestStream::Count() {
  return OneOf(Names{"0", "1", "2", "3", "5", "1000", "5000", "-1", "x", "", "99999999999999999999"});
}

std::string RequestStream::Query(const Table& table) {
  std::string query = "select=" + Select(table, 0);
  for (std::size_t i = 0, count = Below(3); i < count; ++i) query += "&" + Filter(table);
  if (Once(2)) query += "&order=" + Order(table);
  if (Once(4)) query += "&limit=" + Count();
  if (Once(6)) query += "&offset=" + Count();
  return query;
}

platform::Headers RequestStream::Preferences() {
  std::string prefer;
  for (const Names& choices :
       {Names{"return=representation", "return=minimal", "return=headers-only"},
        Names{"count=exact", "count=planned", "count=estimated"}, Names{"missing=default", "missing=null"},
        Names{"handling=strict", "handling=lenient", "max-affected=1", "handling=strict,max-affected=1", "odd=1"}}) {
    if (Once(2)) prefer += (prefer.empty() ? "" : ",") + OneOf(choices);
  }
  platform::Headers headers;
  if (!prefer.empty()) headers["prefer"] = prefer;
  if (Once(8)) {
    headers["accept"] =
        OneOf(Names{"application/vnd.pgrst.object+json", "application/vnd.pgrst.array+json;nulls=stripped", "text/csv",
                    "application/json", "text/html", "*/*"});
  }
  return headers;
}

std::string RequestStream::Row(const Table& table) {
  std::string row = "{\"id\":\"" + (table.name == "users" ? "@anna@" : RowId(table)) + "\"";
  for (const Column& column : table.columns) {
    const bool is_wanted = column.name != "id" && (!column.is_nullable || Once(3)) && !Once(15);
    if (!is_wanted) continue;
    // An honest value most of the time: a row of random ones never passes.
    std::string value = JsonValue(table, column);
    if (column.type == ColumnType::kDate && !Once(6)) value = "\"1980-01-31\"";
    if (column.name == "user_id" && !Once(6)) continue;
    row += ",\"" + std::string(column.name) + "\":" + value;
  }
  if (Once(30)) row += R"(,"colour":"red")";
  return row + "}";
}

void RequestStream::MakeRead(const Table& table, StreamRequest& request) {
  request.method = Once(8) ? Method::kHead : Method::kGet;
  request.target = std::string(table.name) + "?" + Query(table);
  if (Once(8)) {
    request.headers["range-unit"] = "items";
    request.headers["range"] = OneOf(Names{"0-1", "1-", "3-2", "x", "0-0", "5-9", "-1"});
  }
}

void RequestStream::MakeInsert(const Table& table, StreamRequest& request) {
  request.method = Method::kPost;
  request.target = std::string(table.name) + "?select=" + Select(table, 1);
  request.body = Row(table);
  if (Once(4)) request.body = "[" + Row(table) + "," + Row(table) + "]";
  if (Once(40)) request.body = OneOf(Names{"", "[]", "{", "7", "[7]", "[[]]", "null"});
  if (Once(6)) request.target += "&columns=\"id\",\"" + std::string(AnyColumn(table).name) + "\"";
  if (!Once(2)) return;
  if (Once(3)) request.target += "&on_conflict=" + std::string(Once(4) ? AnyColumn(table).name : "id");
  std::string& prefer = request.headers["prefer"];
  prefer += prefer.empty() ? "" : ",";
  prefer += OneOf(Names{"resolution=merge-duplicates", "resolution=merge-duplicates", "resolution=ignore-duplicates"});
}

void RequestStream::MakeChange(const Table& table, StreamRequest& request) {
  request.method = Once(4) ? Method::kDelete : Method::kPatch;
  std::string filters;
  for (std::size_t i = 0, count = Once(20) ? 0 : 1 + Below(2); i < count; ++i) filters += "&" + Filter(table);
  if (Once(2)) filters += "&id=eq." + FilterValue(table, table.columns.front());
  request.target = std::string(table.name) + "?select=" + Select(table, 1) + filters;
  if (request.method == Method::kDelete) return;
  std::string change;
  for (std::size_t i = 0, count = 1 + Below(2); i < count; ++i) {
    const Column& column = AnyColumn(table);
    if (column.name == "id" && !Once(10)) continue;
    change += (change.empty() ? "\"" : ",\"") + std::string(column.name) + "\":" + JsonValue(table, column);
  }
  request.body = "{" + change + "}";
}

StreamRequest RequestStream::Next() {
  static const Names kPeople{"anna", "anna", "anna", "anna", "bruno", "bruno", "ada", "anon"};
  const Table& table = AnyTable();
  StreamRequest request{.person = OneOf(kPeople), .headers = Preferences()};
  const std::size_t kind = Below(10);
  if (kind < 5) {
    MakeRead(table, request);
  } else if (kind < 8) {
    MakeInsert(table, request);
  } else {
    MakeChange(table, request);
  }
  return request;
}

}  // namespace scriba::testing
