#include "consultations/language_model.h"

#include <condition_variable>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "platform/json.h"

namespace scriba::consultations {
namespace {

using nlohmann::json;
using platform::Code;
using platform::Error;
using platform::Fail;
using platform::Failure;
using platform::IncomingAnswer;
using platform::OutgoingRequest;
using platform::Result;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr int kOk = 200, kBadRequest = 400, kUnprocessable = 422;
constexpr std::size_t kLargestAnswer = std::size_t{4} << 20;

/// Requests a stop when a time has come or when the other source does, whichever is first.
class StopAfter {
 public:
  StopAfter(milliseconds wait, const std::stop_token& other)
      : forward_(other, [this] { source_.request_stop(); }), timer_([this, wait](const std::stop_token& end) {
          std::mutex mutex;
          std::unique_lock lock(mutex);
          std::condition_variable_any never;
          never.wait_for(lock, end, wait, [] { return false; });
          source_.request_stop();
        }) {}

  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::stop_callback<std::function<void()>> forward_;
  std::jthread timer_;
};

OutgoingRequest MakeRequest(const LanguageModelSettings& settings, const json& messages, const json* schema,
                            milliseconds deadline) {
  json body{{"messages", messages}, {"stream", false}};
  if (!settings.model.empty()) body["model"] = settings.model;
  if (schema != nullptr) {
    body["temperature"] = 0;
    body["response_format"] = {{"type", "json_schema"},
                               {"json_schema", {{"name", "referto"}, {"strict", true}, {"schema", *schema}}}};
  } else {
    body["response_format"] = {{"type", "json_object"}};
  }
  OutgoingRequest request{.url = settings.url + "/v1/chat/completions",
                          .headers = {{"Content-Type", "application/json"}},
                          .body = body.dump(-1, ' ', false, json::error_handler_t::replace),
                          .deadline = deadline,
                          .max_answer_bytes = kLargestAnswer};
  if (!settings.key.empty()) request.headers.emplace_back("Authorization", "Bearer " + settings.key);
  return request;
}

/// The content of the first choice, or why there is none.
Result<std::string> ReadAnswer(const IncomingAnswer& answer) {
  const json body = platform::ParseForeignJson(answer.body);
  const auto choices = body.is_object() ? body.find("choices") : body.end();
  if (!body.is_object() || choices == body.end() || !choices->is_array() || choices->empty()) {
    return ModelFailed("malformed", "no choices");
  }
  const json& choice = choices->front();
  const auto message = choice.is_object() ? choice.find("message") : choice.end();
  if (!choice.is_object() || message == choice.end() || !message->is_object()) {
    return ModelFailed("malformed", "no message");
  }
  const auto finish = choice.find("finish_reason");
  if (finish != choice.end() && *finish == "length") return ModelFailed("truncated");
  const auto refusal = message->find("refusal");
  const bool is_refused = refusal != message->end() && refusal->is_string() && !refusal->get<std::string>().empty();
  if (is_refused || (finish != choice.end() && *finish == "content_filter")) return ModelFailed("refused");
  const auto content = message->find("content");
  if (content == message->end() || !content->is_string()) return ModelFailed("malformed", "no content");
  return content->get<std::string>();
}

}  // namespace

Failure ModelFailed(std::string reason, std::string cause) {
  return Failure(Error{.code = Code::kLanguageModelFailed,
                       .message = "The language model failed; the built-in analyser's report stands",
                       .details = std::move(reason),
                       .internal = std::move(cause)});
}

LanguageModel::LanguageModel(LanguageModelSettings settings, Fetch fetch)
    : settings_(std::move(settings)), fetch_(std::move(fetch)), queue_(settings_.concurrency) {}

std::string LanguageModel::host() const {
  const auto scheme = settings_.url.find("://");
  const std::size_t begin = scheme == std::string::npos ? 0 : scheme + 3;
  const std::string authority = settings_.url.substr(begin, settings_.url.find('/', begin) - begin);
  // Whatever stands before an @ is a secret.
  return authority.substr(authority.rfind('@') == std::string::npos ? 0 : authority.rfind('@') + 1);
}

Result<std::string> LanguageModel::Ask(const json& messages, const json& schema, const std::string& owner,
                                       const std::stop_token& stop) {
  const auto end = steady_clock::now() + settings_.deadline;
  const auto left = [end] { return std::chrono::duration_cast<milliseconds>(end - steady_clock::now()); };
  std::optional<Result<platform::TurnQueue::Place>> place;
  {
    const StopAfter deadline(settings_.deadline, stop);
    place.emplace(queue_.Enter({owner, platform::Priority::kLive}, deadline.token()));
  }
  if (stop.stop_requested()) return Fail(Code::kBusy, "The work was stopped");
  if (!*place || left() <= milliseconds(0)) return ModelFailed("timeout", "no place became free");
  return Post(messages, schema, left(), stop);
}

Result<std::string> LanguageModel::Post(const json& messages, const json& schema, milliseconds deadline,
                                        const std::stop_token& stop) {
  const auto begin = steady_clock::now();
  const bool sent_schema = sends_schema_;
  auto answer = fetch_(MakeRequest(settings_, messages, sent_schema ? &schema : nullptr, deadline), stop);
  if (answer && sent_schema && (answer->status == kBadRequest || answer->status == kUnprocessable)) {
    const auto taken = std::chrono::duration_cast<milliseconds>(steady_clock::now() - begin);
    const milliseconds rest = std::max(deadline - taken, milliseconds(1));
    answer = fetch_(MakeRequest(settings_, messages, nullptr, rest), stop);
    // Only a plain request that passes proves that it was the schema.
    if (answer && answer->status == kOk) sends_schema_ = false;
  }
  if (!answer) {
    if (stop.stop_requested()) return Fail(Code::kBusy, "The work was stopped");
    const bool is_late = answer.error().code == Code::kDeadlineExceeded;
    return ModelFailed(is_late ? "timeout" : "unreachable", answer.error().internal);
  }
  if (answer->status != kOk) return ModelFailed("http_error", "status " + std::to_string(answer->status));
  return ReadAnswer(*answer);
}

}  // namespace scriba::consultations
