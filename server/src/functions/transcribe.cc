// The `transcribe` function: a sound file in, its text out, on the same core as recordings. Nothing is kept.
#include <algorithm>
#include <array>
#include <map>

#include "functions/arguments.h"
#include "functions/endpoints.h"
#include "functions/while_wanted.h"

namespace scriba::functions {
namespace {

using auth::Caller;
using platform::Code;
using platform::Fail;
using platform::FormPart;
using platform::Response;
using platform::Result;
using speech::PieceTranscript;

// Files of one doctor that wait for a thread: each is a body that is kept meanwhile, of which all together have their
// budget.
constexpr std::size_t kMostWaiting = 2;

/// The file where it lies: in the body of the request, which outlives its answer.
class FileInBody final : public speech::ByteSource {
 public:
  explicit FileInBody(std::string_view bytes) : bytes_(bytes) {}
  std::optional<std::uint64_t> Size() override { return bytes_.size(); }
  Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> into, std::stop_token /*stop*/) override {
    if (offset >= bytes_.size()) return std::size_t{0};
    return bytes_.copy(reinterpret_cast<char*>(into.data()), into.size(), offset);
  }

 private:
  std::string_view bytes_;
};

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

/// A view into the request's body.
Result<std::string_view> FindFile(const platform::Request& request, std::uint64_t max_bytes) {
  auto form = ParseMultipart(request);
  if (!form) return Forward(form);
  const auto file = std::find_if(form->begin(), form->end(), [](const FormPart& part) { return part.name == "file"; });
  if (file == form->end()) return Fail(Code::kInvalidRequest, "The form has no file");
  if (file->bytes.empty()) return Fail(Code::kEmptyFile, "The file is empty");
  if (file->bytes.size() > max_bytes) return Fail(Code::kRequestTooLarge, "The file is too large");
  if (!IsDeclaredAsSound(*file)) return Fail(Code::kNotAudio, "Il file selezionato non è un file audio valido.");
  return file->bytes;
}

Result<std::string> Hear(const Parts& parts, std::string_view file, const std::string& owner,
                         const std::stop_token& stop) {
  if (stop.stop_requested()) return Fail(Code::kBusy, "The work was stopped");
  FileInBody source(file);
  PiecesInMemory pieces;
  const speech::TranscribeRequest request{.turn = {.owner = owner}, .max_seconds = parts.max_recording_hours * 3600};
  auto audio = parts.speech.Transcribe(source, request, pieces, stop);
  if (!audio) return Forward(audio);
  std::string text = pieces.Text();
  if (audio->pieces_with_speech == 0 || consultations::IsBlank(text)) {
    return Fail(Code::kNoSpeech, "Nobody speaks in this file");
  }
  return text;
}

}  // namespace

Answer Transcribe(const Parts& parts, const platform::Request& request, const Caller& caller) {
  auto file = FindFile(request, parts.max_upload_bytes);
  if (!file) co_return Forward(file);
  // The minutes are charged to the consultation that is made of the text.
  auto admitted = co_await parts.consultations.RequireMinute(caller.user_id);
  if (!admitted) co_return Forward(admitted);
  if (parts.workers.WaitingOf(caller.user_id) >= kMostWaiting) {
    co_return Fail(Code::kOverRequestRateLimit, "Too many files are being transcribed already; try again shortly");
  }
  const WhileWanted wanted(parts, request);
  auto hear = [&parts, &caller, &file, token = wanted.token()] { return Hear(parts, *file, caller.user_id, token); };
  auto text = co_await parts.workers.RunFor(caller.user_id, std::move(hear));
  if (!text) co_return Forward(text);
  const nlohmann::json answer{{"text", *text}, {"requestId", request.request_id}};
  co_return Response::Json(200, answer);
}

}  // namespace scriba::functions
