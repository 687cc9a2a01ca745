#include "auth/endpoints/endpoints.h"

namespace scriba::auth {

// An account has the identity it was made with; others cannot be linked or unlinked.
EndpointResult LinkIdentity(Service& service, const platform::Request& request) {
  auto caller = co_await service.RequireUser(request);
  if (!caller) co_return platform::Forward(caller);
  co_return platform::Fail(platform::Code::kManualLinkingDisabled, "Manual linking is disabled");
}

}  // namespace scriba::auth
