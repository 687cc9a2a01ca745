// The sign-in surface, /auth/v1.
#pragma once

#include "auth/service.h"
#include "platform/http/router.h"

namespace scriba::auth {

/// `service` must outlive the router.
void AddAuthRoutes(platform::Router& router, Service& service);

}  // namespace scriba::auth
