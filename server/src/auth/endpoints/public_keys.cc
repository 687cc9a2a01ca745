#include "auth/endpoints/endpoints.h"

namespace scriba::auth {

EndpointResult PublicKeys(Service& service, const platform::Request&) {
  auto response = platform::Response::JsonText(200, service.signing_keys().PublicSet());
  response.With("cache-control", "public, max-age=600");
  co_return response;
}

}  // namespace scriba::auth
