// The `transcribe` function: a sound file in, its text out, on the same core as recordings. Nothing is kept.
#include <algorithm>
#include <array>
#include <map>
#include <stop_token>

#include "functions/arguments.h"
#include "functions/endpoints.h"

namespace scriba::functions {
namespace {

using auth::Caller;
using platform::Code;
using platform::Fail;
using platform::FormPart;
using platform::Response;
using platform::Result;
using speech::PieceTranscript;

// Files of one doctor that wait for a thread: each is kept in memory meanwhile.
constexpr std::size_t kMostWaiting = 8;

/// Keeps the pieces in memory for the length of one request.
class PiecesInMemory final : public speech::PieceSink {
 public:
  bool IsStored(const speech::PieceSpan& /*piece*/) override { return false; }
  Result<> Store(const PieceTranscript& transcript) override {
    pieces_[transcript.piece.ordinal] = transcript;
    return {};
  }

  std::string Text() const {
    std::vector<PieceTranscript> ordered;
    for (const auto& [ordinal, piece] : pieces_) ordered.push_back(piece);
    return consultations::JoinPieces(ordered).text;
  }

 private:
  std::map<int, PieceTranscript> pieces_;
};

/// By type or by ending, as the form declares it; what it really is shows when it is decoded.
bool IsDeclaredAsSound(const FormPart& file) {
  constexpr auto kEndings = std::to_array<std::string_view>({".mp3", ".wav", ".ogg", ".m4a", ".webm", ".mp4"});
  const std::string type = platform::MediaTypeOf(file.content_type);
  if (type.starts_with("audio/") || type == "video/webm" || type == "video/mp4") return true;
  std::string name = file.filename.value_or("");
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::any_of(kEndings.begin(), kEndings.end(), [&](std::string_view ending) { return name.ends_with(ending); });
}

Result<std::string> ReadFile(const platform::Request& request, std::uint64_t max_bytes) {
  auto form = ParseMultipart(request);
  if (!form) return Forward(form);
  const auto file = std::find_if(form->begin(), form->end(), [](const FormPart& part) { return part.name == "file"; });
  if (file == form->end()) return Fail(Code::kInvalidRequest, "The form has no file");
  if (file->bytes.empty()) return Fail(Code::kEmptyFile, "The file is empty");
  if (file->bytes.size() > max_bytes) return Fail(Code::kRequestTooLarge, "The file is too large");
  if (!IsDeclaredAsSound(*file)) return Fail(Code::kNotAudio, "Il file selezionato non è un file audio valido.");
  return std::string(file->bytes);
}

Result<std::string> Hear(const Parts& parts, std::string bytes, const std::string& owner, const std::stop_token& stop) {
  if (stop.stop_requested()) return Fail(Code::kBusy, "The work was stopped");
  speech::MemoryByteSource source(std::move(bytes));
  PiecesInMemory pieces;
  const speech::TranscribeRequest request{.turn = {.owner = owner}, .max_seconds = parts.max_recording_hours * 3600};
  auto audio = parts.speech.Transcribe(source, request, pieces, stop);
  if (!audio) return Forward(audio);
  if (audio->pieces_with_speech == 0) return Fail(Code::kNoSpeech, "Nobody speaks in this file");
  std::string text = pieces.Text();
  if (consultations::IsBlank(text)) return Fail(Code::kEmptyTranscript, "Trascrizione vuota ricevuta dal server");
  return text;
}

}  // namespace

Answer Transcribe(const Parts& parts, const platform::Request& request, const Caller& caller) {
  auto bytes = ReadFile(request, parts.max_upload_bytes);
  if (!bytes) co_return Forward(bytes);
  // The minutes are charged to the consultation that is made of the text.
  auto admitted = co_await parts.consultations.RequireMinute(caller.user_id);
  if (!admitted) co_return Forward(admitted);
  if (parts.workers.WaitingOf(caller.user_id) >= kMostWaiting) {
    co_return Fail(Code::kOverRequestRateLimit, "Too many files are being transcribed already; try again shortly");
  }
  // A client that has gone reads no text, and a program that ends waits for none.
  std::stop_source stop;
  const auto end = [&stop] { stop.request_stop(); };
  const std::stop_callback when_gone(request.ClientGone(), end);
  const std::stop_callback when_stopping(parts.stopping, end);
  auto hear = [&parts, &caller, &bytes, token = stop.get_token()] {
    return Hear(parts, std::move(*bytes), caller.user_id, token);
  };
  auto text = co_await parts.workers.RunFor(caller.user_id, std::move(hear));
  if (!text) co_return Forward(text);
  const nlohmann::json answer{{"text", *text}, {"requestId", request.request_id}};
  co_return Response::Json(200, answer);
}

}  // namespace scriba::functions
