// Sign-in mails on their way.
//
// A mail is written in one transaction with the token that it brings and lies sealed beside it; a job sends it. So a
// request that was answered has its mail, whatever ends the program, and a mail server that is away or greylists gets
// it later. It waits for as long as its token: a link that was used, voided, replaced by a newer one, or is too old
// takes its mail along.
#pragma once

#include <string>

#include "platform/clock.h"
#include "platform/crypto/sealing.h"
#include "platform/db/database.h"
#include "platform/jobs.h"
#include "platform/mail.h"
#include "platform/task.h"

namespace scriba::auth {

/// The key of such a job is the token's id.
inline constexpr const char* kWaitingMailJob = "waiting_mail";

/// Safe on every thread. One that left as the process died may come twice; none is forgotten.
class WaitingMails final : public platform::JobHandler {
 public:
  WaitingMails(platform::Database& database, const platform::Clock& clock, const platform::MasterKey& master,
               platform::Mailer& mailer)
      : database_(database), clock_(clock), seal_(0, master.Derive("waiting-mails")), mailer_(mailer) {}

  /// A mail as it lies beside its token.
  std::string Seal(const platform::Mail& mail, const std::string& token_id) const;

  platform::JobOutcome Run(const platform::Job& job, const std::stop_token& stop) override;
  void GiveUp(const platform::Job& job) override;

 private:
  platform::Result<platform::Mail> Open(std::string_view sealed, const std::string& token_id) const;
  void Remove(const std::string& token_id);

  platform::Database& database_;
  const platform::Clock& clock_;
  const platform::SealingKey seal_;
  platform::Mailer& mailer_;
};

}  // namespace scriba::auth
