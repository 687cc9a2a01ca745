#include "consultations/stored_pieces.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace scriba::consultations {
namespace {

using nlohmann::json;
using platform::Code;
using platform::Connection;
using platform::Database;
using platform::Fail;
using platform::Result;
using platform::Row;
using platform::Task;
using platform::Value;
using speech::PieceTranscript;

json SegmentsJson(const PieceTranscript& transcript) {
  json segments = json::array();
  for (const auto& segment : transcript.segments) {
    json entry{{"start", segment.start_seconds}, {"end", segment.end_seconds}, {"text", segment.text}};
    if (segment.confidence) entry["confidence"] = *segment.confidence;
    segments.push_back(std::move(entry));
  }
  return segments;
}

std::vector<speech::Segment> SegmentsFrom(const json& segments) {
  std::vector<speech::Segment> read;
  for (const json& entry : segments) {
    speech::Segment segment{.start_seconds = entry.at("start").get<double>(),
                            .end_seconds = entry.at("end").get<double>(),
                            .text = entry.at("text").get<std::string>(),
                            .confidence = std::nullopt};
    if (entry.contains("confidence")) segment.confidence = entry.at("confidence").get<double>();
    read.push_back(std::move(segment));
  }
  return read;
}

bool HasMark(const PieceTranscript& piece, speech::Mark mark) {
  return std::ranges::find(piece.marks, mark) != piece.marks.end();
}

std::string MarksText(const std::vector<speech::Mark>& marks) {
  std::string text;
  for (const speech::Mark mark : marks) text.append(text.empty() ? "" : ",").append(speech::WireName(mark));
  return text;
}

std::vector<speech::Mark> MarksFrom(std::string_view text) {
  std::vector<speech::Mark> marks;
  while (!text.empty()) {
    const auto comma = text.find(',');
    if (const auto mark = speech::MarkFromWireName(text.substr(0, comma))) marks.push_back(*mark);
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  }
  return marks;
}

}  // namespace

Result<StoredPieces> StoredPieces::Load(Database& database, const platform::Clock& clock, platform::SealingKey key,
                                        std::string recording_id) {
  StoredPieces pieces(database, clock, std::move(key), std::move(recording_id));
  std::vector<Value> values{pieces.recording_id_};
  auto rows = platform::BlockOn(
      database.Query("SELECT ordinal, begin_sample, end_sample, has_speech, segments, marks FROM recording_pieces "
                     "WHERE recording_id = $1 ORDER BY ordinal",
                     std::move(values)));
  if (!rows) return Forward(rows);
  for (const Row& row : *rows) {
    if (auto read = pieces.Read(row); !read) return Forward(read);
  }
  return pieces;
}

Result<> StoredPieces::Read(const Row& row) {
  auto segments = key_.Open(row.Bytes(4), PlaceOfPiece(row.Int(0)));
  if (!segments) return Forward(segments);
  const int ordinal = static_cast<int>(row.Int(0));
  pieces_[ordinal] = PieceTranscript{.piece = {.ordinal = ordinal, .span = {.begin = row.Int(1), .end = row.Int(2)}},
                                     .has_speech = row.Bool(3),
                                     .segments = SegmentsFrom(json::parse(*segments)),
                                     .marks = MarksFrom(row.Text(5))};
  return {};
}

bool StoredPieces::IsStored(const speech::PieceSpan& piece) {
  const auto found = pieces_.find(piece.ordinal);
  // A hole is asked about again as long as the consultation is not saved.
  return found != pieces_.end() && found->second.piece == piece &&
         !HasMark(found->second, speech::Mark::kNotTranscribed);
}

Result<> StoredPieces::Store(const PieceTranscript& transcript) {
  // Pieces behind one that was cut differently before are of another cutting: they must not be counted twice.
  const auto present = pieces_.find(transcript.piece.ordinal);
  const bool is_recut = present != pieces_.end() && present->second.piece != transcript.piece;
  if (is_recut) pieces_.erase(present, pieces_.end());
  pieces_[transcript.piece.ordinal] = transcript;
  std::function<Task<Result<>>(Connection&)> write = [&](Connection& connection) {
    return Write(connection, transcript);
  };
  return platform::BlockOn(database_.WriteWith(std::move(write)));
}

