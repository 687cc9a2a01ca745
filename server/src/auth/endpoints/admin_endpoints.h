// The endpoints for the operator's tools, with the service key as bearer.
#pragma once

#include "auth/endpoints/endpoints.h"

namespace scriba::auth {

EndpointResult ListUsers(Service& service, const platform::Request& request);        // GET /admin/users
EndpointResult CreateUser(Service& service, const platform::Request& request);       // POST /admin/users
EndpointResult ShowUser(Service& service, const platform::Request& request);         // GET /admin/users/{id}
EndpointResult ModifyUser(Service& service, const platform::Request& request);       // PUT /admin/users/{id}
EndpointResult DeleteUser(Service& service, const platform::Request& request);       // DELETE /admin/users/{id}
EndpointResult ListUserFactors(Service& service, const platform::Request& request);  // GET /admin/users/{id}/factors
EndpointResult RemoveUserFactor(Service& service,
                                const platform::Request& request);  // DELETE /admin/users/{id}/factors/{id}
EndpointResult GenerateLink(Service& service, const platform::Request& request);  // POST /admin/generate_link
EndpointResult Invite(Service& service, const platform::Request& request);        // POST /invite

}  // namespace scriba::auth
