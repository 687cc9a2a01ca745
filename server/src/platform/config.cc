#include "platform/config.h"

#include <arpa/inet.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <set>
#include <sstream>

namespace scriba::platform {
namespace {

/// Gives every setting as text, whichever source it comes from, and remembers the first that does not parse.
class Settings {
 public:
  Settings(const Environment& environment, toml::table file) : environment_(environment), file_(std::move(file)) {}

  std::optional<std::string> Text(const std::string& name) const {
    std::string key = name;
    std::ranges::transform(key, key.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    asked_.insert(key);
    if (auto value = environment_("SCRIBA_" + name)) return value;
    const auto node = file_[key];
    if (const auto* list = node.as_array()) return Joined(*list);
    if (auto text = node.value<std::string>()) return text;
    if (node.is_boolean()) return *node.value<bool>() ? "true" : "false";
    if (const auto number = node.value<std::int64_t>(); number && node.is_integer()) return std::to_string(*number);
    if (const auto real = node.value<double>()) return std::to_string(*real);
    return std::nullopt;
  }

  void Read(const std::string& name, std::string& target) const {
    if (auto text = Text(name)) target = *text;
  }

  void Read(const std::string& name, std::filesystem::path& target) const {
    if (auto text = Text(name)) target = *text;
  }

  void Read(const std::string& name, bool& target) {
    const auto text = Text(name);
    if (!text || text->empty()) return;
    if (*text == "true" || *text == "on" || *text == "1" || *text == "yes") {
      target = true;
    } else if (*text == "false" || *text == "off" || *text == "0" || *text == "no") {
      target = false;
    } else {
      Refuse(name, "true or false");
    }
  }

  void Read(const std::string& name, std::vector<std::string>& target) const {
    const auto text = Text(name);
    if (!text) return;
    target.clear();
    std::istringstream items(*text);
    for (std::string item; std::getline(items, item, ',');) {
      const auto first = item.find_first_not_of(' ');
      if (first == std::string::npos) continue;
      target.push_back(item.substr(first, item.find_last_not_of(' ') - first + 1));
    }
  }

  template <typename Number>
    requires std::is_arithmetic_v<Number>
  void Read(const std::string& name, Number& target, Number least, Number most) {
    const auto text = Text(name);
    if (!text || text->empty()) return;
    Number value{};
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
    if (error != std::errc() || end != text->data() + text->size() || value < least || value > most) {
      Refuse(name, "a number from " + std::to_string(least) + " to " + std::to_string(most));
      return;
    }
    target = value;
  }

  void Refuse(const std::string& name, const std::string& expected) {
    if (refusal_.empty()) refusal_ = "SCRIBA_" + name + " must be " + expected;
  }

  /// A misspelt setting would otherwise be as good as none.
  void RefuseUnknown() {
    for (const auto& [key, value] : file_) {
      if (refusal_.empty() && !asked_.contains(std::string(key.str()))) {
        refusal_ = "there is no setting " + std::string(key.str());
      }
    }
  }

  const std::string& refusal() const { return refusal_; }

 private:
  static std::string Joined(const toml::array& list) {
    std::string text;
    for (const auto& item : list) text.append(text.empty() ? "" : ",").append(item.value_or(std::string()));
    return text;
  }

  const Environment& environment_;
  toml::table file_;
  mutable std::set<std::string> asked_;
  std::string refusal_;
};

/// scheme://host[:port], as browsers send it.
bool IsOrigin(const std::string& text) {
  const auto host = text.find("://");
  const bool is_web = text.starts_with("http://") || text.starts_with("https://");
  return is_web && host + 3 < text.size() && text.find_first_of("/?#* ", host + 3) == std::string::npos;
}

void ReadAddress(Settings& settings, const std::string& name, std::string& target) {
  const auto text = settings.Text(name);
  if (!text || text->empty()) return;
  if (!text->starts_with("https://") && !text->starts_with("http://")) {
    settings.Refuse(name, "an address that begins with https:// or http://");
  }
  target = *text;
}

/// The host of the address is this very machine, and nobody else can reach it there.
bool IsLoopback(const std::string& host) { return host == "localhost" || host == "127.0.0.1" || host == "::1"; }

bool IsNetworkAddress(const std::string& text) {
  std::array<unsigned char, sizeof(in6_addr)> address{};
  return inet_pton(AF_INET, text.c_str(), address.data()) == 1 ||
         inet_pton(AF_INET6, text.c_str(), address.data()) == 1;
}

void ReadLimits(Settings& settings, Config& config) {
  settings.Read("RATE_LIMITS", config.rate_limits);
  const bool is_local = IsLoopback(config.host) && (config.public_url.starts_with("http://localhost") ||
                                                    config.public_url.starts_with("http://127.0.0.1"));
  if (!config.rate_limits && !is_local) {
    settings.Refuse("RATE_LIMITS", "on, but where nobody else can reach the program (load tests on localhost)");
  }
  settings.Read("TRUSTED_PROXIES", config.trusted_proxies);
  if (!std::ranges::all_of(config.trusted_proxies, IsNetworkAddress)) {
    settings.Refuse("TRUSTED_PROXIES", "addresses such as 10.0.0.2, separated by commas; networks cannot be named");
  }
}

void ReadMail(Settings& settings, Config& config) {
  settings.Read("SMTP_URL", config.mail.smtp_url);
  const std::string& url = config.mail.smtp_url;
  if (!url.empty() && !url.starts_with("smtp://") && !url.starts_with("smtps://")) {
    settings.Refuse("SMTP_URL", "an address that begins with smtp:// or smtps://");
  }
  settings.Read("MAIL_FROM", config.mail.from);
  config.autoconfirm = url.empty();
  settings.Read("AUTOCONFIRM", config.autoconfirm);
}

void ReadLogLevel(Settings& settings, std::string& target) {
  settings.Read("LOG_LEVEL", target);
  constexpr auto kLevels = std::to_array<std::string_view>({"debug", "info", "warning", "error"});
  if (std::ranges::find(kLevels, target) == kLevels.end()) {
    settings.Refuse("LOG_LEVEL", "debug, info, warning or error");
  }
}

void ReadRetention(Settings& settings, const std::string& name, AudioRetention& target) {
  const auto text = settings.Text(name);
  if (!text || text->empty() || *text == "keep") return;
  std::int64_t days = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), days);
  const bool is_number = error == std::errc() && end == text->data() + text->size() && days >= 1 && days <= 36500;
  if (!is_number && *text != "after-report") {
    settings.Refuse(name, "keep, after-report, or a number of days from 1 to 36500");
    return;
  }
  target.after = std::chrono::days(is_number ? days : 0);
}

void ReadSite(Settings& settings, Config& config) {
  settings.Read("CONTACT_EMAIL", config.site.contact_email);
  ReadAddress(settings, "CHECKOUT_BASIC_URL", config.site.checkout_basic_url);
  ReadAddress(settings, "CHECKOUT_ADVANCED_URL", config.site.checkout_advanced_url);
  ReadAddress(settings, "BILLING_PORTAL_URL", config.site.billing_portal_url);
  settings.Read("CONTROLLER_NAME", config.site.controller_name);
  settings.Read("CONTROLLER_ADDRESS", config.site.controller_address);
  settings.Read("CONTROLLER_EMAIL", config.site.controller_email);
  if (config.site.controller_name.empty() != config.site.controller_address.empty()) {
    settings.Refuse("CONTROLLER_ADDRESS", "given together with SCRIBA_CONTROLLER_NAME");
  }
  settings.Read("PRICES_FILE", config.prices_file);
}

void ReadLifetimes(Settings& settings, Config& config) {
  constexpr double kMostHours = 24.0 * 3650;
  settings.Read<double>("SESSION_IDLE_HOURS", config.session_idle_hours, 0, kMostHours);
  settings.Read<double>("SESSION_MAX_HOURS", config.session_max_hours, 0, kMostHours);
  // A client comes back once in the life of an access token: a shorter limit would end sessions in use.
  if (config.session_idle_hours > 0 && config.session_idle_hours < 2) {
    settings.Refuse("SESSION_IDLE_HOURS", "0 or a number from 2");
  }
  settings.Read<std::int64_t>("AUDIT_LOG_DAYS", config.audit_log_days, 0, 36500);
  ReadRetention(settings, "AUDIO_RETENTION", config.audio_retention);
}

Config Read(Settings& settings) {
  Config config;
  settings.Read("HOST", config.host);
  settings.Read<std::uint16_t>("PORT", config.port, 1, 65535);
  config.public_url = "http://localhost:" + std::to_string(config.port);
  settings.Read("PUBLIC_URL", config.public_url);
  while (config.public_url.ends_with('/')) config.public_url.pop_back();
  settings.Read("DATA_DIR", config.data_dir);
  settings.Read("DATABASE_URL", config.database_url);
  settings.Read("MASTER_KEY_FILE", config.master_key_file);
  settings.Read("WEB_DIR", config.web_dir);
  settings.Read<std::size_t>("THREADS", config.threads, 0, 256);
  ReadAddress(settings, "SPEECH_URL", config.speech.url);
  settings.Read("SPEECH_KEY", config.speech.key);
  settings.Read("SPEECH_MODEL", config.speech.model);
  settings.Read("SPEECH_LANGUAGE", config.speech.language);
  settings.Read("SPEECH_MODEL_FILE", config.speech.model_file);
  settings.Read("SPEECH_LAUNCHER", config.speech.launcher);
  settings.Read<std::size_t>("SPEECH_THREADS", config.speech.threads, 0, 256);
  ReadAddress(settings, "LLM_URL", config.llm.url);
  settings.Read("LLM_KEY", config.llm.key);
  settings.Read("LLM_MODEL", config.llm.model);
  settings.Read<double>("LLM_DEADLINE", config.llm.deadline_seconds, 1, 3600);
  settings.Read<std::size_t>("LLM_CONCURRENCY", config.llm.concurrency, 1, 64);
  ReadMail(settings, config);
  settings.Read("SIGNUP_ENABLED", config.signup_enabled);
  ReadLimits(settings, config);
  settings.Read("SELF_ACTIVATION", config.self_activation);
  settings.Read("REDIRECT_URLS", config.redirect_urls);
  settings.Read("CORS_ORIGINS", config.cors_origins);
  if (!std::ranges::all_of(config.cors_origins, IsOrigin)) {
    settings.Refuse("CORS_ORIGINS", "origins such as https://app.example.org, separated by commas");
  }
  ReadAddress(settings, "CAPTCHA_URL", config.captcha_url);
  settings.Read("CAPTCHA_SECRET", config.captcha_secret);
  ReadSite(settings, config);
  ReadLifetimes(settings, config);
  settings.Read<double>("MAX_RECORDING_HOURS", config.max_recording_hours, 0.01, 24.0);
  settings.Read<std::size_t>("LIVE_RECORDINGS", config.live_recordings, 0, 10000);
  settings.Read<std::uint64_t>("MAX_UPLOAD_BYTES", config.max_upload_bytes, 1, 4ULL << 30);
  settings.Read<std::uint64_t>("STORAGE_QUOTA_BYTES", config.storage_quota_bytes, 0, 1ULL << 50);
  ReadLogLevel(settings, config.log_level);
  settings.RefuseUnknown();
  return config;
}

}  // namespace

