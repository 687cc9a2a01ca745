// The objects of /auth/v1 as clients read them: user and session.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "auth/accounts.h"
#include "auth/service.h"
#include "auth/sessions.h"
#include "platform/http/message.h"

namespace scriba::auth {

/// Absent optional fields are left out; times are RFC 3339 with Z.
nlohmann::json UserObject(const Person& person);

/// The session object with fresh access and current refresh token.
nlohmann::json SessionObject(const Service& service, const Person& person, const Session& session);

/// The session object as an answer that no cache may keep.
platform::Response SessionResponse(const Service& service, const Person& person, const Session& session);

/// `{}`: done, or silently not.
platform::Response EmptyObjectResponse();

}  // namespace scriba::auth
