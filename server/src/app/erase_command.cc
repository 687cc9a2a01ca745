// `scriba user erase`: an account and all that is kept under it (GDPR, article 17). `scriba erasures`: what was erased,
// to be repeated after a backup of before was restored.
#include <unistd.h>

#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "administration/erasures.h"
#include "app/commands.h"
#include "app/installation.h"
#include "app/room_settings.h"
#include "auth/erasure.h"
#include "auth/personal_data.h"
#include "storage/service.h"

namespace scriba::app {
namespace {

using administration::ErasureLine;
using auth::Erasure;
using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::Task;

constexpr const char* kAddress = "command line";

/// Whether somebody who sits before it types the address once more.
Result<> Ask(const std::string& email) {
  if (::isatty(STDIN_FILENO) == 0) {
    return Fail(Code::kConfigurationInvalid, "there is nobody to ask whether " + email + " shall go: --yes says so");
  }
  std::cout << "The account " << email << " goes with its patients, consultations and sound. Nothing brings them back\n"
            << "but a backup. Type the address once more to go on: " << std::flush;
  std::string answer;
  std::getline(std::cin, answer);
  if (answer != email) return Fail(Code::kConfigurationInvalid, "that was not the address; nothing has changed");
  return {};
}

Result<Erasure> Erase(Installation& installation, const std::string& email) {
  auto user_id = platform::BlockOn(auth::AccountOfEmail(installation.database(), email));
  if (!user_id) return Forward(user_id);
  std::function<Task<Result<Erasure>>(Connection&)> erase = [&](Connection& connection) {
    return auth::EraseAccount(connection, *user_id, kAddress, installation.clock().Now());
  };
  return platform::BlockOn(installation.database().Write<Erasure>(std::move(erase)));
}

Result<> RemoveFiles(Installation& installation, const Erasure& erasure) {
  storage::StorageService storage(StorageOptionsOf(installation), installation.database(), installation.keys(),
                                  installation.clock());
  for (const std::string& file_id : erasure.file_ids) {
    if (auto removed = platform::BlockOn(storage.files().Remove(file_id)); !removed) return removed;
  }
  return {};
}

/// How many lines there were, and of how many the thing was there again.
struct Repeated {
  std::size_t lines = 0;
  std::size_t erased = 0;
};

Result<Repeated> Repeat(Installation& installation, const std::string& file) {
  std::ifstream stream(file);
  if (!stream) return Fail(Code::kConfigurationInvalid, file + " cannot be read");
  Repeated repeated;
  for (std::string text; std::getline(stream, text);) {
    if (text.empty()) continue;
    ErasureLine line;
    std::istringstream(text) >> line.at >> line.event >> line.id;
    const auto erased =
        platform::BlockOn(administration::EraseAgain(installation.database(), installation.clock(), std::move(line)));
    ++repeated.lines;
    if (!erased)
      return Fail(Code::kConfigurationInvalid, text + ": " + erased.error().message, erased.error().internal);
    if (*erased) ++repeated.erased;
  }
  return repeated;
}

}  // namespace

int EraseUser(const platform::Config& config, const std::string& email, bool is_confirmed) {
  auto installation = Installation::Open(config);
  if (!installation) return Refuse(installation.error());
  if (!is_confirmed) {
    if (auto asked = Ask(email); !asked) return Refuse(asked.error());
  }
  const auto erasure = Erase(**installation, email);
  if (!erasure) return Refuse(erasure.error());
  std::cout << email << " is erased: account " << erasure->user_id << ", patients: " << erasure->patients
            << ", consultations: " << erasure->consultations << ", recordings: " << erasure->recordings
            << ", sound files: " << erasure->file_ids.size() << ", and the key that opened them.\n"
            << "Backups of before still hold them: `scriba erasures` lists what to erase again after a restore.\n";
  if (auto removed = RemoveFiles(**installation, *erasure); !removed) return Refuse(removed.error());
  return 0;
}

int ListErasures(const platform::Config& config) {
  auto installation = Installation::Open(config);
  if (!installation) return Refuse(installation.error());
  const auto lines = platform::BlockOn(administration::Erasures((*installation)->database()));
  if (!lines) return Refuse(lines.error());
  for (const ErasureLine& line : *lines) std::cout << line.at << ' ' << line.event << ' ' << line.id << '\n';
  return 0;
}

int RepeatErasures(const platform::Config& config, const std::string& file) {
  auto installation = Installation::Open(config);
  if (!installation) return Refuse(installation.error());
  const auto repeated = Repeat(**installation, file);
  if (!repeated) return Refuse(repeated.error());
  std::cout << file << ": " << repeated->lines << " erasures, of which " << repeated->erased
            << " had to be repeated. Their sealed files go with the next sweep.\n";
  return 0;
}

}  // namespace scriba::app
