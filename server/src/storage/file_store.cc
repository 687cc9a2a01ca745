#include "storage/file_store.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "platform/ids.h"
#include "platform/log.h"

namespace scriba::storage {
namespace {

using platform::Code;
using platform::Fail;
using platform::Result;
using platform::SealingKey;
using platform::Task;

constexpr std::size_t kLargestGroup = 1024;
// Up to here syncing file by file is cheaper than syncing the file system.
constexpr std::size_t kFewFiles = 8;
constexpr std::size_t kOpenFiles = 256;
constexpr std::size_t kKnownFiles = 16'384;
// Another program holds a file for as long as its disk takes for one sync.
constexpr std::chrono::seconds kLongestHold{5};
constexpr std::chrono::milliseconds kHoldPause{2};
constexpr const char* kAside = "aside";

FileHandle OpenFolder(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder / kAside);
  std::filesystem::permissions(folder, std::filesystem::perms::owner_all);
  FileHandle handle(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!handle.IsOpen()) throw std::system_error(errno, std::system_category(), folder.string());
  return handle;
}

/// The sealed files of a folder that were last written, or moved there, so long ago.
std::vector<std::string> FilesOlderThan(const std::filesystem::path& folder, std::chrono::seconds age) {
  std::vector<std::string> ids;
  const auto newest = std::filesystem::file_time_type::clock::now() - age;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::string name = entry.path().filename().string();
    std::error_code gone;
    if (platform::ParseUuid(name) && entry.last_write_time(gone) <= newest && !gone) ids.push_back(std::move(name));
  }
  return ids;
}

platform::Failure CannotWrite() {
  return Fail(Code::kDiskFull, "The server cannot write to its disk", std::system_category().message(errno));
}

}  // namespace

/// One thing to do, on its way through the writing thread; for a file's length and appends the result is its length.
struct FileStore::Command : platform::GroupEntry<Command, std::uint64_t> {
  Command(platform::GroupQueue<Command>& queue, Action what, std::string file)
      : GroupEntry(queue), action(what), file_id(std::move(file)) {}

  Action action;
  std::string file_id;
  std::optional<SealingKey> key;
  std::uint64_t offset = 0;
  std::string_view content;
  std::chrono::steady_clock::time_point give_up_at = std::chrono::steady_clock::now() + kLongestHold;
};

FileStore::FileStore(std::filesystem::path folder) : folder_(std::move(folder)), folder_handle_(OpenFolder(folder_)) {
  thread_ = std::jthread([this](const std::stop_token& stop) { Loop(stop); });
  pthread_setname_np(thread_.native_handle(), "file-writer");
}

FileStore::~FileStore() {
  thread_.request_stop();
  thread_.join();
}

Task<Result<std::uint64_t>> FileStore::Submit(std::unique_ptr<Command> command) { co_return co_await *command; }

Task<Result<>> FileStore::Do(Action action, std::string file_id) {
  auto command = std::make_unique<Command>(commands_, action, std::move(file_id));
  auto done = co_await Submit(std::move(command));
  if (!done) co_return Forward(done);
  co_return Result<>{};
}

Task<Result<>> FileStore::Create(std::string file_id) { return Do(Action::kCreate, std::move(file_id)); }

Task<Result<>> FileStore::Remove(std::string file_id) { return Do(Action::kRemove, std::move(file_id)); }

Task<Result<>> FileStore::SetAside(std::string file_id) { return Do(Action::kSetAside, std::move(file_id)); }

Task<Result<>> FileStore::BringBack(std::string file_id) { return Do(Action::kBringBack, std::move(file_id)); }

Task<Result<std::uint64_t>> FileStore::Append(std::string file_id, SealingKey key, std::uint64_t offset,
                                              std::string_view content) {
  auto command = std::make_unique<Command>(commands_, Action::kAppend, std::move(file_id));
  command->key = std::move(key);
  command->offset = offset;
  command->content = content;
  return Submit(std::move(command));
}

