// How each connection to PostgreSQL begins.
#pragma once

#include <string>

namespace scriba::platform {

/// The connection string of the pool, made of the operator's `url`: every wait on the server has a deadline, and its
/// messages are in English, by which refusals are told apart (postgres_query.cc). What the operator sets in the
/// address wins. Asks the server once and throws, in words for the operator, when it cannot be reached, or speaks
/// another language and does not let us choose.
std::string PostgresSession(const std::string& url);

}  // namespace scriba::platform
