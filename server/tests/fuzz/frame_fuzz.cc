// Frames of the socket as strangers send them: what parses must survive being written and read again.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "realtime/subscription.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scriba::realtime;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const auto version : {WireVersion::kArrays, WireVersion::kObjects}) {
    const auto frame = ParseFrame(text, version);
    if (!frame) continue;
    if (!ParseFrame(WriteFrame(*frame, version), version)) std::abort();
    ReadBindings(frame->payload);
  }
  if (const auto broadcast = ParseBroadcast(text)) {
    if (!ParseFrame(WriteFrame(*broadcast, WireVersion::kArrays), WireVersion::kArrays)) std::abort();
  }
  return 0;
}
