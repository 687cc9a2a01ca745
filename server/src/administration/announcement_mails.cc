#include "administration/announcements.h"
#include "auth/mails.h"
#include "platform/log.h"

namespace scriba::administration {
namespace {

using platform::BlockOn;
using platform::Code;
using platform::Connection;
using platform::Forward;
using platform::Job;
using platform::JobOutcome;
using platform::Result;
using platform::Row;
using platform::Task;
using platform::Value;

constexpr platform::BackOff kPauses{.first = std::chrono::seconds(30), .longest = std::chrono::hours(1)};
// With these pauses, more than a day.
constexpr std::int64_t kMostTries = 32;
// A server that keeps one receiver waiting takes the next; one that is away takes none.
constexpr int kAwayAfter = 3;

}  // namespace

JobOutcome AnnouncementMails::Run(const Job& job, const std::stop_token& stop) {
  const JobOutcome later = JobOutcome::Again(kPauses.After(job.attempt));
  const auto waiting = WaitingFor(job.key);
  if (!waiting) return later;
  int busy_in_a_row = 0;
  bool is_all_settled = true;
  for (const std::string& notice : *waiting) {
    if (stop.stop_requested()) return JobOutcome::Again({});
    const Result<> sent = SendOne(notice, stop);
    if (!sent && stop.stop_requested()) return JobOutcome::Again({});
    busy_in_a_row = !sent && sent.error().code == Code::kBusy ? busy_in_a_row + 1 : 0;
    if (!sent) is_all_settled = CountTry(notice, sent.error().code) && is_all_settled;
    if (busy_in_a_row == kAwayAfter) return later;
  }
  return is_all_settled ? JobOutcome::Done() : later;
}

/// Those tried least come first, so that the same few cannot end every run.
Result<std::vector<std::string>> AnnouncementMails::WaitingFor(const std::string& announcement) {
  std::vector<Value> which{announcement, kMostTries};
  auto rows = BlockOn(
      database_.Query("SELECT id FROM notices WHERE announcement_id = $1 AND awaits_mail AND mail_tries < $2 ORDER BY "
                      "mail_tries, id",
                      std::move(which)));
  if (!rows) return Forward(rows);
  std::vector<std::string> notices;
  for (const Row& row : *rows) notices.push_back(row.Text(0));
  return notices;
}

/// Also when there is nothing to send any more: its receiver has left.
Result<> AnnouncementMails::SendOne(const std::string& id, const std::stop_token& stop) {
  const std::vector<Value> which{id};
  auto notice = BlockOn(
      database_.First("SELECT person.email, waiting.subject, waiting.body FROM notices AS waiting JOIN users AS person "
                      "ON person.id = waiting.user_id WHERE waiting.id = $1 AND waiting.awaits_mail",
                      which));
  if (!notice) return Forward(notice);
  if (!*notice) return {};
  const auth::AnnouncementFacts facts{
      .to = (*notice)->Text(0), .subject = (*notice)->Text(1), .body = (*notice)->Text(2), .site = site_};
  auto sent = mailer_.Send(auth::WriteAnnouncementMail(facts), stop);
  if (!sent) return sent;
  auto marked = BlockOn(database_.Execute("UPDATE notices SET awaits_mail = FALSE WHERE id = $1", which));
  if (!marked) return Forward(marked);
  return {};
}

/// Whether that was its last. It goes on awaiting its mail then, and is not counted among those that left.
bool AnnouncementMails::CountTry(const std::string& notice, Code why) {
  std::function<Task<Result<std::optional<Row>>>(Connection&)> count = [&](Connection& connection) {
    std::vector<Value> fields{notice, why == Code::kNotFound ? kMostTries : std::int64_t{1}};
    return connection.First(
        "UPDATE notices SET mail_tries = mail_tries + $2 WHERE id = $1 AND awaits_mail RETURNING mail_tries",
        std::move(fields));
  };
  const auto tries = BlockOn(database_.Write<std::optional<Row>>(std::move(count)));
  if (!tries) return false;
  const bool is_last = *tries && (*tries)->Int(0) >= kMostTries;
  if (is_last) platform::LogError("announcement_mail_given_up", {{"notice", notice}});
  return is_last || !*tries;
}

void AnnouncementMails::GiveUp(const Job& job) {
  platform::LogError("announcement_mails_given_up", {{"announcement", job.key}});
}

}  // namespace scriba::administration
