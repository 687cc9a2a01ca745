// An append-only file whose bytes are unreadable without the owner's key, and which survives a crash in mid-append.
//
// The file is a row of frames. Each is
//   4 bytes length of what follows, big-endian | a value sealed with the owner's key (platform/crypto/sealing.h)
// and holds 1 to 64 KiB of content. A frame is sealed to its place, "file:<file id>/<number>", so that frames cannot be
// dropped from the middle, swapped, or moved to another file. What a crash leaves behind the last whole and authentic
// frame is cut off by whoever writes next. Readers find a place by the lengths alone; they keep one mark per 256 KiB of
// content, not one per frame, because a recording adds a small frame every second for hours.
//
// Several programs may share the folder. Who writes holds an advisory lock on the file (flock), takes in what others
// added before, and lets go when all of it is on disk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "platform/crypto/sealing.h"
#include "platform/file_handle.h"
#include "platform/result.h"

namespace scriba::storage {

using platform::FileHandle;

inline constexpr std::size_t kFrameBytes = 64 * 1024;

/// The writing end. Used by one thread at a time. Lengths and offsets count content, not bytes on disk.
class SealedFileWriter {
 public:
  /// For an existing file, which it must hold before anything else. Errors: kNotFound.
  static platform::Result<SealedFileWriter> Open(const std::filesystem::path& file, std::string file_id,
                                                 platform::SealingKey key);

  /// Keeps every other program from the file until LetGo(). Takes in what they added meanwhile and cuts off what is not
  /// whole and authentic. Does not wait. Errors: kUploadLocked (another program holds it), kNotFound, kDiskFull.
  platform::Result<> Hold();
  void LetGo();

  /// Adds frames at the end; they are durable after Sync(). Errors: kDiskFull, and the file is as it was.
  platform::Result<> Append(std::string_view content);

  /// Waits until what was appended is on disk. Errors: kDiskFull, and what was not durable is gone.
  platform::Result<> Sync();

  /// For one sync of the whole file system instead of Sync(): what was appended is durable, or is given up.
  void MarkDurable() { durable_ = end_; }
  void RollBack();

  /// Gives the descriptor back to the system, and the file free; Hold() opens it again.
  void Rest();

  /// Content that is appended, and content that is known to be on disk.
  std::uint64_t length() const { return end_.content; }
  std::uint64_t durable_length() const { return durable_.content; }

 private:
  struct End {
    std::uint64_t frames = 0;
    std::uint64_t content = 0;
    std::uint64_t bytes = 0;
  };

  SealedFileWriter(std::filesystem::path file, std::string file_id, platform::SealingKey key);
  platform::Result<> Wake();
  platform::Result<> CatchUp(std::uint64_t size);
  void Recover();
  int descriptor() const { return handle_.get(); }

  std::filesystem::path file_;
  std::string file_id_;
  platform::SealingKey key_;
  FileHandle handle_;
  bool is_held_ = false;
  bool is_known_ = false;  // whether `end_` was ever read from the file
  End end_;
  End durable_;
};

/// The reading end. Looks no further into the file than it is asked to. Used by one thread at a time.
class SealedFileReader {
 public:
  /// Errors: kNotFound.
  static platform::Result<SealedFileReader> Open(const std::filesystem::path& file, std::string file_id,
                                                 platform::SealingKey key);

  /// Fills the front of `into` with the content at `offset` and returns how much: at least one byte, or 0 at the end.
  /// Errors: kUnsealFailed.
  platform::Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> into);

  /// The content of all frames present now. Not for a file that still grows: its last frames may yet be taken back.
  std::uint64_t Length();

  /// The content that nobody takes back, of a file that may grow in another program. Nothing while one is writing it:
  /// ask again in a moment.
  std::optional<std::uint64_t> SettledLength();

 private:
  struct Frame {
    std::uint64_t number = 0;
    std::uint64_t content = 0;  // offset of its first byte
    std::uint64_t bytes = 0;    // offset of the frame in the file
  };

  SealedFileReader(FileHandle handle, std::string file_id, platform::SealingKey key);
  /// The content of the frame that begins at `frame`, or nothing when it is not all there.
  std::optional<std::uint64_t> ContentLength(const Frame& frame) const;
  /// Finds the frames up to the one that holds `offset`.
  void LookFor(std::uint64_t offset);
  platform::Result<> Load(std::uint64_t offset);

  FileHandle handle_;
  std::string file_id_;
  platform::SealingKey key_;
  std::vector<Frame> marks_;  // the first frame of every 256 KiB or so
  Frame next_;                // behind the last frame seen
  std::uint64_t size_ = 0;    // of the file when last looked
  Frame loaded_;
  std::string content_;  // of the frame `loaded_`
};

}  // namespace scriba::storage
