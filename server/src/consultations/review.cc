#include "consultations/review.h"

#include <nlohmann/json.hpp>

#include "consultations/recording.h"
#include "platform/ids.h"

namespace scriba::consultations {
namespace {

using nlohmann::json;
using platform::Blob;
using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Result;
using platform::Row;
using platform::SealingKey;
using platform::Task;
using platform::Value;

/// The sealed evidence of a doctor's own consultation, or null.
Task<Result<Row>> FindOwn(Connection& connection, const std::string& user_id, const std::string& consultation_id) {
  const auto id = platform::ParseUuid(consultation_id);
  if (!id) co_return Fail(Code::kNotFound, "Consultation not found");
  std::vector<Value> values{*id, user_id};
  auto row = co_await connection.First(
      "SELECT visit.id, visit.evidence FROM consultations AS visit JOIN patients AS patient "
      "ON patient.id = visit.patient_id AND patient.user_id = $2 "
      "WHERE visit.id = $1 AND (visit.user_id IS NULL OR visit.user_id = $2)",
      std::move(values));
  if (!row) co_return Forward(row);
  if (!*row) co_return Fail(Code::kNotFound, "Consultation not found");
  co_return std::move(**row);
}

bool IsOpen(const json& check) { return check.is_object() && check.contains("key") && check["key"].is_string(); }

/// Confirms the checks of an evidence document. Evidence of another form, which a client may write, has none.
Result<> Confirm(json& evidence, const std::set<std::string>& confirmed) {
  const auto checks = evidence.is_object() ? evidence.find("checks") : evidence.end();
  if (!evidence.is_object() || checks == evidence.end() || !checks->is_array()) return {};
  for (json& check : *checks) {
    if (!IsOpen(check) || check.value("state", json()) == json("confirmed")) continue;
    if (!confirmed.contains(check["key"].get<std::string>())) {
      return Fail(Code::kValidationFailed, "Every value in doubt must be confirmed first");
    }
    check["state"] = "confirmed";
  }
  return {};
}

/// The evidence with its checks confirmed, sealed again.
Result<Value> Confirmed(const Row& row, const SealingKey& key, const std::set<std::string>& confirmed) {
  if (row.IsNull(1)) return Value(nullptr);
  const std::string place = PlaceOf("consultations", "evidence", row.Text(0));
  const auto opened = key.Open(row.Bytes(1), place);
  if (!opened) return Fail(opened.error().code, opened.error().message, opened.error().internal);
  json evidence = json::parse(*opened, nullptr, false);
  if (evidence.is_discarded()) return Value(Blob{row.Bytes(1)});
  if (auto done = Confirm(evidence, confirmed); !done) return Forward(done);
  return Value(Blob{key.Seal(evidence.dump(), place)});
}

Task<Result<>> MarkIn(Connection& connection, platform::KeyRing& keys, const std::string& user_id,
                      const std::string& consultation_id, const std::set<std::string>& confirmed,
                      const std::string& now) {
  auto row = co_await FindOwn(connection, user_id, consultation_id);
  if (!row) co_return Forward(row);
  auto key = co_await keys.KeyOf(user_id, connection);
  if (!key) co_return Forward(key);
  auto evidence = Confirmed(*row, *key, confirmed);
  if (!evidence) co_return Forward(evidence);
  std::vector<Value> values{row->Text(0), std::move(*evidence), now, user_id};
  auto done = co_await connection.Execute(
      "UPDATE consultations SET evidence = $2, reviewed_at = $3, reviewed_by = $4 WHERE id = $1", std::move(values));
  if (!done) co_return Forward(done);
  co_return Result<>{};
}

Task<Result<>> ReopenIn(Connection& connection, const std::string& user_id, const std::string& consultation_id) {
  auto row = co_await FindOwn(connection, user_id, consultation_id);
  if (!row) co_return Forward(row);
  std::vector<Value> values{row->Text(0)};
  auto done = co_await connection.Execute(
      "UPDATE consultations SET reviewed_at = NULL, reviewed_by = NULL WHERE id = $1", std::move(values));
  if (!done) co_return Forward(done);
  co_return Result<>{};
}

}  // namespace

Task<Result<std::string>> Review::Mark(std::string user_id, std::string consultation_id,
                                       std::set<std::string> confirmed) {
  std::string now = platform::FormatTimestamp(clock_.Now());
  std::function<Task<Result<>>(Connection&)> mark = [&](Connection& connection) {
    return MarkIn(connection, keys_, user_id, consultation_id, confirmed, now);
  };
  auto marked = co_await database_.WriteWith(std::move(mark));
  if (!marked) co_return Forward(marked);
  co_return now;
}

Task<Result<>> Review::Reopen(std::string user_id, std::string consultation_id) {
  std::function<Task<Result<>>(Connection&)> reopen = [&](Connection& connection) {
    return ReopenIn(connection, user_id, consultation_id);
  };
  co_return co_await database_.WriteWith(std::move(reopen));
}

}  // namespace scriba::consultations
