#include "billing/ledger.h"

#include <nlohmann/json.hpp>

#include "platform/clock.h"

namespace scriba::billing {

using nlohmann::json;
using platform::Result;
using platform::Task;

Task<Result<json>> LedgerOf(platform::Database& database, std::string user_id) {
  std::vector<platform::Value> values{std::move(user_id)};
  auto rows = co_await database.Query(
      "SELECT consultation_id, minutes, charged_at FROM minutes_ledger WHERE user_id = $1 ORDER BY number",
      std::move(values));
  if (!rows) co_return Forward(rows);
  json ledger = json::array();
  for (const platform::Row& row : *rows) {
    const auto charged_at = platform::ParseTimestamp(row.Text(2));
    json entry{{"consultation_id", row.Text(0)}, {"minutes", row.Int(1)}};
    entry["charged_at"] = charged_at ? platform::FormatTimestamp(*charged_at) : row.Text(2);
    ledger.push_back(std::move(entry));
  }
  co_return ledger;
}

}  // namespace scriba::billing
