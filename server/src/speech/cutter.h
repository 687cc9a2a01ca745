// Cuts a recording into the pieces that the engine gets, while it is still being made.
//
// An engine of the Whisper family computes 30 s of sound whatever it is given, so long pieces are cheap; text appears
// when a piece is done, so short ones are quick. Between 12 and 28 s both are served. A cut through a word ruins it on
// both sides and an overlap doubles words, so cuts lie in the middle of pauses and pieces follow each other without
// overlap. The longer a piece is, the shorter a pause will do: 1 s at 12 s, 0.3 s from 22 s on (the closure of an
// Italian double consonant ends before 0.25 s). When none comes by 28 s, the quietest 200 ms of the last 8 s is the
// place.
//
// Rejected: cutting at every pause (the engine is busy twice as long), fixed lengths (words cut in two), waiting for
// the longest pause (the text comes later, the cuts are no better).
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "speech/audio.h"
#include "speech/transcript.h"
#include "speech/voice_activity.h"

namespace scriba::speech {

/// How sure we are that somebody speaks in a piece.
enum class Evidence {
  kNone,      // silence, steady noise, typing: not sent
  kDoubtful,  // bursts as long as syllables, but no voice: a whisper, or paper. Sent, and judged strictly
  kVoice,     // a voice is heard
};

struct Piece {
  PieceSpan place;
  Samples samples;
  Evidence evidence = Evidence::kNone;
  /// Where a voice is heard, in samples of the recording.
  std::vector<Span> speech;

  double SpeechSeconds() const;
};

/// Push samples in portions of any size, take pieces as they become ready: the same recording gives the same pieces
/// however it was portioned. Holds at most 28 s of sound besides the pieces not yet taken, frame by frame, so that
/// hundreds of recordings take what they hold and not what they may come to hold.
class Cutter {
 public:
  void Push(std::span<const Sample> samples);

  /// The recording has ended: what is left becomes the last piece.
  void Finish();

  /// The next piece in order, if one is ready.
  std::optional<Piece> Take();

  /// Samples pushed so far.
  std::int64_t pushed() const { return pushed_; }

 private:
  using FrameSound = std::array<Sample, kFrameSamples>;

  void PushFrame();
  std::optional<std::size_t> CutInPause(bool is_onset) const;
  std::size_t QuietestPlace() const;
  void CutAt(std::size_t frame);
  Piece MakePiece(std::size_t frames);
  Samples TakeSound(std::size_t frames);

  VoiceActivityDetector detector_;
  std::int64_t pushed_ = 0;
  std::int64_t begin_ = 0;        // of the piece being filled
  std::vector<Frame> frames_;     // since begin_
  std::deque<FrameSound> sound_;  // of frames_, and of the one being judged
  FrameSound open_{};             // the frame that is not whole yet
  std::size_t open_samples_ = 0;
  std::size_t quiet_from_ = 0;  // in frames_: where the present pause began, or frames_.size() while somebody speaks
  int next_ordinal_ = 0;
  std::deque<Piece> ready_;
};

}  // namespace scriba::speech
