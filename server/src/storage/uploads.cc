#include "storage/uploads.h"

#include <unordered_set>
#include <utility>

#include "platform/ids.h"
#include "platform/log.h"
#include "storage/sweep_files.h"

namespace scriba::storage {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Instant;
using platform::Result;
using platform::Row;
using platform::Task;
using platform::Value;

constexpr const char* kColumns =
    "id, owner_id, bucket, name, content_type, cache_control, metadata, replaces, is_claimed, is_complete, "
    "declared_bytes, max_bytes, created_at, expires_at";

// The expiry moves on when bytes arrive, but not with every second of sound.
constexpr std::chrono::hours kProlongEvery{1};

Upload ToUpload(const Row& row) {
  Upload upload{.id = row.Text(0),
                .owner_id = row.Text(1),
                .bucket = row.Text(2),
                .name = row.Text(3),
                .content_type = row.Text(4),
                .cache_control = row.Text(5),
                .metadata = row.Text(6),
                .replaces = row.Bool(7),
                .is_claimed = row.Bool(8),
                .is_complete = row.Bool(9),
                .declared_bytes = std::nullopt,
                .max_bytes = static_cast<std::uint64_t>(row.Int(11)),
                .created_at = platform::FromMicroseconds(row.Int(12)),
                .expires_at = platform::FromMicroseconds(row.Int(13))};
  if (!row.IsNull(10)) upload.declared_bytes = static_cast<std::uint64_t>(row.Int(10));
  return upload;
}

std::string Select(const char* where) {
  return std::string("SELECT ") + kColumns + " FROM storage_uploads WHERE " + where;
}

std::vector<Value> ToValues(const Upload& upload) {
  Value declared = nullptr;
  if (upload.declared_bytes) declared = static_cast<std::int64_t>(*upload.declared_bytes);
  return {upload.id,
          upload.owner_id,
          upload.bucket,
          upload.name,
          upload.content_type,
          upload.cache_control,
          upload.metadata,
          upload.replaces,
          upload.is_claimed,
          upload.is_complete,
          std::move(declared),
          static_cast<std::int64_t>(upload.max_bytes),
          platform::ToMicroseconds(upload.created_at),
          platform::ToMicroseconds(upload.expires_at)};
}

/// Whether the object could be named when the upload is complete. Errors: kResourceAlreadyExists.
Task<Result<>> CheckFree(Connection& connection, const NewUpload& asked, bool replaces) {
  if (replaces) co_return Result<>{};
  std::vector<Value> place{asked.bucket, asked.name};
  auto taken =
      co_await connection.First("SELECT 1 FROM storage_objects WHERE bucket = $1 AND name = $2", std::move(place));
  if (!taken) co_return Forward(taken);
  if (*taken) co_return Fail(Code::kResourceAlreadyExists, "The resource already exists");
  co_return Result<>{};
}

/// What there is to replace of an upload that was completed before: nothing. Errors: kNoSuchUpload, when it was taken
/// back instead.
Task<Result<std::optional<std::string>>> CompletedBefore(Connection& connection, std::string id) {
  std::vector<Value> values{std::move(id)};
  auto row = co_await connection.First("SELECT 1 FROM storage_uploads WHERE id = $1", std::move(values));
  if (!row) co_return Forward(row);
  if (!*row) co_return Fail(Code::kNoSuchUpload, "Upload not found", "it ended while bytes came");
  co_return std::optional<std::string>{};
}

}  // namespace

Task<Result<Upload>> Uploads::Create(NewUpload asked, std::string cache_control, bool replaces) {
  std::function<Task<Result<Upload>>(Connection&)> work = [&](Connection& connection) {
    return Insert(connection, asked, cache_control, replaces);
  };
  auto upload = co_await database_.Write<Upload>(std::move(work));
  if (!upload) co_return Forward(upload);
  if (upload->is_complete) co_return upload;
  auto created = co_await files_.Create(upload->id);
  if (!created) co_return Forward(created);
  if (upload->declared_bytes == std::uint64_t{0}) {
    auto completed = co_await Complete(*upload, 0);
    if (!completed) co_return Forward(completed);
    upload->is_complete = true;
  }
  co_return upload;
}

