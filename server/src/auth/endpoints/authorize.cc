#include "auth/endpoints/endpoints.h"

namespace scriba::auth {

EndpointResult Authorize(Service&, const platform::Request&) {
  co_return platform::Fail(platform::Code::kValidationFailed, "Unsupported provider: provider is not enabled");
}

}  // namespace scriba::auth
