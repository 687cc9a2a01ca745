#include "consultations/visit_record.h"

namespace scriba::consultations {
namespace {

using platform::Result;
using platform::Row;
using platform::Task;
using platform::Value;

void Add(std::vector<std::string>& list, const Row& row, std::size_t column) {
  if (!row.IsNull(column) && !row.Text(column).empty()) list.push_back(row.Text(column));
}

}  // namespace

Task<Result<VisitRecord>> LoadVisitRecord(platform::Database& database, std::string user_id, std::string patient_id) {
  VisitRecord record;
  std::vector<Value> doctor_id{std::move(user_id)};
  auto doctor =
      co_await database.First("SELECT full_name, username, email FROM users WHERE id = $1", std::move(doctor_id));
  if (!doctor) co_return Forward(doctor);
  if (*doctor) {
    Add(record.names, **doctor, 0);
    Add(record.names, **doctor, 1);
    Add(record.contacts, **doctor, 2);
  }
  if (patient_id.empty()) co_return record;
  std::vector<Value> values{std::move(patient_id)};
  auto patient = co_await database.First(
      "SELECT first_name, last_name, email, phone, birth_date, weight, height, gender FROM patients WHERE id = $1",
      std::move(values));
  if (!patient) co_return Forward(patient);
  if (!*patient) co_return record;
  const Row& row = **patient;
  Add(record.names, row, 0);
  Add(record.names, row, 1);
  Add(record.contacts, row, 2);
  Add(record.contacts, row, 3);
  record.birth_date = row.Text(4);
  if (!row.IsNull(5)) record.weight_kg = row.Real(5);
  if (!row.IsNull(6)) record.height_cm = row.Real(6);
  record.gender = row.Text(7);
  co_return record;
}

}  // namespace scriba::consultations
