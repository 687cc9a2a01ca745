// Requests for a mail with a link: alike in answer and time whether or not anybody has the address (recover, otp,
// magiclink, resend).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "auth/accounts.h"
#include "auth/mails.h"
#include "auth/one_time_tokens.h"
#include "auth/service.h"
#include "platform/http/message.h"

namespace scriba::auth {

/// The fields that all these requests share.
struct LinkRequest {
  std::string email;
  std::string redirect_to;  ///< as asked; judged where the link is made
  std::optional<PkceChallenge> pkce;
};

/// Reads and checks the form, the captcha, and the limits that count per address whether or not it exists.
/// Errors: kBadJson, kValidationFailed, kCaptchaFailed, kOverEmailSendRateLimit.
platform::Task<platform::Result<LinkRequest>> ReadLinkRequest(Service& service, const platform::Request& request,
                                                              const nlohmann::json& body);

/// One mail's limits, per client address and per receiving address. Errors: kOverEmailSendRateLimit.
platform::Result<> TakeMailLimits(Service& service, const platform::Request& request, const std::string& email);

/// The receiver's alone, for a further address that a request mails to: false when it is used up.
bool TakeReceiverLimit(Service& service, const std::string& email);

/// Finds the account and sends its mail when `applies` says so; `{}` either way.
platform::Task<platform::Result<platform::Response>> AnswerWithLinkMail(Service& service,
                                                                        const platform::Request& request,
                                                                        LinkRequest form, std::string kind,
                                                                        bool (*applies)(const Account&));

/// Makes the token of a kind for an account and the mail that brings it, inside a transaction, and notes when. The mail
/// leaves after the transaction: Service::SendWaitingMails().
platform::Task<platform::Result<>> PrepareLinkMail(platform::Connection& connection, const Service& service,
                                                   Account& account, TokenOrder order, const std::string& redirect_to);

/// Notes on the account when it was given a link of a kind. Not written yet.
void NoteLink(Account& account, const std::string& kind, platform::Instant now);

/// The address that a mail carries for a token of this kind.
std::string VerificationLink(const platform::Config& config, const IssuedToken& token, const std::string& kind,
                             const std::string& redirect_to);

/// Where a flow leads when nothing usable was asked for.
std::string DefaultTarget(const platform::Config& config, std::string_view type);

}  // namespace scriba::auth
