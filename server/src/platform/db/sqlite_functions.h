// What Scriba adds to SQLite so that it compares and folds text as PostgreSQL does.
#pragma once

#include <sqlite3.h>

#include <string>
#include <string_view>

namespace scriba::platform {

/// Adds to a connection:
///   collation `italian`: case and accents count last (ICU root collation, ties broken by code point);
///   fold(text): Unicode case folding, for case-insensitive matching.
void RegisterFunctions(sqlite3* handle);

/// The order of the collation `italian`: below, at or above zero.
int CompareTexts(std::string_view left, std::string_view right);

/// What fold(text) answers.
std::string FoldCase(std::string_view text);

}  // namespace scriba::platform
