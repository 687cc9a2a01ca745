// The body of a write: one JSON object or a list of them, with its columns resolved.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "data/query.h"
#include "data/registry.h"
#include "platform/http/message.h"
#include "platform/result.h"

namespace scriba::data {

struct Payload {
  std::vector<const Column*> columns;
  std::vector<nlohmann::json> rows;  ///< objects; keys beyond `columns` are ignored
  bool is_list = false;
};

/// Errors: kBodyUnparsable (not JSON, not objects, ragged without `columns`), kPayloadColumnUnknown.
platform::Result<Payload> ReadPayload(const platform::Request& request, const Table& table, const Query& query);

/// JSON of outside origin, refused before it nests deeper than anything honest. Errors: kBodyUnparsable.
platform::Result<nlohmann::json> ParseJson(std::string_view text);

}  // namespace scriba::data
