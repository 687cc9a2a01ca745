#include "auth/routes.h"

#include "auth/endpoints/admin_endpoints.h"
#include "auth/endpoints/endpoints.h"
#include "platform/http/error_body.h"

namespace scriba::auth {
namespace {

using platform::Method;
using platform::Request;
using platform::Response;
using platform::Task;

/// Links in mails and public documents are opened without a key; the operator's tools show the service key.
enum class Door { kNeedsApiKey, kOpen, kOperator };

Task<Response> Answer(Service& service, Endpoint endpoint, Door door, const Request& request) {
  if (door != Door::kOpen) {
    const auto role = service.RequireApiKey(request);
    if (!role) co_return platform::AuthErrorResponse(request, role.error());
  }
  if (door == Door::kOperator) {
    const auto allowed = service.RequireService(request);
    if (!allowed) co_return platform::AuthErrorResponse(request, allowed.error());
  }
  auto response = co_await endpoint(service, request);
  if (!response) co_return platform::AuthErrorResponse(request, response.error());
  co_return std::move(*response);
}

}  // namespace

void AddAuthRoutes(platform::Router& router, Service& service) {
  const auto add = [&](Method method, std::string_view path, Endpoint endpoint, Door door = Door::kNeedsApiKey) {
    router.Add(method, "/auth/v1" + std::string(path),
               [&service, endpoint, door](const Request& request) { return Answer(service, endpoint, door, request); });
  };
  router.SetErrorWriter("/auth/v1", platform::AuthErrorResponse);

  add(Method::kPost, "/signup", SignUp);
  add(Method::kPost, "/token", Token);
  add(Method::kPost, "/logout", SignOut);
  add(Method::kPost, "/recover", Recover);
  add(Method::kPost, "/otp", Otp);
  add(Method::kPost, "/magiclink", Otp);
  add(Method::kPost, "/resend", Resend);
  add(Method::kGet, "/verify", VerifyLink, Door::kOpen);
  add(Method::kPost, "/verify", VerifyCode);
  add(Method::kPost, "/sso", SingleSignOn);
  add(Method::kGet, "/authorize", Authorize, Door::kOpen);
  add(Method::kGet, "/reauthenticate", Reauthenticate);
  add(Method::kGet, "/user/identities/authorize", LinkIdentity);
  add(Method::kDelete, "/user/identities/{identity_id}", LinkIdentity);
  add(Method::kGet, "/user", GetUser);
  add(Method::kPut, "/user", UpdateUser);
  add(Method::kPost, "/factors", EnrollFactor);
  add(Method::kPost, "/factors/{factor_id}/challenge", ChallengeFactor);
  add(Method::kPost, "/factors/{factor_id}/verify", VerifyFactor);
  add(Method::kDelete, "/factors/{factor_id}", UnenrollFactor);
  add(Method::kGet, "/settings", Settings);
  add(Method::kGet, "/health", Health, Door::kOpen);
  add(Method::kGet, "/.well-known/jwks.json", PublicKeys, Door::kOpen);

  add(Method::kGet, "/admin/users", ListUsers, Door::kOperator);
  add(Method::kPost, "/admin/users", CreateUser, Door::kOperator);
  add(Method::kGet, "/admin/users/{user_id}", ShowUser, Door::kOperator);
  add(Method::kPut, "/admin/users/{user_id}", ModifyUser, Door::kOperator);
  add(Method::kDelete, "/admin/users/{user_id}", DeleteUser, Door::kOperator);
  add(Method::kGet, "/admin/users/{user_id}/factors", ListUserFactors, Door::kOperator);
  add(Method::kDelete, "/admin/users/{user_id}/factors/{factor_id}", RemoveUserFactor, Door::kOperator);
  add(Method::kPost, "/admin/generate_link", GenerateLink, Door::kOperator);
  add(Method::kPost, "/invite", Invite, Door::kOperator);
}

}  // namespace scriba::auth
