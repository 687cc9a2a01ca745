#include "speech/engine_answer.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "platform/json.h"
#include "speech/text.h"

namespace scriba::speech {
namespace {

using nlohmann::json;
using platform::Code;
using platform::Fail;
using platform::Result;

platform::Failure NotATranscription() {
  return Fail(Code::kTranscriptInvalid, "Nessuna trascrizione valida ricevuta dal server",
              "the speech engine's answer is no transcription");
}

std::optional<double> NumberAt(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

std::string TextAt(const json& object) {
  const auto found = object.find("text");
  return found != object.end() && found->is_string() ? CollapseSpaces(found->get<std::string>()) : std::string();
}

/// Silence may be told by null.
bool HasText(const json& object) {
  const auto found = object.find("text");
  return found != object.end() && (found->is_string() || found->is_null());
}

HeardText WholePiece(std::string text, double piece_seconds) {
  if (text.empty()) return {};
  return {{.start_seconds = 0,
           .end_seconds = piece_seconds,
           .text = std::move(text),
           .avg_logprob = {},
           .no_speech_prob = {}}};
}

HeardText ReadSegments(const json& segments, double piece_seconds) {
  HeardText heard;
  for (const json& entry : segments) {
    if (!entry.is_object()) continue;
    std::string text = TextAt(entry);
    if (text.empty()) continue;
    const double start = std::clamp(NumberAt(entry, "start").value_or(0), 0.0, piece_seconds);
    const double end = std::clamp(NumberAt(entry, "end").value_or(piece_seconds), start, piece_seconds);
    heard.push_back({start, end, std::move(text), NumberAt(entry, "avg_logprob"), NumberAt(entry, "no_speech_prob")});
  }
  return heard;
}

}  // namespace

Result<HeardText> ParseEngineAnswer(std::string_view content_type, std::string_view body, double piece_seconds) {
  const std::string clean = RepairUtf8(body);
  const std::string text = CollapseSpaces(clean);
  const bool is_json = content_type.find("json") != std::string_view::npos || text.starts_with('{');
  if (!is_json) {
    // whisper-server calls its plain text text/html; a proxy's error page begins with a tag.
    if (text.starts_with('<')) return NotATranscription();
    return WholePiece(text, piece_seconds);
  }
  const json answer = platform::ParseForeignJson(clean);
  if (!answer.is_object()) return NotATranscription();
  const auto segments = answer.find("segments");
  if (segments != answer.end() && segments->is_array()) {
    if (HeardText heard = ReadSegments(*segments, piece_seconds); !heard.empty()) return heard;
  } else if (!HasText(answer)) {
    return NotATranscription();
  }
  return WholePiece(TextAt(answer), piece_seconds);
}

}  // namespace scriba::speech
