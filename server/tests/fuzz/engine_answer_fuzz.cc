// Whatever an engine answers: the text that comes out is valid UTF-8 within the piece's time, and the guards end.
#include <unicode/utf8.h>

#include <cstdlib>
#include <string_view>

#include "speech/engine_answer.h"
#include "speech/guards.h"

namespace {

using namespace scriba::speech;

constexpr double kPieceSeconds = 20;

bool IsValidUtf8(std::string_view text) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto length = static_cast<std::int32_t>(text.size());
  for (std::int32_t i = 0; i < length;) {
    UChar32 character = 0;
    U8_NEXT(bytes, i, length, character);
    if (character < 0) return false;
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  Piece piece;
  piece.place = {0, {0, ToSampleCount(kPieceSeconds)}};
  piece.evidence = Evidence::kVoice;
  piece.speech = {{0, ToSampleCount(kPieceSeconds / 2)}};
  for (const char* type : {"application/json", "text/plain"}) {
    auto heard = ParseEngineAnswer(type, body, kPieceSeconds);
    if (!heard) continue;
    for (const HeardSegment& segment : *heard) {
      if (segment.text.empty() || !IsValidUtf8(segment.text)) std::abort();
      if (segment.start_seconds < 0 || segment.end_seconds > kPieceSeconds) std::abort();
    }
    const std::size_t before = heard->size();
    if (JudgeAnswer(piece, std::move(*heard), "Visita medica.").text.size() > before) std::abort();
  }
  return 0;
}
