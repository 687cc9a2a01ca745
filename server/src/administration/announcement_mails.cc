#include "administration/announcements.h"
#include "auth/mails.h"
#include "platform/log.h"

namespace scriba::administration {
namespace {

using platform::JobOutcome;
using platform::Result;
using platform::Value;

constexpr platform::BackOff kPauses{.first = std::chrono::seconds(30), .longest = std::chrono::hours(1)};
// With these pauses, more than a day.
constexpr int kMostAttempts = 32;
constexpr const char* kBeforeAll = "00000000-0000-0000-0000-000000000000";

JobOutcome AgainOrEnough(const platform::Job& job) {
  if (job.attempt >= kMostAttempts) {
    platform::LogError("announcement_mails_given_up", {{"announcement", job.key}});
    return JobOutcome::Done();
  }
  return JobOutcome::Again(kPauses.After(job.attempt));
}

bool IsOfThisMail(const platform::Error& error) {
  return error.code == platform::Code::kValidationFailed || error.code == platform::Code::kNotFound;
}

}  // namespace

JobOutcome AnnouncementMails::Run(const platform::Job& job, const std::stop_token& stop) {
  std::string last = kBeforeAll;
  bool is_all_sent = true;
  while (!stop.stop_requested()) {
    std::vector<Value> from{job.key, last};
    const auto next = platform::BlockOn(
        database_.First("SELECT waiting.id, person.email, waiting.subject, waiting.body FROM notices AS waiting JOIN "
                        "users AS person ON person.id = waiting.user_id WHERE waiting.announcement_id = $1 AND "
                        "waiting.awaits_mail AND waiting.id > $2 ORDER BY waiting.id LIMIT 1",
                        std::move(from)));
    if (!next) return AgainOrEnough(job);
    if (!next->has_value()) return is_all_sent ? JobOutcome::Done() : AgainOrEnough(job);
    const Result<> sent = SendOne(**next, stop);
    if (!sent && stop.stop_requested()) break;
    // One mail that is refused holds up no other; a server that is not there would only let each of them wait.
    if (!sent && !IsOfThisMail(sent.error())) return AgainOrEnough(job);
    is_all_sent = is_all_sent && sent;
    last = (*next)->Text(0);
  }
  return JobOutcome::Again({});
}

Result<> AnnouncementMails::SendOne(const platform::Row& notice, const std::stop_token& stop) {
  const auth::AnnouncementFacts facts{
      .to = notice.Text(1), .subject = notice.Text(2), .body = notice.Text(3), .site = site_};
  auto sent = mailer_.Send(auth::WriteAnnouncementMail(facts), stop);
  if (!sent) return sent;
  std::vector<Value> which{notice.Text(0)};
  auto marked =
      platform::BlockOn(database_.Execute("UPDATE notices SET awaits_mail = FALSE WHERE id = $1", std::move(which)));
  if (!marked) return Forward(marked);
  return {};
}

void AnnouncementMails::GiveUp(const platform::Job& job) {
  platform::LogError("announcement_mails_given_up", {{"announcement", job.key}});
}

}  // namespace scriba::administration
