#include "app/commands.h"

#include <CLI/CLI.hpp>
#include <iostream>

#include "platform/log.h"

namespace scriba::app {
namespace {

platform::LogLevel LevelNamed(const std::string& name) {
  if (name == "debug") return platform::LogLevel::kDebug;
  if (name == "warning") return platform::LogLevel::kWarning;
  return name == "error" ? platform::LogLevel::kError : platform::LogLevel::kInfo;
}

}  // namespace

int RunCommandLine(int argc, char** argv) {
  CLI::App line("Scriba: records, transcribes and reports medical consultations");
  line.set_version_flag("--version", SCRIBA_VERSION);
  line.require_subcommand(1);
  std::string file = "scriba.toml";
  line.add_option("--config", file, "configuration file (TOML)")->capture_default_str();

  const auto* serve = line.add_subcommand("serve", "serve the application until Ctrl-C");
  auto* check = line.add_subcommand("check", "say what is configured, reachable and missing");
  std::string speech_file, speech_folder;
  check->add_option("--speech", speech_file, "send this audio file to the speech engine and print what it hears");
  auto* evaluate =
      line.add_subcommand("evaluate-speech", "word error rate over audio files with their texts beside them");
  evaluate->add_option("folder", speech_folder, "visita.mp3 with visita.txt, and so on")->required();
  auto* user = line.add_subcommand("user", "accounts, offline")->require_subcommand(1);
  UserOptions options;
  bool from_stdin = false;
  const auto roles = CLI::IsMember({"doctor", "admin", "superadmin"});
  auto* add = user->add_subcommand("add", "make an account, or set password and role of the one that is there");
  add->add_option("--email", options.email)->required();
  add->add_option("--role", options.role)->check(roles)->capture_default_str();
  add->add_flag("--password-stdin", from_stdin, "the password is read from standard input")->required();
  auto* role = user->add_subcommand("role", "set the role of an account");
  role->add_option("--email", options.email)->required();
  role->add_option("--role", options.role)->check(roles)->required();
  auto* reset = user->add_subcommand("reset-password", "set a new password and end the account's sessions");
  reset->add_option("--email", options.email)->required();
  reset->add_flag("--password-stdin", from_stdin, "the password is read from standard input")->required();
  CLI11_PARSE(line, argc, argv);

  const auto config = platform::LoadConfig(platform::ProcessEnvironment(), file);
  if (!config) {
    std::cerr << "scriba: " << config.error().message << '\n';
    return 2;
  }
  platform::ConfigureLog(LevelNamed(config->log_level));
  if (serve->parsed()) return Serve(*config);
  if (check->parsed()) return speech_file.empty() ? Check(*config) : CheckSpeech(*config, speech_file);
  if (evaluate->parsed()) return EvaluateSpeech(*config, speech_folder);
  if (role->parsed()) return SetUserRole(*config, options);
  if (reset->parsed()) return ResetUserPassword(*config, options);
  return AddUser(*config, options);
}

}  // namespace scriba::app
