#include "platform/http/message.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include "platform/json.h"
#include "platform/json_text.h"
#include "platform/text.h"

namespace scriba::platform {
namespace {

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

std::string Lowered(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), Lower);
  return lower;
}

int HexValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = Lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// Well-formed UTF-8 (Unicode 15, table 3-7), and no zero byte: databases refuse it.
bool IsCleanUtf8(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size() && text[i] != 0 && static_cast<unsigned char>(text[i]) < 0x80) ++i;
  const auto tail = [&](std::size_t at, unsigned char low, unsigned char high) {
    if (at >= text.size()) return false;
    const auto byte = static_cast<unsigned char>(text[at]);
    return byte >= low && byte <= high;
  };
  while (i < text.size()) {
    const auto lead = static_cast<unsigned char>(text[i]);
    std::size_t length = 1;
    bool good = lead != 0 && lead < 0x80;
    if (lead >= 0xC2 && lead <= 0xDF) {
      length = 2;
      good = tail(i + 1, 0x80, 0xBF);
    } else if (lead >= 0xE0 && lead <= 0xEF) {
      length = 3;
      good = tail(i + 1, lead == 0xE0 ? 0xA0 : 0x80, lead == 0xED ? 0x9F : 0xBF) && tail(i + 2, 0x80, 0xBF);
    } else if (lead >= 0xF0 && lead <= 0xF4) {
      length = 4;
      good = tail(i + 1, lead == 0xF0 ? 0x90 : 0x80, lead == 0xF4 ? 0x8F : 0xBF) && tail(i + 2, 0x80, 0xBF) &&
             tail(i + 3, 0x80, 0xBF);
    }
    if (!good) return false;
    i += length;
  }
  return true;
}

}  // namespace

std::string_view MethodName(Method method) {
  switch (method) {
    case Method::kGet: return "GET";
    case Method::kHead: return "HEAD";
    case Method::kPost: return "POST";
    case Method::kPut: return "PUT";
    case Method::kPatch: return "PATCH";
    case Method::kDelete: return "DELETE";
    case Method::kOptions: return "OPTIONS";
  }
  return "GET";
}

std::optional<std::string> PercentDecode(std::string_view text, bool plus_is_space) {
  // Most texts have nothing to decode, or not from the beginning.
  const auto first = std::min(text.find('%'), plus_is_space ? text.find('+') : std::string_view::npos);
  std::string decoded(text.substr(0, first));
  for (std::size_t i = decoded.size(); i < text.size(); ++i) {
    if (text[i] == '+' && plus_is_space) {
      decoded.push_back(' ');
    } else if (text[i] != '%') {
      decoded.push_back(text[i]);
    } else {
      const int high = i + 2 < text.size() ? HexValue(text[i + 1]) : -1;
      const int low = i + 2 < text.size() ? HexValue(text[i + 2]) : -1;
      if (high < 0 || low < 0) return std::nullopt;
      decoded.push_back(static_cast<char>(high * 16 + low));
      i += 2;
    }
  }
  if (!IsCleanUtf8(decoded)) return std::nullopt;
  return decoded;
}

QueryParameters ParseQuery(std::string_view raw) {
  QueryParameters parameters;
  while (!raw.empty()) {
    const auto end = raw.find('&');
    const std::string_view pair = raw.substr(0, end);
    raw.remove_prefix(end == std::string_view::npos ? raw.size() : end + 1);
    if (pair.empty()) continue;
    const auto equals = pair.find('=');
    const std::string_view value = equals == std::string_view::npos ? std::string_view() : pair.substr(equals + 1);
    // What does not decode is kept as sent: the reader's own grammar then refuses it by name.
    const auto decoded = [](std::string_view part) {
      auto text = PercentDecode(part, true);
      return text ? std::move(*text) : std::string(part);
    };
    parameters.emplace_back(decoded(pair.substr(0, equals)), decoded(value));
  }
  return parameters;
}

// Names of different length differ: most comparisons end before the first letter.
bool SameName(std::string_view left, std::string_view right) {
  return left.size() == right.size() && std::ranges::equal(left, right, {}, Lower, Lower);
}

Headers::Headers(std::initializer_list<value_type> headers) {
  for (const auto& [name, value] : headers) emplace(name, value);
}

void Headers::emplace(std::string name, std::string value) {
  const auto is_known = [&](const value_type& header) { return SameName(header.first, name); };
  if (std::ranges::none_of(headers_, is_known)) headers_.emplace_back(std::move(name), std::move(value));
}

std::string& Headers::operator[](std::string_view name) {
  const auto is_named = [&](const value_type& header) { return SameName(header.first, name); };
  const auto found = std::ranges::find_if(headers_, is_named);
  return (found != headers_.end() ? *found : headers_.emplace_back(name, "")).second;
}

std::string_view Headers::Get(std::string_view name) const {
  const auto is_named = [&](const value_type& header) { return SameName(header.first, name); };
  const auto found = std::ranges::find_if(headers_, is_named);
  return found == headers_.end() ? std::string_view() : std::string_view(found->second);
}

std::string MediaTypeOf(std::string_view content_type) {
  return Lowered(Trimmed(content_type.substr(0, content_type.find(';'))));
}

std::string_view Request::Path(std::string_view name) const {
  const auto found = path_parameters.find(name);
  return found == path_parameters.end() ? std::string_view() : std::string_view(found->second);
}

std::optional<std::string> Request::QueryValue(std::string_view key) const {
  for (auto& [name, value] : Query()) {
    if (name == key) return value;
  }
  return std::nullopt;
}

Result<nlohmann::json> Request::JsonObject() const {
  if (body.empty()) return nlohmann::json::object();
  auto value = ParseForeignJson(body);
  if (value.is_discarded() || !value.is_object()) return Fail(Code::kBadJson, "Could not parse request body as JSON");
  return value;
}

Response Response::Empty(int status) {
  constexpr std::size_t kUsualHeaders = 8;
  Response response{.status = status};
  response.headers.reserve(kUsualHeaders);
  return response;
}

Response Response::Json(int status, const nlohmann::json& value) { return JsonText(status, platform::JsonText(value)); }

Response Response::JsonText(int status, std::string text) {
  return {.status = status, .headers = {{"content-type", "application/json; charset=utf-8"}}, .body = std::move(text)};
}

Response Response::Text(int status, std::string text, std::string type) {
  return {.status = status, .headers = {{"content-type", std::move(type)}}, .body = std::move(text)};
}

}  // namespace scriba::platform
