#include <nlohmann/json.hpp>

#include "auth/endpoints/endpoints.h"

namespace scriba::auth {

EndpointResult Settings(Service& service, const platform::Request&) {
  nlohmann::json external{{"email", true}, {"phone", false}, {"anonymous_users", false}};
  for (const char* provider :
       {"apple",  "azure",   "bitbucket", "discord",  "facebook",      "figma",  "fly",   "github",     "gitlab",
        "google", "kakao",   "keycloak",  "linkedin", "linkedin_oidc", "notion", "slack", "slack_oidc", "spotify",
        "twitch", "twitter", "workos",    "x",        "zoom"}) {
    external[provider] = false;
  }
  const nlohmann::json settings{{"external", std::move(external)},
                                {"disable_signup", !service.config().signup_enabled},
                                {"mailer_autoconfirm", service.config().autoconfirm},
                                {"phone_autoconfirm", false},
                                {"sms_provider", ""},
                                {"saml_enabled", false},
                                {"passkeys_enabled", false}};
  co_return platform::Response::Json(200, settings);
}

}  // namespace scriba::auth