Task<Result<std::uint64_t>> FileStore::Length(std::string file_id, SealingKey key) {
  auto command = std::make_unique<Command>(commands_, Action::kLength, std::move(file_id));
  command->key = std::move(key);
  return Submit(std::move(command));
}

Result<SealedFileReader> FileStore::Read(const std::string& file_id, const SealingKey& key) const {
  return SealedFileReader::Open(PathOf(file_id), file_id, key);
}

std::vector<std::string> FileStore::FileIdsOlderThan(std::chrono::seconds age) const {
  return FilesOlderThan(folder_, age);
}

std::vector<std::string> FileStore::FileIdsAside() const {
  return FilesOlderThan(folder_ / kAside, std::chrono::seconds(0));
}

std::filesystem::path FileStore::PathAside(const std::string& file_id) const { return folder_ / kAside / file_id; }

std::size_t FileStore::RemoveAside(std::chrono::seconds age) const {
  const std::vector<std::string> ids = FilesOlderThan(folder_ / kAside, age);
  for (const std::string& id : ids) std::filesystem::remove(PathAside(id));
  return ids.size();
}

std::shared_ptr<FileGrowth> FileStore::Follow(const std::string& file_id) {
  const std::lock_guard lock(growth_mutex_);
  std::erase_if(growing_, [](const auto& entry) { return entry.second.expired(); });
  auto growth = growing_[file_id].lock();
  if (!growth) growing_[file_id] = growth = std::make_shared<FileGrowth>();
  return growth;
}

std::shared_ptr<FileGrowth> FileStore::GrowthOf(const std::string& file_id) {
  const std::lock_guard lock(growth_mutex_);
  const auto found = growing_.find(file_id);
  return found == growing_.end() ? nullptr : found->second.lock();
}

void FileStore::AnnounceEnd(const std::string& file_id) {
  if (const auto growth = GrowthOf(file_id)) growth->AnnounceEnd();
}

void FileStore::Loop(const std::stop_token& stop) {
  for (auto group = commands_.Take(stop, kLargestGroup); !group.empty(); group = commands_.Take(stop, kLargestGroup)) {
    RunGroup(group);
    PutBack(group);
    Command::FinishAll(group);
  }
}

/// Takes those from the group that found their file held by another program, and queues them again.
void FileStore::PutBack(std::vector<Command*>& group) {
  const auto now = std::chrono::steady_clock::now();
  const auto may_end = [now](const Command* command) {
    return command->failure || command->result || command->result.error().code != Code::kUploadLocked ||
           command->give_up_at <= now;
  };
  const auto again = std::stable_partition(group.begin(), group.end(), may_end);
  if (again == group.end()) return;
  if (again == group.begin()) std::this_thread::sleep_for(kHoldPause);
  for (auto command = again; command != group.end(); ++command) commands_.Add(**command, nullptr);
  group.erase(again, group.end());
}

void FileStore::RunGroup(const std::vector<Command*>& group) {
  for (Command* command : group) {
    try {
      command->result = Run(*command);
    } catch (...) {
      command->failure = std::current_exception();
    }
  }
  if (const auto synced = SyncTouched(); !synced) {
    platform::LogError("files_not_synced", {{"cause", synced.error().internal}});
    for (Command* command : group) {
      if (command->result && command->action != Action::kLength) command->result = platform::Failure(synced.error());
    }
  }
  for (const std::string& id : touched_) {
    const auto growth = GrowthOf(id);
    const auto known = known_.find(id);
    if (growth && known != known_.end()) growth->Announce(known->second.writer.durable_length());
  }
  LetGo();
  touched_.clear();
  is_folder_touched_ = false;
  KeepFewOpen();
}

