#include "data/row_policy.h"

#include <algorithm>
#include <string>

namespace scriba::data {
namespace {

using platform::Forward;
using platform::Result;
using platform::Row;
using platform::Task;
using platform::Value;

constexpr std::string_view kPatientColumn = "patient_id";
constexpr std::string_view kConsultationColumn = "consultation_id";

void WriteOwner(SqlText& sql, const Table& table, std::string_view alias, std::string_view comparison,
                const Actor& actor) {
  sql << alias << "." << table.owner << comparison;
  sql.Parameter(actor.user_id, ColumnType::kUuid);
}

const std::string& TextOf(const std::vector<std::string>& columns, const Row& row, std::string_view name) {
  static const std::string kNone;
  const auto found = std::ranges::find(columns, name);
  return found == columns.end() ? kNone : row.Text(static_cast<std::size_t>(found - columns.begin()));
}

Task<Result<bool>> IsOfOwnConsultation(platform::Database& database, const Actor& actor,
                                       const std::vector<std::string>& columns, const Row& row) {
  SqlText sql(database.dialect());
  sql << "SELECT 1 FROM consultations AS visit WHERE visit.id = ";
  sql.Parameter(TextOf(columns, row, kConsultationColumn), ColumnType::kUuid);
  sql << " AND ";
  WriteReach(sql, *FindTable("consultations"), Reach::kThroughPatient, "visit", actor);
  auto visit = co_await database.First(sql.text(), sql.parameters());
  if (!visit) co_return Forward(visit);
  co_return visit->has_value();
}

}  // namespace

void WriteReach(SqlText& sql, const Table& table, Reach reach, std::string_view alias, const Actor& actor) {
  // The service key is nobody's: it owns no row, and an empty text is no UUID to PostgreSQL.
  const bool is_nobody = actor.user_id.empty();
  if (reach == Reach::kAll || (reach == Reach::kOthers && is_nobody)) {
    sql << "TRUE";
  } else if (reach == Reach::kNone || is_nobody) {
    sql << "FALSE";
  } else if (reach == Reach::kThroughPatient) {
    sql << "(" << alias << "." << table.owner << " IS NULL OR ";
    WriteOwner(sql, table, alias, " = ", actor);
    sql << ") AND EXISTS (SELECT 1 FROM patients AS own WHERE own.id = " << alias << "." << kPatientColumn
        << " AND own.user_id = ";
    sql.Parameter(actor.user_id, ColumnType::kUuid);
    sql << ")";
  } else if (reach == Reach::kThroughConsultation) {
    sql << "EXISTS (SELECT 1 FROM consultations AS visit WHERE visit.id = " << alias << "." << kConsultationColumn
        << " AND ";
    WriteReach(sql, *FindTable("consultations"), Reach::kThroughPatient, "visit", actor);
    sql << ")";
  } else {
    WriteOwner(sql, table, alias, reach == Reach::kOwn ? " = " : " <> ", actor);
  }
}

bool EndsAtOwner(Reach reach) { return reach == Reach::kOwn || reach == Reach::kThroughPatient; }

const std::string& OwnerOf(const Table& table, const std::vector<std::string>& columns, const Row& row) {
  return TextOf(columns, row, table.owner);
}

Task<Result<std::string>> RowInHand::BelongsTo() {
  const std::string& owner = OwnerOf(table_, columns_, row_);
  if (!owner.empty()) co_return owner;
  co_return co_await PatientsDoctor();
}

Task<Result<std::string>> RowInHand::PatientsDoctor() {
  if (patients_doctor_) co_return *patients_doctor_;
  const std::string& patient_id = TextOf(columns_, row_, kPatientColumn);
  if (patient_id.empty()) co_return patients_doctor_.emplace();
  SqlText sql(database_.dialect());
  sql << "SELECT user_id FROM patients WHERE id = ";
  sql.Parameter(patient_id, ColumnType::kUuid);
  auto patient = co_await database_.First(sql.text(), sql.parameters());
  if (!patient) co_return Forward(patient);
  co_return patients_doctor_.emplace(patient->has_value() ? (*patient)->Text(0) : std::string());
}

bool RowInHand::IsOutOfSight(const Actor& actor) const {
  const Reach reach = table_.Of(actor.role).select;
  if (reach == Reach::kAll) return false;
  if (reach == Reach::kNone || actor.user_id.empty()) return true;
  if (reach == Reach::kThroughConsultation) return false;
  const std::string& owner = OwnerOf(table_, columns_, row_);
  if (reach == Reach::kOthers) return owner == actor.user_id;
  return owner != actor.user_id && (reach == Reach::kOwn || !owner.empty());
}

Task<Result<bool>> RowInHand::IsVisibleTo(const Actor& actor) {
  if (IsOutOfSight(actor)) co_return false;
  const Reach reach = table_.Of(actor.role).select;
  if (reach == Reach::kAll || reach == Reach::kOwn || reach == Reach::kOthers) co_return true;
  if (reach == Reach::kThroughConsultation) co_return co_await IsOfOwnConsultation(database_, actor, columns_, row_);
  auto doctor = co_await PatientsDoctor();
  if (!doctor) co_return Forward(doctor);
  co_return (doctor->empty() ? OwnerOf(table_, columns_, row_) : *doctor) == actor.user_id;
}

}  // namespace scriba::data
