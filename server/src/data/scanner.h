// A reader over one query parameter: what the grammar's parsers are made of.
#pragma once

#include <string>
#include <string_view>

#include "platform/result.h"

namespace scriba::data {

class Scanner {
 public:
  /// `parameter` names what is read in refusals: "select", "order", "filter".
  Scanner(std::string_view text, std::string_view parameter) : text_(text), rest_(text), parameter_(parameter) {}

  bool AtEnd() const { return rest_.empty(); }
  char Peek() const { return rest_.empty() ? '\0' : rest_.front(); }
  std::string_view rest() const { return rest_; }

  /// Moves over `token` if it comes next.
  bool Take(std::string_view token);

  /// The next `count` characters.
  std::string_view Advance(std::size_t count);

  /// A name: letters, digits, `_ $ -` and space (a dash not before `>`), any letter beyond ASCII, or "quoted" with
  /// \" and \\.
  platform::Result<std::string> Name();

  /// A text in double quotes, with `\` before a character that stands for itself. The quote comes next.
  platform::Result<std::string> Quoted();

  /// "failed to parse select parameter (id,)", with the place.
  platform::Failure Refuse(std::string_view expected) const;

 private:
  std::string_view text_;
  std::string_view rest_;
  std::string_view parameter_;
};

}  // namespace scriba::data
