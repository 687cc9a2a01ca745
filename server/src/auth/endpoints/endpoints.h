// The endpoints of /auth/v1, each in a file of its own name. They answer or refuse; routes.cc writes the refusals.
#pragma once

#include "auth/service.h"
#include "platform/http/message.h"

namespace scriba::auth {

using EndpointResult = platform::Task<platform::Result<platform::Response>>;
using Endpoint = EndpointResult (*)(Service& service, const platform::Request& request);

EndpointResult SignUp(Service& service, const platform::Request& request);           // POST /signup
EndpointResult Token(Service& service, const platform::Request& request);            // POST /token?grant_type=
EndpointResult TokenPassword(Service& service, const platform::Request& request);    // ... grant_type=password
EndpointResult TokenRefresh(Service& service, const platform::Request& request);     // ... grant_type=refresh_token
EndpointResult TokenPkce(Service& service, const platform::Request& request);        // ... grant_type=pkce
EndpointResult Recover(Service& service, const platform::Request& request);          // POST /recover
EndpointResult Otp(Service& service, const platform::Request& request);              // POST /otp, /magiclink
EndpointResult Resend(Service& service, const platform::Request& request);           // POST /resend
EndpointResult VerifyLink(Service& service, const platform::Request& request);       // GET /verify
EndpointResult VerifyCode(Service& service, const platform::Request& request);       // POST /verify
EndpointResult SingleSignOn(Service& service, const platform::Request& request);     // POST /sso
EndpointResult Authorize(Service& service, const platform::Request& request);        // GET /authorize
EndpointResult Reauthenticate(Service& service, const platform::Request& request);   // GET /reauthenticate
EndpointResult LinkIdentity(Service& service, const platform::Request& request);     // /user/identities/...
EndpointResult EnrollFactor(Service& service, const platform::Request& request);     // POST /factors
EndpointResult ChallengeFactor(Service& service, const platform::Request& request);  // POST /factors/{id}/challenge
EndpointResult VerifyFactor(Service& service, const platform::Request& request);     // POST /factors/{id}/verify
EndpointResult UnenrollFactor(Service& service, const platform::Request& request);   // DELETE /factors/{id}
EndpointResult SignOut(Service& service, const platform::Request& request);          // POST /logout?scope=
EndpointResult GetUser(Service& service, const platform::Request& request);          // GET /user
EndpointResult UpdateUser(Service& service, const platform::Request& request);       // PUT /user
EndpointResult Settings(Service& service, const platform::Request& request);         // GET /settings
EndpointResult Health(Service& service, const platform::Request& request);           // GET /health
EndpointResult PublicKeys(Service& service, const platform::Request& request);       // GET /.well-known/jwks.json

}  // namespace scriba::auth
