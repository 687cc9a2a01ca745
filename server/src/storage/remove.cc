// DELETE of one object or several. A file goes after its name: a crash in between leaves it to the sweep.
#include <nlohmann/json.hpp>

#include "auth/audit_log.h"
#include "storage/endpoints.h"
#include "storage/names.h"
#include "storage/object_json.h"
#include "storage/refusals.h"

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

/// Who wants what to go, from where.
struct Order {
  std::string bucket;
  std::vector<std::string> names;
  std::string owner_id;
  std::string address;
};

/// The caller's consultations whose sound has this name.
Task<Result<std::vector<std::string>>> VisitsOf(Connection& connection, const Order& order, const std::string& name) {
  std::vector<platform::Value> values{order.bucket + "/" + name, order.owner_id};
  auto rows = co_await connection.Query(
      "SELECT visit.id FROM consultations visit JOIN patients patient ON patient.id = visit.patient_id "
      "WHERE visit.audio_url = $1 AND coalesce(visit.user_id, patient.user_id) = $2",
      std::move(values));
  if (!rows) co_return Forward(rows);
  std::vector<std::string> ids;
  for (const auto& row : *rows) ids.push_back(row.Text(0));
  co_return ids;
}

/// The audit log has a line for each consultation that loses its sound. That it names it no more and since when is the
/// database's doing.
Task<Result<std::optional<Object>>> Take(Connection& connection, const Order& order, const std::string& name,
                                         platform::Instant now) {
  auto visits = co_await VisitsOf(connection, order, name);
  if (!visits) co_return Forward(visits);
  auto object = co_await TakeObject(connection, order.bucket, name, order.owner_id);
  if (!object || !*object) co_return object;
  for (const std::string& visit : *visits) {
    auto noted = co_await auth::NoteEvent(connection, order.owner_id, "audio_removed", order.address, now, visit);
    if (!noted) co_return Forward(noted);
  }
  co_return object;
}

Task<Result<std::vector<Object>>> TakeAll(Connection& connection, const Order& order, platform::Instant now) {
  std::vector<Object> taken;
  for (const std::string& name : order.names) {
    auto object = co_await Take(connection, order, name, now);
    if (!object) co_return Forward(object);
    if (*object) taken.push_back(std::move(**object));
  }
  co_return taken;
}

/// Names that are not the caller's, or not there, are passed over.
Task<Result<std::vector<Object>>> Remove(const Parts& parts, const Order& order) {
  std::function<Task<Result<std::vector<Object>>>(Connection&)> take = [&](Connection& connection) {
    return TakeAll(connection, order, parts.clock.Now());
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
  Order order{.bucket = bucket, .owner_id = caller.user_id, .address = request.client_address};
  for (const json& name : *prefixes) {
    if (!name.is_string()) co_return Fail(Code::kInvalidRequest, "prefixes must be a list of names");
    if (CheckName(name.get_ref<const std::string&>())) order.names.push_back(name.get<std::string>());
  }
  auto removed = co_await Remove(parts, order);
  if (!removed) co_return Forward(removed);
  json answer = json::array();
  for (const Object& object : *removed) answer.push_back(RowOf(object));
  co_return Response::Json(200, answer);
}

Answer RemoveObject(const Parts& parts, const Request& request, const Caller& caller) {
  const std::string bucket(request.Path("bucket"));
  if (auto known = CheckBucket(bucket); !known) co_return Forward(known);
  Order order{.bucket = bucket, .owner_id = caller.user_id, .address = request.client_address};
  order.names.emplace_back(request.Path("name"));
  auto removed = co_await Remove(parts, order);
  if (!removed) co_return Forward(removed);
  if (removed->empty()) co_return NoSuchObject();
  const json answer{{"message", "Successfully deleted"}};
  co_return Response::Json(200, answer);
}

}  // namespace scriba::storage