Task<Result<Upload>> Uploads::Insert(Connection& connection, NewUpload& asked, std::string cache_control,
                                     bool replaces) {
  // The transaction may run twice: the listener must find the request as it came.
  NewUpload claimed = asked;
  if (listener_ != nullptr) {
    auto admitted = co_await listener_->OnCreate(connection, claimed);
    if (!admitted) co_return Forward(admitted);
  }
  std::vector<Value> key{claimed.id};
  auto existing = co_await connection.First(Select("id = $1"), std::move(key));
  if (!existing) co_return Forward(existing);
  if (*existing) {
    Upload upload = ToUpload(**existing);
    if (upload.owner_id == claimed.owner_id) co_return upload;
    co_return Fail(Code::kResourceAlreadyExists, "The resource already exists");
  }
  if (claimed.declared_bytes.value_or(0) > claimed.max_bytes) {
    co_return Fail(Code::kEntityTooLarge, "The object exceeded the maximum allowed size");
  }
  // Of a length that nobody knows yet, any room will do: what has begun is never cut off.
  auto has_room = co_await RequireRoom(connection, quota_, claimed.owner_id, claimed.declared_bytes.value_or(1),
                                       claimed.is_irreplaceable);
  if (!has_room) co_return Forward(has_room);
  auto is_free = co_await CheckFree(connection, claimed, replaces);
  if (!is_free) co_return Forward(is_free);
  const Instant now = clock_.Now();
  Upload upload{.id = claimed.id,
                .owner_id = claimed.owner_id,
                .bucket = claimed.bucket,
                .name = claimed.name,
                .content_type = claimed.content_type,
                .cache_control = std::move(cache_control),
                .metadata = claimed.metadata.dump(),
                .replaces = replaces,
                .is_claimed = claimed.is_claimed,
                .is_complete = false,
                .declared_bytes = claimed.declared_bytes,
                .max_bytes = claimed.max_bytes,
                .created_at = now,
                .expires_at = now + kUploadLife};
  std::string sql = std::string("INSERT INTO storage_uploads (") + kColumns +
                    ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";
  auto inserted = co_await connection.Execute(std::move(sql), ToValues(upload));
  if (!inserted) co_return Forward(inserted);
  co_return upload;
}

Task<Result<Upload>> Uploads::Find(std::string id, std::string owner_id) {
  const platform::Failure refusal = Fail(Code::kNoSuchUpload, "Upload not found");
  auto valid_id = platform::ParseUuid(id);
  if (!valid_id) co_return refusal;
  std::vector<Value> values{std::move(*valid_id), std::move(owner_id)};
  auto row = co_await database_.First(Select("id = $1 AND owner_id = $2"), std::move(values));
  if (!row) co_return Forward(row);
  if (!*row) co_return refusal;
  Upload upload = ToUpload(**row);
  if (!upload.is_complete && !upload.is_claimed && upload.expires_at < clock_.Now()) co_return refusal;
  co_return upload;
}

Task<Result<std::uint64_t>> Uploads::Offset(const Upload& upload) {
  if (upload.is_complete) co_return upload.declared_bytes.value_or(0);
  auto key = co_await keys_.KeyOf(upload.owner_id);
  if (!key) co_return Forward(key);
  auto length = co_await files_.Length(upload.id, *key);
  if (length || length.error().code != Code::kNotFound) co_return length;
  // The row was written, and then we died before the file was made.
  auto created = co_await files_.Create(upload.id);
  if (!created) co_return Forward(created);
  co_return std::uint64_t{0};
}

