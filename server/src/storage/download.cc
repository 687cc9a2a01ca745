#include "storage/download.h"

#include <memory>

#include "platform/crypto/encoding.h"
#include "platform/http/error_body.h"
#include "platform/log.h"
#include "storage/byte_range.h"
#include "storage/names.h"
#include "storage/refusals.h"
#include "storage/tus.h"

namespace scriba::storage {
namespace {

using auth::Caller;
using platform::Code;
using platform::Request;
using platform::Response;

/// Hands out a stretch of a sealed file, frame by frame.
class Sender {
 public:
  Sender(SealedFileReader reader, std::uint64_t offset, std::uint64_t bytes)
      : reader_(std::move(reader)), offset_(offset), left_(bytes) {}

  std::string Next() {
    std::string piece(static_cast<std::size_t>(std::min<std::uint64_t>(left_, kFrameBytes)), '\0');
    const auto got = reader_.ReadAt(offset_, std::as_writable_bytes(std::span(piece)));
    if (!got || (*got == 0 && left_ > 0)) {
      // The answer has begun: all that can be done is to end it short of its stated length.
      platform::LogError("object_unreadable", {{"offset", static_cast<std::int64_t>(offset_)}});
      left_ = 0;
      return {};
    }
    piece.resize(*got);
    offset_ += *got;
    left_ -= *got;
    return piece;
  }

 private:
  SealedFileReader reader_;
  std::uint64_t offset_;
  std::uint64_t left_;
};

/// Lets the browser save the file instead of showing it, under the name asked for or its own.
void AddDisposition(const Request& request, const Object& object, Response& response) {
  const auto asked = request.QueryValue("download");
  if (!asked) return;
  const std::string own = object.name.substr(object.name.rfind('/') + 1);
  response.With("Content-Disposition",
                "attachment; filename*=UTF-8''" + platform::PercentEncode(asked->empty() ? own : *asked));
}

/// Whether the client has this version already (RFC 9110, 13.1.2): any, or one of a list, marked as weak or not.
bool IsHeld(std::string_view list, std::string_view etag) {
  while (!list.empty()) {
    const auto comma = list.find(',');
    std::string_view one = list.substr(0, comma);
    list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
    while (one.starts_with(' ') || one.starts_with('\t')) one.remove_prefix(1);
    while (one.ends_with(' ') || one.ends_with('\t')) one.remove_suffix(1);
    if (one == "*") return true;
    if (one.starts_with("W/")) one.remove_prefix(2);
    if (one == etag) return true;
  }
  return false;
}

void AddDescription(const Object& object, Response& response) {
  response.With("Content-Type", object.content_type)
      .With("ETag", object.ETag())
      .With("Last-Modified", FormatHttpDate(object.updated_at))
      .With("Accept-Ranges", "bytes")
      // What is sealed here must not lie open in the cache of a shared computer.
      .With("Cache-Control", "private, no-store");
}

}  // namespace

Answer SendObject(const Parts& parts, const Request& request, Object object) {
  Response response = Response::Empty(200);
  AddDescription(object, response);
  if (IsHeld(request.Header("if-none-match"), object.ETag())) {
    response.status = 304;
    co_return response;
  }
  const std::string_view if_range = request.Header("if-range");
  const bool wants_range = if_range.empty() || if_range == object.ETag();
  auto range = ParseRange(wants_range ? request.Header("range") : std::string_view(), object.bytes);
  if (!range) {
    Response refusal = platform::StorageErrorResponse(request, range.error());
    refusal.With("Content-Range", "bytes */" + std::to_string(object.bytes));
    co_return refusal;
  }
  auto key = co_await parts.keys.KeyOf(object.owner_id);
  if (!key) co_return Forward(key);
  auto reader = parts.files.Read(object.file_id, *key);
  if (!reader) co_return NoSuchObject("its file is gone");
  std::uint64_t first = 0;
  response.stream_bytes = object.bytes;
  if (*range) {
    first = (*range)->first;
    response.status = 206;
    response.stream_bytes = (*range)->Length();
    response.With("Content-Range", "bytes " + std::to_string(first) + "-" + std::to_string((*range)->last) + "/" +
                                       std::to_string(object.bytes));
  }
  AddDisposition(request, object, response);
  auto sender = std::make_shared<Sender>(std::move(*reader), first, response.stream_bytes);
  response.stream = [sender] { return sender->Next(); };
  co_return response;
}

Answer DownloadObject(const Parts& parts, const Request& request, const Caller& caller) {
  const std::string bucket(request.Path("bucket"));
  const std::string name(request.Path("name"));
  if (auto known = CheckBucket(bucket); !known) co_return Forward(known);
  auto object = co_await FindObject(parts.database, bucket, name, caller.user_id);
  if (!object) co_return Forward(object);
  co_return co_await SendObject(parts, request, std::move(*object));
}

Answer DownloadSigned(const Parts& parts, const Request& request, const Signature& signature) {
  const std::string bucket(request.Path("bucket"));
  const std::string name(request.Path("name"));
  auto object = co_await FindObject(parts.database, bucket, name, signature.owner_id);
  if (!object) co_return Forward(object);
  co_return co_await SendObject(parts, request, std::move(*object));
}

}  // namespace scriba::storage
