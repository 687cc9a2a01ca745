#include "data/scanner.h"

namespace scriba::data {
namespace {

using platform::Code;
using platform::Error;
using platform::Failure;
using platform::Result;

bool IsNameCharacter(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
  return letter || (c >= '0' && c <= '9') || c == '_' || c == '$' || c == ' ';
}

std::string_view Trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

}  // namespace

bool Scanner::Take(std::string_view token) {
  if (!rest_.starts_with(token)) return false;
  rest_.remove_prefix(token.size());
  return true;
}

std::string_view Scanner::Advance(std::size_t count) {
  const std::string_view taken = rest_.substr(0, count);
  rest_.remove_prefix(taken.size());
  return taken;
}

Result<std::string> Scanner::Name() {
  while (Peek() == ' ') rest_.remove_prefix(1);
  if (Peek() == '"') return Quoted();
  std::size_t length = 0;
  while (length < rest_.size()) {
    const bool arrow = rest_[length] == '-' && rest_.substr(length + 1).starts_with('>');
    if (!IsNameCharacter(rest_[length]) && (rest_[length] != '-' || arrow)) break;
    ++length;
  }
  std::string name(Trimmed(rest_.substr(0, length)));
  if (name.empty()) return Refuse("a name");
  rest_.remove_prefix(length);
  return name;
}

Result<std::string> Scanner::Quoted() {
  if (!Take("\"")) return Refuse("a double quote");
  std::string text;
  while (!AtEnd()) {
    const char c = Peek();
    rest_.remove_prefix(1);
    if (c == '"') return text;
    if (c == '\\' && !AtEnd()) {
      text.push_back(Peek());
      rest_.remove_prefix(1);
    } else {
      text.push_back(c);
    }
  }
  return Refuse("a closing double quote");
}

Failure Scanner::Refuse(std::string_view expected) const {
  Error error{.code = Code::kQueryUnparsable,
              .message = "failed to parse " + std::string(parameter_) + " (" + std::string(text_) + ")",
              .details = {},
              .hint = {},
              .reasons = {},
              .internal = {}};
  const std::string next = AtEnd() ? "end of input" : "'" + std::string(rest_.substr(0, 12)) + "'";
  error.details = "at character " + std::to_string(text_.size() - rest_.size() + 1) + ": unexpected " + next +
                  ", expecting " + std::string(expected);
  return Failure(std::move(error));
}

}  // namespace scriba::data
