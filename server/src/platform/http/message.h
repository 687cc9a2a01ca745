// Requests and answers as the rooms see them, free of the network library.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platform/result.h"

namespace scriba::platform {

enum class Method : std::uint8_t { kGet, kHead, kPost, kPut, kPatch, kDelete, kOptions };

std::string_view MethodName(Method method);

/// Keys and values of a query string in their order; keys may repeat, and all of them count.
using QueryParameters = std::vector<std::pair<std::string, std::string>>;

/// Splits `a=1&b=%20+x` (WHATWG URL: "+" is a space) without losing repeated keys.
QueryParameters ParseQuery(std::string_view raw);

/// Percent-decoding of a path segment or a query part. Nothing when an escape is broken or the bytes are not UTF-8.
std::optional<std::string> PercentDecode(std::string_view text, bool plus_is_space);

/// Header names compare without regard to case (RFC 9110).
bool SameName(std::string_view left, std::string_view right);

/// The headers of a request, each name once. A dozen at most stand in a row: looking through them costs less than a
/// tree.
class Headers {
 public:
  using value_type = std::pair<std::string, std::string>;

  Headers() = default;
  Headers(std::initializer_list<value_type> headers);

  bool empty() const { return headers_.empty(); }
  void reserve(std::size_t count) { headers_.reserve(count); }
  /// Leaves a header that is there as it is.
  void emplace(std::string name, std::string value);
  /// The header's value, made empty when it is not there.
  std::string& operator[](std::string_view name);
  /// The header's value, or "".
  std::string_view Get(std::string_view name) const;

  auto begin() const { return headers_.begin(); }
  auto end() const { return headers_.end(); }

 private:
  std::vector<value_type> headers_;
};

/// The media type that a Content-Type names: in lower case, without parameters (RFC 9110, 8.3.1).
std::string MediaTypeOf(std::string_view content_type);

/// One request. Lives until its answer is sent.
struct Request {
  Method method = Method::kGet;
  /// As sent, without the query: still percent-encoded.
  std::string raw_path;
  std::string raw_query;
  Headers headers;
  std::string body;
  /// The peer's address, or what a trusted proxy says it is.
  std::string client_address;
  bool is_secure = false;
  /// Appears in the answer's X-Request-Id and in every log line about this request.
  std::string request_id;
  /// Filled by the router: the decoded `{name}` parts of the pattern.
  std::map<std::string, std::string, std::less<>> path_parameters;

  /// Begins to look after the connection; empty where there is none. Called on the request's loop.
  std::function<std::stop_token()> watch_client;

  /// Stops when the client has gone and nobody waits for the answer any more. For work that takes its time.
  std::stop_token ClientGone() const { return watch_client ? watch_client() : std::stop_token(); }

  /// The header's value, or "".
  std::string_view Header(std::string_view name) const { return headers.Get(name); }
  /// The pattern's part, or "".
  std::string_view Path(std::string_view name) const;
  QueryParameters Query() const { return ParseQuery(raw_query); }
  /// The first value of a query key.
  std::optional<std::string> QueryValue(std::string_view key) const;
  /// The media type of the body.
  std::string MediaType() const { return MediaTypeOf(Header("content-type")); }
  /// The body as a JSON object; an empty body is an empty object. Errors: kBadJson.
  Result<nlohmann::json> JsonObject() const;
};

/// One answer.
struct Response {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  /// Streams the body instead of `body`: called for the next bytes until it answers "". `stream_bytes` is their number.
  std::function<std::string()> stream;
  std::uint64_t stream_bytes = 0;

  Response& With(std::string name, std::string value) {
    headers.emplace_back(std::move(name), std::move(value));
    return *this;
  }

  static Response Empty(int status);
  static Response Json(int status, const nlohmann::json& value);
  /// JSON that is already text.
  static Response JsonText(int status, std::string text);
  static Response Text(int status, std::string text, std::string type = "text/plain; charset=utf-8");
};

/// One part of a multipart/form-data body (RFC 7578). `name` may be empty: storage clients send files so.
struct FormPart {
  std::string name;
  std::optional<std::string> filename;
  std::string content_type;
  std::string_view bytes;  ///< view into the request's body
};

/// Errors: kUnsupportedMediaType when the body is not multipart, kInvalidRequest when it is malformed.
Result<std::vector<FormPart>> ParseMultipart(const Request& request);

}  // namespace scriba::platform
