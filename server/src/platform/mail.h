// Mails to people: through an SMTP server, or into the outbox folder where none is configured.
#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>

#include "platform/clock.h"
#include "platform/config.h"
#include "platform/result.h"

namespace scriba::platform {

/// One mail in two forms; the reader's program chooses.
struct Mail {
  std::string to;
  std::string subject;
  std::string text;
  std::string html;
};

/// Safe on every thread.
class Mailer {
 public:
  virtual ~Mailer() = default;

  /// Sends a mail once: it has left, or lies on disk, when this succeeds. Within 30 s, on worker threads only. Errors:
  /// kBusy (the server cannot be reached, or `stop` was requested), kValidationFailed (the server refuses this mail for
  /// now), kNotFound (it refuses this mail for good), kDiskFull (of the outbox). Jobs try again what may pass.
  virtual Result<> Send(const Mail& mail, const std::stop_token& stop) = 0;
};

/// SMTP (RFC 5321, by libcurl) when Config::mail.smtp_url is set, else files `<time>-<number>-<id>.eml` of mode 0600 in
/// `outbox` in the data folder, whose names sort in the order of sending.
std::unique_ptr<Mailer> MakeMailer(const Config& config, const Clock& clock);

/// Removes from the outbox of a data folder what was sent more than 30 days ago, and what a sudden end left unfinished:
/// the mails are somebody's addresses. Now and then.
void PruneOutbox(const std::filesystem::path& data_dir, Instant now);

/// The mail as it travels (RFC 5322, MIME multipart/alternative). Header fields cannot be broken by their values.
std::string FormatMail(const Mail& mail, const std::string& from, Instant date, const std::string& message_id);

}  // namespace scriba::platform
