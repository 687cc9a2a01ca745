// Who signed in or out, changed how they sign in, or was given something by an administrator.
#pragma once

#include <string>

#include "platform/clock.h"
#include "platform/db/database.h"

namespace scriba::auth {

/// A line of the log. `event` is a constant in snake_case ("signed_in").
struct AuditLine {
  std::string account_id = {};  ///< whom it is about; empty for nobody we know
  std::string event;
  std::string address = {};   ///< where the request came from, if that is known
  std::string actor_id = {};  ///< who did it, where it was somebody else
  std::string detail = {};    ///< to what; never anything clinical
  std::string subject = {};   ///< what it happened to, by its id, where that is not the account
};

/// Adds a line inside the transaction that makes the change.
platform::Task<platform::Result<>> NoteLine(platform::Connection& connection, AuditLine line, platform::Instant now);

/// The line of somebody's own doing, or of the server's.
platform::Task<platform::Result<>> NoteEvent(platform::Connection& connection, std::string account_id,
                                             std::string event, std::string address, platform::Instant now,
                                             std::string subject = {});

}  // namespace scriba::auth
