#include "platform/db/sqlite_functions.h"

#include <unicode/coll.h>
#include <unicode/locid.h>
#include <unicode/stringpiece.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace scriba::platform {
namespace {

std::unique_ptr<icu::Collator> MakeCollator() {
  UErrorCode status = U_ZERO_ERROR;
  std::unique_ptr<icu::Collator> collator(icu::Collator::createInstance(icu::Locale::getRoot(), status));
  if (U_FAILURE(status) != 0) throw std::runtime_error("ICU has no collation data");
  // Primary strength: letters alone decide, accents and case only break ties.
  collator->setStrength(icu::Collator::PRIMARY);
  return collator;
}

bool IsPlainAscii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

int CompareWith(const icu::Collator& collator, std::string_view left, std::string_view right) {
  UErrorCode status = U_ZERO_ERROR;
  const auto order = collator.compareUTF8(left, right, status);
  return order != UCOL_EQUAL ? order : left.compare(right);
}

int Compare(void* collator, int left_size, const void* left, int right_size, const void* right) {
  return CompareWith(*static_cast<const icu::Collator*>(collator),
                     {static_cast<const char*>(left), static_cast<std::size_t>(left_size)},
                     {static_cast<const char*>(right), static_cast<std::size_t>(right_size)});
}

void FoldFunction(sqlite3_context* context, int, sqlite3_value** arguments) {
  if (sqlite3_value_type(arguments[0]) == SQLITE_NULL) {
    sqlite3_result_null(context);
    return;
  }
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(arguments[0]));
  const std::string folded = FoldCase({text, static_cast<std::size_t>(sqlite3_value_bytes(arguments[0]))});
  sqlite3_result_text64(context, folded.data(), folded.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

}  // namespace

int CompareTexts(std::string_view left, std::string_view right) {
  // ICU's comparisons may run on every thread at once; a collator is dear to make.
  static const std::unique_ptr<const icu::Collator> kCollator = MakeCollator();
  return CompareWith(*kCollator, left, right);
}

std::string FoldCase(std::string_view text) {
  if (IsPlainAscii(text)) {
    std::string folded(text);
    std::ranges::transform(folded, folded.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
    return folded;
  }
  const icu::StringPiece piece(text.data(), static_cast<int>(text.size()));
  std::string folded;
  // Not foldCase(), which makes "ss" of "ß": PostgreSQL's lower() does not.
  icu::UnicodeString::fromUTF8(piece).toLower(icu::Locale::getRoot()).toUTF8String(folded);
  return folded;
}

void RegisterFunctions(sqlite3* handle) {
  const auto destroy = [](void* collator) {
    std::default_delete<icu::Collator>()(static_cast<icu::Collator*>(collator));
  };
  auto collator = MakeCollator();
  if (sqlite3_create_collation_v2(handle, "italian", SQLITE_UTF8, collator.get(), Compare, destroy) == SQLITE_OK) {
    // SQLite owns it from here and calls `destroy` with the connection.
    static_cast<void>(collator.release());
  }
  constexpr int kPure = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  sqlite3_create_function_v2(handle, "fold", 1, kPure, nullptr, FoldFunction, nullptr, nullptr, nullptr);
}

}  // namespace scriba::platform
