#include "platform/data_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace scriba::platform {

Result<FileHandle> HoldFolder(const std::filesystem::path& folder, FolderUse use) {
  const std::string name = "the data folder " + folder.string();
  FileHandle file(::open((folder / "serve.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!file.IsOpen()) {
    return Fail(Code::kConfigurationInvalid, name + " cannot be used: " + std::system_category().message(errno));
  }
  const bool is_alone = use == FolderUse::kAlone;
  try {
    if (TryLock(file.get(), is_alone ? LOCK_EX : LOCK_SH)) return file;
  } catch (const std::system_error& failure) {
    return Fail(Code::kConfigurationInvalid, name + " lies where files cannot be locked: " + failure.what());
  }
  if (is_alone) return Fail(Code::kConfigurationInvalid, name + " is in use by another program: stop that one first");
  return Fail(Code::kConfigurationInvalid,
              name + " is in use by a program that shares it with nobody, such as one on SQLite: stop that one first");
}

}  // namespace scriba::platform
