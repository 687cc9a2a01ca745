// Queries as they were read before: an application asks the same few again and again.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "data/query.h"
#include "platform/generations.h"
#include "platform/result.h"

namespace scriba::data {

/// Safe on every thread.
class KnownQueries {
 public:
  /// As ParseQuery, with its errors.
  platform::Result<std::shared_ptr<const Query>> Parse(std::string_view raw_query);

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };

  static constexpr std::size_t kQueriesKept = 256;

  platform::Generations<Query, Hash> known_{kQueriesKept};
};

}  // namespace scriba::data
