#include "storage/sealed_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <limits>
#include <system_error>
#include <utility>

namespace scriba::storage {
namespace {

using platform::Code;
using platform::Fail;
using platform::Failure;
using platform::Result;
using platform::TryLock;

constexpr std::size_t kLengthBytes = 4;
// Format, key number, nonce and tag of a sealed value.
constexpr std::size_t kSealBytes = 1 + 4 + 24 + 16;
constexpr std::size_t kMarkEvery = 256 * 1024;

std::string Place(const std::string& file_id, std::uint64_t number) {
  return "file:" + file_id + "/" + std::to_string(number);
}

Failure CannotWrite(const char* call) {
  const std::string cause = std::string(call) + ": " + std::system_category().message(errno);
  return Fail(Code::kDiskFull, "The server cannot write to its disk", cause);
}

std::string LengthPrefix(std::size_t length) {
  std::string prefix(kLengthBytes, '\0');
  for (std::size_t i = 0; i < kLengthBytes; ++i) {
    prefix[i] = static_cast<char>((length >> (8 * (kLengthBytes - 1 - i))) & 0xff);
  }
  return prefix;
}

/// Reads up to `count` bytes; fewer only at the end of the file.
std::string ReadBytes(int descriptor, std::uint64_t offset, std::size_t count) {
  std::string bytes(count, '\0');
  std::size_t done = 0;
  while (done < count) {
    const ssize_t got = pread(descriptor, bytes.data() + done, count - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw std::system_error(errno, std::system_category(), "pread");
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  bytes.resize(done);
  return bytes;
}

bool WriteBytes(int descriptor, std::uint64_t offset, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(put));
    offset += static_cast<std::uint64_t>(put);
  }
  return true;
}

/// The length of the sealed value that the frame at `offset` announces; nothing when that is no possible length.
std::optional<std::size_t> SealedLength(int descriptor, std::uint64_t offset) {
  const std::string prefix = ReadBytes(descriptor, offset, kLengthBytes);
  if (prefix.size() < kLengthBytes) return std::nullopt;
  std::size_t length = 0;
  for (const char byte : prefix) length = (length << 8) | static_cast<unsigned char>(byte);
  if (length <= kSealBytes || length > kFrameBytes + kSealBytes) return std::nullopt;
  return length;
}

struct FileStatus {
  std::uint64_t size = 0;
  bool has_name = false;
};

FileStatus StatusOf(int descriptor) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0) {
    // On a network file system, of a file that another machine removed.
    if (errno == ESTALE) return {};
    throw std::system_error(errno, std::system_category(), "fstat");
  }
  return {static_cast<std::uint64_t>(status.st_size), status.st_nlink > 0};
}

Result<FileHandle> OpenFile(const std::filesystem::path& file, int flags) {
  FileHandle handle(open(file.c_str(), flags | O_CLOEXEC));
  if (handle.IsOpen()) return handle;
  if (errno == ENOENT) return Fail(Code::kNotFound, "The file does not exist");
  throw std::system_error(errno, std::system_category(), "open");
}

}  // namespace

SealedFileWriter::SealedFileWriter(std::filesystem::path file, std::string file_id, platform::SealingKey key)
    : file_(std::move(file)), file_id_(std::move(file_id)), key_(std::move(key)) {}

Result<SealedFileWriter> SealedFileWriter::Open(const std::filesystem::path& file, std::string file_id,
                                                platform::SealingKey key) {
  SealedFileWriter writer(file, std::move(file_id), std::move(key));
  if (auto awake = writer.Wake(); !awake) return Forward(awake);
  return writer;
}

Result<> SealedFileWriter::Hold() {
  if (is_held_ && is_known_) return {};
  for (;;) {
    if (auto awake = Wake(); !awake) return awake;
    if (!TryLock(descriptor(), LOCK_EX)) return Fail(Code::kUploadLocked, "Another program is adding to this file");
    is_held_ = true;
    const FileStatus status = StatusOf(descriptor());
    if (status.has_name) return CatchUp(status.size);
    // Removed by another program, and perhaps made anew.
    Rest();
    is_known_ = false;
  }
}

void SealedFileWriter::LetGo() {
  if (!std::exchange(is_held_, false)) return;
  static_cast<void>(flock(descriptor(), LOCK_UN));
}

void SealedFileWriter::Rest() {
  LetGo();
  handle_ = FileHandle();
}

Result<> SealedFileWriter::CatchUp(std::uint64_t size) {
  if (is_known_ && size == end_.bytes) return {};
  if (!is_known_ || size < end_.bytes) end_ = {};
  is_known_ = false;
  Recover();
  if (size != end_.bytes && ftruncate(descriptor(), static_cast<off_t>(end_.bytes)) != 0) {
    return CannotWrite("ftruncate");
  }
  // What was found may be in the page cache only, when the process that wrote it died before its sync.
  if (fdatasync(descriptor()) != 0) return CannotWrite("fdatasync");
  is_known_ = true;
  MarkDurable();
  return {};
}

