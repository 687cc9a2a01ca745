// `scriba migrate --from sqlite:<file> --to postgres://...`: a practice grows, or moves back.
#include <filesystem>
#include <iostream>

#include "app/commands.h"
#include "app/installation.h"
#include "app/transfer_words.h"

namespace scriba::app {
namespace {

using platform::Code;
using platform::Fail;
using platform::Forward;
using platform::Result;

/// A SQLite file that is not there would be made, and an empty practice moved.
Result<std::unique_ptr<platform::Database>> OpenSource(const std::string& address) {
  constexpr std::string_view kPrefix = "sqlite:";
  if (address.starts_with(kPrefix) && !std::filesystem::exists(address.substr(kPrefix.size()))) {
    return Fail(Code::kConfigurationInvalid, "there is no file " + address.substr(kPrefix.size()));
  }
  return OpenDatabase(address);
}

Result<std::vector<platform::TransferredTable>> Move(const std::string& from, const std::string& to) {
  auto source = OpenSource(from);
  if (!source) return Forward(source);
  auto target = OpenMigrated(to);
  if (!target) return Forward(target);
  return platform::BlockOn(platform::TransferRows(**source, **target, SayProgress()));
}

}  // namespace

int MigrateDatabase(const std::string& from, const std::string& to) {
  const auto moved = Move(from, to);
  if (!moved) return Refuse(moved.error());
  SayTotal(*moved);
  std::cout << "The sealed files and the master key stay where they are: keep the data folder.\n"
            << (to.starts_with("postgres")
                    ? "Set SCRIBA_DATABASE_URL to the new database and start Scriba again.\n"
                    : "Put the file into the data folder as scriba.db, unset SCRIBA_DATABASE_URL "
                      "and start Scriba again.\n");
  return 0;
}

}  // namespace scriba::app
