#include "realtime/frame.h"

#include <array>
#include <utility>

#include "platform/json.h"
#include "platform/json_text.h"

namespace scriba::realtime {
namespace {

using Json = nlohmann::json;

/// References are text or null. Some clients send numbers; their text is as good.
std::optional<std::string> Reference(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_integer()) return std::to_string(value.get<std::int64_t>());
  return std::nullopt;
}

Json OrNull(const std::optional<std::string>& reference) { return reference ? Json(*reference) : Json(nullptr); }

std::optional<Frame> FromParts(const Json& join_ref, const Json& ref, const Json& topic, const Json& event,
                               Json payload) {
  if (!topic.is_string() || !event.is_string()) return std::nullopt;
  if (!payload.is_object()) payload = Json::object();
  return Frame{.join_ref = Reference(join_ref),
               .ref = Reference(ref),
               .topic = topic.get<std::string>(),
               .event = event.get<std::string>(),
               .payload = std::move(payload)};
}

}  // namespace

std::optional<Frame> ParseFrame(std::string_view text, WireVersion version) {
  Json value = platform::ParseForeignJson(text);
  if (version == WireVersion::kArrays) {
    if (!value.is_array() || value.size() != 5) return std::nullopt;
    return FromParts(value[0], value[1], value[2], value[3], std::move(value[4]));
  }
  if (!value.is_object()) return std::nullopt;
  const auto field = [&](const char* name) { return value.value(name, Json(nullptr)); };
  return FromParts(field("join_ref"), field("ref"), field("topic"), field("event"), field("payload"));
}

/// One byte for each: the kind, five lengths, the encoding. The fields follow in the order of their lengths.
std::optional<Frame> ParseBroadcast(std::string_view bytes) {
  constexpr char kBroadcast = 3;
  constexpr std::size_t kHead = 7;
  if (bytes.size() < kHead || bytes[0] != kBroadcast) return std::nullopt;
  std::string_view rest = bytes.substr(kHead);
  std::array<std::string, 3> fields;  // join_ref, ref, topic
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::size_t length = static_cast<unsigned char>(bytes[i + 1]);
    if (length > rest.size()) return std::nullopt;
    fields[i] = rest.substr(0, length);
    rest.remove_prefix(length);
  }
  const auto reference = [](std::string& text) { return text.empty() ? std::nullopt : std::optional(std::move(text)); };
  return Frame{.join_ref = reference(fields[0]),
               .ref = reference(fields[1]),
               .topic = std::move(fields[2]),
               .event = "broadcast"};
}

std::string WriteFrame(const Frame& frame, WireVersion version) {
  const Json value =
      version == WireVersion::kArrays
          ? Json::array({OrNull(frame.join_ref), OrNull(frame.ref), frame.topic, frame.event, frame.payload})
          : Json{{"topic", frame.topic},
                 {"event", frame.event},
                 {"payload", frame.payload},
                 {"ref", OrNull(frame.ref)},
                 {"join_ref", OrNull(frame.join_ref)}};
  return platform::JsonText(value);
}

}  // namespace scriba::realtime
