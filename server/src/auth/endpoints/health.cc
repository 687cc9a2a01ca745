#include <nlohmann/json.hpp>

#include "auth/endpoints/endpoints.h"

namespace scriba::auth {

EndpointResult Health(Service&, const platform::Request&) {
  const nlohmann::json health{
      {"version", SCRIBA_VERSION}, {"name", "Scriba"}, {"description", "Scriba sign-in service"}};
  co_return platform::Response::Json(200, health);
}

}  // namespace scriba::auth
