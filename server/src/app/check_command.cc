#include <iostream>

#include "app/commands.h"
#include "app/installation.h"
#include "app/room_settings.h"
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

std::string Kept(const platform::AudioRetention& retention) {
  if (!retention.after) return "kept until the doctor deletes it";
  if (retention.after->count() == 0) return "deleted once the report is saved";
  return "deleted after " + std::to_string(retention.after->count()) + " days";
}

/// Asks for the list of models: the one call that every server of this shape answers without work.
std::string LanguageModelState(const platform::Config& config) {
  const auto settings = LanguageModelSettingsOf(config);
  if (settings.url.empty()) return "none: the built-in analyser writes the reports";
  const std::string name = settings.model.empty() ? settings.url : settings.model + " at " + settings.url;
  platform::OutgoingRequest request{
      .method = "GET", .url = settings.url + "/v1/models", .deadline = std::chrono::seconds(5)};
  if (!settings.key.empty()) request.headers.emplace_back("Authorization", "Bearer " + settings.key);
  const auto answer = platform::Fetch(request);
  if (!answer)
    return name + ", not reachable (" + answer.error().internal + "): the built-in analyser writes meanwhile";
  if (answer->status == 401 || answer->status == 403) return name + ", refuses the key of SCRIBA_LLM_KEY";
  if (answer->status != 200) return name + ", answers with status " + std::to_string(answer->status);
  const bool is_known = settings.model.empty() || answer->body.find('"' + settings.model + '"') != std::string::npos;
  return name + (is_known ? ", reachable" : ", reachable, but its list has no such model");
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
  Say("language model", LanguageModelState(config));
  const auto decoder = SpeechSettingsOf(config).decoder.worker_command.front();
  Say("decoder", decoder + (std::filesystem::exists(decoder) ? "" : ", missing: no sound can be read"));
  Say("sound of saved consultations", Kept(config.audio_retention));
  Say("controller of the data", config.site.controller_name.empty()
                                    ? "missing: the privacy policy names nobody (SCRIBA_CONTROLLER_NAME)"
                                    : config.site.controller_name);
  Say("contact",
      config.site.contact_email.empty() ? "missing: a reserved address is shown" : config.site.contact_email);
  Say("mail", config.mail.smtp_url.empty() ? "none: mails go to " + (config.data_dir / "outbox").string() : "by SMTP");
  return installation ? 0 : 1;
}

}  // namespace scriba::app
