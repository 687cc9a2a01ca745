#include "consultations/earlier_values.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <set>

namespace scriba::consultations {
namespace {

using clinical::EarlierValues;
using nlohmann::json;
using platform::Instant;

/// "2026-10-21T…" as doctors write it: "21/10/2026".
std::string ItalianDate(const std::string& timestamp) {
  if (timestamp.size() < 10) return timestamp;
  return timestamp.substr(8, 2) + "/" + timestamp.substr(5, 2) + "/" + timestamp.substr(0, 4);
}

std::string TextAt(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<double> NumberAt(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

template <typename Each>
void ForEachIn(const json& evidence, const char* list, Each each) {
  const auto found = evidence.find(list);
  if (found == evidence.end() || !found->is_array()) return;
  for (const json& entry : *found) {
    if (entry.is_object()) each(entry);
  }
}

void AddVisit(const json& evidence, const std::string& created_at, Instant now, EarlierValues& known) {
  const std::string where = "nella visita del " + ItalianDate(created_at);
  ForEachIn(evidence, "measures", [&](const json& measure) {
    const auto value = NumberAt(measure, "value");
    std::string key = TextAt(measure, "key");
    const auto is_key = [&](const clinical::EarlierValue& earlier) { return earlier.key == key; };
    const auto plausible = measure.find("plausible");
    if (!value || (plausible != measure.end() && *plausible == json(false))) return;
    if (std::any_of(known.values.begin(), known.values.end(), is_key)) return;
    known.values.push_back({std::move(key), *value, TextAt(measure, "unit"), where, DaysBetween(created_at, now)});
  });
  std::set<std::string> drugs;
  for (const auto& dose : known.doses) drugs.insert(dose.drug);
  ForEachIn(evidence, "doses", [&](const json& dose) {
    const auto value = NumberAt(dose, "value");
    std::string drug = TextAt(dose, "drug");
    if (value && !drugs.contains(drug)) known.doses.push_back({std::move(drug), *value, TextAt(dose, "unit"), where});
  });
}

void AddFromRecord(const char* key, const char* unit, const std::optional<double>& value, EarlierValues& known) {
  const auto is_key = [&](const clinical::EarlierValue& earlier) { return earlier.key == key; };
  if (!value || std::any_of(known.values.begin(), known.values.end(), is_key)) return;
  known.values.push_back({key, *value, unit, "nella scheda del paziente", 0});
}

std::optional<int> AgeOf(const std::string& birth_date, Instant now) {
  if (birth_date.size() < 10) return std::nullopt;
  const auto born = platform::ParseTimestamp(birth_date.substr(0, 10) + "T00:00:00Z");
  if (!born || *born > now) return std::nullopt;
  return static_cast<int>(std::chrono::floor<std::chrono::years>(now - *born).count());
}

}  // namespace

EarlierValues EarlierValuesOf(const std::vector<EarlierVisit>& visits, const VisitRecord& record, Instant now) {
  EarlierValues known;
  for (const EarlierVisit& visit : visits) {
    if (visit.evidence.is_object()) AddVisit(visit.evidence, visit.created_at, now, known);
  }
  AddFromRecord("peso_kg", "kg", record.weight_kg, known);
  AddFromRecord("altezza_cm", "cm", record.height_cm, known);
  known.age_years = AgeOf(record.birth_date, now);
  return known;
}

}  // namespace scriba::consultations
