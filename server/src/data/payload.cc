#include "data/payload.h"

#include <algorithm>

#include "data/refusals.h"
#include "platform/json.h"

namespace scriba::data {
namespace {

using platform::Code;
using platform::Fail;
using platform::Forward;
using platform::Request;
using platform::Result;
using Json = nlohmann::json;

// All rows of a POST are one transaction: as many as a page has.
constexpr std::size_t kMostRowsOfPost = 1000;

Result<> CheckMediaType(const Request& request) {
  const std::string type = request.MediaType();
  const bool is_json = type.empty() || type == "application/json" || type.ends_with("+json");
  if (!is_json) return Fail(Code::kBodyUnparsable, "Content-Type not acceptable: " + type + ". Send application/json");
  return {};
}

/// In their order: the library keeps them sorted.
std::vector<std::string> KeysOf(const Json& row) {
  std::vector<std::string> keys;
  keys.reserve(row.size());
  for (const auto& [key, value] : row.items()) keys.push_back(key);
  return keys;
}

Result<std::vector<const Column*>> Resolve(const Table& table, const std::vector<std::string>& names) {
  std::vector<const Column*> columns;
  for (const std::string& name : names) {
    const Column* column = table.Find(name);
    if (column == nullptr) return UnknownPayloadColumn(table, name);
    if (std::ranges::find(columns, column) == columns.end()) columns.push_back(column);
  }
  return columns;
}

/// Without `columns`, all rows must have the keys of the first.
Result<std::vector<std::string>> CommonKeys(const std::vector<Json>& rows) {
  if (rows.empty()) return std::vector<std::string>{};
  auto keys = KeysOf(rows.front());
  const bool is_ragged =
      std::any_of(rows.begin() + 1, rows.end(), [&](const Json& row) { return KeysOf(row) != keys; });
  if (is_ragged) return Fail(Code::kBodyUnparsable, "All object keys must match");
  return keys;
}

}  // namespace

Result<Json> ParseJson(std::string_view text) {
  Json json = platform::ParseForeignJson(text);
  if (json.is_discarded()) return Fail(Code::kBodyUnparsable, "Empty or invalid json");
  return json;
}

Result<Payload> ReadPayload(const Request& request, const Table& table, const Query& query) {
  if (auto type = CheckMediaType(request); !type) return Forward(type);
  auto json = ParseJson(request.body);
  if (!json) return Forward(json);
  Payload payload;
  payload.is_list = json->is_array();
  if (payload.is_list && json->size() > kMostRowsOfPost) {
    return Fail(Code::kBodyUnparsable, "more than 1000 rows in one request: send them in parts");
  }
  if (payload.is_list) {
    for (Json& row : *json) payload.rows.push_back(std::move(row));
  } else {
    payload.rows.push_back(std::move(*json));
  }
  if (!std::ranges::all_of(payload.rows, [](const Json& row) { return row.is_object(); })) {
    return Fail(Code::kBodyUnparsable, "Empty or invalid json: an object or a list of objects is expected");
  }
  auto names = query.columns ? Result<std::vector<std::string>>(*query.columns) : CommonKeys(payload.rows);
  if (!names) return Forward(names);
  auto columns = Resolve(table, *names);
  if (!columns) return Forward(columns);
  payload.columns = std::move(*columns);
  return payload;
}

}  // namespace scriba::data
