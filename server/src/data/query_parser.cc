#include "data/query_parser.h"

#include <charconv>

#include "data/filter_parser.h"
#include "data/scanner.h"
#include "data/select_parser.h"
#include "platform/http/message.h"

namespace scriba::data {
namespace {

using platform::Code;
using platform::Fail;
using platform::Forward;
using platform::Result;

/// A key such as `patient.not.or`: dotted names, each of which may be quoted.
Result<Path> ParseKey(std::string_view key) {
  Scanner in(key, "query parameter");
  Path path;
  do {
    auto name = in.Name();
    if (!name) return Forward(name);
    path.push_back(std::move(*name));
  } while (in.Take("."));
  if (in.rest().starts_with("->")) {
    return Fail(Code::kFeatureNotServed, "JSON paths are not served: no column holds JSON to look into");
  }
  if (!in.AtEnd()) return in.Refuse("a dot or the end");
  return path;
}

Result<std::int64_t> ParseCount(std::string_view name, std::string_view text) {
  std::int64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size()) {
    return Fail(Code::kQueryUnparsable,
                "failed to parse " + std::string(name) + " (" + std::string(text) + "): not a number");
  }
  if (count < 0)
    return Fail(Code::kRangeNotSatisfiable, "Requested range not satisfiable: " + std::string(name) + " is negative");
  return count;
}

class QueryParser {
 public:
  Result<> Add(std::string_view key, std::string_view value) {
    if (key == "select") return Keep(ParseSelect(value), query_.select);
    if (key == "columns") return KeepNames(value, "columns", query_.columns);
    if (key == "on_conflict") return KeepNames(value, "on_conflict", query_.on_conflict);
    auto path = ParseKey(key);
    if (!path) return Forward(path);
    std::string last = std::move(path->back());
    path->pop_back();
    if (last == "order") return AddOrder(std::move(*path), value);
    if (last == "limit" || last == "offset") return AddCount(std::move(*path), last, value);
    if (last == "and" || last == "or") return AddGroup(std::move(*path), last == "and", value);
    auto comparison = filters_.Comparison(std::move(last), value);
    if (!comparison) return Forward(comparison);
    query_.conditions.emplace_back(std::move(*path), std::move(*comparison));
    return {};
  }

  Query Take() { return std::move(query_); }

 private:
  template <typename T>
  static Result<> Keep(Result<T> parsed, T& place) {
    if (!parsed) return Forward(parsed);
    place = std::move(*parsed);
    return {};
  }

  static Result<> KeepNames(std::string_view value, std::string_view parameter,
                            std::optional<std::vector<std::string>>& place) {
    auto names = ParseNames(value, parameter);
    if (!names) return Forward(names);
    place = std::move(*names);
    return {};
  }

  Result<> AddOrder(Path path, std::string_view value) {
    auto terms = ParseOrder(value);
    if (!terms) return Forward(terms);
    order_terms_ += static_cast<int>(terms->size());
    if (order_terms_ > kMostTerms) {
      return Fail(Code::kQueryUnparsable, "failed to parse order: more than 256 terms");
    }
    query_.orders.emplace_back(std::move(path), std::move(*terms));
    return {};
  }

  Result<> AddCount(Path path, const std::string& name, std::string_view value) {
    auto count = ParseCount(name, value);
    if (!count) return Forward(count);
    (name == "limit" ? query_.limits : query_.offsets).emplace_back(std::move(path), *count);
    return {};
  }

  Result<> AddGroup(Path path, bool is_and, std::string_view value) {
    const bool negated = !path.empty() && path.back() == "not";
    if (negated) path.pop_back();
    auto group = filters_.Group(is_and ? Condition::Kind::kAnd : Condition::Kind::kOr, negated, value);
    if (!group) return Forward(group);
    query_.conditions.emplace_back(std::move(path), std::move(*group));
    return {};
  }

  Query query_;
  FilterParser filters_;
  int order_terms_ = 0;  ///< of all `order` together
};

}  // namespace

Result<Query> ParseQuery(std::string_view raw_query) {
  QueryParser parser;
  while (!raw_query.empty()) {
    const auto end = raw_query.find('&');
    const std::string_view pair = raw_query.substr(0, end);
    raw_query.remove_prefix(end == std::string_view::npos ? raw_query.size() : end + 1);
    if (pair.empty()) continue;
    const auto equals = pair.find('=');
    const auto key = platform::PercentDecode(pair.substr(0, equals), true);
    const auto value =
        platform::PercentDecode(equals == std::string_view::npos ? std::string_view() : pair.substr(equals + 1), true);
    if (!key || !value) {
      return Fail(Code::kQueryUnparsable, "failed to parse the query: a percent escape is broken or not UTF-8");
    }
    if (auto added = parser.Add(*key, *value); !added) return Forward(added);
  }
  return parser.Take();
}

}  // namespace scriba::data
