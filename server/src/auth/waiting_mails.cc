#include "auth/waiting_mails.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "auth/one_time_tokens.h"
#include "platform/log.h"

namespace scriba::auth {
namespace {

using platform::BlockOn;
using platform::Forward;
using platform::JobOutcome;
using platform::Result;
using platform::Value;

// A person waits for it, and greylisting servers take it after some minutes.
constexpr platform::BackOff kPauses{.first = std::chrono::seconds(1), .longest = std::chrono::minutes(5)};

std::string PlaceOf(const std::string& token_id) { return "one_time_tokens.sealed_mail:" + token_id; }

}  // namespace

std::string WaitingMails::Seal(const platform::Mail& mail, const std::string& token_id) const {
  const auto parts = nlohmann::json::array({mail.to, mail.subject, mail.text, mail.html});
  return seal_.Seal(parts.dump(), PlaceOf(token_id));
}

Result<platform::Mail> WaitingMails::Open(std::string_view sealed, const std::string& token_id) const {
  auto plain = seal_.Open(sealed, PlaceOf(token_id));
  if (!plain) return Forward(plain);
  const auto parts = nlohmann::json::parse(*plain);
  return platform::Mail{.to = parts.at(0), .subject = parts.at(1), .text = parts.at(2), .html = parts.at(3)};
}

JobOutcome WaitingMails::Run(const platform::Job& job, const std::stop_token& stop) {
  const std::chrono::milliseconds pause = kPauses.After(job.attempt);
  std::vector<Value> which{job.key};
  const auto row = BlockOn(
      database_.First("SELECT created_at, sealed_mail FROM one_time_tokens WHERE id = $1 AND sealed_mail IS NOT NULL",
                      std::move(which)));
  if (!row) return JobOutcome::Again(pause);
  if (!*row) return JobOutcome::Done();
  const auto age = clock_.Now() - platform::FromMicroseconds((*row)->Int(0));
  const auto mail = Open((*row)->Bytes(1), job.key);
  Result<> sent = platform::Fail(platform::Code::kNotFound, "the mail is too old, or does not open");
  if (mail && age < kTokenLifetime) sent = mailer_.Send(*mail, stop);
  if (!sent && stop.stop_requested()) return JobOutcome::Again({});
  if (!sent && sent.error().code != platform::Code::kNotFound) {
    return JobOutcome::Again(std::min(pause, std::chrono::ceil<std::chrono::milliseconds>(kTokenLifetime - age)));
  }
  if (sent) {
    Remove(job.key);
  } else {
    GiveUp(job);
  }
  return JobOutcome::Done();
}

void WaitingMails::GiveUp(const platform::Job& job) {
  platform::LogError("mail_not_sent", {{"token", job.key}});
  Remove(job.key);
}

/// Not removed, it is not sent again either: its job is done, and its token goes soon.
void WaitingMails::Remove(const std::string& token_id) {
  std::vector<Value> which{token_id};
  const auto removed =
      BlockOn(database_.Execute("UPDATE one_time_tokens SET sealed_mail = NULL WHERE id = $1", std::move(which)));
  if (!removed) platform::LogWarning("mail_not_removed", {{"code", platform::WireCode(removed.error().code)}});
}

}  // namespace scriba::auth
