#include "auth/one_time_tokens.h"

#include <sodium.h>
#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "auth/pkce.h"
#include "platform/crypto/encoding.h"
#include "platform/ids.h"

namespace scriba::auth {
namespace {

using platform::Connection;
using platform::Forward;
using platform::Instant;
using platform::Result;
using platform::Row;
using platform::Task;
using platform::Value;

constexpr std::uint32_t kCodes = 1'000'000;

Task<Result<>> Remove(Connection& connection, std::string id) {
  std::vector<Value> parameters{std::move(id)};
  auto removed = co_await connection.Execute("DELETE FROM one_time_tokens WHERE id = $1", std::move(parameters));
  if (!removed) co_return Forward(removed);
  co_return Result<>{};
}

/// The columns id, account_id, kind, email, flow_id.
OneTimeToken TokenFrom(const Row& row) {
  return {
      .id = row.Text(0), .account_id = row.Text(1), .kind = row.Text(2), .email = row.Text(3), .flow_id = row.Text(4)};
}

bool IsAmong(const std::string& kind, const std::vector<std::string>& kinds) {
  return std::ranges::find(kinds, kind) != kinds.end();
}

std::int64_t OldestAlive(Instant now) { return platform::ToMicroseconds(now - kTokenLifetime); }

}  // namespace

IssuedToken OneTimeTokens::Draw(const TokenOrder& order) {
  return {.id = platform::NewUuid(),
          .link_token = (order.pkce ? "pkce_" : "") + platform::RandomToken(32),
          .code = fmt::format("{:06}", randombytes_uniform(kCodes))};
}

Task<Result<>> OneTimeTokens::Keep(Connection& connection, TokenOrder order, IssuedToken token, std::string sealed_mail,
                                   Instant now) const {
  Value flow_id = nullptr;
  if (order.pkce) {
    auto flow = co_await OpenFlow(connection, order.account_id, order.kind, *order.pkce, now);
    if (!flow) co_return Forward(flow);
    flow_id = std::move(*flow);
  }
  Value mail = nullptr;
  if (!sealed_mail.empty()) mail = platform::Blob{std::move(sealed_mail)};
  std::vector<Value> fields{token.id,
                            order.account_id,
                            order.kind,
                            order.email,
                            platform::Blob{platform::Sha256(token.link_token)},
                            platform::Blob{CodeHash(order.email, order.kind, token.code)},
                            std::move(flow_id),
                            std::move(mail),
                            platform::ToMicroseconds(now)};
  auto kept = co_await connection.Execute(
      "INSERT INTO one_time_tokens (id, account_id, kind, email, link_hash, code_hash, flow_id, sealed_mail, "
      "created_at) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (account_id, kind) DO UPDATE SET id = excluded.id, "
      "email = excluded.email, link_hash = excluded.link_hash, code_hash = excluded.code_hash, "
      "flow_id = excluded.flow_id, sealed_mail = excluded.sealed_mail, created_at = excluded.created_at",
      std::move(fields));
  if (!kept) co_return Forward(kept);
  co_return Result<>{};
}

Task<Result<std::optional<OneTimeToken>>> OneTimeTokens::TakeByLink(Connection& connection, std::string link_token,
                                                                    std::vector<std::string> kinds, Instant now) const {
  std::vector<Value> parameters{platform::Blob{platform::Sha256(link_token)}, OldestAlive(now)};
  auto row = co_await connection.First(
      "SELECT id, account_id, kind, email, flow_id FROM one_time_tokens WHERE link_hash = $1 AND created_at > $2",
      std::move(parameters));
  if (!row) co_return Forward(row);
  if (!*row || !IsAmong((*row)->Text(2), kinds)) co_return std::optional<OneTimeToken>();
  OneTimeToken token = TokenFrom(**row);
  auto removed = co_await Remove(connection, token.id);
  if (!removed) co_return Forward(removed);
  co_return std::optional<OneTimeToken>(std::move(token));
}

Task<Result<std::optional<OneTimeToken>>> OneTimeTokens::TakeByCode(Connection& connection, std::string email,
                                                                    std::string code, std::vector<std::string> kinds,
                                                                    Instant now) const {
  std::vector<Value> parameters{email, OldestAlive(now)};
  auto rows = co_await connection.Query(
      "SELECT id, account_id, kind, email, flow_id, code_hash FROM one_time_tokens WHERE email = $1 AND created_at > "
      "$2",
      std::move(parameters));
  if (!rows) co_return Forward(rows);
  for (const Row& row : *rows) {
    const std::string& kind = row.Text(2);
    if (!IsAmong(kind, kinds) || !platform::EqualInConstantTime(row.Bytes(5), CodeHash(email, kind, code))) continue;
    OneTimeToken token = TokenFrom(row);
    auto removed = co_await Remove(connection, token.id);
    if (!removed) co_return Forward(removed);
    co_return std::optional<OneTimeToken>(std::move(token));
  }
  co_return std::optional<OneTimeToken>();
}

std::string OneTimeTokens::CodeHash(const std::string& email, const std::string& kind, const std::string& code) const {
  const std::string message = kind + "\n" + email + "\n" + code;
  std::string hash(32, '\0');
  crypto_generichash(reinterpret_cast<unsigned char*>(hash.data()), hash.size(),
                     reinterpret_cast<const unsigned char*>(message.data()), message.size(), key_.data(), key_.size());
  return hash;
}

Task<Result<>> ForgetPendingProofs(Connection& connection, std::string account_id) {
  for (const char* table : {"one_time_tokens", "flow_states"}) {
    std::vector<Value> of_account{account_id};
    auto cleared = co_await connection.Execute(std::string("DELETE FROM ") + table + " WHERE account_id = $1",
                                               std::move(of_account));
    if (!cleared) co_return Forward(cleared);
  }
  co_return Result<>{};
}

}  // namespace scriba::auth