/// One request at a time adds to an upload: what it found when it began holds until it is done.
class Uploads::Turn {
 public:
  Turn(Uploads& uploads, std::string id) : uploads_(uploads), id_(std::move(id)) {
    const std::lock_guard lock(uploads_.mutex_);
    is_mine_ = uploads_.busy_.insert(id_).second;
  }
  ~Turn() {
    if (!is_mine_) return;
    const std::lock_guard lock(uploads_.mutex_);
    uploads_.busy_.erase(id_);
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

  bool is_mine() const { return is_mine_; }

 private:
  Uploads& uploads_;
  const std::string id_;
  bool is_mine_ = false;
};

Task<Result<std::uint64_t>> Uploads::Append(std::string id, std::string owner_id, std::uint64_t offset,
                                            std::string content, std::optional<std::uint64_t> declared) {
  const Turn turn(*this, id);
  if (!turn.is_mine()) co_return Fail(Code::kUploadLocked, "Another request is adding to this upload");
  auto upload = co_await Find(std::move(id), std::move(owner_id));
  if (!upload) co_return Forward(upload);
  co_return co_await AppendInTurn(std::move(*upload), offset, std::move(content), declared);
}

Task<Result<std::uint64_t>> Uploads::AppendInTurn(Upload upload, std::uint64_t offset, std::string content,
                                                  std::optional<std::uint64_t> declared) {
  auto present = co_await Offset(upload);
  if (!present) co_return Forward(present);
  if (*present != offset) co_return Fail(Code::kInvalidUploadOffset, "The upload continues at another offset");
  const std::uint64_t after = offset + content.size();
  if (upload.is_complete && content.empty()) co_return offset;
  if (declared && upload.declared_bytes && *declared != *upload.declared_bytes) {
    co_return Fail(Code::kInvalidRequest, "Upload-Length was given before, with another value");
  }
  if (declared && *declared < after) co_return Fail(Code::kEntityTooLarge, "More bytes than Upload-Length says");
  if (after > upload.declared_bytes.value_or(upload.max_bytes) || declared.value_or(0) > upload.max_bytes) {
    co_return Fail(Code::kEntityTooLarge, "The object exceeded the maximum allowed size");
  }
  if (!content.empty()) {
    auto key = co_await keys_.KeyOf(upload.owner_id);
    if (!key) co_return Forward(key);
    auto appended = co_await files_.Append(upload.id, *key, offset, std::move(content));
    if (!appended) co_return Forward(appended);
    if (upload.is_claimed && listener_ != nullptr) listener_->OnAppend(upload.id, after);
  }
  if (declared && !upload.declared_bytes) {
    auto noted = co_await Declare(upload, *declared);
    if (!noted) co_return Forward(noted);
  }
  Result<> noted;
  if (upload.declared_bytes == after) {
    noted = co_await Complete(upload, after);
  } else {
    noted = co_await Prolong(upload);
  }
  if (!noted) co_return Forward(noted);
  co_return after;
}

Task<Result<>> Uploads::Declare(Upload& upload, std::uint64_t bytes) {
  upload.declared_bytes = bytes;
  std::vector<Value> values{upload.id, static_cast<std::int64_t>(bytes)};
  auto done =
      co_await database_.Execute("UPDATE storage_uploads SET declared_bytes = $2 WHERE id = $1", std::move(values));
  if (!done) co_return Forward(done);
  co_return Result<>{};
}

Task<Result<>> Uploads::Prolong(const Upload& upload) {
  const Instant expires_at = clock_.Now() + kUploadLife;
  if (expires_at - upload.expires_at < kProlongEvery) co_return Result<>{};
  std::vector<Value> values{upload.id, platform::ToMicroseconds(expires_at)};
  auto done = co_await database_.Execute("UPDATE storage_uploads SET expires_at = $2 WHERE id = $1", std::move(values));
  if (!done) co_return Forward(done);
  if (*done == 0) co_return Fail(Code::kNoSuchUpload, "Upload not found", "it ended while bytes came");
  co_return Result<>{};
}

Task<Result<>> Uploads::Complete(const Upload& upload, std::uint64_t bytes) {
  std::function<Task<Result<std::optional<std::string>>>(Connection&)> work = [&](Connection& connection) {
    return CompleteIn(connection, upload, bytes);
  };
  auto replaced = co_await database_.Write<std::optional<std::string>>(std::move(work));
  if (!replaced) co_return Forward(replaced);
  files_.AnnounceEnd(upload.id);
  if (upload.is_claimed && listener_ != nullptr) listener_->AfterComplete(upload.id);
  if (*replaced) co_return co_await files_.Remove(**replaced);
  co_return Result<>{};
}

Task<Result<std::optional<std::string>>> Uploads::CompleteIn(Connection& connection, const Upload& upload,
                                                             std::uint64_t bytes) {
  std::vector<Value> values{upload.id, static_cast<std::int64_t>(bytes)};
  auto changed = co_await connection.Execute(
      "UPDATE storage_uploads SET is_complete = TRUE, declared_bytes = $2 WHERE id = $1 AND NOT is_complete",
      std::move(values));
  if (!changed) co_return Forward(changed);
  if (*changed == 0) co_return co_await CompletedBefore(connection, upload.id);
  const Instant now = clock_.Now();
  Object object{.id = platform::NewUuid(),
                .file_id = upload.id,
                .owner_id = upload.owner_id,
                .bucket = upload.bucket,
                .name = upload.name,
                .content_type = upload.content_type,
                .cache_control = upload.cache_control,
                .metadata = upload.metadata,
                .bytes = bytes,
                .created_at = now,
                .updated_at = now};
  auto replaced = co_await PutObject(connection, object, upload.replaces);
  if (!replaced) co_return Forward(replaced);
  if (upload.is_claimed && listener_ != nullptr) {
    FinishedUpload finished{.id = upload.id,
                            .owner_id = upload.owner_id,
                            .bucket = upload.bucket,
                            .name = upload.name,
                            .content_type = upload.content_type,
                            .bytes = bytes};
    auto told = co_await listener_->OnComplete(connection, finished);
    if (!told) co_return Forward(told);
  }
  co_return replaced;
}

Task<Result<>> Uploads::CompleteAsItIs(std::string id, std::string owner_id) {
  const Turn turn(*this, id);
  if (!turn.is_mine()) co_return Fail(Code::kUploadLocked, "Another request is adding to this upload");
  auto upload = co_await Find(std::move(id), std::move(owner_id));
  if (!upload) co_return Forward(upload);
  if (upload->is_complete) co_return Result<>{};
  auto length = co_await Offset(*upload);
  if (!length) co_return Forward(length);
  if (*length == 0) co_return Fail(Code::kEmptyFile, "Nothing has arrived of this upload");
  co_return co_await Complete(*upload, *length);
}

Task<Result<>> Uploads::Terminate(std::string id, std::string owner_id) {
  const Turn turn(*this, id);
  if (!turn.is_mine()) co_return Fail(Code::kUploadLocked, "Another request is adding to this upload");
  auto upload = co_await Find(std::move(id), std::move(owner_id));
  if (!upload) co_return Forward(upload);
  if (upload->is_complete) co_return Fail(Code::kNoSuchUpload, "Upload not found");
  co_return co_await End(*upload);
}

/// Removes an upload that will not be completed, as it was read: on another node it may have got its last bytes since,
/// or more time. Errors: kUploadLocked.
Task<Result<>> Uploads::End(const Upload& upload) {
  std::function<Task<Result<>>(Connection&)> work = [&](Connection& connection) -> Task<Result<>> {
    std::vector<Value> values{upload.id, platform::ToMicroseconds(upload.expires_at)};
    auto done = co_await connection.Execute(
        "DELETE FROM storage_uploads WHERE id = $1 AND expires_at = $2 AND NOT is_complete", std::move(values));
    if (!done) co_return Forward(done);
    if (*done == 0) co_return Fail(Code::kUploadLocked, "Another request is adding to this upload");
    if (upload.is_claimed && listener_ != nullptr) co_return co_await listener_->OnTerminate(connection, upload.id);
    co_return Result<>{};
  };
  auto ended = co_await database_.WriteWith(std::move(work));
  if (!ended) co_return ended;
  files_.AnnounceEnd(upload.id);
  co_return co_await files_.Remove(upload.id);
}

Task<Result<>> Uploads::EndUnfinished() {
  std::vector<Value> now{platform::ToMicroseconds(clock_.Now())};
  auto rows = co_await database_.Query(Select("NOT is_complete AND (expires_at < $1 OR declared_bytes IS NOT NULL)"),
                                       std::move(now));
  if (!rows) co_return Forward(rows);
  for (const Row& row : *rows) {
    const Upload upload = ToUpload(row);
    try {
      const auto done = co_await EndInTurn(upload.id, upload.owner_id);
      if (!done) platform::LogWarning("upload_not_ended", {{"code", platform::WireCode(done.error().code)}});
    } catch (const std::exception& failure) {
      // Its file cannot be read; the others must not wait for it.
      platform::LogError("upload_not_ended", {{"upload", upload.id}, {"cause", failure.what()}});
    }
  }
  co_return Result<>{};
}

Task<Result<>> Uploads::EndInTurn(std::string id, std::string owner_id) {
  const Turn turn(*this, id);
  if (!turn.is_mine()) co_return Result<>{};
  std::vector<Value> values{std::move(id), std::move(owner_id)};
  auto row = co_await database_.First(Select("id = $1 AND owner_id = $2 AND NOT is_complete"), std::move(values));
  if (!row) co_return Forward(row);
  if (!*row) co_return Result<>{};
  const Upload upload = ToUpload(**row);
  auto length = co_await Offset(upload);
  if (!length) co_return Forward(length);
  if (upload.declared_bytes == *length) co_return co_await Complete(upload, *length);
  if (upload.expires_at >= clock_.Now()) co_return Result<>{};
  if (upload.is_claimed && *length > 0 && listener_ != nullptr) {
    std::function<Task<Result<bool>>(Connection&)> ask = [&](Connection& connection) {
      return listener_->KeepsWhatArrived(connection, upload.id);
    };
    auto keeps = co_await database_.Read<bool>(std::move(ask));
    if (!keeps) co_return Forward(keeps);
    if (*keeps) co_return co_await Complete(upload, *length);
  }
  co_return co_await End(upload);
}

Task<Result<>> Uploads::Sweep() {
  auto ended = co_await EndUnfinished();
  if (!ended) co_return ended;
  co_return co_await SweepFiles(database_, files_);
}

}  // namespace scriba::storage
