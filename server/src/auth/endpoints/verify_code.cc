#include <nlohmann/json.hpp>

#include "auth/answers.h"
#include "auth/endpoints/endpoints.h"
#include "auth/forms.h"
#include "auth/verification.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::Task;

// A million codes and an hour to try: ten tries leave one chance in a hundred thousand.
constexpr RateRule kWrongCodes{.allowed = 10, .window = std::chrono::hours(1)};
constexpr RateRule kWrongCodesOfClient{.allowed = 100, .window = std::chrono::hours(1)};
constexpr RateRule kWrongLinks{.allowed = 100, .window = std::chrono::hours(1)};

struct Form {
  std::string type;
  std::string email;       ///< with `code`
  std::string code;        ///< six digits
  std::string link_token;  ///< instead of both
};

Result<Form> ReadForm(const nlohmann::json& body) {
  auto type = TextField(body, "type");
  if (!type) return Forward(type);
  if (KindsOfType(*type).empty()) return Fail(Code::kValidationFailed, "Verify requires a verification type");
  auto link_token = TextField(body, "token_hash");
  if (!link_token) return Forward(link_token);
  auto code = TextField(body, "token");
  if (!code) return Forward(code);
  if (code->empty() == link_token->empty()) {
    return Fail(Code::kValidationFailed, "Verify requires either a token or a token hash");
  }
  Form form{.type = std::move(*type), .email = {}, .code = std::move(*code), .link_token = std::move(*link_token)};
  if (form.code.empty()) return form;
  auto email = EmailField(body);
  if (!email) return Forward(email);
  form.email = std::move(*email);
  return form;
}

Task<Result<Verification>> Verify(Connection& connection, const Service& service, const Form& form) {
  const platform::Instant now = service.clock().Now();
  const OneTimeTokens& tokens = service.one_time_tokens();
  const bool is_code = form.link_token.empty();
  std::vector<std::string> kinds = KindsOfType(form.type);
  Result<std::optional<OneTimeToken>> token;
  if (is_code) {
    token = co_await tokens.TakeByCode(connection, form.email, form.code, std::move(kinds), now);
  } else {
    token = co_await tokens.TakeByLink(connection, form.link_token, std::move(kinds), now);
  }
  if (!token) co_return Forward(token);
  if (!*token) co_return TokenRefused();
  const ProofForm proof = is_code ? ProofForm::kCode : ProofForm::kLink;
  co_return co_await CompleteVerification(connection, std::move(**token), proof, false, now);
}

}  // namespace

EndpointResult VerifyCode(Service& service, const platform::Request& request) {
  auto body = ReadBody(request);
  if (!body) co_return Forward(body);
  auto form = ReadForm(*body);
  if (!form) co_return Forward(form);
  // Tries count per address whether or not anybody has it, and per client, and are given back unless they were wrong.
  const bool is_code = !form->code.empty();
  Try at_this(service.rate_limits(),
              is_code ? "verify:" + form->email : AddressKey("verify-link", request.client_address),
              is_code ? kWrongCodes : kWrongLinks);
  std::optional<Try> of_client;
  if (is_code) {
    of_client.emplace(service.rate_limits(), AddressKey("verify-code", request.client_address), kWrongCodesOfClient);
  }
  if (!at_this.IsAllowed() || (of_client && !of_client->IsAllowed())) {
    co_return Fail(Code::kOverRequestRateLimit, "Request rate limit reached");
  }
  std::function<Task<Result<Verification>>(Connection&)> verify = [&](Connection& connection) {
    return Verify(connection, service, *form);
  };
  auto verification = co_await service.database().Write<Verification>(std::move(verify));
  at_this.Judge(verification);
  if (of_client) of_client->Judge(verification);
  if (!verification) co_return Forward(verification);
  if (verification->is_half_of_email_change) {
    co_return platform::Response::Json(200, {{"msg", kHalfConfirmedMessage}, {"code", "200"}});
  }
  co_return SessionResponse(service, verification->signed_in->person, verification->signed_in->session);
}

}  // namespace scriba::auth
