#include "storage/uploads.h"

#include <utility>

#include "platform/ids.h"
#include "platform/log.h"
#include "storage/refusals.h"
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

// The expiry moves on when bytes arrive, but not with every second of sound.
constexpr std::chrono::hours kProlongEvery{1};

/// Whether the object could be named when the upload is complete. Errors: kResourceAlreadyExists.
Task<Result<>> CheckFree(Connection& connection, const NewUpload& asked, bool replaces) {
  if (replaces) co_return Result<>{};
  std::vector<Value> place{asked.bucket, asked.name};
  auto taken =
      co_await connection.First("SELECT 1 FROM storage_objects WHERE bucket = $1 AND name = $2", std::move(place));
  if (!taken) co_return Forward(taken);
  if (*taken) co_return NameTaken();
  co_return Result<>{};
}

/// Whether so many bytes of an upload count. On another node it may have ended since it was read: cancelled, or
/// completed with fewer. Errors: kNoSuchUpload, kEntityTooLarge.
template <typename Asked>
Task<Result<>> CheckCounted(Asked& asked, std::string id, std::uint64_t bytes) {
  std::vector<Value> values{std::move(id), static_cast<std::int64_t>(bytes)};
  auto row = co_await asked.First("SELECT coalesce(declared_bytes, $2) >= $2 FROM storage_uploads WHERE id = $1",
                                  std::move(values));
  if (!row) co_return Forward(row);
  if (!*row) co_return NoSuchUpload("it ended while bytes came");
  if (!(*row)->Bool(0)) co_return TooLarge("it ended before they came");
  co_return Result<>{};
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
  auto existing = co_await connection.First(SelectUploads("id = $1"), std::move(key));
  if (!existing) co_return Forward(existing);
  if (*existing) {
    Upload upload = ToUpload(**existing);
    if (upload.owner_id == claimed.owner_id) co_return upload;
    co_return NameTaken();
  }
  if (claimed.declared_bytes.value_or(0) > claimed.max_bytes) {
    co_return TooLarge();
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
  auto inserted = co_await InsertUpload(connection, upload);
  if (!inserted) co_return Forward(inserted);
  co_return upload;
}

Task<Result<Upload>> Uploads::Find(std::string id, std::string owner_id) {
  auto valid_id = platform::ParseUuid(id);
  if (!valid_id) co_return NoSuchUpload();
  std::vector<Value> values{std::move(*valid_id), std::move(owner_id)};
  auto row = co_await database_.First(SelectUploads("id = $1 AND owner_id = $2"), std::move(values));
  if (!row) co_return Forward(row);
  if (!*row) co_return NoSuchUpload();
  Upload upload = ToUpload(**row);
  if (!upload.is_complete && !upload.is_claimed && upload.expires_at < clock_.Now()) co_return NoSuchUpload();
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

Task<Result<std::uint64_t>> Uploads::Append(std::string id, std::string owner_id, std::uint64_t offset,
                                            std::string_view content, std::optional<std::uint64_t> declared) {
  auto turn = turns_.Take(id);
  if (!turn) co_return Forward(turn);
  auto upload = co_await Find(std::move(id), std::move(owner_id));
  if (!upload) co_return Forward(upload);
  co_return co_await AppendInTurn(std::move(*upload), offset, content, declared);
}

Task<Result<std::uint64_t>> Uploads::AppendInTurn(Upload upload, std::uint64_t offset, std::string_view content,
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
    co_return TooLarge();
  }
  if (!content.empty()) {
    auto key = co_await keys_.KeyOf(upload.owner_id);
    if (!key) co_return Forward(key);
    auto appended = co_await files_.Append(upload.id, *key, offset, content);
    if (!appended) co_return Forward(appended);
    if (upload.is_claimed && listener_ != nullptr) listener_->OnAppend(upload.id, after);
  }
  if (declared && !upload.declared_bytes) {
    auto noted = co_await Declare(upload, *declared);
    if (!noted) co_return Forward(noted);
  }
  if (upload.declared_bytes == after) {
    auto completed = co_await Complete(upload, after);
    if (!completed) co_return Forward(completed);
    co_return after;
  }
  auto prolonged = co_await Prolong(upload);
  if (!prolonged) co_return Forward(prolonged);
  auto counted = co_await CheckCounted(database_, upload.id, after);
  if (!counted) co_return Forward(counted);
  co_return after;
}

/// Of a row that must still be there.
Task<Result<>> Uploads::Change(std::string sql, std::vector<Value> values) {
  auto done = co_await database_.Execute(std::move(sql), std::move(values));
  if (!done) co_return Forward(done);
  if (*done == 0) co_return NoSuchUpload("it ended while bytes came");
  co_return Result<>{};
}

Task<Result<>> Uploads::Declare(Upload& upload, std::uint64_t bytes) {
  upload.declared_bytes = bytes;
  std::vector<Value> values{upload.id, static_cast<std::int64_t>(bytes)};
  auto sql = "UPDATE storage_uploads SET declared_bytes = $2 WHERE id = $1 AND NOT is_complete";
  co_return co_await Change(sql, std::move(values));
}

Task<Result<>> Uploads::Prolong(const Upload& upload) {
  const Instant expires_at = clock_.Now() + kUploadLife;
  if (expires_at - upload.expires_at < kProlongEvery) co_return Result<>{};
  std::vector<Value> values{upload.id, platform::ToMicroseconds(expires_at)};
  co_return co_await Change("UPDATE storage_uploads SET expires_at = $2 WHERE id = $1", std::move(values));
}

/// The length is written first: what another node adds behind it is no longer acknowledged (CheckCounted), and what it
/// acknowledged before is on disk when the file is looked at again.
Task<Result<>> Uploads::CompleteWithWhatArrived(Upload upload, std::uint64_t length) {
  auto declared = co_await Declare(upload, length);
  // Complete() tells whether another node completed or cancelled it.
  if (!declared && declared.error().code != Code::kNoSuchUpload) co_return Forward(declared);
  auto arrived = co_await Offset(upload);
  if (!arrived) co_return Forward(arrived);
  co_return co_await Complete(upload, *arrived);
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
  if (*changed == 0) {
    auto counted = co_await CheckCounted(connection, upload.id, bytes);
    if (!counted) co_return Forward(counted);
    co_return std::optional<std::string>{};
  }
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
  auto turn = turns_.Take(id);
  if (!turn) co_return Forward(turn);
  auto upload = co_await Find(std::move(id), std::move(owner_id));
  if (!upload) co_return Forward(upload);
  if (upload->is_complete) co_return Result<>{};
  auto length = co_await Offset(*upload);
  if (!length) co_return Forward(length);
  if (*length == 0) co_return Fail(Code::kEmptyFile, "Nothing has arrived of this upload");
  co_return co_await CompleteWithWhatArrived(std::move(*upload), *length);
}

Task<Result<>> Uploads::Terminate(std::string id, std::string owner_id) {
  auto turn = turns_.Take(id);
  if (!turn) co_return Forward(turn);
  auto upload = co_await Find(std::move(id), std::move(owner_id));
  if (!upload) co_return Forward(upload);
  if (upload->is_complete) co_return NoSuchUpload();
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
    if (*done == 0) co_return UploadLocked();
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
  auto rows = co_await database_.Query(
      SelectUploads("NOT is_complete AND (expires_at < $1 OR declared_bytes IS NOT NULL)"), std::move(now));
  if (!rows) co_return Forward(rows);
  for (const Row& row : *rows) {
    const Upload upload = ToUpload(row);
    try {
      const auto done = co_await EndInTurn(upload.id, upload.owner_id);
      if (done || done.error().code == Code::kUploadLocked) continue;
      platform::LogWarning("upload_not_ended",
                           {{"upload", upload.id}, {"code", platform::WireCode(done.error().code)}});
    } catch (const std::exception& failure) {
      // Its file cannot be read; the others must not wait for it.
      platform::LogError("upload_not_ended", {{"upload", upload.id}, {"cause", failure.what()}});
    }
  }
  co_return Result<>{};
}

Task<Result<>> Uploads::EndInTurn(std::string id, std::string owner_id) {
  auto turn = turns_.Take(id);
  if (!turn) co_return Forward(turn);
  std::vector<Value> values{std::move(id), std::move(owner_id)};
  auto row =
      co_await database_.First(SelectUploads("id = $1 AND owner_id = $2 AND NOT is_complete"), std::move(values));
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
    if (*keeps) co_return co_await CompleteWithWhatArrived(upload, *length);
  }
  co_return co_await End(upload);
}

Task<Result<>> Uploads::Sweep() {
  auto ended = co_await EndUnfinished();
  if (!ended) co_return ended;
  co_return co_await SweepFiles(database_, files_);
}

}  // namespace scriba::storage
