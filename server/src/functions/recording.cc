// The `recording` function: what the doctor decides about a recording that waits, has failed, or was left in the
// middle.
#include "functions/arguments.h"
#include "functions/endpoints.h"

namespace scriba::functions {

using auth::Caller;
using platform::Code;
using platform::Fail;
using platform::Response;
using platform::Result;

Answer Recording(const Parts& parts, const platform::Request& request, const Caller& caller) {
  auto arguments = ReadArguments(request);
  if (!arguments) co_return Forward(arguments);
  auto action = TextArgument(*arguments, {"action"});
  if (!action) co_return Forward(action);
  auto recording_id = TextArgument(*arguments, {"recordingId", "recording_id"});
  if (!recording_id) co_return Forward(recording_id);
  auto& actions = parts.consultations.actions();
  Result<> done;
  if (*action == "retry") {
    done = co_await actions.Retry(caller.user_id, std::move(*recording_id));
  } else if (*action == "complete") {
    done = co_await actions.Complete(caller.user_id, std::move(*recording_id));
  } else if (*action == "submitTranscript") {
    auto transcription = TextArgument(*arguments, {"transcription"});
    if (!transcription) co_return Forward(transcription);
    done = co_await actions.SubmitTranscript(caller.user_id, std::move(*recording_id), std::move(*transcription));
  } else if (*action == "discard") {
    done = co_await actions.Discard(caller.user_id, std::move(*recording_id));
  } else {
    co_return Fail(Code::kActionUnknown, "action must be retry, complete, submitTranscript or discard");
  }
  if (!done) co_return Forward(done);
  const nlohmann::json answer{{"success", true}};
  co_return Response::Json(200, answer);
}

}  // namespace scriba::functions
