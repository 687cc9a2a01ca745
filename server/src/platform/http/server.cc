#include "platform/http/server.h"

#include <drogon/HttpAppFramework.h>
#include <sys/socket.h>
#include <trantor/net/InetAddress.h>
#include <trantor/utils/Logger.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <ranges>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <thread>

#include "platform/http/cors.h"
#include "platform/http/drogon_body.h"
#include "platform/http/drogon_message.h"
#include "platform/http/drogon_socket.h"
#include "platform/log.h"
#include "platform/text.h"

namespace scriba::platform {

/// What the callbacks share for as long as the library may call them.
struct Server::Shared {
  explicit Shared(ServerOptions chosen, const Router& table)
      : options(std::move(chosen)),
        joined_defaults(Joined(options.default_headers)),
        cors(options.cors_origins),
        bodies(std::make_shared<BodyBudget>(options.body_budget_bytes)),
        router(table) {}

  ServerOptions options;
  const HeaderList joined_defaults;
  const Cors cors;
  const std::shared_ptr<BodyBudget> bodies;
  const Router& router;
  std::map<std::string, WebSocketAcceptor, std::less<>> sockets;  // fixed after the start
  Traffic* traffic = nullptr;                                     // fixed after the start
  std::atomic<bool> stopping{false};
  std::atomic<std::size_t> in_flight{0};
};

namespace {

using Callback = drogon::AdviceCallback;
constexpr std::size_t kLongestTarget = 16 * 1024;
// A transcription may be waited for this long (the contract's 900 s, and some).
constexpr std::size_t kIdleSeconds = 960;
constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max() / 2;

/// The path without what could name someone: the first three segments.
std::string_view PathForLog(std::string_view path) {
  std::size_t end = 0;
  for (int segment = 0; segment < 3 && end != std::string_view::npos; ++segment) end = path.find('/', end + 1);
  return path.substr(0, end);
}

void LogAnswer(const Request& request, const Response& response, std::chrono::steady_clock::time_point start) {
  const auto took = std::chrono::steady_clock::now() - start;
  const double milliseconds = std::chrono::duration<double, std::milli>(took).count();
  LogInfo("request", {{"request_id", request.request_id},
                      {"method", MethodName(request.method)},
                      {"path", PathForLog(request.raw_path)},
                      {"status", static_cast<std::int64_t>(response.status)},
                      {"ms", milliseconds}});
}

bool IsSet(const Response& response, std::string_view name) {
  return std::ranges::any_of(response.headers, [name](const auto& header) { return SameName(header.first, name); });
}

template <typename Shared>
void AddDefaults(const Shared& shared, const Request& request, Response& response) {
  const HeaderList& defaults = shared.options.default_headers;
  const auto is_default = [&defaults](const auto& header) {
    return std::ranges::find(defaults, header) != defaults.end();
  };
  const auto is_set = [&response](const auto& header) { return IsSet(response, header.first); };
  std::erase_if(response.headers, is_default);
  constexpr std::size_t kOthers = 4;  // the request's number, and what other origins are told
  response.headers.reserve(response.headers.size() + defaults.size() + kOthers);
  if (std::ranges::none_of(defaults, is_set)) {
    std::ranges::copy(shared.joined_defaults, std::back_inserter(response.headers));
  } else {
    std::ranges::copy_if(defaults, std::back_inserter(response.headers), std::not_fn(is_set));
  }
  response.With("x-request-id", request.request_id);
  shared.cors.Allow(request, response);
}

/// Whether a header's list of words (RFC 9110, 5.6.1) has this one.
bool Lists(std::string_view list, std::string_view word) {
  const auto is_word = [word](auto part) { return SameName(Trimmed({part.begin(), part.end()}), word); };
  return std::ranges::any_of(list | std::views::split(','), is_word);
}

/// A handshake as the library knows one (RFC 6455, 4.2.1): any other request for the path is an ordinary one.
bool WantsSocket(const drogon::HttpRequestPtr& request) {
  static const std::string kUpgrade = "upgrade";
  static const std::string kConnection = "connection";
  return request->method() == drogon::Get && SameName(HeaderOf(request, kUpgrade), "websocket") &&
         Lists(HeaderOf(request, kConnection), kUpgrade);
}

/// Who answers HEAD without a body made none.
BodyLength LengthOf(const drogon::HttpRequestPtr& theirs, const Response& response) {
  const bool may_have_body = response.status >= 200 && response.status < 300 && response.status != 204;
  const bool is_made = !response.body.empty() || response.stream;
  return theirs->isHead() && may_have_body && !is_made ? BodyLength::kUnknown : BodyLength::kKnown;
}

/// The library answers a handshake from a socket, at whose end it sends a frame behind the answer: the line ends first.
void SendAnswer(const drogon::HttpRequestPtr& theirs, const Callback& send, Response response) {
  const bool is_handshake = WantsSocket(theirs);
  const BodyLength length = LengthOf(theirs, response);
  auto answer = ToDrogon(std::move(response), length);
  if (is_handshake) answer->setCloseConnection(true);
  send(answer);
  if (!is_handshake) return;
  if (const auto connection = theirs->getConnectionPtr().lock()) connection->shutdown();
}

template <typename Shared>
drogon::AsyncTask Answer(std::shared_ptr<Shared> shared, drogon::HttpRequestPtr theirs, Body body, Callback send) {
  const auto start = std::chrono::steady_clock::now();
  ++shared->in_flight;
  Request request = FromDrogon(theirs, shared->options.trusted_proxies);
  request.body = std::move(body.bytes);
  Response response;
  try {
    if (auto preflight = shared->cors.Preflight(request)) {
      response = std::move(*preflight);
    } else {
      response = co_await shared->router.Dispatch(request);
    }
  } catch (const std::exception& exception) {
    const Error error{.code = Code::kInternal, .message = "unexpected failure", .internal = exception.what()};
    response = shared->router.Refuse(request, error);
  }
  AddDefaults(*shared, request, response);
  LogAnswer(request, response, start);
  if (shared->traffic != nullptr) shared->traffic->Count(response.status, std::chrono::steady_clock::now() - start);
  SendAnswer(theirs, send, std::move(response));
  --shared->in_flight;
}

template <typename Shared>
void Refuse(const std::shared_ptr<Shared>& shared, const drogon::HttpRequestPtr& theirs, const Callback& send,
            Error error) {
  const Request request = FromDrogon(theirs, shared->options.trusted_proxies);
  Response response = shared->router.Refuse(request, error);
  AddDefaults(*shared, request, response);
  if (shared->traffic != nullptr) shared->traffic->Count(response.status, {});
  SendAnswer(theirs, send, std::move(response));
}

/// A refusal of what nobody reads the body of.
template <typename Shared>
void RefuseUnread(const std::shared_ptr<Shared>& shared, const drogon::HttpRequestPtr& theirs, const Callback& send,
                  Error error) {
  DropBody(theirs);
  Refuse(shared, theirs, send, std::move(error));
}

template <typename Shared>
Task<Result<std::string>> Admit(std::shared_ptr<Shared> shared, drogon::HttpRequestPtr theirs) {
  Request request = FromDrogon(theirs, shared->options.trusted_proxies);
  co_return co_await shared->router.Admit(request);
}

std::uint64_t BodyLimit(const ServerOptions& options, std::string_view path) {
  for (const auto& [prefix, bytes] : options.body_limits) {
    if (path.starts_with(prefix)) return bytes;
  }
  return options.max_body_bytes;
}

/// Pieces of an upload (tus.io, protocol 1.0.0) count as far as they came; most would take a part for the whole.
bool CountsInPart(const drogon::HttpRequestPtr& request) {
  return MediaTypeOf(request->getHeader("content-type")) == "application/offset+octet-stream";
}

template <typename Shared>
void AnswerWithBody(const std::shared_ptr<Shared>& shared, const drogon::HttpRequestPtr& theirs, Callback send) {
  BodyRules rules{.limit = BodyLimit(shared->options, theirs->path()),
                  .budget = shared->bodies,
                  .admit = [shared, theirs] { return Admit(shared, theirs); }};
  ReadBody(theirs, std::move(rules), [shared, theirs, send = std::move(send)](Body body) mutable {
    if (body.refusal) {
      Refuse(shared, theirs, send, std::move(*body.refusal));
    } else if (body.is_slow && !CountsInPart(theirs)) {
      Refuse(shared, theirs, send, {.code = Code::kBusy, .message = "the body came too slowly; try again"});
    } else if (body.is_cut_off && !CountsInPart(theirs)) {
      Refuse(shared, theirs, send, {.code = Code::kInvalidRequest, .message = "the body of the request broke off"});
    } else {
      Answer(shared, theirs, std::move(body), std::move(send));
    }
  });
}

/// The library would end the whole process without a word that an operator understands.
void RequireFreePort(const std::string& host, std::uint16_t port) {
  trantor::InetAddress address(host, port);
  const int descriptor = ::socket(address.family(), SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int yes = 1;
  ::setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  const socklen_t size = address.isIpV6() ? sizeof(sockaddr_in6) : sizeof(sockaddr_in);
  const bool is_free = ::bind(descriptor, address.getSockAddr(), size) == 0;
  const std::string cause = std::generic_category().message(errno);
  ::close(descriptor);
  if (!is_free) throw std::runtime_error("cannot listen on " + host + ":" + std::to_string(port) + ": " + cause);
}

/// The library writes its errors whatever level it is given, and repeats in them what a failed statement was about,
/// names and addresses included. All of them come back to us as results; what it cannot go on with is worth a line.
bool IsFatal(std::string_view text) {
  constexpr std::size_t kHead = 64;  // time, thread and level
  return text.substr(0, kHead).find(" FATAL ") != std::string_view::npos;
}

constexpr auto kNameLetters = [] {
  std::array<bool, 256> letters{};
  for (const char c : std::string_view("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz")) {
    letters[static_cast<unsigned char>(c)] = true;
  }
  return letters;
}();

/// A name that is a token, which the library puts into small letters, and a value without what ends a line or a text
/// elsewhere (RFC 9110, 5.1 and 5.5). Others a proxy may read otherwise: the library takes "content-length " for a
/// header of its own, which says nothing of a body. Values are looked through by `find`, a token's thousand letters at
/// once.
bool IsClear(const std::pair<const std::string, std::string>& header) {
  const auto is_of_name = [](unsigned char c) { return kNameLetters[c]; };
  const auto has = [&](char c) { return header.second.find(c) != std::string::npos; };
  return !header.first.empty() && std::ranges::all_of(header.first, is_of_name) && !has('\0') && !has('\r') &&
         !has('\n') && !has('\x7f');
}

/// What is wrong with a head, whatever it asks for.
std::optional<Error> ObjectionTo(const drogon::HttpRequestPtr& request) {
  if (!MethodOf(request)) return Error{.code = Code::kMethodNotAllowed, .message = "method not served"};
  if (request->headers().size() > kMostHeaders) {
    return Error{.code = Code::kInvalidRequest, .message = "too many headers"};
  }
  if (request->getOriginalPath().size() + request->query().size() > kLongestTarget) {
    return Error{.code = Code::kUriTooLong, .message = "the address is too long"};
  }
  if (request->version() == drogon::Version::kHttp11 && !request->headers().contains("host")) {
    return Error{.code = Code::kInvalidRequest, .message = "the request names no host"};
  }
  static const std::string kCoding("content-encoding");
  const std::string_view coding = HeaderOf(request, kCoding);
  if (!coding.empty() && !SameName(coding, "identity") && HasBody(request)) {
    return Error{.code = Code::kUnsupportedMediaType, .message = "bodies are not decoded"};
  }
  return std::nullopt;
}

/// Decides about a handshake at a socket's path; true when the library may go on with it.
template <typename Shared>
bool AcceptSocket(const std::shared_ptr<Shared>& shared, const drogon::HttpRequestPtr& theirs, const Callback& send) {
  if (HasBody(theirs)) {
    RefuseUnread(shared, theirs, send, {.code = Code::kInvalidRequest, .message = "a handshake has no body"});
    return false;
  }
  const auto found = shared->sockets.find(theirs->path());
  const Request request = FromDrogon(theirs, shared->options.trusted_proxies);
  auto accepted = std::make_shared<AcceptedSocket>();
  accepted->peer = std::make_shared<DrogonPeer>();
  auto session = found->second(request, accepted->peer);
  if (!session) {
    RefuseUnread(shared, theirs, send, std::move(session.error()));
    return false;
  }
  accepted->session = std::move(*session);
  theirs->attributes()->insert(SocketController::kAttribute, accepted);
  return true;
}

}  // namespace

Server::Server(ServerOptions options, const Router& router)
    : shared_(std::make_shared<Shared>(std::move(options), router)) {}

Server::~Server() = default;

void Server::AddWebSocket(std::string path, WebSocketAcceptor acceptor) {
  shared_->sockets[std::move(path)] = std::move(acceptor);
}

void Server::CountIn(Traffic& traffic) { shared_->traffic = &traffic; }

void Server::Run() {
  auto& app = drogon::app();
  const auto& options = shared_->options;
  RequireFreePort(options.host, options.port);
  // The library's own words go into our log, one JSON object a line like all others.
  trantor::Logger::setOutputFunction(
      [](const char* text, std::uint64_t length) {
        if (IsFatal({text, length})) LogWarning("network", {{"text", std::string_view(text, length)}});
      },
      [] {});
  app.addListener(options.host, options.port)
      .setThreadNum(options.threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : options.threads)
      .setUploadPath(options.scratch_folder)
      .setClientMaxBodySize(kNoLimit)
      // Its end would have no words either: DrogonPeer looks at the size.
      .setClientMaxWebSocketMessageSize(kNoLimit)
      .setIdleConnectionTimeout(kIdleSeconds)
      // Bodies are read by ReadBody, so that what came of one that broke off is not lost, and refused by it when they
      // are too large: the library's own refusal has no words.
      .enableRequestStream()
      .enableServerHeader(false)
      .enableGzip(false)
      .enableBrotli(false)
      .setLogLevel(trantor::Logger::kFatal);
  trantor::Logger::setLogLevel(trantor::Logger::kFatal);
  RegisterAdvice();
  if (!shared_->sockets.empty()) {
    drogon::DrClassMap::setSingleInstance(std::make_shared<SocketController>());
    for (const auto& [path, socket] : shared_->sockets) {
      app.registerWebSocketController(path, SocketController::classTypeName());
    }
  }
  const auto stop = [this] { Stop(); };
  app.setTermSignalHandler(stop).setIntSignalHandler(stop);
  if (on_started_) app.registerBeginningAdvice(on_started_);
  app.run();
}

void Server::RegisterAdvice() {
  // The library answers this one itself.
  drogon::app().registerSyncAdvice([](const drogon::HttpRequestPtr& request) -> drogon::HttpResponsePtr {
    const std::string& path = request->path();
    if (request->method() == drogon::Options && (path == "*" || path == "/*")) DropBody(request);
    return nullptr;
  });
  drogon::app().registerPreRoutingAdvice(
      [shared = shared_](const drogon::HttpRequestPtr& request, Callback&& send, drogon::AdviceChainCallback&& go_on) {
        if (IsBehindTheEnd(request)) {
          DropBody(request);
        } else if (shared->stopping) {
          RefuseUnread(shared, request, send, {.code = Code::kBusy, .message = "the server is stopping"});
        } else if (!std::ranges::all_of(request->headers(), IsClear)) {
          RefuseUnread(shared, request, send, {.code = Code::kInvalidRequest, .message = "a header cannot be read"});
          EndBehindAnswer(request);
        } else if (auto objection = ObjectionTo(request)) {
          RefuseUnread(shared, request, send, std::move(*objection));
        } else if (WantsSocket(request) && shared->sockets.contains(request->path())) {
          if (AcceptSocket(shared, request, send)) go_on();
        } else {
          AnswerWithBody(shared, request, std::move(send));
        }
      });
}

/// Runs on the main loop when a signal asked for the end.
void Server::Stop() {
  if (shared_->stopping.exchange(true)) return;
  LogInfo("stopping");
  if (on_stopping_) on_stopping_();
  const auto limit = std::chrono::steady_clock::now() + shared_->options.drain_limit;
  auto* loop = drogon::app().getLoop();
  loop->runEvery(0.02, [shared = shared_, limit] {
    if (shared->in_flight == 0 || std::chrono::steady_clock::now() > limit) drogon::app().quit();
  });
}

}  // namespace scriba::platform
