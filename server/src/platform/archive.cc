#include "platform/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <sodium.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "platform/crypto/encoding.h"
#include "platform/file_handle.h"

namespace scriba::platform {
namespace {

constexpr std::size_t kPiece = 256 * 1024;
constexpr int kOwnerOnly = 0600;

class Sha256Sum {
 public:
  Sha256Sum() { crypto_hash_sha256_init(&state_); }
  void Add(std::string_view bytes) {
    crypto_hash_sha256_update(&state_, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  }
  std::string Digits() {
    std::string hash(crypto_hash_sha256_BYTES, '\0');
    crypto_hash_sha256_final(&state_, reinterpret_cast<unsigned char*>(hash.data()));
    return ToHex(hash);
  }

 private:
  crypto_hash_sha256_state state_{};
};

struct FreeEntry {
  void operator()(archive_entry* entry) const { archive_entry_free(entry); }
};
struct FreeReader {
  void operator()(archive* reader) const { archive_read_free(reader); }
};
using Reader = std::unique_ptr<archive, FreeReader>;

Failure NoArchive(const std::filesystem::path& file, const std::string& why) {
  return Fail(Code::kConfigurationInvalid, file.string() + " is no whole archive: " + why);
}

std::string ErrorOf(archive* handle) {
  const char* text = archive_error_string(handle);
  return text != nullptr ? text : "unknown";
}

bool StaysInside(const std::filesystem::path& name) {
  if (name.empty() || name.is_absolute()) return false;
  for (const auto& part : name) {
    if (part == ".." || part == ".") return false;
  }
  return true;
}

Result<std::string> ExtractFile(archive* reader, const std::filesystem::path& target) {
  std::filesystem::create_directories(target.parent_path());
  std::ofstream stream(target, std::ios::binary | std::ios::trunc);
  std::filesystem::permissions(target, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  Sha256Sum sum;
  std::string piece(kPiece, '\0');
  while (true) {
    const la_ssize_t count = archive_read_data(reader, piece.data(), piece.size());
    if (count < 0) return Fail(Code::kConfigurationInvalid, "the archive is damaged: " + ErrorOf(reader));
    if (count == 0) break;
    const std::string_view bytes(piece.data(), static_cast<std::size_t>(count));
    sum.Add(bytes);
    stream.write(bytes.data(), count);
  }
  stream.close();
  if (!stream) return Fail(Code::kDiskFull, "the disk is full", target.string());
  return sum.Digits();
}

}  // namespace

void ArchiveWriter::Free::operator()(archive* handle) const { archive_write_free(handle); }

ArchiveWriter::ArchiveWriter(std::filesystem::path file, std::filesystem::path unfinished, archive* handle)
    : file_(std::move(file)), unfinished_(std::move(unfinished)), handle_(handle) {}

ArchiveWriter::~ArchiveWriter() {
  if (!handle_) return;
  std::error_code ignored;
  std::filesystem::remove(unfinished_, ignored);
}

Result<ArchiveWriter> ArchiveWriter::Create(std::filesystem::path file, ArchiveFormat format) {
  std::filesystem::path unfinished = file;
  unfinished += ".part";
  const int descriptor = ::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kOwnerOnly);
  if (descriptor < 0)
    return Fail(Code::kConfigurationInvalid, unfinished.string() + ": " + std::generic_category().message(errno));
  ::close(descriptor);
  ArchiveWriter writer(std::move(file), unfinished, archive_write_new());
  archive* handle = writer.handle_.get();
  if (format == ArchiveFormat::kTar) {
    archive_write_set_format_pax_restricted(handle);
  } else {
    archive_write_set_format_zip(handle);
  }
  if (archive_write_open_filename(handle, unfinished.c_str()) != ARCHIVE_OK) return writer.Refuse("");
  return writer;
}

Failure ArchiveWriter::Refuse(const std::string& name) const {
  return Fail(Code::kDiskFull, "the archive cannot be written", name + ": " + ErrorOf(handle_.get()));
}

Result<> ArchiveWriter::AddText(const std::string& name, std::string_view text) {
  bool is_given = false;
  const ByteSource once = [&]() -> Result<std::string> {
    if (is_given) return std::string();
    is_given = true;
    return std::string(text);
  };
  return AddStream(name, text.size(), once);
}

Result<> ArchiveWriter::AddStream(const std::string& name, std::uint64_t bytes, const ByteSource& source) {
  const std::unique_ptr<archive_entry, FreeEntry> entry(archive_entry_new());
  archive_entry_set_pathname_utf8(entry.get(), name.c_str());
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), kOwnerOnly);
  archive_entry_set_mtime(entry.get(), ::time(nullptr), 0);
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(bytes));
  if (archive_write_header(handle_.get(), entry.get()) != ARCHIVE_OK) return Refuse(name);
  Sha256Sum sum;
  for (std::uint64_t left = bytes; left > 0;) {
    auto piece = source();
    if (!piece) return Forward(piece);
    if (piece->empty()) return Fail(Code::kInternal, "unexpected failure", name + " is shorter than it was");
    const std::string_view part = std::string_view(*piece).substr(0, left);
    sum.Add(part);
    if (archive_write_data(handle_.get(), part.data(), part.size()) < 0) return Refuse(name);
    left -= part.size();
  }
  checksums_[name] = sum.Digits();
  return {};
}

Result<> ArchiveWriter::AddFile(const std::string& name, const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return Fail(Code::kNotFound, "the file cannot be read", file.string());
  const ByteSource read = [&]() -> Result<std::string> {
    std::string piece(kPiece, '\0');
    stream.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    piece.resize(static_cast<std::size_t>(stream.gcount()));
    return piece;
  };
  return AddStream(name, std::filesystem::file_size(file), read);
}

Result<> ArchiveWriter::Finish() {
  if (archive_write_close(handle_.get()) != ARCHIVE_OK) return Refuse("");
  auto failure = SyncToDisk(unfinished_);
  if (!failure) std::filesystem::rename(unfinished_, file_, failure);
  if (failure) return Fail(Code::kDiskFull, "the archive cannot be written", failure.message());
  handle_.reset();
  return {};
}

Result<std::map<std::string, std::string>> ExtractArchive(const std::filesystem::path& file,
                                                          const std::filesystem::path& folder) {
  const Reader reader(archive_read_new());
  archive_read_support_format_tar(reader.get());
  if (archive_read_open_filename(reader.get(), file.c_str(), kPiece) != ARCHIVE_OK) {
    return NoArchive(file, ErrorOf(reader.get()));
  }
  std::map<std::string, std::string> checksums;
  archive_entry* entry = nullptr;
  int status = ARCHIVE_OK;
  while ((status = archive_read_next_header(reader.get(), &entry)) == ARCHIVE_OK) {
    const std::string name = archive_entry_pathname(entry);
    if (archive_entry_filetype(entry) != AE_IFREG || !StaysInside(name)) return NoArchive(file, "it holds " + name);
    auto sum = ExtractFile(reader.get(), folder / name);
    if (!sum) return Forward(sum);
    checksums[name] = std::move(*sum);
  }
  if (status != ARCHIVE_EOF) return NoArchive(file, ErrorOf(reader.get()));
  return checksums;
}

}  // namespace scriba::platform
