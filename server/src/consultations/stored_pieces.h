// The pieces of a recording in the database: what is transcribed survives whatever dies.
#pragma once

#include <map>
#include <stop_token>

#include "consultations/recording.h"
#include "consultations/transcript.h"
#include "platform/crypto/sealing.h"
#include "speech/speech_service.h"

namespace scriba::consultations {

/// Each piece is stored as it comes, together with the partial transcript that the doctor's screen follows. Used by one
/// run at a time, which blocks on the database.
class StoredPieces final : public speech::PieceSink {
 public:
  /// Reads what a former run has stored.
  static platform::Result<StoredPieces> Load(platform::Database& database, const platform::Clock& clock,
                                             platform::SealingKey key, std::string recording_id);

  bool IsStored(const speech::PieceSpan& piece) override;
  platform::Result<> Store(const speech::PieceTranscript& transcript) override;

  /// What is stored so far, in order.
  Transcript Joined() const;

 private:
  StoredPieces(platform::Database& database, const platform::Clock& clock, platform::SealingKey key,
               std::string recording_id)
      : database_(database), clock_(clock), key_(std::move(key)), recording_id_(std::move(recording_id)) {}

  std::int64_t TranscribedSeconds() const;
  platform::Result<> Read(const platform::Row& row);
  platform::Task<platform::Result<>> Write(platform::Connection& connection,
                                           const speech::PieceTranscript& transcript) const;
  std::string PlaceOfPiece(std::int64_t ordinal) const;

  platform::Database& database_;
  const platform::Clock& clock_;
  platform::SealingKey key_;
  std::string recording_id_;
  std::map<int, speech::PieceTranscript> pieces_;
};

/// Forgets the pieces in which somebody spoke and the engine heard nothing: when the work begins again, it is asked
/// again.
platform::Task<platform::Result<>> ForgetUnheardPieces(platform::Connection& connection, std::string recording_id);

}  // namespace scriba::consultations
