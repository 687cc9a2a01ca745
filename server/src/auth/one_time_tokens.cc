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

constexpr std::chrono::hours kLifetime{1};
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

std::int64_t OldestAlive(Instant now) { return platform::ToMicroseconds(now - kLifetime); }

}  // namespace

Task<Result<IssuedToken>> OneTimeTokens::Issue(Connection& connection, TokenOrder order, Instant now) const {
  std::vector<Value> former{order.account_id, order.kind};
  auto removed =
      co_await connection.Execute("DELETE FROM one_time_tokens WHERE account_id = $1 AND kind = $2", std::move(former));
  if (!removed) co_return Forward(removed);
  Value flow_id = nullptr;
  if (order.pkce) {
    auto flow = co_await OpenFlow(connection, order.account_id, order.kind, *order.pkce, now);
    if (!flow) co_return Forward(flow);
    flow_id = std::move(*flow);
  }
  const IssuedToken issued{.link_token = (order.pkce ? "pkce_" : "") + platform::RandomToken(32),
                           .code = fmt::format("{:06}", randombytes_uniform(kCodes))};
  std::vector<Value> fields{platform::NewUuid(),
                            order.account_id,
                            order.kind,
                            order.email,
                            platform::Blob{platform::Sha256(issued.link_token)},
                            platform::Blob{CodeHash(order.email, order.kind, issued.code)},
                            std::move(flow_id),
                            platform::ToMicroseconds(now)};
  auto inserted = co_await connection.Execute(
      "INSERT INTO one_time_tokens (id, account_id, kind, email, link_hash, code_hash, flow_id, created_at) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
      std::move(fields));
  if (!inserted) co_return Forward(inserted);
  co_return issued;
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
