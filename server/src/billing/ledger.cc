#include "billing/ledger.h"

#include <nlohmann/json.hpp>

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

Task<Result<std::vector<std::int64_t>>> MinutesBetween(platform::Database& database, std::string user_id,
                                                       std::vector<platform::Instant> bounds) {
  std::vector<platform::Value> values{std::move(user_id)};
  for (const platform::Instant bound : bounds) values.emplace_back(platform::FormatTimestamp(bound));
  const auto place = [](std::size_t bound) { return "$" + std::to_string(bound + 2); };
  const std::size_t last = bounds.size() - 1;
  std::string sums;
  for (std::size_t i = 0; i < last; ++i) {
    sums += (i == 0 ? "" : ", ") + ("coalesce(sum(minutes) FILTER (WHERE charged_at >= " + place(i)) +
            " AND charged_at < " + place(i + 1) + "), 0)";
  }
  std::string sql = "SELECT " + sums + " FROM minutes_ledger WHERE user_id = $1 AND charged_at >= " + place(0) +
                    " AND charged_at < " + place(last);
  auto row = co_await database.First(std::move(sql), std::move(values));
  if (!row) co_return Forward(row);
  std::vector<std::int64_t> minutes;
  for (std::size_t i = 0; i < last; ++i) minutes.push_back((*row)->Int(i));
  co_return minutes;
}

}  // namespace scriba::billing
