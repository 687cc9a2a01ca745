#include "data/row_policy.h"

namespace scriba::data {
namespace {

constexpr std::string_view kPatientColumn = "patient_id";
constexpr std::string_view kConsultationColumn = "consultation_id";

void WriteOwner(SqlText& sql, const Table& table, std::string_view alias, std::string_view comparison,
                const Actor& actor) {
  sql << alias << "." << table.owner << comparison;
  sql.Parameter(actor.user_id, ColumnType::kUuid);
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

}  // namespace scriba::data
