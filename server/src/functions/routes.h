// Puts /functions/v1 on the router.
#pragma once

#include "functions/endpoints.h"
#include "platform/http/router.h"

namespace scriba::functions {

/// `parts` and `authenticator` outlive the router.
void AddFunctionRoutes(platform::Router& router, auth::Authenticator& authenticator, const Parts& parts);

}  // namespace scriba::functions
