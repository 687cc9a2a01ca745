#include "speech/transcript.h"

#include <algorithm>
#include <array>
#include <utility>

namespace scriba::speech {
namespace {

constexpr std::array<std::pair<Mark, std::string_view>, 9> kMarkNames{{
    {Mark::kLoop, "loop"},
    {Mark::kPromptEcho, "prompt_echo"},
    {Mark::kSubtitleCredit, "subtitle_credit"},
    {Mark::kNoSpeechText, "no_speech_text"},
    {Mark::kEmptyOnSpeech, "empty_on_speech"},
    {Mark::kSparse, "sparse"},
    {Mark::kWrongLanguage, "wrong_language"},
    {Mark::kNotTranscribed, "not_transcribed"},
    {Mark::kCutOff, "cut_off"},
}};

}  // namespace

std::string_view WireName(Mark mark) {
  const auto found = std::ranges::find(kMarkNames, mark, &std::pair<Mark, std::string_view>::first);
  return found->second;
}

std::optional<Mark> MarkFromWireName(std::string_view name) {
  const auto found = std::ranges::find(kMarkNames, name, &std::pair<Mark, std::string_view>::second);
  if (found == kMarkNames.end()) return std::nullopt;
  return found->first;
}

std::string PieceTranscript::Text() const {
  std::string text;
  for (const Segment& segment : segments) {
    if (!text.empty()) text += ' ';
    text += segment.text;
  }
  return text;
}

}  // namespace scriba::speech
