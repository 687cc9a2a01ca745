#include "auth/link_mails.h"

#include "auth/answers.h"
#include "auth/audit_log.h"
#include "auth/captcha.h"
#include "auth/redirect_targets.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Instant;
using platform::Result;
using platform::Task;

constexpr RateRule kPerClient{.allowed = 100, .window = std::chrono::hours(1)};
constexpr RateRule kPerReceiver{.allowed = 6, .window = std::chrono::minutes(15)};

/// What the link and the contract call a kind of token.
std::string TypeOf(const std::string& kind) { return kind.starts_with("email_change") ? "email_change" : kind; }

MailKind MailKindOf(const std::string& kind) {
  if (kind == token_kind::kSignUp) return MailKind::kConfirmation;
  if (kind == token_kind::kInvitation) return MailKind::kInvitation;
  if (kind == token_kind::kRecovery) return MailKind::kRecovery;
  if (kind == token_kind::kReauthentication) return MailKind::kReauthentication;
  return kind == token_kind::kMagicLink ? MailKind::kMagicLink : MailKind::kEmailChange;
}

/// Everything that the known and the unknown address have in common happens here: one look, one write.
Task<Result<>> Prepare(Connection& connection, const Service& service, const LinkRequest& form, const std::string& kind,
                       bool (*applies)(const Account&), const std::string& client) {
  const Instant now = service.clock().Now();
  auto account = co_await FindAccountByEmail(connection, form.email);
  if (!account) co_return Forward(account);
  std::string account_id;
  if (*account) account_id = (*account)->id;
  std::string event = kind + "_requested";
  auto noted = co_await NoteEvent(connection, std::move(account_id), std::move(event), client, now);
  if (!noted) co_return Forward(noted);
  if (!*account || !applies(**account) || (*account)->IsBanned(now)) co_return Result<>{};
  TokenOrder order{.account_id = (*account)->id, .kind = kind, .email = form.email, .pkce = form.pkce};
  co_return co_await PrepareLinkMail(connection, service, **account, std::move(order), form.redirect_to);
}

}  // namespace

void NoteLink(Account& account, const std::string& kind, Instant now) {
  if (kind == token_kind::kSignUp) {
    account.confirmation_sent_at = now;
  } else if (kind == token_kind::kInvitation) {
    account.invited_at = now;
  } else if (kind == token_kind::kReauthentication) {
    account.reauthentication_sent_at = now;
  } else if (kind.starts_with("email_change")) {
    account.email_change_sent_at = now;
  } else {
    account.recovery_sent_at = now;
  }
}

std::string DefaultTarget(const platform::Config& config, std::string_view type) {
  return type == token_kind::kRecovery ? config.public_url + "/reset-password" : config.public_url;
}

std::string VerificationLink(const platform::Config& config, const IssuedToken& token, const std::string& kind,
                             const std::string& redirect_to) {
  const std::string type = TypeOf(kind);
  const std::string target = RedirectTarget(config, redirect_to, DefaultTarget(config, type));
  const LinkParameters parameters{{"token", token.link_token}, {"type", type}, {"redirect_to", target}};
  return WithParameters(config.public_url + "/auth/v1/verify", parameters, {});
}

bool TakeReceiverLimit(Service& service, const std::string& email) {
  return service.rate_limits().Take("mail-to:" + email, kPerReceiver);
}

Result<> TakeMailLimits(Service& service, const platform::Request& request, const std::string& email) {
  const bool is_allowed = service.rate_limits().Take(AddressKey("mail", request.client_address), kPerClient) &&
                          TakeReceiverLimit(service, email);
  if (!is_allowed) return Fail(Code::kOverEmailSendRateLimit, "Email rate limit exceeded");
  return {};
}

Task<Result<LinkRequest>> ReadLinkRequest(Service& service, const platform::Request& request,
                                          const nlohmann::json& body) {
  auto email = EmailField(body);
  if (!email) co_return Forward(email);
  auto pkce = PkceField(body);
  if (!pkce) co_return Forward(pkce);
  auto human = co_await CheckCaptcha(service, request, body);
  if (!human) co_return Forward(human);
  auto allowed = TakeMailLimits(service, request, *email);
  if (!allowed) co_return Forward(allowed);
  co_return LinkRequest{.email = std::move(*email),
                        .redirect_to = request.QueryValue("redirect_to").value_or(""),
                        .pkce = std::move(*pkce)};
}

Task<Result<>> PrepareLinkMail(Connection& connection, const Service& service, Account& account, TokenOrder order,
                               const std::string& redirect_to) {
  const Instant now = service.clock().Now();
  const platform::Config& config = service.config();
  const IssuedToken token = OneTimeTokens::Draw(order);
  const MailFacts facts{.to = order.email,
                        .link = VerificationLink(config, token, order.kind, redirect_to),
                        .code = token.code,
                        .new_email = account.new_email,
                        .site = config.public_url};
  std::string sealed = service.waiting_mails().Seal(WriteMail(MailKindOf(order.kind), facts), token.id);
  NoteLink(account, order.kind, now);
  auto kept = co_await service.one_time_tokens().Keep(connection, std::move(order), token, std::move(sealed), now);
  if (!kept) co_return Forward(kept);
  auto updated = co_await UpdateAccount(connection, account);
  if (!updated) co_return Forward(updated);
  co_return co_await platform::RequestJob(connection, kWaitingMailJob, token.id, now);
}

Task<Result<platform::Response>> AnswerWithLinkMail(Service& service, const platform::Request& request,
                                                    LinkRequest form, std::string kind,
                                                    bool (*applies)(const Account&)) {
  std::function<Task<Result<>>(Connection&)> prepare = [&](Connection& connection) {
    return Prepare(connection, service, form, kind, applies, request.client_address);
  };
  auto prepared = co_await service.database().WriteWith(std::move(prepare));
  if (!prepared) co_return Forward(prepared);
  service.SendWaitingMails();
  co_return EmptyObjectResponse();
}

}  // namespace scriba::auth
