#include "auth/stored_json.h"

#include <utility>

#include "platform/json_text.h"

namespace scriba::auth {

StoredJson StoredJson::FromColumn(std::string text) {
  StoredJson stored;
  stored.text_ = std::move(text);
  return stored;
}

std::string StoredJson::Text() const { return text_.empty() ? platform::JsonText(Value()) : text_; }

const nlohmann::json& StoredJson::Value() const {
  if (!value_) value_ = nlohmann::json::parse(text_);
  return *value_;
}

std::string StoredJson::MemberText(std::string_view name) const {
  return std::string(platform::MemberText(Text(), name));
}

nlohmann::json& StoredJson::Edit() {
  static_cast<void>(Value());
  text_.clear();
  return *value_;
}

}  // namespace scriba::auth
