// A mail server that takes what it is told to take.
#pragma once

#include <string>
#include <vector>

#include "platform/mail.h"

namespace scriba::testing {

class MoodyMailer final : public platform::Mailer {
 public:
  platform::Result<> Send(const platform::Mail& mail, const std::stop_token& /*stop*/) override {
    ++tries;
    if (is_away || mail.to == kept_waiting) return platform::Fail(platform::Code::kBusy, "away");
    if (mail.to == unknown) return platform::Fail(platform::Code::kNotFound, "no such mailbox");
    if (mail.to == refused) return platform::Fail(platform::Code::kValidationFailed, "not now");
    taken.push_back(mail);
    return {};
  }

  bool is_away = false;
  std::string refused;       ///< for now
  std::string unknown;       ///< for ever
  std::string kept_waiting;  ///< until there is no time left
  int tries = 0;
  std::vector<platform::Mail> taken;
};

}  // namespace scriba::testing
