// POST, HEAD, PATCH and DELETE of /upload/resumable (contract: TUS 1.0.0, every call by the upload's owner).
#include <nlohmann/json.hpp>

#include "platform/ids.h"
#include "platform/json.h"
#include "storage/endpoints.h"
#include "storage/names.h"
#include "storage/tus.h"

namespace scriba::storage {
namespace {

using auth::Caller;
using platform::Code;
using platform::Fail;
using platform::Request;
using platform::Response;
using platform::Result;

constexpr std::string_view kBodyType = "application/offset+octet-stream";
constexpr std::string_view kAddress = "/storage/v1/upload/resumable/";

constexpr std::string_view kMaxAge = "max-age=";
// What proxies and clients take of all headers together is a few thousand bytes.
constexpr std::size_t kMostMetadataShown = 1024;

/// What a creation says of the file, checked.
struct Description {
  std::string bucket;
  std::string name;
  std::string content_type;
  std::string cache_control;
  nlohmann::json metadata = nlohmann::json::object();
};

Result<Description> ReadDescription(const Request& request, const Caller& caller) {
  auto values = ParseUploadMetadata(request.Header("upload-metadata"));
  if (!values) return Forward(values);
  Description description{
      .bucket = (*values)["bucketName"],
      .name = (*values)["objectName"],
      .content_type = {},
      .cache_control = std::string(kMaxAge) + ((*values)["cacheControl"].empty() ? "3600" : (*values)["cacheControl"])};
  if (auto allowed = CheckOwnPlace(description.bucket, description.name, caller.user_id); !allowed) {
    return Forward(allowed);
  }
  auto type = CheckMediaType((*values)["contentType"]);
  if (!type) return Forward(type);
  description.content_type = std::move(*type);
  if (auto checked = CheckNotes(description.cache_control, (*values)["metadata"]); !checked) return Forward(checked);
  if (const std::string& text = (*values)["metadata"]; !text.empty()) {
    description.metadata = platform::ParseForeignJson(text);
    if (!description.metadata.is_object()) return Fail(Code::kInvalidRequest, "metadata must be a JSON object");
  }
  return description;
}

/// The length that a creation promises; nothing inside when it is deferred.
Result<std::optional<std::uint64_t>> ReadLength(const Request& request) {
  const std::string_view length = request.Header("upload-length");
  const std::string_view deferred = request.Header("upload-defer-length");
  if (length.empty() == deferred.empty() || (!deferred.empty() && deferred != "1")) {
    return Fail(Code::kInvalidRequest, "Either Upload-Length or Upload-Defer-Length: 1 is needed");
  }
  if (length.empty()) return std::optional<std::uint64_t>{};
  const auto bytes = ParseByteCount(length);
  if (!bytes) return Fail(Code::kInvalidRequest, "Upload-Length is not a number of bytes");
  return bytes;
}

/// Pieces shorter than the whole may have no length yet; the last one brings it.
Result<std::optional<std::uint64_t>> ReadLateLength(const Request& request) {
  const std::string_view length = request.Header("upload-length");
  if (length.empty()) return std::optional<std::uint64_t>{};
  const auto bytes = ParseByteCount(length);
  if (!bytes) return Fail(Code::kInvalidRequest, "Upload-Length is not a number of bytes");
  return bytes;
}

/// What was said of the file, as far as it is kept.
std::string MetadataOf(const Upload& upload) {
  std::string_view seconds = upload.cache_control;
  if (seconds.starts_with(kMaxAge)) seconds.remove_prefix(kMaxAge.size());
  const bool is_shown = upload.metadata != "{}" && upload.metadata.size() <= kMostMetadataShown;
  return FormatUploadMetadata({{"bucketName", upload.bucket},
                               {"objectName", upload.name},
                               {"contentType", upload.content_type},
                               {"cacheControl", seconds},
                               {"metadata", is_shown ? std::string_view(upload.metadata) : std::string_view()}});
}

}  // namespace

Response DescribeUploads(const Parts& parts) {
  Response response = Response::Empty(204);
  response.With("Tus-Version", std::string(kTusVersion))
      .With("Tus-Extension", std::string(kTusExtensions))
      .With("Tus-Max-Size", std::to_string(parts.max_object_bytes));
  return response;
}

Answer CreateUpload(const Parts& parts, const Request& request, const Caller& caller) {
  auto description = ReadDescription(request, caller);
  if (!description) co_return Forward(description);
  auto length = ReadLength(request);
  if (!length) co_return Forward(length);
  NewUpload asked{.id = platform::NewUuid(),
                  .owner_id = caller.user_id,
                  .bucket = description->bucket,
                  .name = description->name,
                  .content_type = description->content_type,
                  .metadata = std::move(description->metadata),
                  .declared_bytes = *length,
                  .max_bytes = parts.max_object_bytes};
  const bool replaces = request.Header("x-upsert") == "true";
  auto upload = co_await parts.uploads.Create(std::move(asked), description->cache_control, replaces);
  if (!upload) co_return Forward(upload);
  Response response = Response::Empty(201);
  response.With("Location", std::string(kAddress) + upload->id)
      .With("Upload-Expires", FormatHttpDate(upload->expires_at));
  if (request.MediaType() != kBodyType) co_return response;
  auto offset = co_await parts.uploads.Offset(*upload);
  if (!offset) co_return Forward(offset);
  // An upload that was begun before goes on where it is: the client reads the offset from the answer.
  if (*offset == 0 && !upload->is_complete) {
    offset = co_await parts.uploads.Append(upload->id, caller.user_id, 0, request.body, std::nullopt);
    if (!offset) co_return Forward(offset);
  }
  response.With("Upload-Offset", std::to_string(*offset));
  co_return response;
}

Answer ShowUpload(const Parts& parts, const Request& request, const Caller& caller) {
  std::string id(request.Path("id"));
  auto upload = co_await parts.uploads.Find(std::move(id), caller.user_id);
  if (!upload) co_return Forward(upload);
  auto offset = co_await parts.uploads.Offset(*upload);
  if (!offset) co_return Forward(offset);
  if (!upload->is_complete && upload->declared_bytes == *offset) {
    // All bytes are here, but the server died before the last step: the client will send nothing more.
    offset = co_await parts.uploads.Append(upload->id, caller.user_id, *offset, {}, std::nullopt);
    if (!offset) co_return Forward(offset);
  }
  Response response = Response::Empty(200);
  response.With("Upload-Offset", std::to_string(*offset))
      .With("Upload-Metadata", MetadataOf(*upload))
      .With("Cache-Control", "no-store");
  if (upload->declared_bytes) {
    response.With("Upload-Length", std::to_string(*upload->declared_bytes));
  } else {
    response.With("Upload-Defer-Length", "1");
  }
  if (!upload->is_complete) response.With("Upload-Expires", FormatHttpDate(upload->expires_at));
  co_return response;
}

Answer ContinueUpload(const Parts& parts, const Request& request, const Caller& caller) {
  if (request.MediaType() != kBodyType) {
    co_return Fail(Code::kInvalidMimeType, "The content type must be application/offset+octet-stream");
  }
  const auto offset = ParseByteCount(request.Header("upload-offset"));
  if (!offset) co_return Fail(Code::kInvalidRequest, "Upload-Offset is not a number of bytes");
  auto declared = ReadLateLength(request);
  if (!declared) co_return Forward(declared);
  std::string id(request.Path("id"));
  auto after = co_await parts.uploads.Append(std::move(id), caller.user_id, *offset, request.body, *declared);
  if (!after) co_return Forward(after);
  Response response = Response::Empty(204);
  response.With("Upload-Offset", std::to_string(*after))
      .With("Upload-Expires", FormatHttpDate(parts.clock.Now() + kUploadLife));
  co_return response;
}

Answer OverrideUpload(const Parts& parts, const Request& request, const Caller& caller) {
  const std::string_view method = request.Header("x-http-method-override");
  if (method == "PATCH") return ContinueUpload(parts, request, caller);
  if (method == "DELETE") return TerminateUpload(parts, request, caller);
  return [](Code code) -> Answer { co_return Fail(code, "Method not allowed"); }(Code::kMethodNotAllowed);
}

Answer TerminateUpload(const Parts& parts, const Request& request, const Caller& caller) {
  std::string id(request.Path("id"));
  auto done = co_await parts.uploads.Terminate(std::move(id), caller.user_id);
  if (!done) co_return Forward(done);
  co_return Response::Empty(204);
}

}  // namespace scriba::storage
