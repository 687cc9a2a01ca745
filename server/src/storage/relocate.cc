// POST /object/move and /object/copy: both ends in the caller's folder.
#include <nlohmann/json.hpp>

#include "platform/ids.h"
#include "storage/endpoints.h"
#include "storage/names.h"
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

constexpr std::size_t kCopyBytes = 1 << 20;

struct Ends {
  std::string bucket;
  std::string source;
  std::string destination;
};

Result<Ends> ReadEnds(const Request& request, const Caller& caller) {
  auto body = request.JsonObject();
  if (!body) return Fail(Code::kInvalidRequest, "The body is not a JSON object");
  const auto text = [&](const char* key) {
    const auto found = body->find(key);
    return found != body->end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  Ends ends{.bucket = text("bucketId"), .source = text("sourceKey"), .destination = text("destinationKey")};
  const std::string destination_bucket = text("destinationBucket");
  if (!destination_bucket.empty() && destination_bucket != ends.bucket) {
    return Fail(Code::kNoSuchBucket, "Bucket not found");
  }
  if (auto named = CheckName(ends.source); !named) return Forward(named);
  if (auto allowed = CheckOwnPlace(ends.bucket, ends.destination, caller.user_id); !allowed) return Forward(allowed);
  return ends;
}

Task<Result<>> CopyFile(const Parts& parts, const Object& source, const std::string& file_id) {
  auto created = co_await parts.files.Create(file_id);
  if (!created) co_return Forward(created);
  auto key = co_await parts.keys.KeyOf(source.owner_id);
  if (!key) co_return Forward(key);
  auto reader = parts.files.Read(source.file_id, *key);
  if (!reader) co_return NoSuchObject("its file is gone");
  for (std::uint64_t offset = 0; offset < source.bytes;) {
    std::string bytes(kCopyBytes, '\0');
    std::size_t filled = 0;
    while (filled < bytes.size() && offset + filled < source.bytes) {
      auto got = reader->ReadAt(offset + filled, std::as_writable_bytes(std::span(bytes)).subspan(filled));
      if (!got) co_return Forward(got);
      if (*got == 0) co_return Fail(Code::kUnsealFailed, "the file cannot be read to its end");
      filled += *got;
    }
    bytes.resize(filled);
    auto appended = co_await parts.files.Append(file_id, *key, offset, bytes);
    if (!appended) co_return Forward(appended);
    offset += filled;
  }
  co_return Result<>{};
}

}  // namespace

Answer MoveObject(const Parts& parts, const Request& request, const Caller& caller) {
  auto ends = ReadEnds(request, caller);
  if (!ends) co_return Forward(ends);
  auto source = co_await FindObject(parts.database, ends->bucket, ends->source, caller.user_id);
  if (!source) co_return Forward(source);
  std::function<Task<Result<>>(Connection&)> rename = [&](Connection& connection) {
    return RenameObject(connection, *source, ends->destination, parts.clock.Now());
  };
  auto renamed = co_await parts.database.WriteWith(std::move(rename));
  if (!renamed) co_return Forward(renamed);
  const json answer{
      {"message", "Successfully moved"}, {"Id", source->id}, {"Key", ends->bucket + "/" + ends->destination}};
  co_return Response::Json(200, answer);
}

Answer CopyObject(const Parts& parts, const Request& request, const Caller& caller) {
  auto ends = ReadEnds(request, caller);
  if (!ends) co_return Forward(ends);
  auto source = co_await FindObject(parts.database, ends->bucket, ends->source, caller.user_id);
  if (!source) co_return Forward(source);
  Object copy = *source;
  copy.id = platform::NewUuid();
  copy.file_id = platform::NewUuid();
  copy.name = ends->destination;
  copy.created_at = copy.updated_at = parts.clock.Now();
  if (auto has_room = co_await RequireRoom(parts.database, parts.quota, caller.user_id, copy.bytes); !has_room) {
    co_return Forward(has_room);
  }
  auto copied = co_await CopyFile(parts, *source, copy.file_id);
  if (!copied) {
    // What there is of it would take room for a month.
    if (auto removed = co_await parts.files.Remove(copy.file_id); !removed) co_return Forward(removed);
    co_return Forward(copied);
  }
  const bool replaces = request.Header("x-upsert") == "true";
  auto named = co_await NameFile(parts.database, parts.files, parts.quota, copy, replaces);
  if (!named) co_return Forward(named);
  const json answer{{"Id", copy.id}, {"Key", ends->bucket + "/" + ends->destination}};
  co_return Response::Json(200, answer);
}

}  // namespace scriba::storage
