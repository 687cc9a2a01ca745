// POST /object/list/{bucket}, GET /object/info/...: what there is.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "storage/endpoints.h"
#include "storage/names.h"
#include "storage/object_json.h"

namespace scriba::storage {
namespace {

using auth::Caller;
using nlohmann::json;
using platform::Code;
using platform::Fail;
using platform::Request;
using platform::Response;
using platform::Result;

/// What a list asks for, checked.
struct ListRequest {
  std::string prefix;
  std::size_t limit = 100;
  std::size_t offset = 0;
  std::string column = "name";
  bool is_descending = false;
  std::string search;
};

Result<std::size_t> ReadCount(const json& body, const char* key, std::size_t otherwise, std::size_t most) {
  const auto found = body.find(key);
  if (found == body.end() || found->is_null()) return otherwise;
  if (!found->is_number_unsigned()) return Fail(Code::kInvalidRequest, std::string(key) + " must be a whole number");
  return std::min<std::size_t>(found->get<std::size_t>(), most);
}

Result<std::string> ReadText(const json& body, const char* key) {
  const auto found = body.find(key);
  if (found == body.end() || found->is_null()) return std::string();
  if (!found->is_string()) return Fail(Code::kInvalidRequest, std::string(key) + " must be a text");
  return found->get<std::string>();
}

/// `sortBy: {column, order}`.
Result<> ReadOrder(const json& body, ListRequest& asked) {
  const auto sort = body.find("sortBy");
  if (sort == body.end() || sort->is_null()) return {};
  if (!sort->is_object()) return Fail(Code::kInvalidRequest, "sortBy must be an object");
  auto column = ReadText(*sort, "column");
  if (!column) return Forward(column);
  auto order = ReadText(*sort, "order");
  if (!order) return Forward(order);
  static const std::set<std::string> kColumns{"", "name", "id", "created_at", "updated_at", "last_accessed_at"};
  if (!kColumns.contains(*column)) return Fail(Code::kInvalidRequest, "sortBy names an unknown column");
  static const std::set<std::string> kOrders{"", "asc", "desc"};
  if (!kOrders.contains(*order)) return Fail(Code::kInvalidRequest, "the order of sortBy must be asc or desc");
  if (!column->empty()) asked.column = std::move(*column);
  asked.is_descending = *order == "desc";
  return {};
}

Result<ListRequest> ReadListRequest(const json& body) {
  ListRequest asked;
  auto prefix = ReadText(body, "prefix");
  auto search = ReadText(body, "search");
  auto limit = ReadCount(body, "limit", 100, 1000);
  auto offset = ReadCount(body, "offset", 0, std::size_t{1} << 31);
  if (!prefix) return Forward(prefix);
  if (!search) return Forward(search);
  if (!limit) return Forward(limit);
  if (!offset) return Forward(offset);
  asked.prefix = std::move(*prefix);
  asked.search = std::move(*search);
  asked.limit = *limit;
  asked.offset = *offset;
  while (asked.prefix.starts_with('/')) asked.prefix.erase(0, 1);
  if (!asked.prefix.empty() && !asked.prefix.ends_with('/')) asked.prefix.push_back('/');
  if (auto sorted = ReadOrder(body, asked); !sorted) return Forward(sorted);
  return asked;
}

/// Objects directly below the prefix, and the folders in which others lie.
std::vector<json> Entries(const std::vector<Object>& objects, const ListRequest& asked) {
  std::vector<json> entries;
  std::set<std::string> folders;
  for (const Object& object : objects) {
    std::string name = object.name.substr(asked.prefix.size());
    if (const auto slash = name.find('/'); slash != std::string::npos) {
      folders.insert(name.substr(0, slash));
    } else if (name.starts_with(asked.search)) {
      entries.push_back(EntryOf(object, name));
    }
  }
  for (const std::string& folder : folders) {
    if (!folder.starts_with(asked.search)) continue;
    entries.push_back({{"name", folder},
                       {"id", nullptr},
                       {"created_at", nullptr},
                       {"updated_at", nullptr},
                       {"last_accessed_at", nullptr},
                       {"metadata", nullptr}});
  }
  return entries;
}

}  // namespace

Answer ListObjects(const Parts& parts, const Request& request, const Caller& caller) {
  const std::string bucket(request.Path("bucket"));
  if (auto known = CheckBucket(bucket); !known) co_return Forward(known);
  auto body = request.JsonObject();
  if (!body) co_return Fail(Code::kInvalidRequest, "The body is not a JSON object");
  auto asked = ReadListRequest(*body);
  if (!asked) co_return Forward(asked);
  auto objects = co_await ObjectsBelow(parts.database, bucket, asked->prefix, caller.user_id);
  if (!objects) co_return Forward(objects);
  std::vector<json> entries = Entries(*objects, *asked);
  std::stable_sort(entries.begin(), entries.end(), [&](const json& left, const json& right) {
    return asked->is_descending ? right[asked->column] < left[asked->column]
                                : left[asked->column] < right[asked->column];
  });
  json answer = json::array();
  for (std::size_t i = asked->offset; i < entries.size() && answer.size() < asked->limit; ++i) {
    answer.push_back(std::move(entries[i]));
  }
  co_return Response::Json(200, answer);
}

Answer ShowObject(const Parts& parts, const Request& request, const Caller& caller) {
  const std::string bucket(request.Path("bucket"));
  const std::string name(request.Path("name"));
  if (auto known = CheckBucket(bucket); !known) co_return Forward(known);
  auto object = co_await FindObject(parts.database, bucket, name, caller.user_id);
  if (!object) co_return Forward(object);
  co_return Response::Json(200, InfoOf(*object));
}

}  // namespace scriba::storage
