#include "data/preferences.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "platform/text.h"

namespace scriba::data {
namespace {

using platform::Code;
using platform::Error;
using platform::Fail;
using platform::Failure;
using platform::Request;
using platform::Result;
using platform::Trimmed;

std::vector<std::string> Split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const auto end = text.find(separator);
    std::string part(Trimmed(text.substr(0, end)));
    std::ranges::transform(part, part.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    if (!part.empty()) parts.push_back(std::move(part));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return parts;
}

std::optional<std::int64_t> Number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0) return std::nullopt;
  return number;
}

constexpr std::string_view kMaxAffected = "max-affected=";

/// Takes one preference; false when it is unknown.
bool Take(Preferences& preferences, std::string_view text) {
  if (text == "return=minimal") {
    preferences.form = Return::kMinimal;
  } else if (text == "return=representation") {
    preferences.form = Return::kRepresentation;
  } else if (text == "return=headers-only") {
    preferences.form = Return::kHeadersOnly;
  } else if (text == "count=exact" || text == "count=planned" || text == "count=estimated") {
    preferences.wants_count = true;
  } else if (text == "resolution=merge-duplicates") {
    preferences.resolution = Resolution::kMerge;
  } else if (text == "resolution=ignore-duplicates") {
    preferences.resolution = Resolution::kIgnore;
  } else if (text == "missing=default" || text == "missing=null") {
    preferences.missing_is_default = text == "missing=default";
  } else if (text == "handling=strict" || text == "handling=lenient") {
    preferences.is_strict = text == "handling=strict";
  } else if (text.starts_with(kMaxAffected) && Number(text.substr(kMaxAffected.size()))) {
    preferences.max_affected = Number(text.substr(kMaxAffected.size()));
  } else {
    return false;
  }
  return true;
}

}  // namespace

Result<Preferences> ReadPreferences(const Request& request) {
  Preferences preferences;
  std::string invalid;
  std::vector<std::string> taken;
  for (std::string& text : Split(request.Header("prefer"), ',')) {
    if (Take(preferences, text)) {
      taken.push_back(std::move(text));
    } else {
      invalid.append(invalid.empty() ? "" : ", ").append(text);
    }
  }
  if (preferences.is_strict && !invalid.empty()) {
    Error error{.code = Code::kPreferenceInvalid, .message = "Invalid preferences given with handling=strict"};
    error.details = "Invalid preferences: " + invalid;
    return Failure(std::move(error));
  }
  if (!preferences.is_strict) preferences.max_affected.reset();
  for (const std::string& text : taken) {
    if (text.starts_with(kMaxAffected) && !preferences.max_affected) continue;
    preferences.applied.append(preferences.applied.empty() ? "" : ", ").append(text);
  }
  return preferences;
}

std::string_view Accepted::ContentType() const {
  if (wants_object) {
    return strips_nulls ? "application/vnd.pgrst.object+json; nulls=stripped; charset=utf-8"
                        : "application/vnd.pgrst.object+json; charset=utf-8";
  }
  return strips_nulls ? "application/vnd.pgrst.array+json; nulls=stripped; charset=utf-8"
                      : "application/json; charset=utf-8";
}

Result<Accepted> ReadAccept(const Request& request) {
  const bool writes = request.method != platform::Method::kGet && request.method != platform::Method::kHead;
  const std::string_view profile = request.Header(writes ? "content-profile" : "accept-profile");
  if (!profile.empty() && Trimmed(profile) != "public") {
    return Fail(Code::kSchemaNotServed, "Invalid schema: only public is served");
  }
  const std::string_view header = request.Header("accept");
  if (header == "*/*" || Trimmed(header).empty()) return Accepted{};
  for (const std::string& range : Split(header, ',')) {
    const auto parts = Split(range, ';');
    if (parts.empty()) continue;
    const std::string& type = parts.front();
    const bool strips = std::ranges::find(parts, "nulls=stripped") != parts.end();
    if (type == "application/vnd.pgrst.object+json" || type == "application/vnd.pgrst.object") {
      return Accepted{.wants_object = true, .strips_nulls = strips};
    }
    if (type == "application/vnd.pgrst.array+json" || type == "application/vnd.pgrst.array") {
      return Accepted{.strips_nulls = strips};
    }
    if (type == "*/*" || type == "application/*" || type == "application/json") return Accepted{};
  }
  return Fail(Code::kMediaTypeNotServed,
              "None of these media types are available: " + std::string(Trimmed(header).substr(0, 100)));
}

Result<std::optional<PageRange>> ReadRange(const Request& request) {
  const std::string_view header = Trimmed(request.Header("range"));
  const std::string_view unit = Trimmed(request.Header("range-unit"));
  const auto dash = header.find('-');
  if (request.method != platform::Method::kGet || dash == std::string_view::npos ||
      (!unit.empty() && unit != "items")) {
    return std::optional<PageRange>();
  }
  const auto first = Number(header.substr(0, dash));
  const std::string_view end = header.substr(dash + 1);
  const auto last = Number(end);
  if (!first || (!last && !end.empty())) return std::optional<PageRange>();
  PageRange range{.offset = *first, .rows = std::nullopt};
  if (last) {
    if (*last < *first) {
      return Fail(
          Code::kRangeNotSatisfiable,
          "Requested range not satisfiable: the lower boundary must be lower than or equal to the upper boundary");
    }
    range.rows = std::min(*last - *first, INT64_MAX - 1) + 1;
  }
  return std::optional(range);
}

}  // namespace scriba::data
