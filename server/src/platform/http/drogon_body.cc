#include "platform/http/drogon_body.h"

#include <drogon/RequestStream.h>
#include <trantor/net/EventLoop.h>
#include <trantor/net/TcpConnection.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "platform/http/drogon_message.h"

namespace scriba::platform {
namespace {

// What a header promises is not worth more memory than this before the bytes are there.
constexpr std::size_t kMostReserved = 1U << 20;
// How often is looked at what the library holds back of a chunk, and how long a client whose chunk is too large has to
// read that.
constexpr double kSecondsBetweenLooks = 0.05;
constexpr double kSecondsToRead = 1;
// What a body must grow by in that time: others wait for the memory that it holds.
constexpr std::size_t kLeastProgress = 64U << 10;
constexpr double kSecondsOfProgress = 30;

/// What a head says of the body behind it.
struct Announced {
  std::size_t bytes = 0;
  bool is_chunked = false;
  bool is_clear = true;

  bool IsAnything() const { return bytes > 0 || is_chunked || !is_clear; }
};

/// Not clear is a length that is not written in digits alone, for the library takes a sign (std::stoull) and waits for
/// more than anybody asked about, and one beside chunks: a proxy may take the one, the library the other (RFC
/// 9112, 6.3).
Announced ReadAnnounced(const drogon::HttpRequestPtr& request) {
  static const std::string kLength("content-length");
  static const std::string kCoding("transfer-encoding");
  const std::string_view length = HeaderOf(request, kLength);
  const bool is_coded = !HeaderOf(request, kCoding).empty();
  if (length.empty()) return {.is_chunked = is_coded};
  std::size_t bytes = 0;
  const auto read = std::from_chars(length.data(), length.data() + length.size(), bytes);
  const bool is_number = read.ec == std::errc() && read.ptr == length.data() + length.size();
  return {.bytes = bytes, .is_clear = is_number && !is_coded};
}

/// Collects a body, or lets it go by once it has ended.
class BodyReader final : public drogon::RequestStreamReader, public std::enable_shared_from_this<BodyReader> {
 public:
  BodyReader(BodyRules rules, std::function<void(Body)> done) : rules_(std::move(rules)), done_(std::move(done)) {
    body_.hold = BodyHold(rules_.budget);
  }

  /// What the head announces is judged before the rest comes.
  void Expect(std::size_t promised) {
    if (!done_) return;
    if (promised > rules_.limit) {
      EndAsTooLarge();
    } else if (promised > kOpenBodyBytes && sender_ == Sender::kUnknown) {
      Ask(promised);
    }
    if (done_) body_.bytes.reserve(std::min(promised, kMostReserved));
  }

  void onStreamData(const char* data, std::size_t size) override {
    if (HasRoomFor(size)) body_.bytes.append(data, size);
  }

  void onStreamFinish(std::exception_ptr failure) override {
    has_come_ = true;
    body_.is_cut_off = failure != nullptr;
    if (sender_ != Sender::kAsked) End();
  }

  /// Takes room for bytes beyond those that are there, and ends the body when there is none.
  bool HasRoomFor(std::size_t more) {
    if (!done_) return false;
    const std::size_t bytes = body_.bytes.size() + more;
    if (bytes > rules_.limit) {
      EndAsTooLarge();
      return false;
    }
    const bool needs_name = bytes > kOpenBodyBytes || !body_.hold.Reach(bytes);
    if (needs_name && sender_ == Sender::kUnknown) Ask(bytes);
    if (done_ && !body_.hold.Reach(bytes)) EndAsBusy();
    return static_cast<bool>(done_);
  }

  bool HasEnded() const { return !done_; }

  void RefuseLength() { EndAs({.code = Code::kInvalidRequest, .message = "the length of the body is not clear"}); }

  /// Whether it is still coming, and fast enough since the last look, with what the library holds back of it; what
  /// comes too slowly and takes counted memory ends here.
  bool IsOnItsWay(std::size_t held_back) {
    if (!done_ || has_come_) return false;
    const std::size_t come = body_.bytes.size() + held_back;
    const std::size_t before = std::exchange(seen_, come);
    if (come <= BodyHold::kUncountedBytes || come >= before + kLeastProgress) return true;
    body_.is_cut_off = true;
    body_.is_slow = true;
    End();
    return false;
  }

 private:
  enum class Sender : std::uint8_t { kUnknown, kAsked, kKnown };

  /// What comes until the answer is there counts as a known sender's: strangers are mostly refused on the spot.
  void Ask(std::size_t bytes) {
    sender_ = Sender::kAsked;
    body_.hold.Recognise();
    [](std::shared_ptr<BodyReader> self, std::size_t asked_for) -> drogon::AsyncTask {
      Result<std::string> sender;
      try {
        sender = co_await self->rules_.admit();
      } catch (const std::exception& exception) {
        sender = Fail(Code::kInternal, "unexpected failure", exception.what());
      }
      self->Hear(std::move(sender), asked_for);
    }(shared_from_this(), bytes);
  }

