#include "platform/db/postgres_session.h"

#include <libpq-fe.h>

#include <map>
#include <memory>
#include <stdexcept>
#include <string_view>

namespace scriba::platform {
namespace {

struct Deleter {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
  void operator()(PGconn* connection) const { PQfinish(connection); }
  void operator()(PGresult* result) const { PQclear(result); }
};

using Settings = std::map<std::string, std::string>;

// The server gives up before the client does (kStatementSeconds of postgres_database.cc), so that no connection is
// left behind with a statement running.
constexpr std::string_view kDeadlines =
    "-c statement_timeout=25s -c lock_timeout=10s -c idle_in_transaction_session_timeout=60s";
// Notices ("already exists, skipping") would stand between the words of a command.
constexpr std::string_view kQuiet = "-c client_min_messages=warning ";
// What the operator sets in the address is meant for requests.
constexpr std::string_view kNoDeadlines = " -c statement_timeout=0 -c idle_in_transaction_session_timeout=0";

Settings Read(const std::string& url) {
  const std::unique_ptr<PQconninfoOption, Deleter> options(PQconninfoParse(url.c_str(), nullptr));
  if (!options) throw std::runtime_error("SCRIBA_DATABASE_URL cannot be read: it begins with postgres://");
  Settings settings;
  for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
    if (option->val != nullptr) settings[option->keyword] = option->val;
  }
  return settings;
}

std::string Written(const Settings& settings) {
  std::string text;
  for (const auto& [name, value] : settings) {
    text += name + "='";
    for (const char c : value) {
      if (c == '\'' || c == '\\') text += '\\';
      text += c;
    }
    text += "' ";
  }
  return text;
}

bool IsEnglish(std::string_view locale) {
  return locale == "C" || locale == "POSIX" || locale.starts_with("C.") || locale.starts_with("en");
}

/// Whether the session must ask for English messages.
bool MustChooseEnglish(PGconn* connection) {
  const std::unique_ptr<PGresult, Deleter> shown(PQexec(connection, "SHOW lc_messages"));
  if (PQresultStatus(shown.get()) == PGRES_TUPLES_OK && IsEnglish(PQgetvalue(shown.get(), 0, 0))) return false;
  const std::unique_ptr<PGresult, Deleter> chosen(PQexec(connection, "SET lc_messages TO 'C'"));
  if (PQresultStatus(chosen.get()) == PGRES_COMMAND_OK) return true;
  throw std::runtime_error(
      "the database's messages are not in English, and its user may not choose: as the server's administrator, run "
      "ALTER ROLE \"" +
      std::string(PQuser(connection)) + "\" SET lc_messages = 'C'");
}

}  // namespace

std::string PostgresSession(const std::string& url, PostgresPatience patience) {
  Settings settings = Read(url);
  // What emplace finds already there is the operator's.
  settings.emplace("application_name", "scriba");
  settings.emplace("connect_timeout", "10");
  settings.emplace("tcp_user_timeout", "30000");
  std::string& options = settings["options"];
  options = std::string(kQuiet).append(kDeadlines).append(" ").append(options);
  if (patience == PostgresPatience::kCommands) options += kNoDeadlines;
  const std::unique_ptr<PGconn, Deleter> connection(PQconnectdb(Written(settings).c_str()));
  if (PQstatus(connection.get()) != CONNECTION_OK) {
    throw std::runtime_error(std::string("the database cannot be reached: ") + PQerrorMessage(connection.get()));
  }
  if (MustChooseEnglish(connection.get())) options = "-c lc_messages=C " + options;
  return Written(settings);
}

}  // namespace scriba::platform
