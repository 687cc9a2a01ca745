#include "platform/smtp.h"

#include <curl/curl.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string_view>

namespace scriba::platform {
namespace {

struct EasyDeleter {
  void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};
struct ListDeleter {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};

std::size_t ReadMessage(char* buffer, std::size_t size, std::size_t count, void* source) {
  auto& rest = *static_cast<std::string_view*>(source);
  const std::size_t length = std::min(size * count, rest.size());
  std::memcpy(buffer, rest.data(), length);
  rest.remove_prefix(length);
  return length;
}

int Progress(void* stop, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<const std::stop_token*>(stop)->stop_requested() ? 1 : 0;
}

/// Whether the server said no to what was sent, rather than not be there or not know who asks.
/// RFC 5321, 4.2.1: what begins with 4 may go later, what begins with 5 never will.
Code KindOf(CURL* handle, CURLcode code) {
  long answer = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &answer);
  constexpr long kClosing = 421;
  constexpr long kNever = 500;
  const bool is_about_the_mail = code == CURLE_SEND_ERROR || code == CURLE_WEIRD_SERVER_REPLY;
  if (answer < 400 || answer == kClosing || !is_about_the_mail) return Code::kBusy;
  return answer < kNever ? Code::kValidationFailed : Code::kNotFound;
}

}  // namespace

Result<> Deliver(const SmtpDelivery& delivery, const std::stop_token& stop) {
  const std::unique_ptr<CURL, EasyDeleter> easy(curl_easy_init());
  const std::unique_ptr<curl_slist, ListDeleter> recipients(curl_slist_append(nullptr, delivery.to.c_str()));
  std::string_view rest = delivery.message;
  const bool has_credentials = delivery.url.find('@') != std::string::npos;
  CURL* handle = easy.get();
  curl_easy_setopt(handle, CURLOPT_URL, delivery.url.c_str());
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
  curl_easy_setopt(handle, CURLOPT_USE_SSL, static_cast<long>(has_credentials ? CURLUSESSL_ALL : CURLUSESSL_TRY));
  curl_easy_setopt(handle, CURLOPT_MAIL_FROM, delivery.from.c_str());
  curl_easy_setopt(handle, CURLOPT_MAIL_RCPT, recipients.get());
  curl_easy_setopt(handle, CURLOPT_READFUNCTION, ReadMessage);
  curl_easy_setopt(handle, CURLOPT_READDATA, &rest);
  curl_easy_setopt(handle, CURLOPT_UPLOAD, 1L);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, 10L);
  curl_easy_setopt(handle, CURLOPT_TIMEOUT, 30L);
  curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, Progress);
  curl_easy_setopt(handle, CURLOPT_XFERINFODATA, &stop);
  const CURLcode code = curl_easy_perform(handle);
  if (code == CURLE_OK) return {};
  return Fail(KindOf(handle, code), "The mail server did not take the mail", curl_easy_strerror(code));
}

}  // namespace scriba::platform
