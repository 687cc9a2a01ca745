// What the room gives back: timed Italian text, piece by piece, with a mark on what deserves a second look.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "speech/audio.h"

namespace scriba::speech {

/// Something a person should know about the text of a piece. The names on the wire are stable.
enum class Mark {
  kLoop,            // the engine repeated itself; the repetition was reduced to one
  kPromptEcho,      // the engine returned its own prompt; that part was dropped
  kSubtitleCredit,  // a subtitle credit where nobody spoke; dropped
  kNoSpeechText,    // text where nobody spoke and the engine itself doubted it; dropped
  kEmptyOnSpeech,   // somebody spoke and the engine returned nothing, twice
  kSparse,          // far fewer words than the speech lasts
  kWrongLanguage,   // does not read like Italian
  kNotTranscribed,  // the engine failed on this piece alone, every time
  kCutOff,          // the file ends before its container says, or a part of it could not be decoded
};

std::string_view WireName(Mark mark);
std::optional<Mark> MarkFromWireName(std::string_view name);

/// A sentence or so, as the engine timed it. Seconds from the start of the recording.
struct Segment {
  double start_seconds = 0;
  double end_seconds = 0;
  std::string text;                  // valid UTF-8, trimmed, never empty
  std::optional<double> confidence;  // 0..1, where the engine says

  friend bool operator==(const Segment&, const Segment&) = default;
};

/// Which piece of a recording: pieces are numbered from 0 and follow each other without gap or overlap.
struct PieceSpan {
  int ordinal = 0;
  Span span;

  friend bool operator==(const PieceSpan&, const PieceSpan&) = default;
};

struct PieceTranscript {
  PieceSpan piece;
  bool has_speech = false;  // false: silence or noise, never sent to the engine, no segments
  std::vector<Segment> segments;
  std::vector<Mark> marks;

  /// The segments' text, one space between them.
  std::string Text() const;
};

}  // namespace scriba::speech
