#include "auth/endpoints/admin_forms.h"

#include <charconv>

#include "auth/forms.h"
#include "auth/passwords.h"
#include "platform/http/error_body.h"
#include "platform/ids.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::Task;

constexpr std::int64_t kLongestBanHours = 1'000'000;

bool IsTrue(const nlohmann::json& body, const char* name) {
  const auto field = body.find(name);
  return field != body.end() && field->is_boolean() && field->get<bool>();
}

}  // namespace

std::optional<std::chrono::seconds> ParseDuration(std::string_view text) {
  if (text == "none") return std::chrono::seconds(0);
  std::chrono::seconds total{0};
  if (text.empty()) return std::nullopt;
  while (!text.empty()) {
    std::int64_t count = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (failure != std::errc() || count < 0 || count > kLongestBanHours * 3600) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.empty()) return std::nullopt;
    const std::int64_t unit = text.front() == 'h' ? 3600 : text.front() == 'm' ? 60 : text.front() == 's' ? 1 : 0;
    if (unit == 0 || count > kLongestBanHours * 3600 / unit) return std::nullopt;
    total += std::chrono::seconds(count * unit);
    text.remove_prefix(1);
  }
  return total;
}

Task<Result<AccountForm>> ReadAccountForm(Service& service, const nlohmann::json& body) {
  AccountForm form;
  auto email = TextField(body, "email");
  if (email && !email->empty()) email = NormalisedEmail(*email);
  if (!email) co_return Forward(email);
  form.email = std::move(*email);
  auto user_metadata = MetadataField(body, "user_metadata");
  if (!user_metadata) co_return Forward(user_metadata);
  form.user_metadata = std::move(*user_metadata);
  auto app_metadata = MetadataField(body, "app_metadata");
  if (!app_metadata) co_return Forward(app_metadata);
  form.app_metadata = std::move(*app_metadata);
  form.is_email_confirmed = IsTrue(body, "email_confirm");
  auto ban = TextField(body, "ban_duration");
  if (!ban) co_return Forward(ban);
  if (!ban->empty()) {
    form.ban_duration = ParseDuration(*ban);
    if (!form.ban_duration)
      co_return Fail(Code::kValidationFailed, "invalid format for ban duration: use none, 24h, 1h30m");
  }
  auto password = TextField(body, "password");
  if (!password) co_return Forward(password);
  if (password->empty()) co_return form;
  auto strong = CheckPassword(*password, PasswordRules::kSignUp);
  if (!strong) co_return Forward(strong);
  const auto hash = [&password] { return HashPassword(*password); };
  form.password_hash = co_await service.workers().Run(hash);
  co_return form;
}

Result<> ApplyForm(Account& account, const AccountForm& form, platform::Instant now) {
  if (!form.email.empty()) account.email = form.email;
  if (!form.password_hash.empty()) account.password_hash = form.password_hash;
  if (form.is_email_confirmed && !account.IsConfirmed()) account.email_confirmed_at = now;
  if (form.ban_duration) {
    account.banned_until.reset();
    if (form.ban_duration->count() > 0) account.banned_until = now + *form.ban_duration;
  }
  account.updated_at = now;
  auto merged = MergeMetadata(account.user_metadata.Edit(), form.user_metadata);
  if (!merged) return merged;
  return MergeMetadata(account.app_metadata.Edit(), form.app_metadata);
}

Task<Result<Person>> LoadPathUser(platform::Connection& connection, const platform::Request& request) {
  const auto id = platform::ParseUuid(request.Path("user_id"));
  if (!id) co_return Fail(Code::kUserNotFound, "User not found");
  co_return co_await LoadPerson(connection, *id);
}

platform::Response UnknownUser(const platform::Request& request) {
  const platform::Failure refusal = Fail(Code::kUserNotFound, "User not found");
  auto response = platform::AuthErrorResponse(request, refusal.value());
  response.status = 404;
  return response;
}

}  // namespace scriba::auth
