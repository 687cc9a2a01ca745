// POST /object/sign and /object/upload/sign: addresses that work for a while without a sign-in.
#include <nlohmann/json.hpp>

#include "storage/endpoints.h"
#include "storage/names.h"
#include "storage/refusals.h"

namespace scriba::storage {
namespace {

using auth::Caller;
using nlohmann::json;
using platform::Code;
using platform::Fail;
using platform::Forward;
using platform::Request;
using platform::Response;
using platform::Result;

constexpr std::int64_t kLongestLife = 604'800;  // seconds: a week
constexpr std::chrono::hours kUploadAddressLife{2};

Result<std::chrono::seconds> ReadLife(const json& body) {
  const auto found = body.find("expiresIn");
  if (found == body.end() || !found->is_number()) return Fail(Code::kInvalidRequest, "expiresIn must be a number");
  const double seconds = found->get<double>();
  if (!(seconds >= 1 && seconds <= static_cast<double>(kLongestLife))) {
    return Fail(Code::kInvalidRequest, "expiresIn must be between 1 and 604800 seconds");
  }
  return std::chrono::seconds(static_cast<std::int64_t>(seconds));
}

/// What both kinds of download addresses are asked with.
struct Asked {
  json body;
  std::string bucket;
  std::chrono::seconds life{};
};

Result<Asked> ReadAsked(const Request& request) {
  auto body = request.JsonObject();
  if (!body) return Fail(Code::kInvalidRequest, "The body is not a JSON object");
  auto life = ReadLife(*body);
  if (!life) return Forward(life);
  std::string bucket(request.Path("bucket"));
  if (auto known = CheckBucket(bucket); !known) return Forward(known);
  return Asked{.body = std::move(*body), .bucket = std::move(bucket), .life = *life};
}

/// Relative to /storage/v1 and not percent-encoded: the client does that.
std::string SignedPath(const Parts& parts, const Object& object, std::chrono::seconds life) {
  const std::string token = parts.signed_urls.Sign(SignedFor::kDownload, object.bucket, object.name, object.owner_id,
                                                   parts.clock.Now() + life);
  return "/object/sign/" + object.bucket + "/" + object.name + "?token=" + token;
}

}  // namespace

Answer SignObject(const Parts& parts, const Request& request, const Caller& caller) {
  auto asked = ReadAsked(request);
  if (!asked) co_return Forward(asked);
  const std::string name(request.Path("name"));
  auto object = co_await FindObject(parts.database, asked->bucket, name, caller.user_id);
  if (!object) co_return Forward(object);
  const json answer{{"signedURL", SignedPath(parts, *object, asked->life)}};
  co_return Response::Json(200, answer);
}

Answer SignObjects(const Parts& parts, const Request& request, const Caller& caller) {
  auto asked = ReadAsked(request);
  if (!asked) co_return Forward(asked);
  const auto paths = asked->body.find("paths");
  if (paths == asked->body.end() || !paths->is_array() || paths->size() > 1000) {
    co_return Fail(Code::kInvalidRequest, "paths must be a list of at most 1000 names");
  }
  json answer = json::array();
  for (const json& path : *paths) {
    if (!path.is_string()) co_return Fail(Code::kInvalidRequest, "paths must be a list of names");
    const std::string name = path.get<std::string>();
    Result<Object> object = NoSuchObject();
    if (CheckName(name)) object = co_await FindObject(parts.database, asked->bucket, name, caller.user_id);
    json entry{{"error", nullptr}, {"path", name}, {"signedURL", nullptr}};
    if (object) {
      entry["signedURL"] = SignedPath(parts, *object, asked->life);
    } else {
      entry["error"] = "Either the object does not exist or you do not have access to it";
    }
    answer.push_back(std::move(entry));
  }
  co_return Response::Json(200, answer);
}

Answer SignUpload(const Parts& parts, const Request& request, const Caller& caller) {
  const std::string bucket(request.Path("bucket"));
  const std::string name(request.Path("name"));
  if (auto allowed = CheckOwnPlace(bucket, name, caller.user_id); !allowed) co_return Forward(allowed);
  const SignedFor purpose = request.Header("x-upsert") == "true" ? SignedFor::kReplace : SignedFor::kUpload;
  const std::string token =
      parts.signed_urls.Sign(purpose, bucket, name, caller.user_id, parts.clock.Now() + kUploadAddressLife);
  const json answer{{"url", "/object/upload/sign/" + bucket + "/" + name + "?token=" + token}, {"token", token}};
  co_return Response::Json(200, answer);
}

}  // namespace scriba::storage