Result<> SealedFileWriter::Wake() {
  if (handle_.IsOpen()) return {};
  auto handle = OpenFile(file_, O_RDWR);
  if (!handle) return Forward(handle);
  handle_ = std::move(*handle);
  return {};
}

void SealedFileWriter::Recover() {
  while (const auto length = SealedLength(descriptor(), end_.bytes)) {
    const std::string sealed = ReadBytes(descriptor(), end_.bytes + kLengthBytes, *length);
    if (sealed.size() < *length || !key_.Open(sealed, Place(file_id_, end_.frames))) return;
    end_ = {end_.frames + 1, end_.content + *length - kSealBytes, end_.bytes + kLengthBytes + *length};
  }
}

Result<> SealedFileWriter::Append(std::string_view content) {
  const End before = end_;
  while (!content.empty()) {
    const std::string_view part = content.substr(0, kFrameBytes);
    content.remove_prefix(part.size());
    const std::string sealed = key_.Seal(part, Place(file_id_, end_.frames));
    const std::string frame = LengthPrefix(sealed.size()) + sealed;
    if (!WriteBytes(descriptor(), end_.bytes, frame)) {
      const Failure failure = CannotWrite("pwrite");
      end_ = before;
      static_cast<void>(ftruncate(descriptor(), static_cast<off_t>(end_.bytes)));
      return failure;
    }
    end_ = {end_.frames + 1, end_.content + part.size(), end_.bytes + frame.size()};
  }
  return {};
}

Result<> SealedFileWriter::Sync() {
  if (fdatasync(descriptor()) == 0) {
    MarkDurable();
    return {};
  }
  const Failure failure = CannotWrite("fdatasync");
  RollBack();
  return failure;
}

void SealedFileWriter::RollBack() {
  end_ = durable_;
  static_cast<void>(ftruncate(descriptor(), static_cast<off_t>(end_.bytes)));
}

SealedFileReader::SealedFileReader(FileHandle handle, std::string file_id, platform::SealingKey key)
    : handle_(std::move(handle)), file_id_(std::move(file_id)), key_(std::move(key)) {}

Result<SealedFileReader> SealedFileReader::Open(const std::filesystem::path& file, std::string file_id,
                                                platform::SealingKey key) {
  auto handle = OpenFile(file, O_RDONLY);
  if (!handle) return Forward(handle);
  return SealedFileReader(std::move(*handle), std::move(file_id), std::move(key));
}

std::optional<std::uint64_t> SealedFileReader::ContentLength(const Frame& frame) const {
  const auto length = SealedLength(handle_.get(), frame.bytes);
  if (!length || frame.bytes + kLengthBytes + *length > size_) return std::nullopt;
  return *length - kSealBytes;
}

void SealedFileReader::LookFor(std::uint64_t offset) {
  if (offset < next_.content) return;
  size_ = StatusOf(handle_.get()).size;
  while (next_.content <= offset) {
    const auto content = ContentLength(next_);
    if (!content) return;
    if (marks_.empty() || next_.content - marks_.back().content >= kMarkEvery) marks_.push_back(next_);
    next_ = {next_.number + 1, next_.content + *content, next_.bytes + kLengthBytes + *content + kSealBytes};
  }
}

std::uint64_t SealedFileReader::Length() {
  LookFor(std::numeric_limits<std::uint64_t>::max() - 1);
  return next_.content;
}

std::optional<std::uint64_t> SealedFileReader::SettledLength() {
  if (!TryLock(handle_.get(), LOCK_SH)) return std::nullopt;
  const std::uint64_t length = Length();
  static_cast<void>(flock(handle_.get(), LOCK_UN));
  return length;
}

Result<> SealedFileReader::Load(std::uint64_t offset) {
  const auto above = std::upper_bound(marks_.begin(), marks_.end(), offset,
                                      [](std::uint64_t place, const Frame& mark) { return place < mark.content; });
  Frame frame = *std::prev(above);
  auto length = ContentLength(frame);
  while (length && frame.content + *length <= offset) {
    frame = {frame.number + 1, frame.content + *length, frame.bytes + kLengthBytes + *length + kSealBytes};
    length = ContentLength(frame);
  }
  if (!length) return Fail(Code::kUnsealFailed, "The file cannot be read", "a frame is gone from " + file_id_);
  const std::string sealed = ReadBytes(handle_.get(), frame.bytes + kLengthBytes, *length + kSealBytes);
  auto content = key_.Open(sealed, Place(file_id_, frame.number));
  if (!content) return Forward(content);
  loaded_ = frame;
  content_ = std::move(*content);
  return {};
}

Result<std::size_t> SealedFileReader::ReadAt(std::uint64_t offset, std::span<std::byte> into) {
  LookFor(offset);
  if (offset >= next_.content || into.empty()) return std::size_t{0};
  if (offset < loaded_.content || offset >= loaded_.content + content_.size()) {
    if (auto loaded = Load(offset); !loaded) return Forward(loaded);
  }
  const std::size_t from = static_cast<std::size_t>(offset - loaded_.content);
  const std::size_t count = std::min(into.size(), content_.size() - from);
  std::memcpy(into.data(), content_.data() + from, count);
  return count;
}

}  // namespace scriba::storage
