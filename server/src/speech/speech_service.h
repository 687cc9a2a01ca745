// The room's front door: audio bytes in, timed Italian text out.
//
// How a consultation uses it, on a worker thread of the job:
//
//   class StoredPieces : public PieceSink {
//     bool IsStored(const PieceSpan& piece) override;            // a row with this ordinal, begin and end?
//     Result<> Store(const PieceTranscript& transcript) override;  // insert it; publish the partial transcript
//   };
//   SealedFile source(...);  // a ByteSource; growing while the doctor still records
//   auto audio = speech.Transcribe(source, {.turn = {user_id, Priority::kLive}, .max_seconds = ...}, pieces, stop);
//   if (!audio) ...          // pieces stored so far stay; run it again later and only the missing ones are sent
//   duration_seconds = audio->duration_seconds;   // what is billed: decoded samples, never a header's claim
//
// After a restart the same bytes are decoded and cut again (400 times faster than real time) and give the same pieces;
// those already stored are skipped. If a live run was cut short by a restart, the run after it may read the whole file:
// container by container the samples can then differ by a few, so a piece counts as stored only with equal ends, and a
// sink that finds an ordinal stored with other ends must replace it.
#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "platform/result.h"
#include "speech/byte_source.h"
#include "speech/decode_process.h"
#include "speech/settings.h"
#include "speech/transcript.h"

namespace scriba::speech {

/// Takes the pieces of one recording as they are done. Calls come one at a time, from any thread, in the order of
/// completion, which may differ from the order of the ordinals when the engine takes several pieces at once.
class PieceSink {
 public:
  virtual ~PieceSink() = default;
  /// Whether this very piece (ordinal and ends) needs no work any more.
  virtual bool IsStored(const PieceSpan& piece) = 0;
  /// Keeps the transcript of a piece; silent pieces come too. An error ends the run and is returned by it.
  virtual platform::Result<> Store(const PieceTranscript& transcript) = 0;
};

struct TranscribeRequest {
  /// Owners take turns at the engine and in decoding, so that one long upload does not hold up the others.
  platform::Turn turn;
  /// Audio longer than this is refused with kAudioTooLong; what came before has been stored.
  double max_seconds = 4 * 3600;
  /// So many pieces that the engine refuses, or answers with nonsense, are marked kNotTranscribed instead of ending the
  /// run: a consultation with one hole is better than none. With more of them the engine is at fault, not the piece.
  int holes = 0;
};

struct AudioSummary {
  double duration_seconds = 0;
  int pieces = 0;
  int pieces_with_speech = 0;
  /// The file ended before its container said so, or its tail could not be read. What could be read was.
  bool is_cut_off = false;
};

enum class EngineState {
  kMissing,      // none configured, none found on this machine
  kStarting,     // our own engine loads its model
  kReady,        // answered lately, or was never asked
  kUnreachable,  // the last post failed on the way
};

struct EngineStatus {
  EngineState state = EngineState::kMissing;
  /// Whether the sound leaves this machine.
  bool is_remote = false;
  /// The host of the engine, for the doctor to see. Never its path or key.
  std::string host;
};

/// Thread-safe. Destroying it waits for the runs under way: stop them first.
class SpeechService {
 public:
  /// Starts the engine of this machine when the settings name one and it is there.
  explicit SpeechService(SpeechSettings settings);
  ~SpeechService();
  SpeechService(const SpeechService&) = delete;
  SpeechService& operator=(const SpeechService&) = delete;

  /// Decodes everything and sends nothing: is it audio, how long, does anybody speak? Blocks. Errors: kEmptyFile,
  /// kNotAudio, kVideoNotAccepted, kAudioUnreadable, kAudioTooLong, kBusy (stopped), and those of the source.
  platform::Result<AudioSummary> Measure(ByteSource& source, const DecodeRequest& request, std::stop_token stop = {});

  /// Decodes, cuts at pauses, sends the pieces in which somebody speaks, hands every piece to the sink. Blocks until
  /// the source has ended and all pieces are stored. A recording without any speech is no error here:
  /// pieces_with_speech is 0. Errors: those of Measure; kSpeechEngineMissing; kSpeechEngineUnreachable, kSpeechTimeout
  /// (try again later); kTranscriptInvalid (its answers are none); kSpeechEngineRefused (the engine does not want the
  /// piece, the key or the model); those of the sink.
  platform::Result<AudioSummary> Transcribe(ByteSource& source, const TranscribeRequest& request, PieceSink& sink,
                                            std::stop_token stop = {});

  EngineStatus Status() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace scriba::speech
