#include "auth/master_key_change.h"

#include <array>

#include "auth/factors.h"
#include "auth/signing_keys.h"

namespace scriba::auth {
namespace {

using platform::Blob;
using platform::Connection;
using platform::Forward;
using platform::MasterKey;
using platform::Result;
using platform::Row;
using platform::SealingKey;
using platform::Task;
using platform::Value;

/// A sealed column, and how its rows name their place.
struct SealedColumn {
  const char* purpose;
  const char* select;
  const char* update;
  std::string (*place)(const std::string& id);
};

constexpr SealedColumn kSigningKeys{.purpose = "signing-keys",
                                    .select = "SELECT kid, sealed_pem FROM signing_keys",
                                    .update = "UPDATE signing_keys SET sealed_pem = $2 WHERE kid = $1",
                                    .place = SigningKeyPlace};
constexpr SealedColumn kFactors{.purpose = "factors",
                                .select = "SELECT id, sealed_secret FROM factors",
                                .update = "UPDATE factors SET sealed_secret = $2 WHERE id = $1",
                                .place = SecretPlace};

constexpr std::array kSealed{&kSigningKeys, &kFactors};
// Whose tokens were made with the old key.
constexpr std::array<const char*, 3> kEnded{"DELETE FROM sessions", "DELETE FROM one_time_tokens",
                                            "DELETE FROM flow_states"};

Task<Result<>> Reseal(Connection& connection, const SealedColumn& column, const MasterKey& from, const MasterKey& to) {
  const SealingKey before(0, from.Derive(column.purpose));
  const SealingKey after(0, to.Derive(column.purpose));
  auto rows = co_await connection.Query(column.select);
  if (!rows) co_return Forward(rows);
  for (const Row& row : *rows) {
    const std::string place = column.place(row.Text(0));
    auto plain = before.Open(row.Bytes(1), place);
    if (!plain) co_return Forward(plain);
    std::vector<Value> values{row.Text(0), Blob{after.Seal(*plain, place)}};
    auto written = co_await connection.Execute(column.update, std::move(values));
    if (!written) co_return Forward(written);
  }
  co_return Result<>{};
}

}  // namespace

Task<Result<>> ResealSecrets(Connection& connection, const MasterKey& from, const MasterKey& to) {
  for (const SealedColumn* column : kSealed) {
    auto resealed = co_await Reseal(connection, *column, from, to);
    if (!resealed) co_return resealed;
  }
  for (const char* sql : kEnded) {
    auto ended = co_await connection.Execute(sql);
    if (!ended) co_return Forward(ended);
  }
  co_return Result<>{};
}

Task<Result<bool>> OpensSigningKeys(Connection& connection, const MasterKey& master) {
  const SealingKey seal(0, master.Derive(kSigningKeys.purpose));
  auto rows = co_await connection.Query(kSigningKeys.select);
  if (!rows) co_return Forward(rows);
  for (const Row& row : *rows) {
    if (!seal.Open(row.Bytes(1), kSigningKeys.place(row.Text(0)))) co_return false;
  }
  co_return true;
}

}  // namespace scriba::auth
