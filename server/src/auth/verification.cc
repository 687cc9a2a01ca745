#include "auth/verification.h"

#include "auth/email_change.h"
#include "auth/pkce.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Instant;
using platform::Result;
using platform::Task;

/// The method of the session's `amr`.
std::string MethodOf(const std::string& kind, ProofForm form) {
  if (kind == token_kind::kRecovery) return "recovery";
  return kind == token_kind::kMagicLink && form == ProofForm::kLink ? "magiclink" : "otp";
}

Task<Result<>> ConfirmAddress(Connection& connection, Account& account, Instant now) {
  if (account.IsConfirmed()) co_return Result<>{};
  account.email_confirmed_at = now;
  account.user_metadata.Edit()["email_verified"] = true;
  account.updated_at = now;
  co_return co_await UpdateAccount(connection, account);
}

}  // namespace

platform::Failure TokenRefused() { return Fail(Code::kOtpExpired, "Token has expired or is invalid"); }

std::vector<std::string> KindsOfType(std::string_view type) {
  if (type == "signup") return {token_kind::kSignUp};
  if (type == "invite") return {token_kind::kInvitation};
  if (type == "recovery") return {token_kind::kRecovery};
  if (type == "magiclink") return {token_kind::kMagicLink};
  if (type == "email") return {token_kind::kMagicLink, token_kind::kSignUp};
  if (type == "email_change") return {token_kind::kEmailChangeCurrent, token_kind::kEmailChangeNew};
  return {};
}

Task<Result<Verification>> CompleteVerification(Connection& connection, OneTimeToken token, ProofForm form,
                                                bool may_use_flow, Instant now) {
  auto account = co_await FindAccount(connection, token.account_id);
  if (!account) co_return Forward(account);
  if (!*account) co_return TokenRefused();
  if ((*account)->IsBanned(now)) co_return Fail(Code::kUserBanned, "User is banned");
  Verification verification;
  if (token.kind.starts_with("email_change")) {
    auto changed = co_await ConfirmEmailChange(connection, **account, now);
    if (!changed) co_return Forward(changed);
    verification.is_half_of_email_change = !*changed;
    if (verification.is_half_of_email_change) co_return verification;
  } else {
    auto confirmed = co_await ConfirmAddress(connection, **account, now);
    if (!confirmed) co_return Forward(confirmed);
  }
  if (may_use_flow && !token.flow_id.empty()) {
    auto code = co_await IssueFlowCode(connection, token.flow_id, now);
    if (!code) co_return Forward(code);
    verification.flow_code = std::move(*code);
    co_return verification;
  }
  std::string method = MethodOf(token.kind, form);
  auto signed_in = co_await SignIn(connection, token.account_id, std::move(method), now);
  if (!signed_in) co_return Forward(signed_in);
  verification.signed_in = std::move(*signed_in);
  co_return verification;
}

}  // namespace scriba::auth
