#include "platform/http/client.h"

#include <curl/curl.h>

#include <algorithm>
#include <memory>

namespace scriba::platform {
namespace {

template <auto Function>
struct Release {
  template <typename T>
  void operator()(T* handle) const {
    Function(handle);
  }
};
using Easy = std::unique_ptr<CURL, Release<curl_easy_cleanup>>;
using CurlHeaders = std::unique_ptr<curl_slist, Release<curl_slist_free_all>>;
using Form = std::unique_ptr<curl_mime, Release<curl_mime_free>>;

struct Receiving {
  IncomingAnswer answer;
  std::size_t limit = 0;
};

std::size_t Receive(const char* bytes, std::size_t size, std::size_t count, void* target) {
  auto& receiving = *static_cast<Receiving*>(target);
  if (receiving.answer.body.size() + size * count > receiving.limit) return 0;
  receiving.answer.body.append(bytes, size * count);
  return size * count;
}

int Progress(void* stop, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<const std::stop_token*>(stop)->stop_requested() ? 1 : 0;
}

Form MakeForm(CURL* easy, const std::vector<OutgoingPart>& parts) {
  if (parts.empty()) return nullptr;
  Form form(curl_mime_init(easy));
  for (const auto& part : parts) {
    curl_mimepart* field = curl_mime_addpart(form.get());
    curl_mime_name(field, part.name.c_str());
    curl_mime_data(field, part.bytes.data(), part.bytes.size());
    if (!part.filename.empty()) curl_mime_filename(field, part.filename.c_str());
    if (!part.content_type.empty()) curl_mime_type(field, part.content_type.c_str());
  }
  return form;
}

CurlHeaders MakeHeaders(const OutgoingRequest& request) {
  // "Expect: 100-continue" makes small servers wait a second for nothing.
  CurlHeaders list(curl_slist_append(nullptr, "Expect:"));
  for (const auto& [name, value] : request.headers) {
    curl_slist* longer = curl_slist_append(list.get(), (name + ": " + value).c_str());
    static_cast<void>(list.release());
    list.reset(longer);
  }
  return list;
}

}  // namespace

Result<IncomingAnswer> Fetch(const OutgoingRequest& request, const std::stop_token& stop) {
  const Easy easy(curl_easy_init());
  CURL* curl = easy.get();
  Receiving receiving{.answer = {}, .limit = request.max_answer_bytes};
  const CurlHeaders headers = MakeHeaders(request);
  const Form form = MakeForm(curl, request.parts);
  curl_easy_setopt(curl, CURLOPT_URL, request.url.c_str());
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers.get());
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, static_cast<long>(request.deadline.count()));
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(request.connect_deadline.count()));
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, Receive);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &receiving);
  curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, Progress);
  curl_easy_setopt(curl, CURLOPT_XFERINFODATA, &stop);
  if (form) {
    curl_easy_setopt(curl, CURLOPT_MIMEPOST, form.get());
  } else if (request.method != "GET") {
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request.body.data());
  }
  curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, request.method.c_str());

  const CURLcode code = curl_easy_perform(curl);
  if (code == CURLE_OPERATION_TIMEDOUT) return Fail(Code::kDeadlineExceeded, "the other server took too long");
  if (code != CURLE_OK) return Fail(Code::kBusy, "the other server cannot be reached", curl_easy_strerror(code));
  long status = 0;
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  receiving.answer.status = static_cast<int>(status);
  const char* type = nullptr;
  curl_easy_getinfo(curl, CURLINFO_CONTENT_TYPE, &type);
  if (type != nullptr) receiving.answer.content_type = type;
  return std::move(receiving.answer);
}

}  // namespace scriba::platform
