#include "clinical/reading/text.h"

#include "clinical/reading/dictation.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>

#include <algorithm>

namespace scriba::clinical {
namespace {

bool IsApostrophe(UChar32 c) {
  return c == '\'' || c == 0x2019 || c == 0x2018 || c == 0x02BC || c == 0x60 || c == 0xB4;
}
// Most of a talk is ASCII, which needs none of ICU's tables.
bool IsLetter(UChar32 c) {
  if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return u_isalpha(c) || u_getCombiningClass(c) != 0;
}
bool IsDigit(UChar32 c) { return c < 0x80 ? c >= '0' && c <= '9' : u_isdigit(c) != 0; }
/// By its one unit, without a look whether it is one of two.
bool IsAsciiOfWord(char16_t unit) { return unit < 0x80 && (IsLetter(unit) || IsDigit(unit)); }
bool IsBlank(UChar32 c) { return c < 0x80 ? c <= ' ' || c == 0x7F : u_isUWhiteSpace(c) || u_iscntrl(c); }

/// ASCII but the grave accent, which may stand for an apostrophe.
bool IsPlain(UChar32 c) { return c < 0x80 && c != 0x60; }
char Small(UChar32 c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c); }

/// Base letters of the accented ones that Italian uses; 0 for others.
char ItalianBase(UChar32 c) {
  switch (c) {
    case 0xE0:
    case 0xE1:
    case 0xC0:
    case 0xC1: return 'a';
    case 0xE8:
    case 0xE9:
    case 0xC8:
    case 0xC9: return 'e';
    case 0xEC:
    case 0xED:
    case 0xCC:
    case 0xCD:
    case 0xEE: return 'i';
    case 0xF2:
    case 0xF3:
    case 0xD2:
    case 0xD3: return 'o';
    case 0xF9:
    case 0xFA:
    case 0xD9:
    case 0xDA: return 'u';
    default: return 0;
  }
}

std::string FoldRare(const icu::UnicodeString& piece) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfkd = icu::Normalizer2::getNFKDInstance(status);
  icu::UnicodeString decomposed = U_SUCCESS(status) ? nfkd->normalize(piece, status) : piece;
  icu::UnicodeString kept;
  for (int32_t i = 0; i < decomposed.length(); i = decomposed.moveIndex32(i, 1)) {
    const UChar32 c = decomposed.char32At(i);
    if (u_getCombiningClass(c) == 0) kept.append(IsApostrophe(c) ? UChar32{'\''} : u_tolower(c));
  }
  std::string utf8;
  kept.toUTF8String(utf8);
  return utf8;
}

/// Marks of Latin 1 that stand for themselves.
bool IsPlainMark(UChar32 c) { return c == 0xAB || c == 0xBB || c == 0xB0; }

/// Appends the folded form of a character that needs no table; false for any other.
bool AppendFolded(UChar32 c, std::string& folded) {
  if (IsPlain(c)) {
    folded.push_back(Small(c));
  } else if (const char base = ItalianBase(c)) {
    folded.push_back(base);
  } else if (IsApostrophe(c)) {
    folded.push_back('\'');
  } else if (IsPlainMark(c)) {
    folded.push_back(static_cast<char>(0xC2));
    folded.push_back(static_cast<char>(c));
  } else {
    return false;
  }
  return true;
}

std::string FoldPiece(std::u16string_view piece) {
  std::string folded(piece.size(), '\0');
  std::size_t plain = 0;
  for (; plain < piece.size() && IsPlain(piece[plain]); ++plain) folded[plain] = Small(piece[plain]);
  folded.resize(plain);
  for (const char16_t c : piece.substr(plain)) {
    if (!AppendFolded(c, folded)) {
      return FoldRare({false, piece.data(), static_cast<int32_t>(piece.size())});
    }
  }
  return folded;
}

}  // namespace

Text::Text(std::string_view utf8)
    : utf16_(icu::UnicodeString::fromUTF8(icu::StringPiece(utf8.data(), static_cast<int32_t>(utf8.size())))) {
  Tokenize();
  tokens_ = WithDictatedMarks(std::move(tokens_));
}

