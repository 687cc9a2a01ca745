#include "platform/crypto/key_change.h"

namespace scriba::platform {

Task<Result<std::size_t>> RewrapDataKeys(Connection& connection, const MasterKey& from, const MasterKey& to) {
  auto rows = co_await connection.Query("SELECT number, owner_id, wrapped FROM data_keys");
  if (!rows) co_return Forward(rows);
  for (const Row& row : *rows) {
    const std::string owner = row.Text(1);
    auto key = from.Unwrap(row.Bytes(2), owner);
    if (!key) co_return Forward(key);
    std::vector<Value> values{row.Int(0), Blob{to.Wrap(*key, owner)}};
    auto written =
        co_await connection.Execute("UPDATE data_keys SET wrapped = $2 WHERE number = $1", std::move(values));
    if (!written) co_return Forward(written);
  }
  co_return rows->size();
}

}  // namespace scriba::platform
