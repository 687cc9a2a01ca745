// What one channel asked to hear, and in whose name.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "auth/caller.h"
#include "data/actor.h"
#include "data/registry.h"
#include "data/row_filter.h"
#include "platform/db/database.h"
#include "platform/http/websocket.h"
#include "realtime/frame.h"

namespace scriba::realtime {

/// One requested stream of changes.
struct Binding {
  std::int64_t id = 0;                 ///< positive: the client takes 0 for "none"
  std::string event;                   ///< "INSERT", "UPDATE", "DELETE" or "*"
  const data::Table* table = nullptr;  ///< null: every published table
  data::RowFilter filter;
};

/// A live channel as the hub sees it. Fixed after construction.
struct Subscription {
  auth::Caller caller;
  data::Actor actor;
  std::string topic;
  WireVersion version = WireVersion::kArrays;
  std::vector<Binding> bindings;
  std::weak_ptr<platform::WebSocketPeer> peer;
};

/// The name of a change on the wire.
std::string_view EventName(platform::ChangeKind kind);

/// The bindings of a join, their echo for the reply, and the sentence of the first that cannot be served (empty: all
/// can; the others still work).
struct RequestedBindings {
  std::vector<Binding> bindings;
  nlohmann::json echo = nlohmann::json::array();
  std::string refusal;
  bool are_too_many = false;  ///< more than 100, or more than 16 KiB: nothing of them is kept
};

/// Reads `config.postgres_changes` of a join. The echo repeats every element as it was sent, in the same order, with
/// its id: the client compares them one by one.
RequestedBindings ReadBindings(const nlohmann::json& join_payload);

}  // namespace scriba::realtime
