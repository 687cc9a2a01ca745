// A change of address: asked for by the user, good once both addresses have confirmed it.
#pragma once

#include <string>

#include "auth/link_mails.h"

namespace scriba::auth {

/// Notes the new address and prepares the two mails. `account` is written. Errors: kEmailExists.
platform::Task<platform::Result<>> BeginEmailChange(platform::Connection& connection, const Service& service,
                                                    Account& account, std::string new_email,
                                                    const std::string& redirect_to, std::optional<PkceChallenge> pkce);

/// Before one link of a change is handed out by itself: turns `account` to the new address, and voids what a change to
/// another one left. A half that was confirmed stands only where the other half's link is asked for. Errors:
/// kEmailExists.
platform::Task<platform::Result<>> TurnEmailChange(platform::Connection& connection, const Service& service,
                                                   Account& account, const std::string& new_email,
                                                   const std::string& kind);

/// One of the two addresses confirmed; true when that was the second and the change is made.
/// Errors: kEmailExists when somebody else took the address meanwhile.
platform::Task<platform::Result<bool>> ConfirmEmailChange(platform::Connection& connection, Account& account,
                                                          platform::Instant now);

/// Sends the links that a change under way still wants again: what one address has confirmed stands. `{}` whether or
/// not there is such a change. The form names the account's address or the new one.
platform::Task<platform::Result<platform::Response>> ResendEmailChange(Service& service,
                                                                       const platform::Request& request,
                                                                       LinkRequest form);

}  // namespace scriba::auth
