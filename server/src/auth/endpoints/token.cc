#include "auth/endpoints/endpoints.h"

namespace scriba::auth {

EndpointResult Token(Service& service, const platform::Request& request) {
  const std::string grant_type = request.QueryValue("grant_type").value_or("");
  if (grant_type == "password") co_return co_await TokenPassword(service, request);
  if (grant_type == "refresh_token") co_return co_await TokenRefresh(service, request);
  if (grant_type == "pkce") co_return co_await TokenPkce(service, request);
  co_return platform::Fail(platform::Code::kInvalidCredentials, "unsupported_grant_type");
}

}  // namespace scriba::auth
