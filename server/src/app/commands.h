// The command line: `scriba serve | user | check | evaluate-speech | backup | restore | export | erasures |
// migrate | rotate-keys`.
#pragma once

#include <string>

#include "platform/config.h"
#include "platform/error.h"

namespace scriba::app {

/// Reads the arguments and runs the command; answers the exit status.
int RunCommandLine(int argc, char** argv);

/// Says on standard error why a command ends, and answers its exit status.
int Refuse(const platform::Error& error);

/// Serves until a signal asks for the end (serve.cc).
int Serve(const platform::Config& config);

struct UserOptions {
  std::string email;
  std::string role = "doctor";
};

/// Makes an account, or sets password and role of the one that is there. The password comes from standard input.
int AddUser(const platform::Config& config, const UserOptions& options);
/// Sets the role of an account.
int SetUserRole(const platform::Config& config, const UserOptions& options);
/// Sets a new password, from standard input, and ends the account's sessions.
int ResetUserPassword(const platform::Config& config, const UserOptions& options);
/// Removes the second factors of an account whose device is lost, and ends its sessions.
int RemoveUserFactors(const platform::Config& config, const UserOptions& options);

/// Erases an account and all that is kept under it, and says what that was. Asks on the terminal unless `is_confirmed`
/// (erase_command.cc).
int EraseUser(const platform::Config& config, const std::string& email, bool is_confirmed);
/// Prints what was erased, one line each.
int ListErasures(const platform::Config& config);
/// Erases again what the lines of such a list tell of.
int RepeatErasures(const platform::Config& config, const std::string& file);

/// Says in words what is configured, reachable and missing (check_command.cc).
int Check(const platform::Config& config);

/// Sends an audio file to the speech engine and prints who answered, how fast, and what was heard (speech_command.cc).
int CheckSpeech(const platform::Config& config, const std::string& file);
/// Prints the word error rate over a folder of audio files with their texts beside them.
int EvaluateSpeech(const platform::Config& config, const std::string& folder);

/// Writes database and sealed files, and the master key when asked, into one archive, while the program may be running
/// (backup_command.cc).
int BackUp(const platform::Config& config, const std::string& file, bool with_key);
/// Puts an archive of BackUp() into an installation that is still empty (restore_command.cc).
int Restore(const platform::Config& config, const std::string& file);

struct ExportOptions {
  std::string email;
  std::string patient_id;  ///< empty: all of the doctor's data
  std::string file;
};

/// Writes all data of one doctor, or of one of their patients, into a zip file: JSON, and the sound
/// (export_command.cc).
int Export(const platform::Config& config, const ExportOptions& options);

/// Moves the rows of an installation to the other engine: "sqlite:<file>" and "postgres://..." (migrate_command.cc).
int MigrateDatabase(const std::string& from, const std::string& to);

/// Makes a new signing key; with `master_key`, a new master key too (rotate_keys_command.cc).
int RotateKeys(const platform::Config& config, bool master_key);

}  // namespace scriba::app
