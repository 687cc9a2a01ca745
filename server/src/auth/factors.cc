#include "auth/factors.h"

namespace scriba::auth {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::Task;
using platform::Value;

std::string Status(const Factor& factor) { return factor.is_verified ? "verified" : "unverified"; }

}  // namespace

Result<Factor> OwnFactor(const Person& person, std::string_view factor_id) {
  for (const Factor& factor : person.factors) {
    if (factor.id == factor_id) return factor;
  }
  return Fail(Code::kMfaFactorNotFound, "MFA factor with the provided factor ID not found");
}

Task<Result<>> InsertFactor(Connection& connection, const Factor& factor) {
  std::vector<Value> fields{factor.id,
                            factor.account_id,
                            factor.friendly_name,
                            Status(factor),
                            platform::Blob{factor.sealed_secret},
                            platform::ToMicroseconds(factor.created_at),
                            platform::ToMicroseconds(factor.updated_at)};
  auto inserted = co_await connection.Execute(
      "INSERT INTO factors (id, account_id, friendly_name, status, sealed_secret, created_at, updated_at) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7)",
      std::move(fields));
  if (!inserted) co_return Forward(inserted);
  co_return Result<>{};
}

Task<Result<>> UpdateFactor(Connection& connection, const Factor& factor) {
  std::vector<Value> fields{factor.id, Status(factor), factor.last_step, platform::ToMicroseconds(factor.updated_at),
                            TimeValue(factor.last_challenged_at)};
  auto updated = co_await connection.Execute(
      "UPDATE factors SET status = $2, last_step = $3, updated_at = $4, last_challenged_at = $5 WHERE id = $1",
      std::move(fields));
  if (!updated) co_return Forward(updated);
  co_return Result<>{};
}

Task<Result<>> DeleteFactor(Connection& connection, std::string factor_id) {
  std::vector<Value> by_id{std::move(factor_id)};
  auto removed = co_await connection.Execute("DELETE FROM factors WHERE id = $1", std::move(by_id));
  if (!removed) co_return Forward(removed);
  co_return Result<>{};
}

std::string SecretPlace(const std::string& factor_id) { return "factors.sealed_secret:" + factor_id; }

}  // namespace scriba::auth
