#include <charconv>
#include <nlohmann/json.hpp>

#include "auth/answers.h"
#include "auth/endpoints/admin_endpoints.h"

namespace scriba::auth {
namespace {

using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::Task;
using platform::Value;

constexpr std::int64_t kMostPerPage = 1000;

struct Page {
  std::int64_t number = 1;
  std::int64_t size = 50;
};

Result<Page> ReadPage(const platform::Request& request) {
  Page page;
  const auto read = [&](const char* name, std::int64_t most, std::int64_t& target) {
    const auto text = request.QueryValue(name);
    if (!text || text->empty()) return true;
    const auto [end, failure] = std::from_chars(text->data(), text->data() + text->size(), target);
    return failure == std::errc() && end == text->data() + text->size() && target >= 1 && target <= most;
  };
  if (!read("page", 1'000'000, page.number) || !read("per_page", kMostPerPage, page.size)) {
    return Fail(platform::Code::kValidationFailed, "Bad pagination parameters: page from 1, per_page from 1 to 1000");
  }
  return page;
}

struct Listing {
  std::vector<Person> people;
  std::int64_t total = 0;
};

Task<Result<Listing>> Load(Connection& connection, Page page) {
  Listing listing;
  auto count = co_await connection.First("SELECT count(*) FROM accounts");
  if (!count) co_return Forward(count);
  listing.total = (*count)->Int(0);
  std::vector<Value> window{page.size, (page.number - 1) * page.size};
  auto rows = co_await connection.Query("SELECT id FROM accounts ORDER BY created_at DESC, id LIMIT $1 OFFSET $2",
                                        std::move(window));
  if (!rows) co_return Forward(rows);
  for (const auto& row : *rows) {
    auto person = co_await LoadPerson(connection, row.Text(0));
    if (!person) co_return Forward(person);
    listing.people.push_back(std::move(*person));
  }
  co_return listing;
}

/// RFC 8288, as clients page through.
std::string Links(const Service& service, Page page, std::int64_t total) {
  const std::int64_t last = std::max<std::int64_t>(1, (total + page.size - 1) / page.size);
  const auto link = [&](std::int64_t number, const char* relation) {
    return "<" + service.config().public_url + "/auth/v1/admin/users?page=" + std::to_string(number) +
           "&per_page=" + std::to_string(page.size) + ">; rel=\"" + relation + "\"";
  };
  return (page.number < last ? link(page.number + 1, "next") + ", " : std::string()) + link(last, "last");
}

}  // namespace

EndpointResult ListUsers(Service& service, const platform::Request& request) {
  auto page = ReadPage(request);
  if (!page) co_return Forward(page);
  std::function<Task<Result<Listing>>(Connection&)> load = [&](Connection& connection) {
    return Load(connection, *page);
  };
  auto listing = co_await service.database().Read<Listing>(std::move(load));
  if (!listing) co_return Forward(listing);
  platform::JsonObjectText answer;
  answer
      .Json("users",
            platform::JsonListText(listing->people, [](const Person& person) { return UserObject(person).Close(); }))
      .Text("aud", "authenticated");
  auto response = Uncached(std::move(answer));
  response.With("x-total-count", std::to_string(listing->total)).With("link", Links(service, *page, listing->total));
  co_return response;
}

}  // namespace scriba::auth
