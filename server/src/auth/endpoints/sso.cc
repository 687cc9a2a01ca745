#include "auth/endpoints/endpoints.h"
#include "auth/forms.h"

namespace scriba::auth {

EndpointResult SingleSignOn(Service&, const platform::Request& request) {
  auto body = ReadBody(request);
  if (!body) co_return platform::Forward(body);
  co_return platform::Fail(platform::Code::kSamlProviderDisabled, "SAML 2.0 is disabled");
}

}  // namespace scriba::auth
