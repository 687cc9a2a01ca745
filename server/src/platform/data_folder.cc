#include "platform/data_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <system_error>

#include "platform/ids.h"

namespace scriba::platform {
namespace {

namespace files = std::filesystem;

constexpr int kMostPlaces = 1000;

std::string Called(const files::path& folder) { return "the data folder " + folder.string(); }

/// A file of the folder, made where it is missing, under our lock; a closed handle when another program's is in the
/// way.
Result<FileHandle> Lock(const files::path& folder, const std::string& name, int kind) {
  FileHandle file(::open((folder / name).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!file.IsOpen()) {
    const std::string cause = std::system_category().message(errno);
    return Fail(Code::kConfigurationInvalid, Called(folder) + " cannot be used: " + cause);
  }
  try {
    if (!TryLock(file.get(), kind)) return FileHandle();
  } catch (const std::system_error& failure) {
    return Fail(Code::kConfigurationInvalid, Called(folder) + " lies where files cannot be locked: " + failure.what());
  }
  return file;
}

/// The id of a place, given with its first program.
std::string IdIn(const files::path& file) {
  std::string text;
  std::getline(std::ifstream(file), text);
  if (auto kept = ParseUuid(text)) return *kept;
  const std::string id = NewUuid();
  std::ofstream(file) << id << '\n';
  return id;
}

/// The same for all containers of a machine, and another after its next start (random(4)).
std::string LifeOfTheMachine() {
  std::string id;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), id);
  return id;
}

}  // namespace

Result<FileHandle> HoldFolder(const files::path& folder, FolderUse use) {
  const bool is_alone = use == FolderUse::kAlone;
  auto held = Lock(folder, "serve.lock", is_alone ? LOCK_EX : LOCK_SH);
  if (!held || held->IsOpen()) return held;
  return Fail(Code::kConfigurationInvalid,
              Called(folder) + " is in use by " +
                  (is_alone ? "another program" : "a program that shares it with nobody, such as one on SQLite") +
                  ": stop that one first");
}

Result<NodePlace> NodePlace::Take(const files::path& folder, FolderUse use) {
  const std::string machine = use == FolderUse::kShared ? LifeOfTheMachine() + "/" : std::string();
  for (int number = 1; number <= kMostPlaces; ++number) {
    const std::string file = "node-" + std::to_string(number) + ".lock";
    auto lock = Lock(folder, file, LOCK_EX);
    if (!lock) return Forward(lock);
    if (lock->IsOpen()) return NodePlace(std::move(*lock), machine + IdIn(folder / file));
  }
  return Fail(Code::kConfigurationInvalid, Called(folder) + " is in use by too many programs");
}

}  // namespace scriba::platform
