// Messages of the administrators to the people of the installation: shown in the application, and sent by mail on wish.
//
// A sending is one transaction: the announcement, a notice for each recipient and, for mails, one job. The job sends
// the mails one after the other and marks each that left, so that a restart goes on where it was.
#pragma once

#include <string>
#include <vector>

#include "platform/clock.h"
#include "platform/db/database.h"
#include "platform/jobs.h"
#include "platform/mail.h"
#include "platform/task.h"

namespace scriba::administration {

inline constexpr const char* kAnnouncementMailJob = "announcement_mail";

struct AnnouncementOrder {
  /// Chosen by the sender: the same order twice, after a lost answer, is one announcement.
  std::string id;
  std::string sender_id = {};  ///< empty: the operator
  std::string subject;
  std::string body;                        ///< plain text; lines are paragraphs
  std::string audience;                    ///< everybody, plans, selection
  std::vector<std::string> tiers = {};     ///< for plans
  std::vector<std::string> user_ids = {};  ///< for selection
  bool sends_mail = false;
};

/// Safe on every thread.
class Announcements {
 public:
  Announcements(platform::Database& database, const platform::Clock& clock, platform::JobRunner& runner)
      : database_(database), clock_(clock), runner_(runner) {}

  /// Sends, and answers how many people it reached. Errors: kCheckViolated (an empty text, an unknown audience or tier,
  /// nobody to reach), kUniqueViolated (the id is another announcement's).
  platform::Task<platform::Result<std::int64_t>> Send(AnnouncementOrder order);

 private:
  platform::Task<platform::Result<std::int64_t>> Write(platform::Connection& connection,
                                                       const AnnouncementOrder& order) const;

  platform::Database& database_;
  const platform::Clock& clock_;
  platform::JobRunner& runner_;
};

/// Sends the mails of an announcement. One that left as the process died may come twice; none is forgotten. Each that
/// the mail server does not take now is tried again for more than a day, for itself; one that it never takes is not.
class AnnouncementMails final : public platform::JobHandler {
 public:
  /// `site` is the address that doctors type.
  AnnouncementMails(platform::Database& database, platform::Mailer& mailer, std::string site)
      : database_(database), mailer_(mailer), site_(std::move(site)) {}

  platform::JobOutcome Run(const platform::Job& job, const std::stop_token& stop) override;
  void GiveUp(const platform::Job& job) override;

 private:
  platform::Result<std::vector<std::string>> WaitingFor(const std::string& announcement);
  platform::Result<> SendOne(const std::string& id, const std::stop_token& stop);
  bool CountTry(const std::string& notice, platform::Code why);

  platform::Database& database_;
  platform::Mailer& mailer_;
  const std::string site_;
};

}  // namespace scriba::administration
