#include "platform/http/drogon_body.h"

#include <drogon/RequestStream.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace scriba::platform {
namespace {

// What a header promises is not worth more memory than this before the bytes are there.
constexpr std::size_t kMostReserved = 1U << 20;

std::size_t PromisedBytes(const drogon::HttpRequestPtr& request) {
  const std::string& length = request->getHeader("content-length");
  std::size_t bytes = 0;
  std::from_chars(length.data(), length.data() + length.size(), bytes);
  return bytes;
}

class BodyReader final : public drogon::RequestStreamReader {
 public:
  BodyReader(std::size_t promised, std::size_t limit, std::function<void(Body)> done)
      : limit_(limit), done_(std::move(done)) {
    body_.bytes.reserve(std::min(promised, kMostReserved));
  }

  void onStreamData(const char* data, std::size_t size) override {
    if (body_.bytes.size() + size > limit_) {
      body_.is_too_large = true;
      std::string().swap(body_.bytes);
    }
    if (!body_.is_too_large) body_.bytes.append(data, size);
  }

  void onStreamFinish(std::exception_ptr failure) override {
    body_.is_cut_off = failure != nullptr;
    // The library lets go of the reader only afterwards: what `done` holds must not wait for that.
    std::exchange(done_, nullptr)(std::move(body_));
  }

 private:
  const std::size_t limit_;
  Body body_;
  std::function<void(Body)> done_;
};

}  // namespace

void ReadBody(const drogon::HttpRequestPtr& request, std::size_t limit, std::function<void(Body)> done) {
  const std::size_t promised = PromisedBytes(request);
  if (promised == 0 && request->getHeader("transfer-encoding").empty()) {
    done({});
    return;
  }
  const auto stream = drogon::internal::createRequestStream(request);
  stream->setStreamReader(std::make_shared<BodyReader>(promised, limit, std::move(done)));
}

}  // namespace scriba::platform
