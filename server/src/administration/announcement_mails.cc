#include "administration/announcements.h"
#include "auth/mails.h"
#include "platform/log.h"

namespace scriba::administration {
namespace {

using platform::JobOutcome;
using platform::Value;

constexpr std::chrono::seconds kAfterTrouble{30};

}  // namespace

JobOutcome AnnouncementMails::Run(const platform::Job& job, const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    std::vector<Value> whose{job.key};
    auto next = platform::BlockOn(
        database_.First("SELECT waiting.id, person.email, waiting.subject, waiting.body FROM notices AS waiting JOIN "
                        "users AS person ON person.id = waiting.user_id WHERE waiting.announcement_id = $1 AND "
                        "waiting.awaits_mail ORDER BY waiting.id LIMIT 1",
                        std::move(whose)));
    if (!next) return JobOutcome::Again(kAfterTrouble);
    if (!next->has_value()) return JobOutcome::Done();
    const platform::Row& notice = **next;
    auth::AnnouncementFacts facts{
        .to = notice.Text(1), .subject = notice.Text(2), .body = notice.Text(3), .site = site_};
    mailer_.Post(auth::WriteAnnouncementMail(facts));
    std::vector<Value> which{notice.Text(0)};
    auto marked =
        platform::BlockOn(database_.Execute("UPDATE notices SET awaits_mail = FALSE WHERE id = $1", std::move(which)));
    if (!marked) return JobOutcome::Again(kAfterTrouble);
  }
  return JobOutcome::Again({});
}

void AnnouncementMails::GiveUp(const platform::Job& job) {
  platform::LogError("announcement_mails_given_up", {{"announcement", job.key}});
}

}  // namespace scriba::administration