Result<std::uint64_t> FileStore::Run(Command& command) {
  const auto path = PathOf(command.file_id);
  switch (command.action) {
    case Action::kCreate: {
      const FileHandle handle(open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR));
      if (!handle.IsOpen()) return CannotWrite();
      is_folder_touched_ = true;
      return std::uint64_t{0};
    }
    case Action::kRemove: {
      Forget(command.file_id);
      std::filesystem::remove(path);
      is_folder_touched_ = true;
      return std::uint64_t{0};
    }
    case Action::kSetAside: Forget(command.file_id); return Rename(path, PathAside(command.file_id));
    case Action::kBringBack: return Rename(PathAside(command.file_id), path);
    case Action::kLength: {
      auto writer = Held(command);
      if (!writer) return Forward(writer);
      return (*writer)->durable_length();
    }
    case Action::kAppend: {
      auto writer = Held(command);
      if (!writer) return Forward(writer);
      if ((*writer)->length() != command.offset) {
        return Fail(Code::kInvalidUploadOffset, "The upload continues at another offset");
      }
      if (auto done = (*writer)->Append(command.content); !done) return Forward(done);
      touched_.push_back(command.file_id);
      return (*writer)->length();
    }
  }
  return std::uint64_t{0};
}

/// A file that goes at this moment is not missed. The time of the move is the file's from then on.
Result<std::uint64_t> FileStore::Rename(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::error_code failure;
  std::filesystem::last_write_time(from, std::filesystem::file_time_type::clock::now(), failure);
  std::filesystem::rename(from, to, failure);
  if (failure && failure != std::errc::no_such_file_or_directory) {
    return Fail(Code::kDiskFull, "The server cannot write to its disk", failure.message());
  }
  is_folder_touched_ = true;
  return std::uint64_t{0};
}

void FileStore::Forget(const std::string& file_id) {
  const auto found = known_.find(file_id);
  if (found == known_.end()) return;
  by_use_.erase(found->second.use);
  known_.erase(found);
}

Result<SealedFileWriter*> FileStore::Writer(const Command& command) {
  if (const auto found = known_.find(command.file_id); found != known_.end()) {
    by_use_.splice(by_use_.begin(), by_use_, found->second.use);
    return &found->second.writer;
  }
  auto writer = SealedFileWriter::Open(PathOf(command.file_id), command.file_id, *command.key);
  if (!writer) return Forward(writer);
  by_use_.push_front(command.file_id);
  return &known_.emplace(command.file_id, Known{std::move(*writer), by_use_.begin()}).first->second.writer;
}

/// The writer of a file that is ours until LetGo().
Result<SealedFileWriter*> FileStore::Held(const Command& command) {
  auto writer = Writer(command);
  if (!writer) return writer;
  held_.push_back(command.file_id);
  if (auto held = (*writer)->Hold(); !held) return Forward(held);
  return writer;
}

/// What the group did is on disk, or undone: other programs may go on.
void FileStore::LetGo() {
  for (const std::string& id : held_) {
    if (const auto found = known_.find(id); found != known_.end()) found->second.writer.LetGo();
  }
  held_.clear();
}

/// Makes the group durable as a whole: when a part of it cannot be, nothing of it counts.
Result<> FileStore::SyncTouched() {
  std::sort(touched_.begin(), touched_.end());
  touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
  std::vector<SealedFileWriter*> writers;
  for (const std::string& id : touched_) {
    if (const auto found = known_.find(id); found != known_.end()) writers.push_back(&found->second.writer);
  }
  Result<> synced;
  if (writers.size() > kFewFiles) {
    if (syncfs(folder_handle_.get()) != 0) synced = CannotWrite();
    for (SealedFileWriter* writer : writers) synced ? writer->MarkDurable() : writer->RollBack();
  } else {
    for (SealedFileWriter* writer : writers) {
      if (auto one = writer->Sync(); !one) synced = std::move(one);
    }
  }
  if (is_folder_touched_ && fsync(folder_handle_.get()) != 0) synced = CannotWrite();
  return synced;
}

void FileStore::KeepFewOpen() {
  while (known_.size() > kKnownFiles) {
    known_.erase(by_use_.back());
    by_use_.pop_back();
  }
  if (by_use_.size() <= kOpenFiles) return;
  for (auto id = std::next(by_use_.begin(), kOpenFiles); id != by_use_.end(); ++id) known_.at(*id).writer.Rest();
}

}  // namespace scriba::storage
