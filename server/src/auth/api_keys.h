// The two keys of an installation: the public one, for every client, and the operator's.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "auth/caller.h"
#include "platform/crypto/sealing.h"

namespace scriba::auth {

/// Derived from the master key, so that every node of an installation knows the same ones and a restored backup keeps
/// them. They are opaque texts in the form that the client libraries recognise: never a token that could be mistaken
/// for a user's.
class ApiKeys {
 public:
  explicit ApiKeys(const platform::MasterKey& master);

  /// "sb_publishable_...": opens nothing by itself; stands in the web application.
  const std::string& public_key() const { return public_key_; }
  /// "sb_secret_...": the operator's, opens the administration of accounts.
  const std::string& service_key() const { return service_key_; }

  /// Leaves the service key where the operator finds it: a file of mode 0600. Errors: kConfigurationInvalid.
  platform::Result<> WriteServiceKey(const std::filesystem::path& file) const;

  /// kAnon for the public key, kService for the service key, nothing for any other text.
  std::optional<TokenRole> RoleOf(std::string_view key) const;

 private:
  std::string public_key_;
  std::string service_key_;
};

}  // namespace scriba::auth
