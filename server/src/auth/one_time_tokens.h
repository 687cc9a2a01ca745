// What a mail carries to prove that its address is one's own: a link for clicking and six digits for typing, each
// good once and for an hour.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "auth/forms.h"
#include "platform/clock.h"
#include "platform/crypto/sealing.h"
#include "platform/db/database.h"

namespace scriba::auth {

inline constexpr std::chrono::hours kTokenLifetime{1};

/// The kinds as the database keeps them. An account has at most one token of each.
namespace token_kind {
inline constexpr const char* kSignUp = "signup";
inline constexpr const char* kInvitation = "invite";
inline constexpr const char* kRecovery = "recovery";
inline constexpr const char* kMagicLink = "magiclink";
inline constexpr const char* kEmailChangeCurrent = "email_change_current";
inline constexpr const char* kEmailChangeNew = "email_change_new";
inline constexpr const char* kReauthentication = "reauthentication";
}  // namespace token_kind

struct OneTimeToken {
  std::string id;
  std::string account_id;
  std::string kind;
  std::string email;
  std::string flow_id;  ///< empty unless the flow is PKCE
};

/// A new token, in the only moment in which its two secrets are readable.
struct IssuedToken {
  std::string id;
  std::string link_token;  ///< 256 bits; begins with "pkce_" in such a flow
  std::string code;
};

struct TokenOrder {
  std::string account_id;
  std::string kind;
  std::string email;  ///< the address that the mail goes to
  std::optional<PkceChallenge> pkce = std::nullopt;
};

/// Only hashes are kept; those of the short codes are keyed, so that who reads the database cannot try them all.
class OneTimeTokens {
 public:
  explicit OneTimeTokens(const platform::MasterKey& master) : key_(master.Derive("one-time-codes")) {}

  static IssuedToken Draw(const TokenOrder& order);

  /// Keeps a token that was drawn for this order, in the place of the account's former one of its kind. `sealed_mail`
  /// lies beside it until it has left (waiting_mails.h); empty where somebody brings the token in another way.
  platform::Task<platform::Result<>> Keep(platform::Connection& connection, TokenOrder order, IssuedToken token,
                                          std::string sealed_mail, platform::Instant now) const;

  /// Takes a token out of the database by the text of its link: it cannot be used again. Nothing when there is no such
  /// token of these kinds or it is too old.
  platform::Task<platform::Result<std::optional<OneTimeToken>>> TakeByLink(platform::Connection& connection,
                                                                           std::string link_token,
                                                                           std::vector<std::string> kinds,
                                                                           platform::Instant now) const;

  /// The same by the six digits sent to an address.
  platform::Task<platform::Result<std::optional<OneTimeToken>>> TakeByCode(platform::Connection& connection,
                                                                           std::string email, std::string code,
                                                                           std::vector<std::string> kinds,
                                                                           platform::Instant now) const;

 private:
  std::string CodeHash(const std::string& email, const std::string& kind, const std::string& code) const;

  const platform::KeyBytes key_;
};

/// Ends what was sent to the account and not used yet: links, codes, and flows that wait for their browser. Whoever
/// reads a mailbox that is no longer the account's, or had asked before a rescue, has nothing left in hand.
platform::Task<platform::Result<>> ForgetPendingProofs(platform::Connection& connection, std::string account_id);

}  // namespace scriba::auth
