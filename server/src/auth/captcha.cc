#include "auth/captcha.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "auth/redirect_targets.h"
#include "platform/http/client.h"
#include "platform/json.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Fail;
using platform::Result;
using platform::Task;

constexpr std::chrono::seconds kPatience{10};
// Only failures count: a practice behind one address solves as many as it likes.
constexpr RateRule kFailuresPerAddress{.allowed = 60, .window = std::chrono::minutes(5)};

std::string CaptchaToken(const nlohmann::json& body) {
  const auto security = body.find("gotrue_meta_security");
  if (security == body.end() || !security->is_object()) return {};
  const auto token = security->find("captcha_token");
  return token != security->end() && token->is_string() ? token->get<std::string>() : std::string();
}

/// The time in line counts too, so that a provider that hangs holds nobody up for longer.
Result<platform::IncomingAnswer> AskUntil(std::chrono::steady_clock::time_point limit,
                                          platform::OutgoingRequest& question) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(limit - std::chrono::steady_clock::now());
  if (left.count() <= 0) return Fail(Code::kDeadlineExceeded, "the captcha's provider took too long");
  question.deadline = left;
  return platform::Fetch(question);
}

/// Nothing when the provider gave none.
std::optional<bool> VerdictOf(const Result<platform::IncomingAnswer>& answer) {
  if (!answer || answer->status != 200) return std::nullopt;
  const auto verdict = platform::ParseForeignJson(answer->body);
  if (!verdict.is_object() || !verdict.contains("success")) return std::nullopt;
  return verdict["success"] == true;
}

}  // namespace

Task<Result<>> CheckCaptcha(Service& service, const platform::Request& request, const nlohmann::json& body) {
  const platform::Config& config = service.config();
  if (config.captcha_url.empty()) co_return Result<>{};
  const std::string token = CaptchaToken(body);
  if (token.empty())
    co_return Fail(Code::kCaptchaFailed, "captcha protection: request disallowed (no captcha_token found)");
  const std::string sender = AddressKey("captcha", request.client_address);
  if (!service.rate_limits().Take(sender, kFailuresPerAddress)) {
    co_return Fail(Code::kOverRequestRateLimit, "Request rate limit reached");
  }
  platform::OutgoingRequest question;
  question.url = config.captcha_url;
  question.headers.emplace_back("content-type", "application/x-www-form-urlencoded");
  question.body =
      EncodeParameters({{"secret", config.captcha_secret}, {"response", token}, {"remoteip", request.client_address}});
  auto ask = [&question, limit = std::chrono::steady_clock::now() + kPatience] { return AskUntil(limit, question); };
  // Addresses take turns: whoever sends many delays another by one.
  const auto verdict = VerdictOf(co_await service.captcha_waiters().RunFor(sender, std::move(ask)));
  // A provider that does not answer is not the sender's fault.
  if (verdict.value_or(true)) service.rate_limits().GiveBack(sender);
  if (!verdict.value_or(false)) co_return Fail(Code::kCaptchaFailed, "captcha protection: request disallowed");
  co_return Result<>{};
}

}  // namespace scriba::auth
