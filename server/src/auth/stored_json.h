// JSON that a column holds as text.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace scriba::auth {

/// Goes into tokens and answers as it is written; read only when somebody looks inside, which a refresh does not do.
/// One thread at a time, reading included.
class StoredJson {
 public:
  // Whoever makes an account has a value.
  StoredJson(nlohmann::json value) : value_(std::move(value)) {}  // NOLINT(google-explicit-constructor)

  /// What Text() once gave, back from its column.
  static StoredJson FromColumn(std::string text);

  std::string Text() const;

  const nlohmann::json& Value() const;

  /// The member of an object as JSON text, "" if there is none. Does not read the rest.
  std::string MemberText(std::string_view name) const;

  /// For changes.
  nlohmann::json& Edit();

 private:
  StoredJson() = default;

  std::string text_;                             // "": only the value is up to date
  mutable std::optional<nlohmann::json> value_;  // nothing: the text was not read yet
};

}  // namespace scriba::auth