void Text::Tokenize() {
  const int32_t size = utf16_.length();
  tokens_.reserve(static_cast<std::size_t>(size) / 4 + 1);
  bool space = false;
  const char16_t* units = utf16_.getBuffer();
  const std::u16string_view letters(units, static_cast<std::size_t>(size));
  const auto at = [&](int32_t i) {
    if (i >= size) return UChar32{0};
    return U16_IS_SURROGATE(units[i]) ? utf16_.char32At(i) : UChar32{units[i]};
  };
  const auto next = [&](int32_t i) { return U16_IS_SURROGATE(units[i]) ? utf16_.moveIndex32(i, 1) : i + 1; };
  for (int32_t i = 0; i < size;) {
    const UChar32 c = at(i);
    if (IsBlank(c)) {
      space = true;
      i = next(i);
      continue;
    }
    int32_t end = next(i);
    TokenKind kind = TokenKind::kMark;
    if (IsLetter(c)) {
      kind = TokenKind::kWord;
      while (end < size && (IsAsciiOfWord(units[end]) || IsLetter(at(end)) || IsDigit(at(end)))) end = next(end);
      if (IsApostrophe(at(end))) end = next(end);
    } else if (IsDigit(c)) {
      kind = TokenKind::kNumber;
      while (end < size) {
        const UChar32 d = at(end);
        const bool joins = (d == '.' || d == ',' || d == ':' || d == '/') && IsDigit(at(end + 1));
        if (!IsDigit(d) && !joins) break;
        end = next(end);
      }
    }
    Token token;
    token.begin = static_cast<std::uint32_t>(i);
    token.end = static_cast<std::uint32_t>(end);
    token.kind = kind;
    token.space_before = space;
    token.folded = FoldPiece(letters.substr(static_cast<std::size_t>(i), static_cast<std::size_t>(end - i)));
    tokens_.push_back(std::move(token));
    space = false;
    i = end;
  }
}

bool Text::IsSmall(TokenIndex index) const {
  return index < size() && u_islower(utf16_.char32At(static_cast<int32_t>(tokens_[index].begin)));
}

Text Text::WithoutMarks() const {
  Text words = *this;
  bool after_mark = false;
  for (Token& token : words.tokens_) {
    token.space_before = token.space_before || after_mark;
    after_mark = token.kind == TokenKind::kMark;
    if (!after_mark) continue;
    for (std::uint32_t i = token.begin; i < token.end; ++i) words.utf16_.setCharAt(static_cast<int32_t>(i), u' ');
  }
  std::erase_if(words.tokens_, [](const Token& token) { return token.kind == TokenKind::kMark; });
  return words;
}

bool Text::IsDictatedMark(TokenIndex index) const {
  return IsMark(index) && index < size() && IsLetter(utf16_.char32At(static_cast<int32_t>(tokens_[index].begin)));
}

Span Text::SpanOf(TokenRange range) const {
  if (range.empty()) return {};
  return {tokens_[range.first].begin, tokens_[range.last - 1].end};
}

std::string Text::Original(TokenIndex index) const { return Original(SpanOf({index, index + 1})); }

std::string Text::Original(Span span) const {
  const char16_t* units = utf16_.getBuffer();
  std::string utf8(span.end - span.begin, '\0');
  std::size_t plain = 0;
  for (; plain < utf8.size() && units[span.begin + plain] < 0x80; ++plain) {
    utf8[plain] = static_cast<char>(units[span.begin + plain]);
  }
  if (plain == utf8.size()) return utf8;
  utf8.clear();
  utf16_.tempSubStringBetween(static_cast<int32_t>(span.begin), static_cast<int32_t>(span.end)).toUTF8String(utf8);
  return utf8;
}

std::string Fold(std::string_view utf8) {
  std::string folded;
  folded.reserve(utf8.size());
  const auto byte = [&](std::size_t i) { return i < utf8.size() ? static_cast<unsigned char>(utf8[i]) : 0U; };
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    const auto c = static_cast<UChar32>(byte(i));
    if (IsPlain(c)) {
      folded.push_back(Small(c));
      continue;
    }
    // Latin 1 has two bytes; the rest is left to ICU.
    const bool is_latin = (c == 0xC2 || c == 0xC3) && (byte(i + 1) & 0xC0U) == 0x80U;
    if (is_latin && AppendFolded((c & 0x03) << 6 | static_cast<UChar32>(byte(i + 1) & 0x3FU), folded)) {
      ++i;
      continue;
    }
    const auto text = icu::UnicodeString::fromUTF8({utf8.data(), static_cast<int32_t>(utf8.size())});
    return FoldPiece({text.getBuffer(), static_cast<std::size_t>(text.length())});
  }
  return folded;
}

}  // namespace scriba::clinical
