#include "consultations/procedures.h"

#include <chrono>
#include <nlohmann/json.hpp>

#include "auth/procedure_arguments.h"
#include "consultations/consultation_search.h"
#include "consultations/stored_measures.h"

namespace scriba::consultations {
namespace {

using nlohmann::json;
using platform::Code;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::Task;

constexpr std::size_t kLongestText = 400;
constexpr std::int64_t kMostRowsOfPage = 100;
constexpr std::int64_t kLastRow = 10'000'000;
constexpr std::chrono::seconds kLongestSearch{10};  // the wait for a thread included
// A page asks at each pause in typing and forgets what it asked before: one that has so many newer ones of the same
// doctor behind it is not begun.
constexpr std::size_t kMostWaiting = 2;

template <typename Number>
json OrNull(const std::optional<Number>& value) {
  return value ? json(*value) : json();
}

Result<> CheckDoctor(const auth::Requester& requester) {
  if (requester.user_id.empty())
    return Fail(Code::kNotPermitted, "permission denied: clinical rows are their doctor's");
  return {};
}

Task<Result<json>> PatientMeasures(platform::Database& database, platform::KeyRing& keys, auth::Requester requester,
                                   json arguments) {
  if (auto checked = CheckDoctor(requester); !checked) co_return Forward(checked);
  auto patient = auth::UuidOf(arguments, "patient_id");
  if (!patient) co_return Forward(patient);
  auto key = co_await keys.KeyOf(requester.user_id);
  if (!key) co_return Forward(key);
  auto visits = co_await MeasuresOfPatient(database, *key, requester.user_id, std::move(*patient));
  if (!visits) co_return Forward(visits);
  json points = json::array();
  for (const VisitMeasures& visit : *visits) {
    points.push_back({{"consultation_id", visit.consultation_id},
                      {"created_at", visit.created_at},
                      {"visita", visit.visita},
                      {"weight_kg", OrNull(visit.weight_kg)},
                      {"bmi", OrNull(visit.bmi)},
                      {"waist_cm", OrNull(visit.waist_cm)}});
  }
  co_return points;
}

/// On a worker: the names and reasons of a whole practice are opened and compared.
Task<Result<json>> Search(platform::Database& database, platform::KeyRing& keys, platform::WorkerPool& searchers,
                          auth::Requester requester, json arguments) {
  if (auto checked = CheckDoctor(requester); !checked) co_return Forward(checked);
  auto text = auth::TextOf(arguments, "search", kLongestText);
  if (!text) co_return Forward(text);
  auto first = auth::NumberOf(arguments, "first", 0, kLastRow);
  if (!first) co_return Forward(first);
  auto most = auth::NumberOf(arguments, "most", 1, kMostRowsOfPage);
  if (!most) co_return Forward(most);
  auto key = co_await keys.KeyOf(requester.user_id);
  if (!key) co_return Forward(key);
  ConsultationSearch search{.user_id = requester.user_id,
                            .text = std::move(*text),
                            .offset = static_cast<std::size_t>(*first),
                            .limit = static_cast<std::size_t>(*most),
                            .deadline = std::chrono::steady_clock::now() + kLongestSearch};
  auto run = [&]() -> Result<json> {
    if (searchers.WaitingOf(requester.user_id) >= kMostWaiting) {
      return Fail(Code::kOverRequestRateLimit, "the search gives way to newer ones");
    }
    return platform::BlockOn(SearchConsultations(database, *key, std::move(search)));
  };
  co_return co_await searchers.RunFor(requester.user_id, std::move(run));
}

}  // namespace

std::vector<auth::Procedure> Procedures(platform::Database& database, platform::KeyRing& keys,
                                        platform::WorkerPool& searchers) {
  return {{"patient_measures",
           {"patient_id"},
           [&](auth::Requester requester, json arguments) {
             return PatientMeasures(database, keys, std::move(requester), std::move(arguments));
           }},
          {"search_consultations", {"search", "first", "most"}, [&](auth::Requester requester, json arguments) {
             return Search(database, keys, searchers, std::move(requester), std::move(arguments));
           }}};
}

}  // namespace scriba::consultations