  void Hear(Result<std::string> sender, std::size_t asked_for) {
    sender_ = Sender::kKnown;
    if (!done_) return;
    if (sender) {
      if (!body_.hold.BelongTo(*sender)) {
        EndAsBusy();
      } else if (has_come_) {
        End();
      }
    } else if (asked_for > kOpenBodyBytes) {
      EndAs(std::move(sender.error()));
    } else {
      EndAsBusy();
    }
  }

  void EndAsTooLarge() { EndAs({.code = Code::kRequestTooLarge, .message = "Request body is too large"}); }
  void EndAsBusy() { EndAs({.code = Code::kBusy, .message = "too much is being sent to the server; try again"}); }

  void EndAs(Error refusal) {
    body_ = {.refusal = std::move(refusal)};
    End();
  }

  /// The library lets go of the reader only afterwards: what `done` holds must not wait for that.
  void End() {
    if (done_) std::exchange(done_, nullptr)(std::move(body_));
  }

  const BodyRules rules_;
  Body body_;
  std::function<void(Body)> done_;
  Sender sender_ = Sender::kUnknown;
  bool has_come_ = false;
  std::size_t seen_ = 0;
};

/// The last connection of this loop that ends: the library hands out all requests of one reading before it does.
thread_local std::weak_ptr<trantor::TcpConnection> ended;

void EndConnection(const trantor::TcpConnectionPtr& connection) {
  connection->shutdown();
  connection->getLoop()->runAfter(kSecondsToRead, [weak = std::weak_ptr(connection)] {
    if (const auto left = weak.lock()) left->forceClose();
  });
}

/// Looks every so many seconds for as long as the reader lives and the look says that there is more to see.
void Watch(const std::shared_ptr<BodyReader>& reader, double seconds, std::function<bool(BodyReader&)> look) {
  auto* loop = trantor::EventLoop::getEventLoopOfCurrentThread();
  const auto timer = std::make_shared<trantor::TimerId>();
  *timer = loop->runEvery(seconds, [loop, timer, weak = std::weak_ptr(reader), look = std::move(look)] {
    const auto reading = weak.lock();
    if (!reading || !look(*reading)) loop->invalidateTimer(*timer);
  });
}

/// The library keeps a chunk in its own buffer until the whole is there, and a chunk may call itself as large as it
/// likes: this looks at that buffer for as long as the body arrives, also while it is dropped.
void WatchChunks(const drogon::HttpRequestPtr& request, const std::shared_ptr<BodyReader>& reader) {
  Watch(reader, kSecondsBetweenLooks, [weak = request->getConnectionPtr()](BodyReader& reading) {
    const auto connection = weak.lock();
    if (!connection) return false;
    const std::size_t held_back = connection->getRecvBuffer()->readableBytes();
    if (reading.HasEnded() ? held_back <= kOpenBodyBytes : reading.HasRoomFor(held_back)) return true;
    EndConnection(connection);
    return false;
  });
}

void WatchProgress(const drogon::HttpRequestPtr& request, const std::shared_ptr<BodyReader>& reader) {
  Watch(reader, kSecondsOfProgress, [weak = request->getConnectionPtr()](BodyReader& reading) {
    const auto connection = weak.lock();
    return connection && reading.IsOnItsWay(connection->getRecvBuffer()->readableBytes());
  });
}

}  // namespace

void EndBehindAnswer(const drogon::HttpRequestPtr& request) {
  ended = request->getConnectionPtr();
  trantor::EventLoop::getEventLoopOfCurrentThread()->queueInLoop([weak = ended] {
    if (const auto connection = weak.lock()) EndConnection(connection);
  });
}

bool IsBehindTheEnd(const drogon::HttpRequestPtr& request) {
  const auto connection = ended.lock();
  return connection && connection == request->getConnectionPtr().lock();
}

bool HasBody(const drogon::HttpRequestPtr& request) { return ReadAnnounced(request).IsAnything(); }

void ReadBody(const drogon::HttpRequestPtr& request, BodyRules rules, std::function<void(Body)> done) {
  const Announced announced = ReadAnnounced(request);
  if (!announced.IsAnything()) {
    done({});
    return;
  }
  const auto reader = std::make_shared<BodyReader>(std::move(rules), std::move(done));
  drogon::internal::createRequestStream(request)->setStreamReader(reader);
  if (!announced.is_clear) {
    reader->RefuseLength();
    EndBehindAnswer(request);
    return;
  }
  reader->Expect(announced.bytes);
  if (announced.is_chunked) WatchChunks(request, reader);
  if (announced.is_chunked || announced.bytes > BodyHold::kUncountedBytes) WatchProgress(request, reader);
}

void DropBody(const drogon::HttpRequestPtr& request) {
  ReadBody(request, {}, [](Body) {});
}

}  // namespace scriba::platform