Task<Result<>> StoredPieces::Write(Connection& connection, const PieceTranscript& transcript) const {
  const auto ordinal = static_cast<std::int64_t>(transcript.piece.ordinal);
  std::vector<Value> stale{recording_id_, ordinal, transcript.piece.span.begin, transcript.piece.span.end};
  auto removed = co_await connection.Execute(
      "DELETE FROM recording_pieces WHERE recording_id = $1 AND ordinal >= $2 AND EXISTS (SELECT 1 FROM "
      "recording_pieces AS same WHERE same.recording_id = $1 AND same.ordinal = $2 AND "
      "(same.begin_sample <> $3 OR same.end_sample <> $4))",
      std::move(stale));
  if (!removed) co_return Forward(removed);
  std::vector<Value> piece{recording_id_,
                           ordinal,
                           transcript.piece.span.begin,
                           transcript.piece.span.end,
                           transcript.has_speech,
                           platform::Blob{key_.Seal(SegmentsJson(transcript).dump(), PlaceOfPiece(ordinal))},
                           MarksText(transcript.marks)};
  auto inserted = co_await connection.Execute(
      "INSERT INTO recording_pieces (recording_id, ordinal, begin_sample, end_sample, has_speech, segments, marks) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (recording_id, ordinal) DO UPDATE SET "
      "has_speech = excluded.has_speech, segments = excluded.segments, marks = excluded.marks",
      std::move(piece));
  if (!inserted) co_return Forward(inserted);
  std::vector<Value> progress{
      recording_id_, static_cast<std::int64_t>(pieces_.size()), TranscribedSeconds(),
      platform::Blob{key_.Seal(Joined().text, PlaceOf("recordings", "partial_transcript", recording_id_))},
      platform::FormatTimestamp(clock_.Now()),
      // An engine that answers again is no trouble any more, also while the doctor still records.
      transcript.has_speech && !transcript.segments.empty()};
  auto told = co_await connection.Execute(
      "UPDATE recordings SET pieces_done = $2, transcribed_seconds = $3, partial_transcript = $4, updated_at = $5, "
      "error_code = CASE WHEN $6 THEN NULL ELSE error_code END "
      "WHERE id = $1 AND typed_transcript IS NULL AND state NOT IN ('saved', 'failed')",
      std::move(progress));
  if (!told) co_return Forward(told);
  // Typed or saved on another node, discarded, or taken over when this run had lost its turn: its words are late.
  if (*told == 0) co_return Fail(Code::kRecordingStateConflict, "The recording has gone on without this run");
  co_return Result<>{};
}

std::int64_t StoredPieces::TranscribedSeconds() const {
  double seconds = 0;
  for (const auto& [ordinal, piece] : pieces_) {
    seconds += piece.piece.span.EndSeconds() - piece.piece.span.StartSeconds();
  }
  return std::llround(seconds);
}

Transcript StoredPieces::Joined() const {
  std::vector<PieceTranscript> ordered;
  for (const auto& [ordinal, piece] : pieces_) ordered.push_back(piece);
  return JoinPieces(ordered);
}

std::string StoredPieces::PlaceOfPiece(std::int64_t ordinal) const {
  return PlaceOf("recording_pieces", "segments", recording_id_ + "/" + std::to_string(ordinal));
}

Task<Result<>> ForgetUnheardPieces(Connection& connection, std::string recording_id) {
  std::vector<Value> values{std::move(recording_id), "%" + std::string(WireName(speech::Mark::kEmptyOnSpeech)) + "%",
                            "%" + std::string(WireName(speech::Mark::kNotTranscribed)) + "%"};
  auto removed = co_await connection.Execute(
      "DELETE FROM recording_pieces WHERE recording_id = $1 AND (marks LIKE $2 OR marks LIKE $3)", std::move(values));
  if (!removed) co_return Forward(removed);
  co_return Result<>{};
}

}  // namespace scriba::consultations
