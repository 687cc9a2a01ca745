#include "data/registry.h"

#include <algorithm>
#include <string>

namespace scriba::data {
namespace {

using Names = std::vector<std::string_view>;

// Long enough for every honest line of text, short enough that a list of fifty stays a list.
constexpr std::size_t kShortText = 1000;
// What an index holds is shorter: PostgreSQL refuses a row of an index beyond 2704 bytes, and patients are found by
// their name in two orders, of letters that take four bytes at most.
constexpr std::size_t kIndexedText = 300;
constexpr double kMostInteger = 2147483647;

const Names kRoleNames{"doctor", "admin", "superadmin"};
const Names kTiers{"free", "basic", "advanced", "enterprise"};

Column Id() { return {.name = "id", .type = ColumnType::kUuid, .is_nullable = false, .fallback = Fallback::kNewId}; }

Column Owner() {
  return {.name = "user_id", .type = ColumnType::kUuid, .is_nullable = false, .fallback = Fallback::kCaller};
}

Column CreatedAt() {
  return {.name = "created_at", .type = ColumnType::kTimestamp, .is_nullable = false, .fallback = Fallback::kNow};
}

Column Optional(std::string_view name, ColumnType type) { return {.name = name, .type = type}; }

Column Text(std::string_view name, bool is_nullable = true) {
  return {.name = name, .type = ColumnType::kText, .is_nullable = is_nullable, .most_characters = kShortText};
}

Column Indexed(std::string_view name) {
  return {.name = name, .type = ColumnType::kText, .is_nullable = false, .most_characters = kIndexedText};
}

Column Sealed(std::string_view name, ColumnType type = ColumnType::kText) {
  return {.name = name, .type = type, .is_sealed = true};
}

Column OneOf(std::string_view name, const Names& values, std::string_view initial = {}) {
  return {.name = name,
          .is_nullable = false,
          .fallback = initial.empty() ? Fallback::kNull : Fallback::kLiteral,
          .literal = initial,
          .values = values};
}

Column Number(std::string_view name, ColumnType type, double most, bool is_nullable = true) {
  return {.name = name, .type = type, .is_nullable = is_nullable, .bounds = Bounds{0, most}};
}

Column Audited(Column column) {
  column.is_audited = true;
  return column;
}

/// The id is among them: a client may send it back, unchanged.
Names AllColumns(const std::vector<Column>& columns) {
  Names names;
  for (const Column& column : columns) names.push_back(column.name);
  return names;
}

/// Rows of a doctor's own practice: whoever signs in has the same rights, an administrator no more than a doctor.
std::array<Rights, kRoles> OwnersRights(Reach reach, const std::vector<Column>& columns) {
  const Rights owner{
      .select = reach, .insert = reach, .update = {{.reach = reach, .columns = AllColumns(columns)}}, .remove = reach};
  return {Rights{}, owner, owner, owner};
}

Table Users() {
  Table table{.name = "users", .owner = "id", .is_published = true, .depends_on_role = true};
  Column id = Id();
  id.fallback = Fallback::kCaller;
  table.columns = {std::move(id),
                   Indexed("email"),
                   Text("username"),
                   Text("full_name"),
                   Audited(OneOf("role", kRoleNames, "doctor")),
                   Audited(OneOf("subscription_tier", kTiers, "free")),
                   CreatedAt()};
  table.unique_keys = {{"id"}};
  const UpdateRule own{.reach = Reach::kOwn, .columns = {"full_name", "username"}};
  const Rights doctor{.select = Reach::kOwn, .insert = Reach::kOwn, .update = {own}};
  const Rights admin{.select = Reach::kAll,
                     .insert = Reach::kOwn,
                     .update = {own, {.reach = Reach::kOthers, .columns = {"subscription_tier"}}}};
  const Rights superadmin{.select = Reach::kAll,
                          .insert = Reach::kOwn,
                          .update = {own, {.reach = Reach::kOthers, .columns = {"role", "subscription_tier"}}}};
  table.rights = {Rights{}, doctor, admin, superadmin};
  return table;
}

Table Patients() {
  Table table{.name = "patients", .owner = "user_id", .is_published = true};
  table.columns = {Id(),
                   Owner(),
                   Indexed("first_name"),
                   Indexed("last_name"),
                   {.name = "birth_date", .type = ColumnType::kDate, .is_nullable = false},
                   OneOf("gender", {"male", "female", "other", "prefer_not_to_say"}),
                   Text("email"),
                   Text("phone"),
                   Sealed("notes"),
                   Number("weight", ColumnType::kNumeric, 500),
                   Number("height", ColumnType::kNumeric, 300),
                   CreatedAt()};
  table.references = {{"patients_user_id_fkey", "user_id", "users"}};
  table.unique_keys = {{"id"}};
  table.rights = OwnersRights(Reach::kOwn, table.columns);
  return table;
}

Table Consultations() {
  Table table{.name = "consultations", .owner = "user_id", .is_published = true};
  Column owner = Owner();
  owner.is_nullable = true;
  table.columns = {Id(),
                   {.name = "patient_id", .type = ColumnType::kUuid, .is_nullable = false},
                   std::move(owner),
                   CreatedAt(),
                   Text("audio_url"),
                   Sealed("transcription"),
                   Sealed("medical_report"),
                   {.name = "gdpr_consent",
                    .type = ColumnType::kBoolean,
                    .is_nullable = false,
                    .fallback = Fallback::kLiteral,
                    .literal = "false"},
                   OneOf("visita", {"prima_visita", "visita_controllo"}, "prima_visita"),
                   Number("duration_seconds", ColumnType::kInteger, kMostInteger),
                   Sealed("motivo_visita"),
                   Sealed("storia_medica"),
                   Sealed("storia_ponderale"),
                   Sealed("abitudini_alimentari"),
                   Sealed("attivita_fisica"),
                   Sealed("fattori_psi"),
                   Sealed("esami_parametri"),
                   Sealed("punti_critici"),
                   Sealed("note_specialista"),
                   Sealed("evidence", ColumnType::kJson)};
  table.references = {{"consultations_patient_id_fkey", "patient_id", "patients"},
                      {"consultations_user_id_fkey", "user_id", "users"}};
  table.unique_keys = {{"id"}};
  table.rights = OwnersRights(Reach::kThroughPatient, table.columns);
  // The review alone writes these (consultations/review.h).
  table.columns.push_back(Optional("reviewed_at", ColumnType::kTimestamp));
  table.columns.push_back(Optional("reviewed_by", ColumnType::kUuid));
  return table;
}

/// Written by the database alone, whenever the text of a report changes.
Table ReportVersions() {
  Table table{.name = "report_versions", .sealed_for = "consultations", .sealed_for_id = "consultation_id"};
  table.columns = {Id(),
                   {.name = "consultation_id", .type = ColumnType::kUuid, .is_nullable = false},
                   Number("number", ColumnType::kInteger, kMostInteger, false),
                   CreatedAt(),
                   Sealed("motivo_visita"),
                   Sealed("storia_medica"),
                   Sealed("storia_ponderale"),
                   Sealed("abitudini_alimentari"),
                   Sealed("attivita_fisica"),
                   Sealed("fattori_psi"),
                   Sealed("esami_parametri"),
                   Sealed("punti_critici"),
                   Sealed("note_specialista")};
  table.references = {{"report_versions_consultation_id_fkey", "consultation_id", "consultations"}};
  table.unique_keys = {{"id"}, {"consultation_id", "number"}};
  const Rights reader{.select = Reach::kThroughConsultation};
  table.rights = {Rights{}, reader, reader, reader};
  return table;
}

Table Recordings() {
  Table table{.name = "recordings", .owner = "user_id", .is_published = true};
  table.columns = {Id(),
                   Owner(),
                   Optional("patient_id", ColumnType::kUuid),
                   Text("visita", false),
                   Optional("consent_at", ColumnType::kTimestamp),
                   Text("consent_version"),
                   Text("mime"),
                   Text("source"),
                   Text("state", false),
                   Optional("bytes", ColumnType::kInteger),
                   Optional("duration_seconds", ColumnType::kInteger),
                   Optional("pieces_done", ColumnType::kInteger),
                   Optional("pieces_total", ColumnType::kInteger),
                   Optional("transcribed_seconds", ColumnType::kInteger),
                   Sealed("partial_transcript"),
                   Text("error_code"),
                   Optional("consultation_id", ColumnType::kUuid),
                   Optional("audio_deleted_at", ColumnType::kTimestamp),
                   CreatedAt(),
                   Optional("updated_at", ColumnType::kTimestamp)};
  table.references = {{"recordings_user_id_fkey", "user_id", "users"},
                      {"recordings_patient_id_fkey", "patient_id", "patients"},
                      {"recordings_consultation_id_fkey", "consultation_id", "consultations"}};
  table.unique_keys = {{"id"}};
  const Rights reader{.select = Reach::kOwn};
  table.rights = {Rights{}, reader, reader, reader};
  return table;
}

Table SubscriptionPlans() {
  Table table{.name = "subscription_plans", .depends_on_role = true};
  table.columns = {Id(), Indexed("name"), Audited(Number("monthly_minutes", ColumnType::kInteger, kMostInteger, false)),
                   Audited(Number("price", ColumnType::kNumeric, 1e9))};
  table.unique_keys = {{"id"}, {"name"}};
  const Rights reader{.select = Reach::kAll};
  const Rights admin{.select = Reach::kAll,
                     .insert = Reach::kAll,
                     .update = {{.reach = Reach::kAll, .columns = AllColumns(table.columns)}},
                     .remove = Reach::kAll};
  table.rights = {reader, reader, admin, admin};
  return table;
}

Table UserSubscriptions() {
  Table table{.name = "user_subscriptions", .owner = "user_id", .is_published = true, .depends_on_role = true};
  Column used = Number("minutes_used", ColumnType::kInteger, kMostInteger, false);
  used.fallback = Fallback::kLiteral;
  used.literal = "0";
  table.columns = {Id(),
                   Owner(),
                   Audited(Optional("plan_id", ColumnType::kUuid)),
                   Audited(OneOf("tier", kTiers)),
                   Audited(Number("monthly_minutes", ColumnType::kInteger, kMostInteger, false)),
                   Audited(std::move(used)),
                   Optional("start_date", ColumnType::kTimestamp),
                   Optional("end_date", ColumnType::kTimestamp),
                   Optional("current_period_start", ColumnType::kTimestamp),
                   Optional("current_period_end", ColumnType::kTimestamp),
                   {.name = "is_active",
                    .type = ColumnType::kBoolean,
                    .is_nullable = false,
                    .fallback = Fallback::kLiteral,
                    .literal = "true"},
                   Number("price", ColumnType::kNumeric, 1e9),
                   CreatedAt()};
  table.references = {{"user_subscriptions_user_id_fkey", "user_id", "users"},
                      {"user_subscriptions_plan_id_fkey", "plan_id", "subscription_plans"}};
  table.unique_keys = {{"id"}};
  const Rights doctor{.select = Reach::kOwn, .insert = Reach::kOwn};
  const Rights admin{.select = Reach::kAll,
                     .insert = Reach::kAll,
                     .update = {{.reach = Reach::kAll, .columns = AllColumns(table.columns)}}};
  table.rights = {Rights{}, doctor, admin, admin};
  return table;
}

/// Made by a procedure of the administration room. A doctor, who sends none, sees none.
Table Announcements() {
  Table table{.name = "announcements", .owner = "sender_id", .is_published = true, .depends_on_role = true};
  table.columns = {Id(),
                   Optional("sender_id", ColumnType::kUuid),
                   Text("subject", false),
                   Text("body", false),
                   OneOf("audience", {"everybody", "plans", "selection"}),
                   Text("tiers", false),
                   {.name = "sends_mail", .type = ColumnType::kBoolean, .is_nullable = false},
                   Number("recipients", ColumnType::kInteger, kMostInteger, false),
                   Number("mails", ColumnType::kInteger, kMostInteger, false),
                   Number("reads", ColumnType::kInteger, kMostInteger, false),
                   CreatedAt()};
  table.references = {{"announcements_sender_id_fkey", "sender_id", "users"}};
  table.unique_keys = {{"id"}};
  const Rights doctor{.select = Reach::kOwn};
  const Rights admin{.select = Reach::kAll};
  table.rights = {Rights{}, doctor, admin, admin};
  return table;
}

/// What reached a person. They say that they have read it; nobody else sees it.
Table Notices() {
  Table table{.name = "notices", .owner = "user_id", .is_published = true};
  table.columns = {Id(),
                   {.name = "announcement_id", .type = ColumnType::kUuid, .is_nullable = false},
                   Owner(),
                   Text("subject", false),
                   Text("body", false),
                   CreatedAt(),
                   Optional("read_at", ColumnType::kTimestamp)};
  table.references = {{"notices_announcement_id_fkey", "announcement_id", "announcements"},
                      {"notices_user_id_fkey", "user_id", "users"}};
  table.unique_keys = {{"id"}};
  const Rights reader{.select = Reach::kOwn, .update = {{.reach = Reach::kOwn, .columns = {"read_at"}}}};
  table.rights = {Rights{}, reader, reader, reader};
  return table;
}

}  // namespace

std::string_view WireType(ColumnType type) {
  switch (type) {
    case ColumnType::kUuid: return "uuid";
    case ColumnType::kText: return "text";
    case ColumnType::kInteger: return "int4";
    case ColumnType::kNumeric: return "numeric";
    case ColumnType::kBoolean: return "bool";
    case ColumnType::kDate: return "date";
    case ColumnType::kTimestamp: return "timestamptz";
    case ColumnType::kJson: return "jsonb";
  }
  return "text";
}

const Column* Table::Find(std::string_view column) const {
  const auto found = std::ranges::find(columns, column, &Column::name);
  return found == columns.end() ? nullptr : &*found;
}

std::span<const Table> Tables() {
  static const std::vector<Table> kTables{Users(),      Patients(),          Consultations(),     ReportVersions(),
                                          Recordings(), SubscriptionPlans(), UserSubscriptions(), Announcements(),
                                          Notices()};
  return kTables;
}

const Table* FindTable(std::string_view name) {
  const auto tables = Tables();
  const auto found = std::ranges::find(tables, name, &Table::name);
  return found == tables.end() ? nullptr : &*found;
}

}  // namespace scriba::data
