#include "consultations/transcript.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace scriba::consultations {
namespace {

using nlohmann::json;

constexpr double kWordsPerMinute = 150;
constexpr double kCharactersPerMinute = 750;
constexpr double kPauses = 1.2;
constexpr double kShortestSeconds = 30;

bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

double Rounded(double seconds) { return std::round(seconds * 100) / 100; }

/// The second at which a place of the text was said, in proportion to where it lies in its span.
double SecondAt(const TimedSpan& span, std::size_t place) {
  if (place <= span.begin || span.end == span.begin) return span.start_seconds;
  if (place >= span.end) return span.end_seconds;
  const double share = static_cast<double>(place - span.begin) / static_cast<double>(span.end - span.begin);
  return span.start_seconds + share * (span.end_seconds - span.start_seconds);
}

json AudioOf(const json& spans, const Transcript& transcript) {
  json audio = json::array();
  for (const json& span : spans) {
    const auto seconds = transcript.SecondsOf(span.at(0).get<std::size_t>(), span.at(1).get<std::size_t>());
    if (seconds) audio.push_back({Rounded(seconds->first), Rounded(seconds->second)});
  }
  return audio;
}

}  // namespace

std::size_t Utf16Length(std::string_view text) {
  std::size_t units = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) != 0x80) ++units;
    if (byte >= 0xF0) ++units;
  }
  return units;
}

bool IsBlank(std::string_view text) { return std::all_of(text.begin(), text.end(), IsSpace); }

std::optional<std::pair<double, double>> Transcript::SecondsOf(std::size_t begin, std::size_t end) const {
  std::optional<std::pair<double, double>> seconds;
  for (const TimedSpan& span : spans) {
    if (span.end <= begin || span.begin >= end) continue;
    if (!seconds) seconds.emplace(SecondAt(span, begin), span.end_seconds);
    seconds->second = SecondAt(span, end);
  }
  return seconds;
}

Transcript JoinPieces(const std::vector<speech::PieceTranscript>& pieces) {
  Transcript transcript;
  std::size_t units = 0;
  for (const auto& piece : pieces) {
    for (const auto& segment : piece.segments) {
      if (!transcript.text.empty()) {
        transcript.text.push_back(' ');
        ++units;
      }
      const std::size_t length = Utf16Length(segment.text);
      transcript.spans.push_back({units, units + length, segment.start_seconds, segment.end_seconds});
      transcript.text += segment.text;
      units += length;
    }
    for (const speech::Mark mark : piece.marks) {
      transcript.remarks.push_back({piece.piece.span.StartSeconds(), piece.piece.span.EndSeconds(), mark});
    }
  }
  return transcript;
}

void AddTimes(json& evidence, const Transcript& transcript) {
  for (auto& [section, statements] : evidence["sections"].items()) {
    for (json& statement : statements) statement["audio"] = AudioOf(statement["evidence"], transcript);
  }
  for (const char* list : {"measures", "critical_points"}) {
    for (json& entry : evidence[list]) entry["audio"] = AudioOf(entry["evidence"], transcript);
  }
  json segments = json::array();
  for (const TimedSpan& span : transcript.spans) {
    segments.push_back({span.begin, span.end, Rounded(span.start_seconds), Rounded(span.end_seconds)});
  }
  json remarks = json::array();
  for (const auto& remark : transcript.remarks) {
    remarks.push_back({{"start", Rounded(remark.start_seconds)},
                       {"end", Rounded(remark.end_seconds)},
                       {"mark", speech::WireName(remark.mark)}});
  }
  evidence["transcript"] = {{"segments", std::move(segments)}, {"marks", std::move(remarks)}};
}

std::int64_t EstimatedSeconds(std::string_view text) {
  std::size_t words = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!IsSpace(text[i]) && (i == 0 || IsSpace(text[i - 1]))) ++words;
  }
  const double minutes = std::max(static_cast<double>(words) / kWordsPerMinute,
                                  static_cast<double>(Utf16Length(text)) / kCharactersPerMinute);
  return std::llround(std::max(kShortestSeconds, minutes * kPauses * 60));
}

}  // namespace scriba::consultations
