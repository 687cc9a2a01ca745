#include <iostream>
#include <string>

#include "app/commands.h"
#include "app/installation.h"
#include "auth/administration.h"

namespace scriba::app {

int AddUser(const platform::Config& config, const UserOptions& options) {
  auto installation = Installation::Open(config);
  if (!installation) return Refuse(installation.error());
  auto& database = (*installation)->database();
  std::string password;
  std::getline(std::cin, password);
  const auto added = platform::BlockOn(auth::AddAccount(
      database, (*installation)->clock(), {.email = options.email, .password = password, .role = options.role}));
  if (!added) return Refuse(added.error());
  std::cout << *added << '\n';
  return 0;
}

int SetUserRole(const platform::Config& config, const UserOptions& options) {
  auto installation = Installation::Open(config);
  if (!installation) return Refuse(installation.error());
  auto done = platform::BlockOn(
      auth::SetRole((*installation)->database(), (*installation)->clock(), options.email, options.role));
  if (!done) return Refuse(done.error());
  std::cout << options.email << ": " << options.role << '\n';
  return 0;
}

int ResetUserPassword(const platform::Config& config, const UserOptions& options) {
  auto installation = Installation::Open(config);
  if (!installation) return Refuse(installation.error());
  std::string password;
  std::getline(std::cin, password);
  auto done = platform::BlockOn(
      auth::ResetPassword((*installation)->database(), (*installation)->clock(), options.email, password));
  return done ? 0 : Refuse(done.error());
}

int RemoveUserFactors(const platform::Config& config, const UserOptions& options) {
  auto installation = Installation::Open(config);
  if (!installation) return Refuse(installation.error());
  const auto removed =
      platform::BlockOn(auth::RemoveFactors((*installation)->database(), (*installation)->clock(), options.email));
  if (!removed) return Refuse(removed.error());
  std::cout << options.email << ": second factors removed: " << *removed << '\n'
            << "Its sessions have ended; the password alone signs in. Ask for another device to be set up at once.\n";
  return 0;
}

}  // namespace scriba::app
