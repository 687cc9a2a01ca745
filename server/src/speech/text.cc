#include "speech/text.h"

#include <unicode/locid.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>

#include <cstdint>

namespace scriba::speech {
namespace {

constexpr UChar32 kLostLetter = 0xFFFD;

icu::UnicodeString FromUtf8(std::string_view text) {
  return icu::UnicodeString::fromUTF8(icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
}

std::string ToUtf8(const icu::UnicodeString& text) {
  std::string utf8;
  text.toUTF8String(utf8);
  return utf8;
}

template <typename Visit>
void ForEachCharacter(const icu::UnicodeString& text, Visit visit) {
  for (std::int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) visit(text.char32At(i));
}

}  // namespace

std::string RepairUtf8(std::string_view text) {
  icu::UnicodeString clean;
  ForEachCharacter(FromUtf8(text), [&clean](UChar32 character) {
    const bool is_space = u_isUWhiteSpace(character);
    if (character == kLostLetter || (u_iscntrl(character) && !is_space)) return;
    clean.append(character);
  });
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* composer = icu::Normalizer2::getNFCInstance(status);
  return ToUtf8(U_SUCCESS(status) ? composer->normalize(clean, status) : clean);
}

std::string CollapseSpaces(std::string_view text) {
  icu::UnicodeString collapsed;
  bool is_pending = false;
  ForEachCharacter(FromUtf8(text), [&](UChar32 character) {
    if (u_isUWhiteSpace(character)) {
      is_pending = !collapsed.isEmpty();
      return;
    }
    if (is_pending) collapsed.append(u' ');
    is_pending = false;
    collapsed.append(character);
  });
  return ToUtf8(collapsed);
}

std::vector<std::string> WordsOf(std::string_view text) {
  icu::UnicodeString lower = FromUtf8(text);
  lower.toLower(icu::Locale::getItalian());
  std::vector<std::string> words;
  icu::UnicodeString word;
  const auto finish = [&] {
    if (!word.isEmpty()) words.push_back(ToUtf8(word));
    word.remove();
  };
  ForEachCharacter(lower, [&](UChar32 character) {
    if (u_isalnum(character)) {
      word.append(character);
    } else {
      finish();
    }
  });
  finish();
  return words;
}

double ForeignLetterShare(std::string_view text) {
  int letters = 0, foreign = 0;
  ForEachCharacter(FromUtf8(text), [&](UChar32 character) {
    if (!u_isalpha(character)) return;
    ++letters;
    UErrorCode status = U_ZERO_ERROR;
    if (uscript_getScript(character, &status) != USCRIPT_LATIN) ++foreign;
  });
  return letters == 0 ? 0 : static_cast<double>(foreign) / letters;
}

}  // namespace scriba::speech
