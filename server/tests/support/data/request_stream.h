// A random stream of table requests, good and bad, made from the registry: the same for the same seed.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "data/registry.h"
#include "platform/http/message.h"

namespace scriba::testing {

/// One request to /rest/v1. The ids of Anna and Bruno, which each installation gives anew, stand as @anna@ and @bruno@.
struct StreamRequest {
  std::string person;
  platform::Method method = platform::Method::kGet;
  std::string target;
  std::string body;
  platform::Headers headers;

  /// As a line of a report.
  std::string Text() const;
};

/// Rows that a request makes have an id of the stream's, so that two installations stay comparable.
class RequestStream {
 public:
  explicit RequestStream(std::uint64_t seed) : random_(seed) {}

  StreamRequest Next();

 private:
  using Names = std::vector<std::string>;

  std::size_t Below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }
  bool Once(std::size_t in) { return Below(in) == 0; }
  template <typename T>
  const T& OneOf(const std::vector<T>& choices) {
    return choices.at(Below(choices.size()));
  }
  const data::Table& AnyTable();
  const data::Column& AnyColumn(const data::Table& table);
  std::string RowId(const data::Table& table);

  /// A value for a column in the text of a filter; now and then one that does not parse.
  std::string FilterValue(const data::Table& table, const data::Column& column);
  std::string JsonValue(const data::Table& table, const data::Column& column);

  // pieces of a query string, percent-encoded
  std::string Select(const data::Table& table, int depth);
  std::string Embed(const data::Table& table, int depth);
  std::string Comparison(const data::Table& table, const data::Column& column, bool in_group);
  std::string Group(const data::Table& table, int depth);
  std::string Filter(const data::Table& table);
  std::string Order(const data::Table& table);
  std::string Count();
  std::string Query(const data::Table& table);

  std::string Row(const data::Table& table);
  platform::Headers Preferences();

  void MakeRead(const data::Table& table, StreamRequest& request);
  void MakeInsert(const data::Table& table, StreamRequest& request);
  void MakeChange(const data::Table& table, StreamRequest& request);

  std::mt19937_64 random_;
};

}  // namespace scriba::testing
