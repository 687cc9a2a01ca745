#include "auth/answers.h"
#include "auth/audit_log.h"
#include "auth/endpoints/endpoints.h"
#include "auth/forms.h"
#include "auth/pkce.h"
#include "auth/sign_in.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::Task;

constexpr RateRule kWrongCodes{.allowed = 100, .window = std::chrono::hours(1)};

struct Form {
  std::string code;
  std::string verifier;
};

Result<Form> ReadForm(const nlohmann::json& body) {
  auto code = TextField(body, "auth_code");
  if (!code) return Forward(code);
  auto verifier = TextField(body, "code_verifier");
  if (!verifier) return Forward(verifier);
  if (code->empty() || verifier->empty()) {
    return Fail(Code::kValidationFailed, "invalid request: both auth code and code verifier should be non-empty");
  }
  return Form{.code = std::move(*code), .verifier = std::move(*verifier)};
}

std::string MethodOf(const std::string& flow_method) {
  return flow_method == "recovery" || flow_method == "magiclink" ? flow_method : "otp";
}

Task<Result<SignedIn>> Exchange(Connection& connection, const Form& form, const std::string& address,
                                platform::Instant now) {
  auto flow = co_await FinishFlow(connection, form.code, form.verifier, now);
  if (!flow) co_return Forward(flow);
  auto noted = co_await NoteEvent(connection, flow->account_id, "signed_in", address, now);
  if (!noted) co_return Forward(noted);
  std::string method = MethodOf(flow->method);
  co_return co_await SignIn(connection, flow->account_id, std::move(method), now);
}

}  // namespace

EndpointResult TokenPkce(Service& service, const platform::Request& request) {
  auto body = ReadBody(request);
  if (!body) co_return Forward(body);
  auto form = ReadForm(*body);
  if (!form) co_return Forward(form);
  Try code(service.rate_limits(), AddressKey("pkce", request.client_address), kWrongCodes);
  if (!code.IsAllowed()) {
    co_return Fail(Code::kOverRequestRateLimit, "Request rate limit reached");
  }
  std::function<Task<Result<SignedIn>>(Connection&)> exchange = [&](Connection& connection) {
    return Exchange(connection, *form, request.client_address, service.clock().Now());
  };
  auto signed_in = co_await service.database().Write<SignedIn>(std::move(exchange));
  code.Judge(signed_in);
  if (!signed_in) co_return Forward(signed_in);
  co_return SessionResponse(service, signed_in->person, signed_in->session);
}

}  // namespace scriba::auth
