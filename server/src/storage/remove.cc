// DELETE of one object or several. A file goes after its name: a crash in between leaves it to the sweep.
#include <nlohmann/json.hpp>

#include "storage/endpoints.h"
#include "storage/names.h"
#include "storage/object_json.h"

namespace scriba::storage {
namespace {

using auth::Caller;
using nlohmann::json;
using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Request;
using platform::Response;
using platform::Result;
using platform::Task;

constexpr std::size_t kMostAtOnce = 1000;

Task<Result<std::vector<Object>>> TakeAll(Connection& connection, const std::string& bucket,
                                          const std::vector<std::string>& names, const std::string& owner_id) {
  std::vector<Object> taken;
  for (const std::string& name : names) {
    auto object = co_await TakeObject(connection, bucket, name, owner_id);
    if (!object) co_return Forward(object);
    if (*object) taken.push_back(std::move(**object));
  }
  co_return taken;
}

/// Names that are not the caller's, or not there, are passed over.
Task<Result<std::vector<Object>>> Remove(const Parts& parts, const std::string& bucket,
                                         const std::vector<std::string>& names, const std::string& owner_id) {
  std::function<Task<Result<std::vector<Object>>>(Connection&)> take = [&](Connection& connection) {
    return TakeAll(connection, bucket, names, owner_id);
  };
  auto taken = co_await parts.database.Write<std::vector<Object>>(std::move(take));
  if (!taken) co_return Forward(taken);
  for (const Object& object : *taken) {
    auto removed = co_await parts.files.Remove(object.file_id);
    if (!removed) co_return Forward(removed);
  }
  co_return taken;
}

}  // namespace

Answer RemoveObjects(const Parts& parts, const Request& request, const Caller& caller) {
  const std::string bucket(request.Path("bucket"));
  if (auto known = CheckBucket(bucket); !known) co_return Forward(known);
  auto body = request.JsonObject();
  if (!body) co_return Fail(Code::kInvalidRequest, "The body is not a JSON object");
  const auto prefixes = body->find("prefixes");
  if (prefixes == body->end() || !prefixes->is_array() || prefixes->size() > kMostAtOnce) {
    co_return Fail(Code::kInvalidRequest, "prefixes must be a list of at most 1000 names");
  }
  std::vector<std::string> names;
  for (const json& name : *prefixes) {
    if (!name.is_string()) co_return Fail(Code::kInvalidRequest, "prefixes must be a list of names");
    if (CheckName(name.get_ref<const std::string&>())) names.push_back(name.get<std::string>());
  }
  auto removed = co_await Remove(parts, bucket, names, caller.user_id);
  if (!removed) co_return Forward(removed);
  json answer = json::array();
  for (const Object& object : *removed) answer.push_back(RowOf(object));
  co_return Response::Json(200, answer);
}

Answer RemoveObject(const Parts& parts, const Request& request, const Caller& caller) {
  const std::string bucket(request.Path("bucket"));
  if (auto known = CheckBucket(bucket); !known) co_return Forward(known);
  const std::vector<std::string> names{std::string(request.Path("name"))};
  auto removed = co_await Remove(parts, bucket, names, caller.user_id);
  if (!removed) co_return Forward(removed);
  if (removed->empty()) co_return Fail(Code::kNoSuchKey, "Object not found");
  const json answer{{"message", "Successfully deleted"}};
  co_return Response::Json(200, answer);
}

}  // namespace scriba::storage
