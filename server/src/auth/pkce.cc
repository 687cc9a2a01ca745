#include "auth/pkce.h"

#include "platform/crypto/encoding.h"
#include "platform/ids.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Instant;
using platform::Result;
using platform::Task;
using platform::Value;

constexpr std::chrono::minutes kCodeLifetime{5};
constexpr std::chrono::hours kAbandoned{24};

}  // namespace

bool VerifierMatches(const PkceChallenge& challenge, const std::string& verifier) {
  const std::string made = challenge.kind == "s256" ? platform::ToBase64Url(platform::Sha256(verifier)) : verifier;
  return platform::EqualInConstantTime(made, challenge.challenge);
}

Task<Result<std::string>> OpenFlow(Connection& connection, std::string account_id, std::string method,
                                   PkceChallenge challenge, Instant now) {
  std::vector<Value> of_account{account_id, platform::ToMicroseconds(now - kAbandoned)};
  auto removed = co_await connection.Execute("DELETE FROM flow_states WHERE account_id = $1 AND created_at < $2",
                                             std::move(of_account));
  if (!removed) co_return Forward(removed);
  std::string id = platform::NewUuid();
  std::vector<Value> fields{id,
                            std::move(account_id),
                            std::move(method),
                            std::move(challenge.challenge),
                            std::move(challenge.kind),
                            platform::ToMicroseconds(now)};
  auto inserted = co_await connection.Execute(
      "INSERT INTO flow_states (id, account_id, method, challenge, challenge_kind, created_at) VALUES ($1, $2, $3, $4, "
      "$5, $6)",
      std::move(fields));
  if (!inserted) co_return Forward(inserted);
  co_return id;
}

Task<Result<std::string>> IssueFlowCode(Connection& connection, std::string flow_id, Instant now) {
  std::string code = platform::NewUuid();
  std::vector<Value> fields{std::move(flow_id), platform::Blob{platform::Sha256(code)}, platform::ToMicroseconds(now)};
  auto updated = co_await connection.Execute("UPDATE flow_states SET code_hash = $2, code_issued_at = $3 WHERE id = $1",
                                             std::move(fields));
  if (!updated) co_return Forward(updated);
  co_return code;
}

Task<Result<FinishedFlow>> FinishFlow(Connection& connection, std::string code, std::string verifier, Instant now) {
  std::vector<Value> by_code{platform::Blob{platform::Sha256(code)}};
  auto row = co_await connection.First(
      "SELECT id, account_id, method, challenge, challenge_kind, code_issued_at FROM flow_states WHERE code_hash = $1",
      std::move(by_code));
  if (!row) co_return Forward(row);
  if (!*row) co_return Fail(Code::kFlowStateNotFound, "invalid flow state, no valid flow state found");
  if ((*row)->Int(5) <= platform::ToMicroseconds(now - kCodeLifetime)) {
    co_return Fail(Code::kFlowStateExpired, "invalid flow state, flow state has expired");
  }
  const PkceChallenge challenge{.challenge = (*row)->Text(3), .kind = (*row)->Text(4)};
  if (!VerifierMatches(challenge, verifier)) {
    co_return Fail(Code::kBadCodeVerifier, "code challenge does not match previously saved code verifier");
  }
  std::vector<Value> by_id{(*row)->Text(0)};
  auto removed = co_await connection.Execute("DELETE FROM flow_states WHERE id = $1", std::move(by_id));
  if (!removed) co_return Forward(removed);
  co_return FinishedFlow{.account_id = (*row)->Text(1), .method = (*row)->Text(2)};
}

}  // namespace scriba::auth
