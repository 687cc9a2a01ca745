#include "app/commands.h"

#include <CLI/CLI.hpp>
#include <functional>
#include <iostream>

#include "platform/log.h"

namespace scriba::app {
namespace {

using Command = std::function<int(const platform::Config&)>;

/// What the arguments said. CLI11 writes into it, so it stays where it is.
struct Arguments {
  Command command;
  UserOptions user;
  std::string file;
  ExportOptions out;
  std::string from;
  std::string to;
  bool flag = false;
};

platform::LogLevel LevelNamed(const std::string& name) {
  if (name == "debug") return platform::LogLevel::kDebug;
  if (name == "warning") return platform::LogLevel::kWarning;
  return name == "error" ? platform::LogLevel::kError : platform::LogLevel::kInfo;
}

CLI::App* Add(CLI::App& line, Arguments& arguments, const char* name, const char* what, Command command) {
  auto* added = line.add_subcommand(name, what);
  added->callback([&arguments, command = std::move(command)] { arguments.command = command; });
  return added;
}

void AddUserCommands(CLI::App& line, Arguments& arguments) {
  auto* user = line.add_subcommand("user", "accounts, offline")->require_subcommand(1);
  UserOptions& options = arguments.user;
  const auto roles = CLI::IsMember({"doctor", "admin", "superadmin"});
  const auto with = [&options](int (*run)(const platform::Config&, const UserOptions&)) {
    return [&options, run](const platform::Config& config) { return run(config, options); };
  };
  auto* add =
      Add(*user, arguments, "add", "make an account, or set password and role of the one that is there", with(AddUser));
  add->add_option("--email", options.email)->required();
  add->add_option("--role", options.role)->check(roles)->capture_default_str();
  add->add_flag("--password-stdin", arguments.flag, "the password is read from standard input")->required();
  auto* role = Add(*user, arguments, "role", "set the role of an account", with(SetUserRole));
  role->add_option("--email", options.email)->required();
  role->add_option("--role", options.role)->check(roles)->required();
  auto* reset = Add(*user, arguments, "reset-password", "set a new password and end the account's sessions",
                    with(ResetUserPassword));
  reset->add_option("--email", options.email)->required();
  reset->add_flag("--password-stdin", arguments.flag, "the password is read from standard input")->required();
  auto* remove = Add(*user, arguments, "remove-factors",
                     "remove the second factors of an account, and end its sessions", with(RemoveUserFactors));
  remove->add_option("--email", options.email)->required();
  auto* erase = Add(*user, arguments, "erase", "erase an account with its patients, consultations and sound",
                    [&](const auto& config) { return EraseUser(config, options.email, arguments.flag); });
  erase->add_option("--email", options.email)->required();
  erase->add_flag("--yes", arguments.flag, "do not ask");
}

void AddServingCommands(CLI::App& line, Arguments& all) {
  Add(line, all, "serve", "serve the application until Ctrl-C", Serve);
  auto* check = Add(line, all, "check", "say what is configured, reachable and missing", [&all](const auto& config) {
    return all.file.empty() ? Check(config) : CheckSpeech(config, all.file);
  });
  check->add_option("--speech", all.file, "send this audio file to the speech engine and print what it hears");
  auto* evaluate = Add(line, all, "evaluate-speech", "word error rate over audio files with their texts beside them",
                       [&all](const auto& config) { return EvaluateSpeech(config, all.file); });
  evaluate->add_option("folder", all.file, "visita.mp3 with visita.txt, and so on")->required();
}

void AddKeepingCommands(CLI::App& line, Arguments& all) {
  auto* backup = Add(line, all, "backup", "write everything into one archive, while the program may be running",
                     [&all](const auto& config) { return BackUp(config, all.file, all.flag); });
  backup->add_option("file", all.file, "the archive; one that is there is replaced once the new one is whole")
      ->required();
  backup->add_flag("--with-key", all.flag, "the master key too: who has the archive can then read it");
  auto* restore = Add(line, all, "restore", "put a backup into an installation that is still empty",
                      [&all](const auto& config) { return Restore(config, all.file); });
  restore->add_option("file", all.file)->required();
  auto* out = Add(line, all, "export", "write all data of one doctor into a zip file: JSON, and the sound",
                  [&all](const auto& config) { return Export(config, all.out); });
  out->add_option("--user", all.out.email, "the e-mail address of the account")->required();
  out->add_option("--patient", all.out.patient_id, "only what is kept of this patient, by the id");
  out->add_option("--output", all.out.file, "the zip file")->required();
  auto* erasures = Add(line, all, "erasures", "list what was erased, one line each", [&all](const auto& config) {
    return all.file.empty() ? ListErasures(config) : RepeatErasures(config, all.file);
  });
  erasures->add_option("--repeat", all.file, "erase again what this list tells of: after a restore");
  auto* migrate = Add(line, all, "migrate", "move an installation's rows to the other database",
                      [&all](const auto&) { return MigrateDatabase(all.from, all.to); });
  migrate->add_option("--from", all.from, "sqlite:<file> or postgres://...")->required();
  migrate->add_option("--to", all.to, "the same; must be empty")->required();
  auto* rotate = Add(line, all, "rotate-keys", "sign access tokens with a new key from now on",
                     [&all](const auto& config) { return RotateKeys(config, all.flag); });
  rotate->add_flag("--master-key", all.flag, "a new master key too; the program must be stopped");
}

}  // namespace

int Refuse(const platform::Error& error) {
  std::cerr << "scriba: " << error.message << (error.internal.empty() ? "" : " (" + error.internal + ")") << '\n';
  return 1;
}

int RunCommandLine(int argc, char** argv) {
  CLI::App line("Scriba: records, transcribes and reports medical consultations");
  line.set_version_flag("--version", SCRIBA_VERSION);
  line.require_subcommand(1);
  std::string file = "scriba.toml";
  line.add_option("--config", file, "configuration file (TOML)")->capture_default_str();
  Arguments arguments;
  AddServingCommands(line, arguments);
  AddUserCommands(line, arguments);
  AddKeepingCommands(line, arguments);
  CLI11_PARSE(line, argc, argv);

  const auto config = platform::LoadConfig(platform::ProcessEnvironment(), file);
  if (!config) {
    std::cerr << "scriba: " << config.error().message << '\n';
    return 2;
  }
  platform::ConfigureLog(LevelNamed(config->log_level));
  return arguments.command(*config);
}

}  // namespace scriba::app
