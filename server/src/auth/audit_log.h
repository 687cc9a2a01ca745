// Who signed in, out, or changed how they sign in: for the operator, never for an API.
#pragma once

#include <string>

#include "platform/clock.h"
#include "platform/db/database.h"

namespace scriba::auth {

/// Adds a line inside the transaction that makes the change. An empty `account_id` stands for nobody we know. `event`
/// is a constant in snake_case ("signed_in"); `subject` is what it happened to, by its id, where that is not the
/// account.
platform::Task<platform::Result<>> NoteEvent(platform::Connection& connection, std::string account_id,
                                             std::string event, std::string address, platform::Instant now,
                                             std::string subject = {});

}  // namespace scriba::auth
