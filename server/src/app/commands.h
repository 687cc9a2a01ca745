// The command line: `scriba serve | user | check | evaluate-speech`.
#pragma once

#include <string>

#include "platform/config.h"

namespace scriba::app {

/// Reads the arguments and runs the command; answers the exit status.
int RunCommandLine(int argc, char** argv);

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

/// Says in words what is configured, reachable and missing (check_command.cc).
int Check(const platform::Config& config);

/// Sends an audio file to the speech engine and prints who answered, how fast, and what was heard (speech_command.cc).
int CheckSpeech(const platform::Config& config, const std::string& file);
/// Prints the word error rate over a folder of audio files with their texts beside them.
int EvaluateSpeech(const platform::Config& config, const std::string& folder);

}  // namespace scriba::app
