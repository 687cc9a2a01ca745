#include "support/data/practice.h"

#include <algorithm>
#include <stdexcept>

namespace scriba::testing {

using data::Role;

const std::vector<Person>& People() {
  static const std::vector<Person> kPeople{{"anon", Role::kAnon},
                                           {"anna", Role::kDoctor},
                                           {"bruno", Role::kDoctor},
                                           {"ada", Role::kAdmin},
                                           {"sara", Role::kSuperadmin}};
  return kPeople;
}

const std::map<std::string, Expectation, std::less<>>& Expectations() {
  static const Expectation kClinical{.see = {"anna"}, .change = {"anna"}, .remove = {"anna"}};
  static const std::map<std::string, Expectation, std::less<>> kExpectations{
      {"users", {.see = {"anna", "ada", "sara"}, .change = {"anna", "ada", "sara"}, .remove = {}}},
      {"patients", kClinical},
      {"consultations", kClinical},
      {"report_versions", {.see = {"anna"}, .change = {}, .remove = {}}},
      {"recordings", {.see = {"anna"}, .change = {}, .remove = {}}},
      {"announcements", {.see = {"anna", "ada", "sara"}, .change = {}, .remove = {}}},
      {"notices", {.see = {"anna"}, .change = {"anna"}, .remove = {}}},
      {"subscription_plans",
       {.see = {"anon", "anna", "bruno", "ada", "sara"}, .change = {"ada", "sara"}, .remove = {"ada", "sara"}}},
      {"user_subscriptions", {.see = {"anna", "ada", "sara"}, .change = {"ada", "sara"}, .remove = {}}},
  };
  return kExpectations;
}

bool IsAmong(const std::string& name, const std::vector<std::string>& names) {
  return std::ranges::find(names, name) != names.end();
}

Practice::Practice() {
  for (const Person& person : People()) {
    if (person.role != Role::kAnon) app_.User(person.name);
  }
  const std::string anna = app_.User("anna").id;
  ids_["users"] = anna;
  ids_["patients"] = app_.AddPatient("anna", {{"notes", kSecret}, {"last_name", kSecret}})["id"];
  ids_["consultations"] =
      app_.Insert("anna", "consultations", {{"patient_id", ids_["patients"]}, {"motivo_visita", kSecret}})["id"];
  ids_["report_versions"] = app_.auth().Query("SELECT id FROM report_versions").at(0).Text(0);
  ids_["subscription_plans"] = app_.auth().Query("SELECT id FROM subscription_plans WHERE name = 'free'").at(0).Text(0);
  ids_["user_subscriptions"] = platform::BlockOn(app_.subscriptions().OpenFree(anna)).value();
  AddRecording(anna);
  AddNotice(anna);
  for (const data::Table& table : data::Tables()) {
    if (Stored(table).empty()) throw std::runtime_error("no row of Anna's in " + std::string(table.name));
  }
}

void Practice::AddRecording(const std::string& owner) {
  ids_["recordings"] = "0d9a7d7e-3a53-4c32-9a0e-6a54c2a5a001";
  std::vector<platform::Value> fields{ids_["recordings"], owner, ids_["patients"], ids_["consultations"]};
  const auto made = platform::BlockOn(
      app_.database().Execute("INSERT INTO recordings (id, user_id, patient_id, consultation_id, visita, consent_at, "
                              "consent_version, mime, source, state, created_at, updated_at) "
                              "VALUES ($1, $2, $3, $4, 'prima_visita', '2026-01-01T00:00:00.000000+00:00', '1', "
                              "'audio/webm', 'upload', 'failed', "
                              "'2026-01-01T00:00:00.000000+00:00', '2026-01-01T00:00:00.000000+00:00')",
                              std::move(fields)));
  if (!made) throw std::runtime_error(made.error().internal);
}

/// An announcement that Anna sent to herself: a doctor's rights are those of the owner. Its copy is hers alone.
void Practice::AddNotice(const std::string& owner) {
  ids_["announcements"] = "0d9a7d7e-3a53-4c32-9a0e-6a54c2a5a002";
  ids_["notices"] = "0d9a7d7e-3a53-4c32-9a0e-6a54c2a5a003";
  std::vector<platform::Value> sent{ids_["announcements"], owner, "Avviso"};
  const auto announced = platform::BlockOn(app_.database().Execute(
      "INSERT INTO announcements (id, sender_id, subject, body, audience, sends_mail, created_at) "
      "VALUES ($1, $2, $3, $3, 'everybody', FALSE, '2026-01-01T00:00:00.000000+00:00')",
      std::move(sent)));
  if (!announced) throw std::runtime_error(announced.error().internal);
  std::vector<platform::Value> got{ids_["notices"], ids_["announcements"], owner, kSecret};
  const auto noticed = platform::BlockOn(app_.database().Execute(
      "INSERT INTO notices (id, announcement_id, user_id, subject, body, created_at, awaits_mail) "
      "VALUES ($1, $2, $3, $4, $4, '2026-01-01T00:00:00.000000+00:00', FALSE)",
      std::move(got)));
  if (!noticed) throw std::runtime_error(noticed.error().internal);
}

std::string Practice::Stored(const data::Table& table) {
  const std::string name(table.name);
  std::vector<platform::Value> id{IdIn(name)};
  std::string text;
  for (const platform::Row& row : app_.auth().Query("SELECT * FROM " + name + " WHERE id = $1", std::move(id))) {
    for (std::size_t i = 0; i < row.Size(); ++i) text += row.Text(i) + row.Bytes(i) + std::to_string(row.Real(i)) + "|";
  }
  return text;
}

std::string Practice::StoredEverywhere() {
  std::string text;
  for (const data::Table& table : data::Tables()) {
    const auto rows = app_.auth().Query("SELECT count(*) FROM " + std::string(table.name));
    text += std::string(table.name) + " " + std::to_string(rows.at(0).Int(0)) + ":" + Stored(table) + "\n";
  }
  return text;
}

}  // namespace scriba::testing
