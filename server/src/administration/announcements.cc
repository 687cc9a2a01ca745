#include "administration/announcements.h"

#include <algorithm>
#include <array>
#include <set>

#include "auth/audit_log.h"

namespace scriba::administration {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Instant;
using platform::Result;
using platform::Task;
using platform::Value;

constexpr std::array<std::string_view, 4> kTiers{"free", "basic", "advanced", "enterprise"};
constexpr std::array<std::string_view, 3> kAudiences{"everybody", "plans", "selection"};

Result<> Check(const AnnouncementOrder& order) {
  if (order.subject.empty() || order.body.empty()) return Fail(Code::kCheckViolated, "a subject and a text are needed");
  if (std::ranges::find(kAudiences, order.audience) == kAudiences.end()) {
    return Fail(Code::kCheckViolated, "the audience must be everybody, plans or selection");
  }
  const bool are_known = std::ranges::all_of(
      order.tiers, [](const std::string& tier) { return std::ranges::find(kTiers, tier) != kTiers.end(); });
  if (!are_known) return Fail(Code::kCheckViolated, "a plan must be free, basic, advanced or enterprise");
  return {};
}

std::string Joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text.append(text.empty() ? "" : ",").append(word);
  return text;
}

/// A random UUID for each row, in the engine's own words.
std::string_view NewIdSql(platform::Dialect dialect) {
  if (dialect == platform::Dialect::kPostgres) return "gen_random_uuid()";
  return "lower(hex(randomblob(4))) || '-' || lower(hex(randomblob(2))) || '-4' || "
         "substr(lower(hex(randomblob(2))), 2) || '-' || substr('89ab', 1 + (abs(random()) % 4), 1) || "
         "substr(lower(hex(randomblob(2))), 2) || '-' || lower(hex(randomblob(6)))";
}

/// One notice for every person that `condition` covers. Only addresses that were confirmed get mails: the others may be
/// strangers'.
Task<Result<std::size_t>> Notify(Connection& connection, std::string condition, std::vector<Value> parameters) {
  std::string sql =
      "INSERT INTO notices (id, announcement_id, user_id, subject, body, created_at, awaits_mail) SELECT ";
  sql.append(NewIdSql(connection.dialect()));
  sql +=
      ", sent.id, person.id, sent.subject, sent.body, sent.created_at, sent.sends_mail AND EXISTS (SELECT 1 FROM "
      "accounts AS account WHERE account.id = person.id AND account.email_confirmed_at IS NOT NULL) "
      "FROM announcements AS sent, users AS person WHERE sent.id = $1" +
      condition;
  return connection.Execute(std::move(sql), std::move(parameters));
}

Task<Result<std::int64_t>> NotifyAudience(Connection& connection, const AnnouncementOrder& order) {
  std::int64_t reached = 0;
  if (order.audience == "selection") {
    std::vector<std::string> people = order.user_ids;
    std::ranges::sort(people);
    people.erase(std::ranges::unique(people).begin(), people.end());
    for (const std::string& person : people) {
      std::vector<Value> parameters{order.id, person};
      auto added = co_await Notify(connection, " AND person.id = $2", std::move(parameters));
      if (!added) co_return Forward(added);
      reached += static_cast<std::int64_t>(*added);
    }
    co_return reached;
  }
  std::vector<Value> parameters{order.id};
  std::string condition;
  if (order.audience == "plans") {
    for (const std::string& tier : order.tiers) {
      parameters.emplace_back(tier);
      condition.append(condition.empty() ? "$" : ", $").append(std::to_string(parameters.size()));
    }
    condition = condition.empty() ? " AND FALSE" : " AND person.subscription_tier IN (" + condition + ")";
  }
  auto added = co_await Notify(connection, std::move(condition), std::move(parameters));
  if (!added) co_return Forward(added);
  co_return static_cast<std::int64_t>(*added);
}

