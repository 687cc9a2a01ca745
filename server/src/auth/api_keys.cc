#include "auth/api_keys.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

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

platform::Result<> ApiKeys::WriteServiceKey(const std::filesystem::path& file) const {
  const std::string line = service_key_ + "\n";
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR);
  const bool is_written = descriptor >= 0 && ::fchmod(descriptor, S_IRUSR | S_IWUSR) == 0 &&
                          ::write(descriptor, line.data(), line.size()) == static_cast<ssize_t>(line.size());
  if (descriptor >= 0) ::close(descriptor);
  if (!is_written) return platform::Fail(platform::Code::kConfigurationInvalid, file.string() + " cannot be written");
  return {};
}

std::optional<TokenRole> ApiKeys::RoleOf(std::string_view key) const {
  if (platform::EqualInConstantTime(key, public_key_)) return TokenRole::kAnon;
  if (platform::EqualInConstantTime(key, service_key_)) return TokenRole::kService;
  return std::nullopt;
}

}  // namespace scriba::auth
