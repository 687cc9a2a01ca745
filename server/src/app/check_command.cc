#include <iostream>

#include "app/commands.h"
#include "app/installation.h"
#include "platform/http/client.h"

namespace scriba::app {
namespace {

/// One line of the answer: what it is, how it stands.
void Say(const std::string& what, const std::string& how) { std::cout << what << ": " << how << '\n'; }

std::string Reachable(const std::string& url) {
  const auto answer = platform::Fetch({.method = "GET", .url = url, .deadline = std::chrono::seconds(5)});
  if (!answer) return url + ", not reachable (" + answer.error().internal + ")";
  return url + ", reachable";
}

}  // namespace

int Check(const platform::Config& config) {
  const auto installation = Installation::Open(config);
  Say("data folder", config.data_dir.string());
  Say("database", installation ? "ready" : installation.error().message);
  Say("master key",
      config.master_key_file.string() + (std::filesystem::exists(config.master_key_file) ? "" : ", missing"));
  Say("public address", config.public_url);
  Say("speech engine", config.speech.url.empty()
                           ? "none configured: a local one is used when `make speech` has put it there"
                           : Reachable(config.speech.url));
  Say("language model",
      config.llm.url.empty() ? "none: the built-in analyser writes the reports" : Reachable(config.llm.url));
  Say("mail", config.mail.smtp_url.empty() ? "none: mails go to " + (config.data_dir / "outbox").string() : "by SMTP");
  return installation ? 0 : 1;
}

}  // namespace scriba::app