/// Whether an announcement to chosen people reached those whom this order names and who are there.
Task<Result<bool>> ReachedTheChosen(Connection& connection, const AnnouncementOrder& order) {
  std::vector<Value> which{order.id};
  auto rows = co_await connection.Query("SELECT user_id FROM notices WHERE announcement_id = $1", std::move(which));
  if (!rows) co_return Forward(rows);
  std::set<std::string> others(order.user_ids.begin(), order.user_ids.end());
  for (const platform::Row& row : *rows) {
    if (others.erase(row.Text(0)) == 0) co_return false;
  }
  for (const std::string& other : others) {
    std::vector<Value> who{other};
    auto person = co_await connection.First("SELECT 1 FROM users WHERE id = $1", std::move(who));
    if (!person) co_return Forward(person);
    if (*person) co_return false;
  }
  co_return true;
}

/// How many people an announcement reached that is there already, if it is this one.
Task<Result<std::optional<std::int64_t>>> SentBefore(Connection& connection, const AnnouncementOrder& order) {
  std::vector<Value> which{order.id};
  auto row = co_await connection.First(
      "SELECT recipients, sender_id, subject, body, audience, tiers, sends_mail FROM announcements WHERE id = $1",
      std::move(which));
  if (!row) co_return Forward(row);
  if (!row->has_value()) co_return std::optional<std::int64_t>();
  const platform::Row& sent = **row;
  bool is_same = sent.Text(1) == order.sender_id && sent.Text(2) == order.subject && sent.Text(3) == order.body &&
                 sent.Text(4) == order.audience && sent.Text(5) == Joined(order.tiers) &&
                 sent.Bool(6) == order.sends_mail;
  if (is_same && order.audience == "selection") {
    auto reached = co_await ReachedTheChosen(connection, order);
    if (!reached) co_return Forward(reached);
    is_same = *reached;
  }
  if (!is_same) co_return Fail(Code::kUniqueViolated, "the id is another announcement's");
  co_return std::optional(sent.Int(0));
}

Task<Result<>> Insert(Connection& connection, const AnnouncementOrder& order, Instant now) {
  Value sender = order.sender_id.empty() ? Value(nullptr) : Value(order.sender_id);
  std::vector<Value> fields{order.id,       std::move(sender),   order.subject,    order.body,
                            order.audience, Joined(order.tiers), order.sends_mail, platform::FormatTimestamp(now)};
  auto added = co_await connection.Execute(
      "INSERT INTO announcements (id, sender_id, subject, body, audience, tiers, sends_mail, created_at) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
      std::move(fields));
  if (!added) co_return Forward(added);
  co_return Result<>{};
}

}  // namespace

Task<Result<std::int64_t>> Announcements::Write(Connection& connection, const AnnouncementOrder& order) const {
  const Instant now = clock_.Now();
  auto before = co_await SentBefore(connection, order);
  if (!before) co_return Forward(before);
  if (*before) co_return **before;
  auto inserted = co_await Insert(connection, order, now);
  if (!inserted) co_return Forward(inserted);
  auto reached = co_await NotifyAudience(connection, order);
  if (!reached) co_return reached;
  if (*reached == 0) co_return Fail(Code::kCheckViolated, "nobody belongs to this audience");
  if (order.sends_mail) {
    auto requested = co_await platform::RequestJob(connection, kAnnouncementMailJob, order.id, now);
    if (!requested) co_return Forward(requested);
  }
  auth::AuditLine line{.account_id = order.sender_id,
                       .event = "announcement_sent",
                       .detail = order.audience + ", recipients " + std::to_string(*reached)};
  auto noted = co_await auth::NoteLine(connection, std::move(line), now);
  if (!noted) co_return Forward(noted);
  co_return reached;
}

Task<Result<std::int64_t>> Announcements::Send(AnnouncementOrder order) {
  auto checked = Check(order);
  if (!checked) co_return Forward(checked);
  std::function<Task<Result<std::int64_t>>(Connection&)> work = [&](Connection& connection) {
    return Write(connection, order);
  };
  auto reached = co_await database_.Write<std::int64_t>(std::move(work));
  if (reached && order.sends_mail) runner_.Wake();
  co_return reached;
}

}  // namespace scriba::administration