std::string AudioRetention::ToText() const {
  if (!after) return "keep";
  return *after == std::chrono::days(0) ? "after-report" : std::to_string(after->count());
}

Environment ProcessEnvironment() {
  return [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());  // NOLINT(concurrency-mt-unsafe): nothing here ever sets one
    return value != nullptr ? std::optional<std::string>(value) : std::nullopt;
  };
}

Result<Config> LoadConfig(const Environment& environment, const std::filesystem::path& file) {
  toml::table table;
  if (std::filesystem::exists(file)) {
    try {
      table = toml::parse_file(file.string());
    } catch (const toml::parse_error& error) {
      return Fail(Code::kConfigurationInvalid, file.string() + ": " + std::string(error.description()));
    }
  }
  Settings settings(environment, std::move(table));
  Config config = Read(settings);
  if (!settings.refusal().empty()) return Fail(Code::kConfigurationInvalid, settings.refusal());
  if (!config.public_url.starts_with("http://") && !config.public_url.starts_with("https://")) {
    return Fail(Code::kConfigurationInvalid, "SCRIBA_PUBLIC_URL must begin with http:// or https://");
  }
  if (config.master_key_file.empty()) config.master_key_file = config.data_dir / "master.key";
  return config;
}

}  // namespace scriba::platform
