#include "platform/http/router.h"

#include <algorithm>
#include <array>
#include <exception>
#include <map>
#include <stdexcept>

#include "platform/http/error_body.h"
#include "platform/log.h"

namespace scriba::platform {
namespace {

constexpr std::size_t kMethods = 7;

constexpr auto kPrefixSize = [](const auto& entry) { return entry.first.size(); };

std::pair<std::string_view, std::string_view> SplitSegment(std::string_view path) {
  if (path.starts_with('/')) path.remove_prefix(1);
  const auto end = path.find('/');
  return {path.substr(0, end), end == std::string_view::npos ? std::string_view() : path.substr(end)};
}

}  // namespace

struct Router::Node {
  std::map<std::string, std::shared_ptr<Node>, std::less<>> literal;
  std::shared_ptr<Node> parameter;
  std::string parameter_name;
  std::shared_ptr<Node> rest;
  std::string rest_name;
  bool is_surface = false;  // paths below that nobody answers are unknown here: no `{name...}` above may have them
  std::array<Handler, kMethods> handlers;
  /// GET's handler answers HEAD too where there is no other. Null: nobody does.
  const Handler* HandlerOf(Method method) const {
    const Handler& own = handlers.at(static_cast<std::size_t>(method));
    if (own) return &own;
    return method == Method::kHead ? HandlerOf(Method::kGet) : nullptr;
  }
  bool HasHandler() const {
    return std::ranges::any_of(handlers, [](const Handler& handler) { return static_cast<bool>(handler); });
  }
};

/// The walk down the tree for one path; remembers what the parameters were.
struct Router::Match {
  std::vector<std::pair<const std::string*, std::string>> parameters;

  const Node* Walk(const Node& node, std::string_view path) {
    if (path.empty() || path == "/") {
      if (node.HasHandler()) return &node;
      return node.rest ? Take(*node.rest, node.rest_name, "") : nullptr;
    }
    const auto [segment, after] = SplitSegment(path);
    // Most segments have nothing to decode: the literal ones are found without a copy.
    const bool is_coded = segment.find('%') != std::string_view::npos;
    auto text = is_coded ? PercentDecode(segment, false) : std::nullopt;
    if (is_coded && !text) return nullptr;
    const std::string_view name = is_coded ? *text : segment;
    if (const auto found = node.literal.find(name); found != node.literal.end()) {
      const Node* end = Walk(*found->second, after);
      is_unknown_to_surface_ = is_unknown_to_surface_ || (end == nullptr && found->second->is_surface);
      if (end != nullptr || is_unknown_to_surface_) return end;
    }
    if (!is_coded) text = PercentDecode(segment, false);
    if (!text) return nullptr;
    if (node.parameter && !text->empty()) {
      parameters.emplace_back(&node.parameter_name, std::move(*text));
      if (const Node* end = Walk(*node.parameter, after)) return end;
      parameters.pop_back();
    }
    if (!node.rest) return nullptr;
    const auto whole = PercentDecode(path.substr(1), false);
    return whole ? Take(*node.rest, node.rest_name, *whole) : nullptr;
  }

 private:
  const Node* Take(const Node& node, const std::string& name, std::string text) {
    parameters.emplace_back(&name, std::move(text));
    return &node;
  }

  bool is_unknown_to_surface_ = false;
};

Router::Node& Router::NodeAt(std::string_view pattern) {
  if (!root_) root_ = std::make_shared<Node>();
  std::shared_ptr<Node>* at = &root_;
  while (!pattern.empty() && pattern != "/") {
    const auto [segment, after] = SplitSegment(pattern);
    pattern = after;
    const bool named = segment.starts_with('{') && segment.ends_with('}');
    std::string name(named ? segment.substr(1, segment.size() - 2) : segment);
    std::shared_ptr<Node>* next = nullptr;
    if (named && name.ends_with("...")) {
      name.resize(name.size() - 3);
      next = &(*at)->rest;
      (*at)->rest_name = name;
    } else if (named) {
      next = &(*at)->parameter;
      if (*next && (*at)->parameter_name != name) throw std::logic_error("two names for one path segment: " + name);
      (*at)->parameter_name = name;
    } else {
      next = &(*at)->literal[name];
    }
    if (!*next) *next = std::make_shared<Node>();
    at = next;
  }
  return **at;
}

void Router::Add(Method method, std::string_view pattern, Handler handler) {
  auto& slot = NodeAt(pattern).handlers.at(static_cast<std::size_t>(method));
  if (slot) throw std::logic_error("a route has two handlers");
  slot = std::move(handler);
}

void Router::SetErrorWriter(std::string prefix, ErrorWriter writer) {
  NodeAt(prefix).is_surface = true;
  error_writers_.emplace_back(std::move(prefix), std::move(writer));
  std::ranges::stable_sort(error_writers_, std::greater{}, kPrefixSize);
}

void Router::SetGatekeeper(std::string prefix, Gatekeeper gatekeeper) {
  gatekeepers_.emplace_back(std::move(prefix), std::move(gatekeeper));
  std::ranges::stable_sort(gatekeepers_, std::greater{}, kPrefixSize);
}

const Router::Node* Router::Find(std::string_view raw_path, Request* request) const {
  if (!root_) return nullptr;
  Match match;
  const Node* node = match.Walk(*root_, raw_path);
  if (node != nullptr && request != nullptr) {
    for (auto& [name, value] : match.parameters) request->path_parameters[*name] = std::move(value);
  }
  return node;
}

Task<Result<std::string>> Router::Admit(Request& request) const {
  if (Find(request.raw_path, &request) == nullptr) co_return Fail(Code::kNotFound, "no such path");
  for (const auto& [prefix, gatekeeper] : gatekeepers_) {
    if (request.raw_path.starts_with(prefix)) co_return co_await gatekeeper(request);
  }
  co_return Fail(Code::kRequestTooLarge, "Request body is too large");
}

Task<Response> Router::Dispatch(Request& request) const {
  const Node* node = Find(request.raw_path, &request);
  if (node == nullptr) co_return Refuse(request, {.code = Code::kNotFound, .message = "no such path"});
  const Handler* handler = node->HandlerOf(request.method);
  if (handler == nullptr) {
    auto refusal =
        Refuse(request, {.code = Code::kMethodNotAllowed, .message = "this path does not answer this method"});
    std::string allowed;
    for (const Method method : Allowed(request.raw_path)) {
      allowed += (allowed.empty() ? "" : ", ") + std::string(MethodName(method));
    }
    refusal.With("allow", allowed);
    co_return refusal;
  }
  std::string cause;
  try {
    co_return co_await (*handler)(request);
  } catch (const std::exception& exception) {
    cause = exception.what();
  }
  co_return Refuse(request, {.code = Code::kInternal, .message = "unexpected failure", .internal = cause});
}

std::vector<Method> Router::Allowed(std::string_view raw_path) const {
  std::vector<Method> methods;
  const Node* node = Find(raw_path, nullptr);
  if (node == nullptr) return methods;
  for (std::size_t i = 0; i < kMethods; ++i) {
    const auto method = static_cast<Method>(i);
    if (node->HandlerOf(method) != nullptr) methods.push_back(method);
  }
  return methods;
}

Response Router::Refuse(const Request& request, const Error& error) const {
  const std::string_view path = request.raw_path;
  for (const auto& [prefix, writer] : error_writers_) {
    if (path.starts_with(prefix)) return writer(request, error);
  }
  return PlainErrorResponse(request, error);
}

}  // namespace scriba::platform
