// How each connection to PostgreSQL begins.
#pragma once

#include <string>

namespace scriba::platform {

/// What the connections are for: requests, each of whose waits has a deadline, or commands and migrations, which take
/// as long as they take.
enum class PostgresPatience { kRequests, kCommands };

/// The connection string of a pool, made of the operator's `url`: waits on the server have their deadlines, and its
/// messages are in English, by which refusals are told apart (postgres_query.cc). What the operator sets in the
/// address wins. Asks the server once and throws, in words for the operator, when it cannot be reached, or speaks
/// another language and does not let us choose.
std::string PostgresSession(const std::string& url, PostgresPatience patience);

}  // namespace scriba::platform
