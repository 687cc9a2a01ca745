// `scriba rotate-keys`: keys made anew.
//
// A signing key overlaps with its predecessor: old tokens are verified until they have expired, and programs that run
// take the new key up within minutes. A new master key wraps every data key again; the sealed texts and files
// themselves stay as they are. The new key lies beside the old one, and a copy of the old one with it, before the
// database changes; the new one takes its place after, so that whatever cuts this off, one of the two files opens the
// database and running the command again ends it.
#include <filesystem>
#include <iostream>
#include <system_error>

#include "app/commands.h"
#include "app/installation.h"
#include "auth/audit_log.h"
#include "auth/master_key_change.h"
#include "auth/signing_keys.h"
#include "platform/crypto/key_change.h"
#include "platform/data_folder.h"
#include "platform/file_handle.h"

namespace scriba::app {
namespace {

namespace files = std::filesystem;
using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::MasterKey;
using platform::Result;
using platform::Task;

constexpr const char* kAddress = "command line";

Result<> RotateSigningKeyOf(Installation& installation) {
  auth::SigningKeys keys(installation.database(), installation.master_key(), installation.clock());
  if (auto loaded = platform::BlockOn(keys.Load()); !loaded) return loaded;
  return platform::BlockOn(keys.Rotate());
}

/// How many data keys were wrapped anew; nothing when a former attempt had come so far already.
Task<Result<std::optional<std::size_t>>> ChangeMasterKey(Connection& connection, const MasterKey& from,
                                                         const MasterKey& to, platform::Instant now) {
  auto is_done = co_await auth::OpensSigningKeys(connection, to);
  if (!is_done) co_return Forward(is_done);
  if (*is_done) co_return std::optional<std::size_t>();
  auto wrapped = co_await platform::RewrapDataKeys(connection, from, to);
  if (!wrapped) co_return Forward(wrapped);
  auto resealed = co_await auth::ResealSecrets(connection, from, to);
  if (!resealed) co_return Forward(resealed);
  auto noted = co_await auth::NoteEvent(connection, {}, "master_key_changed", kAddress, now);
  if (!noted) co_return Forward(noted);
  co_return std::optional<std::size_t>(*wrapped);
}

/// Each former key has a name of its own: older backups need theirs, however often the key changes. A copy, since not
/// all file systems have links.
Result<files::path> SetAside(const files::path& file, platform::Instant now) {
  files::path former = file;
  former += "." + platform::FormatRfc3339(now).substr(0, 19) + ".old";
  std::error_code failure;
  files::copy_file(file, former, failure);
  if (!failure) failure = platform::SyncToDisk(former);
  if (!failure) return former;
  // What stands there from another change within the second is a key that backups need.
  std::error_code ignored;
  if (failure != std::errc::file_exists) files::remove(former, ignored);
  return Fail(Code::kDiskFull, "the former key cannot be copied to " + former.string() + "; nothing was changed");
}

/// The database opens with the new key only: whoever cannot put it in place is told what to do.
Result<> TakePlace(const files::path& fresh, const files::path& file) {
  std::error_code failure;
  files::rename(fresh, file, failure);
  if (!failure) return {};
  return Fail(Code::kConfigurationInvalid, "the database has the new master key, but " + file.string() +
                                               " cannot be replaced (" + failure.message() + "): put " +
                                               fresh.string() + " in its place");
}

Result<> RotateMasterKeyOf(Installation& installation) {
  const auto& file = installation.config().master_key_file;
  files::path fresh = file;
  fresh += ".new";
  const auto master = MasterKey::LoadOrCreate(fresh);
  if (!master) return platform::Failure(master.error());
  const auto former = SetAside(file, installation.clock().Now());
  if (!former) return platform::Failure(former.error());
  std::function<Task<Result<std::optional<std::size_t>>>(Connection&)> change = [&](Connection& connection) {
    return ChangeMasterKey(connection, installation.master_key(), *master, installation.clock().Now());
  };
  auto changed = platform::BlockOn(installation.database().Write<std::optional<std::size_t>>(std::move(change)));
  if (!changed) {
    files::remove(*former);
    return Forward(changed);
  }
  if (auto placed = TakePlace(fresh, file); !placed) return placed;
  if (*changed) std::cout << "data keys wrapped anew: " << **changed << '\n';
  std::cout << "master key: " << file.string() << " is new. Copy it to where you keep the key.\n"
            << "The former one is " << former->string() << ": it opens older backups; keep it as long as those.\n"
            << "Everybody signs in again, and the public and service keys are new: tell your integrators.\n";
  return {};
}

int RotateMasterKey(const platform::Config& config) {
  if (auto made = MakeDataFolder(config); !made) return Refuse(made.error());
  // Before anything is opened: a program that serves would go on with the old key, over a database of this version.
  const auto alone = platform::HoldFolder(config.data_dir, platform::FolderUse::kAlone);
  if (!alone) return Refuse(alone.error());
  auto installation = Installation::Open(config);
  if (!installation) return Refuse(installation.error());
  if (auto rotated = RotateMasterKeyOf(**installation); !rotated) return Refuse(rotated.error());
  return 0;
}

int RotateSigningKey(const platform::Config& config) {
  auto installation = Installation::Open(config);
  if (!installation) return Refuse(installation.error());
  if (auto rotated = RotateSigningKeyOf(**installation); !rotated) return Refuse(rotated.error());
  std::cout << "Access tokens are signed with a new key; programs that run take it up within five minutes.\n"
            << "Tokens of the former key stay good until they expire, an hour at most.\n";
  return 0;
}

}  // namespace

int RotateKeys(const platform::Config& config, bool master_key) {
  return master_key ? RotateMasterKey(config) : RotateSigningKey(config);
}

}  // namespace scriba::app
