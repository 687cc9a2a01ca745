#include "platform/http/drogon_message.h"

#include <trantor/net/EventLoop.h>
#include <trantor/net/TcpConnection.h>

#include <algorithm>
#include <cstring>
#include <ranges>

#include "platform/ids.h"

namespace scriba::platform {
namespace {

/// The last address in X-Forwarded-For that is not one of ours: earlier ones may be invented by the client.
std::string ForwardedFor(std::string_view header, const std::vector<std::string>& trusted) {
  while (!header.empty()) {
    const auto comma = header.rfind(',');
    std::string_view last = comma == std::string_view::npos ? header : header.substr(comma + 1);
    while (last.starts_with(' ')) last.remove_prefix(1);
    while (last.ends_with(' ')) last.remove_suffix(1);
    if (!last.empty() && std::ranges::find(trusted, last) == trusted.end()) return std::string(last);
    if (comma == std::string_view::npos) break;
    header = header.substr(0, comma);
  }
  return {};
}

/// The library tells nobody that a connection broke once its request has come: this looks now and then, for as long as
/// the request lives.
class ClientWatch {
 public:
  explicit ClientWatch(std::weak_ptr<trantor::TcpConnection> connection) : connection_(std::move(connection)) {}

  std::stop_token operator()() {
    if (!gone_) Begin();
    return gone_->get_token();
  }

 private:
  static constexpr double kSecondsBetweenLooks = 1;

  void Begin() {
    gone_ = std::make_shared<std::stop_source>();
    auto* loop = trantor::EventLoop::getEventLoopOfCurrentThread();
    const auto timer = std::make_shared<trantor::TimerId>();
    *timer = loop->runEvery(kSecondsBetweenLooks, [loop, timer, weak = std::weak_ptr(gone_), line = connection_] {
      const auto gone = weak.lock();
      const auto connection = line.lock();
      if (gone && connection && connection->connected()) return;
      loop->invalidateTimer(*timer);
      if (gone) gone->request_stop();
    });
  }

  std::weak_ptr<trantor::TcpConnection> connection_;
  std::shared_ptr<std::stop_source> gone_;
};

}  // namespace

std::optional<Method> MethodOf(const drogon::HttpRequestPtr& request) {
  if (request->isHead()) return Method::kHead;
  switch (request->method()) {
    case drogon::Get: return Method::kGet;
    case drogon::Head: return Method::kHead;
    case drogon::Post: return Method::kPost;
    case drogon::Put: return Method::kPut;
    case drogon::Patch: return Method::kPatch;
    case drogon::Delete: return Method::kDelete;
    case drogon::Options: return Method::kOptions;
    default: return std::nullopt;
  }
}

Request FromDrogon(const drogon::HttpRequestPtr& request, const std::vector<std::string>& trusted_proxies) {
  Request ours;
  ours.method = MethodOf(request).value_or(Method::kGet);
  ours.raw_path = request->getOriginalPath();
  ours.raw_query = request->query();
  ours.headers.reserve(std::min(request->headers().size(), kMostHeaders));
  for (const auto& [name, value] : request->headers() | std::views::take(kMostHeaders))
    ours.headers.emplace(name, value);
  ours.client_address = request->peerAddr().toIp();
  ours.is_secure = request->isOnSecureConnection();
  ours.request_id = NewUuid();
  ours.watch_client = ClientWatch(request->getConnectionPtr());
  if (std::ranges::find(trusted_proxies, ours.client_address) != trusted_proxies.end()) {
    auto address = ForwardedFor(ours.Header("x-forwarded-for"), trusted_proxies);
    if (!address.empty()) ours.client_address = std::move(address);
    ours.is_secure = ours.Header("x-forwarded-proto") == "https";
  }
  return ours;
}

std::string_view HeaderOf(const drogon::HttpRequestPtr& request, const std::string& lower_name) {
  const auto found = request->headers().find(lower_name);
  return found == request->headers().end() ? std::string_view() : std::string_view(found->second);
}

HeaderList Joined(HeaderList headers) {
  if (headers.size() < 2) return headers;
  std::string& all = headers.front().second;
  std::size_t size = all.size();
  for (const auto& [name, value] : headers) size += name.size() + value.size() + 4;
  all.reserve(size);
  std::for_each(headers.begin() + 1, headers.end(), [&all](const auto& header) {
    all.append("\r\n").append(header.first).append(": ").append(header.second);
  });
  headers.resize(1);
  return headers;
}

drogon::HttpResponsePtr ToDrogon(Response response, BodyLength length) {
  drogon::HttpResponsePtr theirs;
  if (response.stream) {
    // The library asks for bytes until it gets none; a piece larger than its buffer is handed out in parts.
    auto read = [next = std::move(response.stream), piece = std::string(), at = std::size_t{0}](
                    char* buffer, std::size_t size) mutable -> std::size_t {
      if (buffer == nullptr) return 0;
      if (at == piece.size()) {
        piece = next();
        at = 0;
      }
      const std::size_t count = std::min(size, piece.size() - at);
      std::memcpy(buffer, piece.data() + at, count);
      at += count;
      return count;
    };
    theirs = drogon::HttpResponse::newStreamResponse(std::move(read), "", drogon::CT_NONE);
    theirs->addHeader("content-length", std::to_string(response.stream_bytes));
  } else if (length == BodyLength::kUnknown) {
    // The library would say 0 of an empty body, and asks nobody for the pieces of one that HEAD does not send.
    theirs =
        drogon::HttpResponse::newStreamResponse([](char*, std::size_t) { return std::size_t{0}; }, "", drogon::CT_NONE);
  } else {
    theirs = drogon::HttpResponse::newHttpResponse();
    theirs->setContentTypeCode(drogon::CT_NONE);
    theirs->setBody(std::move(response.body));
  }
  theirs->setCustomStatusCode(response.status);
  theirs->setStatusCode(static_cast<drogon::HttpStatusCode>(response.status));
  for (auto& [name, value] : Joined(std::move(response.headers))) theirs->addHeader(std::move(name), std::move(value));
  return theirs;
}

}  // namespace scriba::platform
