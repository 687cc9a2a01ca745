#include "administration/procedures.h"

#include <nlohmann/json.hpp>

#include "administration/activity_report.h"
#include "administration/audit_pages.h"
#include "auth/procedure_arguments.h"

namespace scriba::administration {
namespace {

using auth::FlagOf;
using auth::ListOf;
using auth::MomentOf;
using auth::NumberOf;
using auth::Requester;
using auth::TextOf;
using nlohmann::json;
using platform::Code;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::Task;

constexpr std::size_t kLongestSubject = 120;
constexpr std::size_t kLongestBody = 5000;
constexpr std::size_t kLongestWord = 200;
constexpr std::size_t kMostPeople = 500;
constexpr std::size_t kMostTiers = 4;
constexpr std::int64_t kMostEntries = 200;
constexpr std::int64_t kFarthestEntry = 10'000'000;

Result<AnnouncementOrder> ReadOrder(const Requester& requester, const json& arguments) {
  auto id = auth::UuidOf(arguments, "announcement_id");
  if (!id) return Forward(id);
  auto subject = TextOf(arguments, "subject", kLongestSubject);
  if (!subject) return Forward(subject);
  if (subject->find('\n') != std::string::npos) return Fail(Code::kCheckViolated, "the subject is one line");
  auto body = TextOf(arguments, "body", kLongestBody);
  if (!body) return Forward(body);
  auto audience = TextOf(arguments, "audience", kLongestWord);
  if (!audience) return Forward(audience);
  auto tiers = ListOf(arguments, "tiers", kMostTiers);
  if (!tiers) return Forward(tiers);
  auto people = auth::UuidsOf(arguments, "user_ids", kMostPeople);
  if (!people) return Forward(people);
  auto sends_mail = FlagOf(arguments, "sends_mail");
  if (!sends_mail) return Forward(sends_mail);
  return AnnouncementOrder{.id = std::move(*id),
                           .sender_id = requester.user_id,
                           .subject = std::move(*subject),
                           .body = std::move(*body),
                           .audience = std::move(*audience),
                           .tiers = std::move(*tiers),
                           .user_ids = std::move(*people),
                           .sends_mail = *sends_mail};
}

Task<Result<json>> SendAnnouncement(const Parts& parts, Requester requester, json arguments) {
  auto order = ReadOrder(requester, arguments);
  if (!order) co_return Forward(order);
  auto reached = co_await parts.announcements.Send(std::move(*order));
  if (!reached) co_return Forward(reached);
  json answer{{"recipients", *reached}};
  co_return answer;
}

json JsonOf(const Activity& activity) {
  return {{"consultations", activity.consultations},
          {"active_doctors", activity.active_doctors},
          {"minutes", activity.minutes},
          {"new_users", activity.new_users},
          {"paid_months", activity.paid_months},
          {"revenue", activity.revenue}};
}

Task<Result<json>> Report(const Parts& parts, Requester, json arguments) {
  auto since = MomentOf(arguments, "since");
  if (!since) co_return Forward(since);
  auto until = MomentOf(arguments, "until");
  if (!until) co_return Forward(until);
  auto unit = TextOf(arguments, "unit", kLongestWord);
  if (!unit) co_return Forward(unit);
  if (*unit != "day" && *unit != "month") co_return Fail(Code::kCheckViolated, "the unit must be day or month");
  const ReportRange range{
      .since = *since, .until = *until, .unit = *unit == "day" ? ReportUnit::kDay : ReportUnit::kMonth};
  auto report = co_await ReportActivity(parts.database, range);
  if (!report) co_return Forward(report);
  json buckets = json::array();
  for (const auto& bucket : report->buckets) {
    json row = JsonOf(bucket.activity);
    row["start"] = bucket.start;
    buckets.push_back(std::move(row));
  }
  json answer{{"buckets", std::move(buckets)}, {"total", JsonOf(report->total)}};
  co_return answer;
}

Result<AuditQuery> ReadAuditQuery(const json& arguments) {
  AuditQuery query;
  auto event = TextOf(arguments, "event", kLongestWord);
  if (!event) return Forward(event);
  query.event = std::move(*event);
  auto person = TextOf(arguments, "person", kLongestWord);
  if (!person) return Forward(person);
  query.person = std::move(*person);
  for (auto [name, moment] : {std::pair("since", &query.since), std::pair("until", &query.until)}) {
    if (arguments.at(name).is_null()) continue;
    auto given = MomentOf(arguments, name);
    if (!given) return Forward(given);
    *moment = *given;
  }
  auto limit = NumberOf(arguments, "limit", 0, kMostEntries);
  if (!limit) return Forward(limit);
  query.limit = *limit;
  auto offset = NumberOf(arguments, "offset", 0, kFarthestEntry);
  if (!offset) return Forward(offset);
  query.offset = *offset;
  return query;
}

Task<Result<json>> AuditLogPage(const Parts& parts, Requester, json arguments) {
  auto query = ReadAuditQuery(arguments);
  if (!query) co_return Forward(query);
  auto page = co_await ReadAuditLog(parts.database, std::move(*query));
  if (!page) co_return Forward(page);
  json rows = json::array();
  for (const AuditEntry& entry : page->entries) {
    rows.push_back({{"at", platform::FormatTimestamp(entry.at)},
                    {"event", entry.event},
                    {"email", entry.email},
                    {"actor", entry.actor},
                    {"address", entry.address},
                    {"detail", entry.detail},
                    {"subject", entry.subject}});
  }
  json answer{{"total", page->total}, {"rows", std::move(rows)}};
  co_return answer;
}

using Endpoint = Task<Result<json>> (*)(const Parts&, Requester, json);

Task<Result<json>> ForAdministrators(const Parts& parts, Endpoint endpoint, Requester requester, json arguments) {
  if (!requester.is_admin) co_return Fail(Code::kNotPermitted, "permission denied: administrators only");
  co_return co_await endpoint(parts, std::move(requester), std::move(arguments));
}

/// On a worker: it sums or searches all that there is, and a network thread has others to serve.
template <Endpoint kReport>
Task<Result<json>> OnAWorker(const Parts& parts, Requester requester, json arguments) {
  auto read = [&] { return platform::BlockOn(kReport(parts, std::move(requester), std::move(arguments))); };
  std::string reader = "reports of " + requester.user_id;
  co_return co_await parts.readers.RunFor(std::move(reader), std::move(read));
}

}  // namespace

std::vector<auth::Procedure> Procedures(const Parts& parts) {
  const auto guarded = [&parts](Endpoint endpoint) {
    return [&parts, endpoint](Requester requester, json arguments) {
      return ForAdministrators(parts, endpoint, std::move(requester), std::move(arguments));
    };
  };
  return {
      {"send_announcement",
       {"announcement_id", "subject", "body", "audience", "tiers", "user_ids", "sends_mail"},
       guarded(SendAnnouncement)},
      {"activity_report", {"since", "until", "unit"}, guarded(OnAWorker<Report>)},
      {"audit_log_page", {"event", "person", "since", "until", "limit", "offset"}, guarded(OnAWorker<AuditLogPage>)}};
}

}  // namespace scriba::administration
