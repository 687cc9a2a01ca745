// The mails that an installation without SMTP wrote, read as a person would.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace scriba::testing {

struct OutboxMail {
  std::string to;
  std::string subject;
  std::string text;
  std::string html;

  /// The address in the text that leads to /auth/v1/verify; "" when there is none.
  std::string Link() const;
  /// The query value of the link, decoded.
  std::string LinkParameter(const std::string& name) const;
  /// The six digits.
  std::string Code() const;
};

/// All mails in the outbox of a data folder, oldest first.
std::vector<OutboxMail> ReadOutbox(const std::filesystem::path& data_dir);

}  // namespace scriba::testing
