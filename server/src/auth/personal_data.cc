#include "auth/personal_data.h"

#include <nlohmann/json.hpp>

#include "auth/accounts.h"
#include "auth/answers.h"
#include "auth/forms.h"

namespace scriba::auth {
namespace {

using nlohmann::json;
using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::Row;
using platform::Task;
using platform::Value;

std::string Moment(const Row& row, std::size_t column) {
  return platform::FormatRfc3339(platform::FromMicroseconds(row.Int(column)));
}

Task<Result<json>> Sessions(Connection& connection, std::string account_id) {
  std::vector<Value> values{std::move(account_id)};
  auto rows = co_await connection.Query(
      "SELECT id, aal, created_at, refreshed_at FROM sessions WHERE account_id = $1 ORDER BY created_at",
      std::move(values));
  if (!rows) co_return Forward(rows);
  json list = json::array();
  for (const Row& row : *rows) {
    json entry{{"id", row.Text(0)}, {"aal", row.Text(1)}};
    entry["created_at"] = Moment(row, 2);
    entry["refreshed_at"] = Moment(row, 3);
    list.push_back(std::move(entry));
  }
  co_return list;
}

Task<Result<json>> Events(Connection& connection, std::string account_id) {
  std::vector<Value> values{std::move(account_id)};
  auto rows = co_await connection.Query(
      "SELECT event, address, created_at, subject FROM audit_log WHERE account_id = $1 ORDER BY created_at, id",
      std::move(values));
  if (!rows) co_return Forward(rows);
  json list = json::array();
  for (const Row& row : *rows) {
    json entry{{"event", row.Text(0)}, {"address", row.Text(1)}};
    entry["created_at"] = Moment(row, 2);
    if (!row.IsNull(3)) entry["subject"] = row.Text(3);
    list.push_back(std::move(entry));
  }
  co_return list;
}

}  // namespace

Task<Result<json>> PersonalData(platform::Database& database, std::string account_id) {
  std::function<Task<Result<json>>(Connection&)> read = [&](Connection& connection) -> Task<Result<json>> {
    auto person = co_await LoadPerson(connection, account_id);
    if (!person) co_return Forward(person);
    auto sessions = co_await Sessions(connection, account_id);
    if (!sessions) co_return sessions;
    auto events = co_await Events(connection, account_id);
    if (!events) co_return events;
    json data{{"account", json::parse(UserObject(*person).Close())}};
    data["sessions"] = std::move(*sessions);
    data["events"] = std::move(*events);
    co_return data;
  };
  co_return co_await database.Read<json>(std::move(read));
}

Task<Result<std::string>> AccountOfEmail(platform::Database& database, std::string email) {
  auto address = NormalisedEmail(email);
  if (!address) co_return Forward(address);
  std::function<Task<Result<std::string>>(Connection&)> find =
      [&](Connection& connection) -> Task<Result<std::string>> {
    auto account = co_await FindAccountByEmail(connection, *address);
    if (!account) co_return Forward(account);
    if (!*account) co_return Fail(Code::kUserNotFound, "there is no account with this e-mail address");
    co_return (*account)->id;
  };
  co_return co_await database.Read<std::string>(std::move(find));
}

}  // namespace scriba::auth
