// The folder of sealed files. One thread writes; all that wait for it become one sync of the disk.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include "platform/group_queue.h"
#include "platform/task.h"
#include "storage/file_growth.h"
#include "storage/sealed_file.h"

namespace scriba::storage {

/// Appends are acknowledged when they are on disk. Of the files touched by one group, few are synced one by one, many
/// by one sync of the file system: a thousand recordings that each add a second of sound do not need a thousand syncs.
/// Other programs may have a store over the same folder: a file is held from an append until it is on disk, and what
/// finds it held elsewhere is tried again for some seconds, then refused with kUploadLocked. Safe on every thread.
class FileStore {
 public:
  /// Makes the folder when it is missing, readable by nobody else.
  explicit FileStore(std::filesystem::path folder);
  /// Finishes what was asked for.
  ~FileStore();
  FileStore(const FileStore&) = delete;
  FileStore& operator=(const FileStore&) = delete;

  /// Makes an empty file; one that is there already stays as it is. Errors: kDiskFull.
  platform::Task<platform::Result<>> Create(std::string file_id);

  /// Adds content, whose owner keeps it until this answers, at `offset`, which must be the end, and answers the new
  /// length. Errors: kInvalidUploadOffset, kNotFound, kDiskFull, kUploadLocked; then nothing was added.
  platform::Task<platform::Result<std::uint64_t>> Append(std::string file_id, platform::SealingKey key,
                                                         std::uint64_t offset, std::string_view content);

  /// How much content is safe on disk. Errors: kNotFound, kUploadLocked.
  platform::Task<platform::Result<std::uint64_t>> Length(std::string file_id, platform::SealingKey key);

  /// Removes the file if it is there.
  platform::Task<platform::Result<>> Remove(std::string file_id);

  /// Moves a file that nobody names out of the way; it can be brought back. Errors: kDiskFull.
  platform::Task<platform::Result<>> SetAside(std::string file_id);

  /// Errors: kDiskFull.
  platform::Task<platform::Result<>> BringBack(std::string file_id);

  /// Errors: kNotFound.
  platform::Result<SealedFileReader> Read(const std::string& file_id, const platform::SealingKey& key) const;

  /// To be told of the file's growth in this program from now on. Ask for its present length afterwards.
  std::shared_ptr<FileGrowth> Follow(const std::string& file_id);

  /// The file grows no more: whoever follows it waits no longer.
  void AnnounceEnd(const std::string& file_id);

  /// The ids of the files that were last written so long ago, for the sweep.
  std::vector<std::string> FileIdsOlderThan(std::chrono::seconds age) const;

  std::vector<std::string> FileIdsAside() const;

  /// Removes what was set aside so long ago, and answers how many files that were.
  std::size_t RemoveAside(std::chrono::seconds age) const;

 private:
  enum class Action { kCreate, kAppend, kLength, kRemove, kSetAside, kBringBack };
  struct Command;
  struct Known {
    SealedFileWriter writer;
    std::list<std::string>::iterator use;
  };

  platform::Task<platform::Result<std::uint64_t>> Submit(std::unique_ptr<Command> command);
  platform::Task<platform::Result<>> Do(Action action, std::string file_id);
  std::filesystem::path PathOf(const std::string& file_id) const { return folder_ / file_id; }
  std::filesystem::path PathAside(const std::string& file_id) const;

  void Loop(const std::stop_token& stop);
  void RunGroup(const std::vector<Command*>& group);
  void PutBack(std::vector<Command*>& group);
  platform::Result<std::uint64_t> Run(Command& command);
  platform::Result<std::uint64_t> Rename(const std::filesystem::path& from, const std::filesystem::path& to);
  void Forget(const std::string& file_id);
  platform::Result<SealedFileWriter*> Writer(const Command& command);
  platform::Result<SealedFileWriter*> Held(const Command& command);
  void LetGo();
  platform::Result<> SyncTouched();
  std::shared_ptr<FileGrowth> GrowthOf(const std::string& file_id);
  void KeepFewOpen();

  const std::filesystem::path folder_;
  const FileHandle folder_handle_;

  // used on the writing thread only
  std::unordered_map<std::string, Known> known_;
  std::list<std::string> by_use_;  // most recent first
  std::vector<std::string> held_;
  std::vector<std::string> touched_;
  bool is_folder_touched_ = false;

  platform::GroupQueue<Command> commands_;

  std::mutex growth_mutex_;
  std::unordered_map<std::string, std::weak_ptr<FileGrowth>> growing_;  // guarded by growth_mutex_

  std::jthread thread_;  // last: stops before what it uses goes
};

}  // namespace scriba::storage
