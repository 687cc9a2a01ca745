#include "data/known_queries.h"

#include <string>
#include <utility>

#include "data/query_parser.h"

namespace scriba::data {
namespace {

// Longer ones list ids or search words that do not come again.
constexpr std::size_t kMostBytesKept = 512;

}  // namespace

platform::Result<std::shared_ptr<const Query>> KnownQueries::Parse(std::string_view raw_query) {
  if (auto known = known_.Find(raw_query)) return known;
  auto parsed = ParseQuery(raw_query);
  if (!parsed) return platform::Forward(parsed);
  auto query = std::make_shared<const Query>(std::move(*parsed));
  if (raw_query.size() <= kMostBytesKept) known_.Remember(std::string(raw_query), query);
  return query;
}

}  // namespace scriba::data
