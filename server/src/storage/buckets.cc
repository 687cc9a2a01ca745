// GET /bucket and its kin. There is one bucket; it comes with the installation and cannot be made, changed or removed.
#include <nlohmann/json.hpp>

#include "storage/endpoints.h"
#include "storage/names.h"

namespace scriba::storage {
namespace {

using auth::Caller;
using nlohmann::json;
using platform::Code;
using platform::Fail;
using platform::Request;
using platform::Response;

json BucketRow(const Parts& parts) {
  return {{"id", kAudioBucket},
          {"name", kAudioBucket},
          {"owner", ""},
          {"public", false},
          {"type", "STANDARD"},
          {"file_size_limit", parts.max_object_bytes},
          {"allowed_mime_types", {"audio/*", "video/webm", "video/mp4"}},
          {"created_at", "2026-01-01T00:00:00.000000Z"},
          {"updated_at", "2026-01-01T00:00:00.000000Z"}};
}

}  // namespace

Answer ListBuckets(const Parts& parts, const Request& /*request*/, const Caller& /*caller*/) {
  const json answer = json::array({BucketRow(parts)});
  co_return Response::Json(200, answer);
}

Answer ShowBucket(const Parts& parts, const Request& request, const Caller& /*caller*/) {
  if (auto known = CheckBucket(request.Path("bucket")); !known) co_return Forward(known);
  co_return Response::Json(200, BucketRow(parts));
}

Answer ChangeBuckets(const Parts& /*parts*/, const Request& /*request*/, const Caller& caller) {
  if (caller.role != auth::TokenRole::kService) {
    co_return Fail(Code::kAccessDenied, "Buckets belong to the installation");
  }
  co_return Fail(Code::kInvalidRequest, "This installation has one bucket, consultation-audio, which stays as it is");
}

}  // namespace scriba::storage
