#include "platform/http/drogon_body.h"

#include <drogon/RequestStream.h>
#include <trantor/net/EventLoop.h>
#include <trantor/net/TcpConnection.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <utility>

namespace scriba::platform {
namespace {

// What a header promises is not worth more memory than this before the bytes are there.
constexpr std::size_t kMostReserved = 1U << 20;
// How often is looked at what the library holds back of a chunk, and how long a client whose chunk is too large has to
// read that.
constexpr double kSecondsBetweenLooks = 0.05;
constexpr double kSecondsToRead = 1;

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
    if (!done_) return;
    if (HasRoomFor(size)) {
      body_.bytes.append(data, size);
    } else {
      EndAsTooLarge();
    }
  }

  void onStreamFinish(std::exception_ptr failure) override {
    if (!done_) return;
    body_.is_cut_off = failure != nullptr;
    End();
  }

  bool HasRoomFor(std::size_t more) const { return more <= limit_ - body_.bytes.size(); }
  bool HasEnded() const { return !done_; }

  void EndAsTooLarge() {
    body_ = {.is_too_large = true};
    End();
  }

 private:
  /// The library lets go of the reader only afterwards: what `done` holds must not wait for that.
  void End() { std::exchange(done_, nullptr)(std::move(body_)); }

  const std::size_t limit_;
  Body body_;
  std::function<void(Body)> done_;
};

/// The library keeps a chunk in its own buffer until the whole is there, and a chunk may call itself as large as it
/// likes: this looks at that buffer while the body arrives.
void WatchChunks(const drogon::HttpRequestPtr& request, const std::shared_ptr<BodyReader>& reader) {
  auto* loop = trantor::EventLoop::getEventLoopOfCurrentThread();
  const auto timer = std::make_shared<trantor::TimerId>();
  *timer = loop->runEvery(kSecondsBetweenLooks, [loop, timer, weak_reader = std::weak_ptr(reader),
                                                 weak_connection = request->getConnectionPtr()] {
    const auto reading = weak_reader.lock();
    const auto connection = weak_connection.lock();
    const bool has_ended = !reading || !connection || reading->HasEnded();
    if (!has_ended && reading->HasRoomFor(connection->getRecvBuffer()->readableBytes())) return;
    loop->invalidateTimer(*timer);
    if (has_ended) return;
    reading->EndAsTooLarge();
    connection->shutdown();
    loop->runAfter(kSecondsToRead, [weak_connection] {
      if (const auto left = weak_connection.lock()) left->forceClose();
    });
  });
}

}  // namespace

void ReadBody(const drogon::HttpRequestPtr& request, std::size_t limit, std::function<void(Body)> done) {
  const std::size_t promised = PromisedBytes(request);
  const bool is_chunked = promised == 0 && !request->getHeader("transfer-encoding").empty();
  if (promised == 0 && !is_chunked) {
    done({});
    return;
  }
  const auto stream = drogon::internal::createRequestStream(request);
  if (promised > limit) {
    stream->setStreamReader(drogon::RequestStreamReader::newNullReader());
    done({.is_too_large = true});
    return;
  }
  const auto reader = std::make_shared<BodyReader>(promised, limit, std::move(done));
  stream->setStreamReader(reader);
  if (is_chunked) WatchChunks(request, reader);
}

}  // namespace scriba::platform
