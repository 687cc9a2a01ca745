#include "auth/api_keys.h"

#include "platform/crypto/encoding.h"

namespace scriba::auth {
namespace {

std::string DerivedText(const platform::MasterKey& master, std::string_view purpose) {
  const platform::KeyBytes bytes = master.Derive(purpose);
  return platform::ToBase64Url(std::string(bytes.begin(), bytes.end()));
}

}  // namespace

ApiKeys::ApiKeys(const platform::MasterKey& master)
    : public_key_("sb_publishable_" + DerivedText(master, "api-key-public")),
      service_key_("sb_secret_" + DerivedText(master, "api-key-service")) {}

std::optional<TokenRole> ApiKeys::RoleOf(std::string_view key) const {
  if (platform::EqualInConstantTime(key, public_key_)) return TokenRole::kAnon;
  if (platform::EqualInConstantTime(key, service_key_)) return TokenRole::kService;
  return std::nullopt;
}

}  // namespace scriba::auth
