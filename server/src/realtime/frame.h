// The envelope of every message on the socket: Phoenix channels, serializer versions 1.0.0 and 2.0.0.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace scriba::realtime {

enum class WireVersion { kObjects, kArrays };  ///< 1.0.0: {"topic",...}; 2.0.0: [join_ref, ref, topic, event, payload]

struct Frame {
  std::optional<std::string> join_ref;
  std::optional<std::string> ref;
  std::string topic;
  std::string event;
  nlohmann::json payload = nlohmann::json::object();
};

/// Nothing when the text is not a frame of that version; the socket drops it and stays open.
std::optional<Frame> ParseFrame(std::string_view text, WireVersion version);

/// The frame in which clients of version 2.0.0 broadcast, without what they say. Nothing when the bytes are none.
std::optional<Frame> ParseBroadcast(std::string_view bytes);

std::string WriteFrame(const Frame& frame, WireVersion version);

}  // namespace scriba::realtime
