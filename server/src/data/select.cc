// GET and HEAD on a table: rows, their number, or both.
#include <algorithm>

#include "data/data_service.h"
#include "data/plan.h"
#include "data/refusals.h"
#include "data/render.h"
#include "data/statement.h"

namespace scriba::data {
namespace {

using platform::Code;
using platform::Connection;
using platform::Error;
using platform::Failure;
using platform::Forward;
using platform::Response;
using platform::Result;
using platform::Task;

/// What was found: the rows of a page, and how many there are in all if that was asked.
struct Page {
  Rendered rows;
  std::optional<std::size_t> total;
};

/// The Range header cuts into the page that limit and offset ask for.
void Intersect(Node& root, const PageRange& range) {
  const std::int64_t offset = root.offset.value_or(0);
  const std::int64_t start = std::max(offset, range.offset);
  std::optional<std::int64_t> rows;
  if (root.limit) rows = std::max<std::int64_t>(0, *root.limit - (start - offset));
  if (range.rows) {
    const std::int64_t in_range = std::max<std::int64_t>(0, *range.rows - (start - range.offset));
    rows = std::min(rows.value_or(in_range), in_range);
  }
  root.offset = start;
  root.limit = rows;
}

std::string ContentRange(std::size_t offset, std::size_t rows, std::optional<std::size_t> total) {
  const std::string all = total ? std::to_string(*total) : "*";
  if (rows == 0) return "*/" + all;
  return std::to_string(offset) + "-" + std::to_string(offset + rows - 1) + "/" + all;
}

Failure BeyondEnd(std::size_t offset, std::size_t total) {
  Error error{.code = Code::kRangeNotSatisfiable, .message = "Requested range not satisfiable"};
  error.details = "An offset of " + std::to_string(offset) + " was requested, but there are only " +
                  std::to_string(total) + " rows.";
  return Failure(std::move(error));
}

/// The number of rows on the page follows from the number of all.
std::size_t RowsOnPage(const Node& root, std::size_t total) {
  const auto offset = static_cast<std::size_t>(root.offset.value_or(0));
  const auto limit = static_cast<std::size_t>(std::min(root.limit.value_or(kMostRows), kMostRows));
  return offset >= total ? 0 : std::min(limit, total - offset);
}

Result<Response> Write(const TableRequest& request, const Node& root, Page page) {
  const auto offset = static_cast<std::size_t>(root.offset.value_or(0));
  const bool is_head = request.http.method == platform::Method::kHead;
  const std::size_t rows = page.rows.rows;
  if (request.accepted.wants_object && rows != 1) return NotSingular(rows);
  if (request.preferences.wants_count && page.total && offset > *page.total) return BeyondEnd(offset, *page.total);
  const auto shown = request.preferences.wants_count ? page.total : std::nullopt;
  const bool is_partial = shown && rows < *shown && !request.accepted.wants_object;
  Response response = Response::Empty(is_partial ? 206 : 200);
  response.With("content-type", std::string(request.accepted.ContentType()));
  response.With("content-range", ContentRange(offset, rows, shown));
  if (!request.preferences.applied.empty()) response.With("preference-applied", request.preferences.applied);
  if (is_head) return response;
  response.body = request.accepted.wants_object ? std::move(page.rows).Object() : std::move(page.rows.array);
  return response;
}

/// HEAD reads no row, and refuses what GET would: beyond what the number asks, embeds and order may be wrong.
Task<Result<Response>> CountOnly(platform::Database& database, const TableRequest& request, const Node& root) {
  if (!root.children.empty() || !root.orders.empty()) {
    if (auto rows = CompileRows(root, request.actor, database.dialect(), Rows::kAsked); !rows) co_return Forward(rows);
  }
  auto count = CompileCount(root, request.actor, database.dialect());
  if (!count) co_return Forward(count);
  auto row = co_await database.First(count->sql, count->parameters);
  if (!row) co_return Forward(row);
  Page page{.rows = {}, .total = static_cast<std::size_t>((*row)->Int(0))};
  page.rows.rows = RowsOnPage(root, *page.total);
  co_return Write(request, root, std::move(page));
}

}  // namespace

DataService::Answer DataService::Select(TableRequest request) {
  auto planned = MakePlan(*request.table, request.query, request.actor);
  if (!planned) co_return Forward(planned);
  Node& root = **planned;
  auto range = ReadRange(request.http);
  if (!range) co_return Forward(range);
  if (*range) Intersect(root, **range);

  if (request.http.method == platform::Method::kHead) co_return co_await CountOnly(database_, request, root);
  auto rows = CompileRows(root, request.actor, database_.dialect(), Rows::kAsked);
  if (!rows) co_return Forward(rows);

  const bool wants_total = request.preferences.wants_count;
  Statement count;
  if (wants_total) {
    auto compiled = CompileCount(root, request.actor, database_.dialect());
    if (!compiled) co_return Forward(compiled);
    count = std::move(*compiled);
  }

  RenderOptions options{.strips_nulls = request.accepted.strips_nulls};
  auto key = co_await KeyFor(request.actor, HasSealed(*rows));
  if (!key) co_return Forward(key);
  if (*key) options.key = &**key;
  Page page;
  if (!wants_total && rows->children.empty()) {
    auto rendered = co_await RenderFlat(database_, *rows, options);
    if (!rendered) co_return Forward(rendered);
    page.rows = std::move(*rendered);
    co_return Write(request, root, std::move(page));
  }
  std::function<Task<Result<>>(Connection&)> read = [&](Connection& connection) -> Task<Result<>> {
    if (wants_total) {
      auto total = co_await RunCount(connection, count);
      if (!total) co_return Forward(total);
      page.total = *total;
    }
    auto rendered = co_await Render(connection, *rows, options);
    if (!rendered) co_return Forward(rendered);
    page.rows = std::move(*rendered);
    co_return Result<>{};
  };
  auto done = co_await database_.ReadWith(std::move(read));
  if (!done) co_return Forward(done);
  co_return Write(request, root, std::move(page));
}

}  // namespace scriba::data
