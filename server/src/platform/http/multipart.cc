// multipart/form-data, RFC 7578 over RFC 2046. Drogon's own parser refuses parts with an empty name, which is how
// storage clients send files.
#include <algorithm>

#include "platform/http/message.h"

namespace scriba::platform {
namespace {

constexpr std::size_t kMostParts = 64;
constexpr std::size_t kLongestPartHeader = 8192;

/// A parameter of a header value: `form-data; name="file"; filename="a.mp3"`.
std::optional<std::string> Parameter(std::string_view header, std::string_view name) {
  std::size_t at = header.find(';');
  while (at != std::string_view::npos) {
    std::string_view rest = header.substr(at + 1);
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    const auto equals = rest.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const bool wanted = std::ranges::equal(rest.substr(0, equals), name, {},
                                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    std::string value;
    std::size_t i = equals + 1;
    if (i < rest.size() && rest[i] == '"') {
      for (++i; i < rest.size() && rest[i] != '"'; ++i) {
        if (rest[i] == '\\' && i + 1 < rest.size()) ++i;
        value.push_back(rest[i]);
      }
      ++i;
    } else {
      const auto end = std::min(rest.find(';', i), rest.size());
      value = rest.substr(i, end - i);
      i = end;
    }
    if (wanted) return value;
    at = rest.find(';', std::min(i, rest.size()));
    if (at != std::string_view::npos) at += header.size() - rest.size();
  }
  return std::nullopt;
}

bool StartsWithNoCase(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() && std::ranges::equal(text.substr(0, prefix.size()), prefix, {}, [](char c) {
           return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
         });
}

Result<FormPart> ReadPart(std::string_view block) {
  const auto malformed = Fail(Code::kInvalidRequest, "malformed multipart body");
  const auto end = block.find("\r\n\r\n");
  if (end > kLongestPartHeader) return malformed;  // also where there is none: npos is the largest
  FormPart part{.bytes = block.substr(end + 4)};
  std::string_view headers = block.substr(0, end);
  bool named = false;
  while (!headers.empty()) {
    const auto line_end = headers.find("\r\n");
    const std::string_view line = headers.substr(0, line_end);
    headers.remove_prefix(line_end == std::string_view::npos ? headers.size() : line_end + 2);
    if (StartsWithNoCase(line, "content-disposition:")) {
      const auto name = Parameter(line, "name");
      if (!name) return malformed;
      part.name = *name;
      part.filename = Parameter(line, "filename");
      named = true;
    } else if (StartsWithNoCase(line, "content-type:")) {
      std::string_view type = line.substr(line.find(':') + 1);
      type.remove_prefix(std::min(type.find_first_not_of(' '), type.size()));
      part.content_type = type;
    }
  }
  if (!named) return malformed;
  return part;
}

}  // namespace

Result<std::vector<FormPart>> ParseMultipart(const Request& request) {
  if (request.MediaType() != "multipart/form-data") {
    return Fail(Code::kUnsupportedMediaType, "the body must be multipart/form-data");
  }
  const auto boundary = Parameter(request.Header("content-type"), "boundary");
  if (!boundary || boundary->empty() || boundary->size() > 70) {
    return Fail(Code::kInvalidRequest, "multipart body without a boundary");
  }
  const std::string delimiter = "\r\n--" + *boundary;
  std::string_view body = request.body;
  const auto malformed = Fail(Code::kInvalidRequest, "malformed multipart body");
  // The first delimiter may stand at the very start, without its line break.
  std::size_t at =
      body.starts_with(std::string_view(delimiter).substr(2)) ? delimiter.size() - 2 : std::string_view::npos;
  if (at == std::string_view::npos) {
    at = body.find(delimiter);
    if (at == std::string_view::npos) return malformed;
    at += delimiter.size();
  }
  std::vector<FormPart> parts;
  while (!body.substr(at).starts_with("--")) {
    const auto line_end = body.find("\r\n", at);
    if (line_end == std::string_view::npos || parts.size() >= kMostParts) return malformed;
    // From the line break on, so that the delimiter of an empty part is found.
    const auto next = body.find(delimiter, line_end);
    if (next == std::string_view::npos) return malformed;
    if (next < line_end + 2) return malformed;
    auto part = ReadPart(body.substr(line_end + 2, next - line_end - 2));
    if (!part) return Forward(part);
    parts.push_back(std::move(*part));
    at = next + delimiter.size();
  }
  return parts;
}

}  // namespace scriba::platform
