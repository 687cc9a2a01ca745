// POST and PUT of /object/{bucket}/{name}: a whole file in one request.
#include <nlohmann/json.hpp>

#include "platform/crypto/encoding.h"
#include "platform/ids.h"
#include "platform/json.h"
#include "storage/endpoints.h"
#include "storage/names.h"
#include "storage/refusals.h"
#include "storage/tus.h"

namespace scriba::storage {
namespace {

using auth::Caller;
using nlohmann::json;
using platform::Code;
using platform::Fail;
using platform::Request;
using platform::Response;
using platform::Result;
using platform::Task;

/// A file where the request carries it.
struct Content {
  std::string_view bytes;  ///< view into the request's body, which outlives its answer
  std::string content_type;
  std::string cache_control = "max-age=3600";
  std::string metadata = "{}";
};

/// What the client notes about the file: the text of a JSON object, or an empty one. No text: it could not be decoded.
Result<std::string> ReadMetadata(std::optional<std::string> text) {
  if (text && text->empty()) return std::string("{}");
  if (text && platform::ParseForeignJson(*text).is_object()) return std::move(*text);
  return Fail(Code::kInvalidRequest, "The metadata must be a JSON object");
}

/// Browsers send a form: named fields, and the file in a part whose name is empty.
Result<Content> FromForm(const Request& request) {
  auto form = ParseMultipart(request);
  if (!form) return Fail(Code::kInvalidRequest, "The form cannot be read");
  Content content;
  bool has_file = false;
  for (const auto& part : *form) {
    if (part.name == "cacheControl") {
      content.cache_control = "max-age=" + std::string(part.bytes);
    } else if (part.name == "metadata") {
      auto metadata = ReadMetadata(std::string(part.bytes));
      if (!metadata) return Forward(metadata);
      content.metadata = std::move(*metadata);
    } else if (part.name.empty() || part.filename) {
      content.bytes = part.bytes;
      content.content_type = part.content_type;
      has_file = true;
    }
  }
  if (!has_file) return Fail(Code::kInvalidRequest, "The form holds no file");
  return content;
}

Result<Content> FromBody(const Request& request) {
  Content content{.bytes = request.body, .content_type = std::string(request.Header("content-type"))};
  if (const auto control = request.Header("cache-control"); !control.empty()) content.cache_control = control;
  auto metadata = ReadMetadata(platform::FromBase64(request.Header("x-metadata")));
  if (!metadata) return Forward(metadata);
  content.metadata = std::move(*metadata);
  return content;
}

Task<Result<std::string>> Store(const Parts& parts, const std::string& owner_id, std::string_view bytes) {
  std::string file_id = platform::NewUuid();
  auto created = co_await parts.files.Create(file_id);
  if (!created) co_return Forward(created);
  if (bytes.empty()) co_return file_id;
  auto key = co_await parts.keys.KeyOf(owner_id);
  if (!key) co_return Forward(key);
  auto appended = co_await parts.files.Append(file_id, *key, 0, bytes);
  if (!appended) co_return Forward(appended);
  co_return file_id;
}

Answer Put(const Parts& parts, const Request& request, std::string owner_id, bool replaces) {
  const std::string bucket(request.Path("bucket"));
  const std::string name(request.Path("name"));
  if (auto allowed = CheckOwnPlace(bucket, name, owner_id); !allowed) co_return Forward(allowed);
  Result<Content> content = request.MediaType() == "multipart/form-data" ? FromForm(request) : FromBody(request);
  if (!content) co_return Forward(content);
  auto type = CheckMediaType(content->content_type);
  if (!type) co_return Forward(type);
  if (auto checked = CheckNotes(content->cache_control, content->metadata); !checked) co_return Forward(checked);
  if (content->bytes.size() > parts.max_object_bytes) co_return TooLarge();
  const std::uint64_t size = content->bytes.size();
  if (auto has_room = co_await RequireRoom(parts.database, parts.quota, owner_id, size); !has_room) {
    co_return Forward(has_room);
  }
  auto file_id = co_await Store(parts, owner_id, content->bytes);
  if (!file_id) co_return Forward(file_id);
  const auto now = parts.clock.Now();
  Object object{.id = platform::NewUuid(),
                .file_id = *file_id,
                .owner_id = owner_id,
                .bucket = bucket,
                .name = name,
                .content_type = *type,
                .cache_control = content->cache_control,
                .metadata = content->metadata,
                .bytes = size,
                .created_at = now,
                .updated_at = now};
  auto named = co_await NameFile(parts.database, parts.files, parts.quota, object, replaces);
  if (!named) co_return Forward(named);
  const json answer{{"Id", object.id}, {"Key", bucket + "/" + name}};
  co_return Response::Json(200, answer);
}

}  // namespace

Answer UploadObject(const Parts& parts, const Request& request, const Caller& caller) {
  return Put(parts, request, caller.user_id, request.Header("x-upsert") == "true");
}

Answer UpdateObject(const Parts& parts, const Request& request, const Caller& caller) {
  return Put(parts, request, caller.user_id, true);
}

/// Whether a file may be replaced was decided when the address was made: who was handed it decides nothing.
Answer UploadSigned(const Parts& parts, const Request& request, const Signature& signature) {
  return Put(parts, request, signature.owner_id, signature.purpose == SignedFor::kReplace);
}

}  // namespace scriba::storage
