// The table of routes: which handler answers which method and path.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "platform/http/message.h"
#include "platform/task.h"

namespace scriba::platform {

/// Answers one request. The request outlives the task.
using Handler = std::function<Task<Response>(const Request&)>;

/// How refusals outside of any handler (unknown path, wrong method, an exception) are written below a path prefix, so
/// that every surface keeps its own error shape.
using ErrorWriter = std::function<Response(const Request&, const Error&)>;

/// In whose name (an account's id) a request is sent whose sender may send more than a stranger; asked while the body
/// still arrives, so `body` is empty. Cheap, for strangers ask too.
using Gatekeeper = std::function<Task<Result<std::string>>(const Request&)>;

/// Patterns are literal segments, `{name}` for one segment, and `{name...}` for the rest of the path (may hold slashes,
/// may be empty where the shorter path has no handler of its own). Literal segments win over `{name}`, `{name}` over
/// `{name...}`. Fixed after the start.
class Router {
 public:
  void Add(Method method, std::string_view pattern, Handler handler);

  /// Makes `prefix` ("/auth/v1") a surface of its own: errors below it are written by `writer` (the longest prefix
  /// wins), and a path below it that it does not know is unknown, whatever `{name...}` stands above.
  void SetErrorWriter(std::string prefix, ErrorWriter writer);

  /// Who may send large bodies below `prefix` (the longest one wins). Without a gatekeeper nobody may.
  void SetGatekeeper(std::string prefix, Gatekeeper gatekeeper);

  /// Asks the gatekeeper of the request's path. Errors: kNotFound, kRequestTooLarge and the gatekeeper's.
  Task<Result<std::string>> Admit(Request& request) const;

  /// Finds the handler and runs it. HEAD falls back to GET's handler. Unknown paths give kNotFound, wrong methods
  /// kMethodNotAllowed; an exception gives kInternal with the cause in the log only.
  Task<Response> Dispatch(Request& request) const;

  /// A refusal in the shape of the surface below which the request's path lies.
  Response Refuse(const Request& request, const Error& error) const;

  /// The methods that a path answers, for preflight answers; empty when the path is unknown.
  std::vector<Method> Allowed(std::string_view raw_path) const;

 private:
  struct Node;
  struct Match;

  Node& NodeAt(std::string_view pattern);
  const Node* Find(std::string_view raw_path, Request* request) const;

  std::shared_ptr<Node> root_;
  std::vector<std::pair<std::string, ErrorWriter>> error_writers_;  // longest prefix first
  std::vector<std::pair<std::string, Gatekeeper>> gatekeepers_;     // longest prefix first
};

}  // namespace scriba::platform
