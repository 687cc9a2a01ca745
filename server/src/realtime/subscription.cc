#include "realtime/subscription.h"

#include <algorithm>
#include <array>

namespace scriba::realtime {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 4> kEvents{"*", "INSERT", "UPDATE", "DELETE"};
constexpr std::size_t kMostBindings = 100;  // of one channel
constexpr std::size_t kMostBytes = 16U << 10;

std::string Text(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// Fills the binding; answers what cannot be served about it.
std::string Resolve(const Json& requested, Binding& binding) {
  binding.event = Text(requested, "event");
  if (std::ranges::find(kEvents, binding.event) == kEvents.end()) return "event " + binding.event + " is not known";
  const std::string schema = Text(requested, "schema");
  const std::string table = Text(requested, "table");
  const std::string filter = Text(requested, "filter");
  if (!schema.empty() && schema != "*" && schema != "public") return "schema " + schema + " is not published";
  if (table.empty() || table == "*") {
    return filter.empty() ? "" : "a filter needs a table";
  }
  binding.table = data::FindTable(table);
  if (binding.table == nullptr || !binding.table->is_published) return "table " + table + " is not published";
  // Whoever asks for some columns must not get the others.
  if (const auto columns = requested.find("select"); columns != requested.end() && !columns->is_null()) {
    return "select is not served for changes";
  }
  if (filter.empty()) return "";
  auto parsed = data::RowFilter::Parse(*binding.table, filter);
  if (!parsed) return parsed.error().message;
  binding.filter = std::move(*parsed);
  return "";
}

}  // namespace

std::string_view EventName(platform::ChangeKind kind) {
  switch (kind) {
    case platform::ChangeKind::kInsert: return "INSERT";
    case platform::ChangeKind::kUpdate: return "UPDATE";
    case platform::ChangeKind::kDelete: return "DELETE";
  }
  return "UPDATE";
}

RequestedBindings ReadBindings(const Json& join_payload) {
  RequestedBindings result;
  const auto config = join_payload.find("config");
  if (config == join_payload.end() || !config->is_object()) return result;
  const auto changes = config->find("postgres_changes");
  if (changes == config->end() || !changes->is_array()) return result;
  std::size_t bytes = 0;
  for (const Json& requested : *changes) {
    bytes += Text(requested, "event").size() + Text(requested, "filter").size();
    if (result.echo.size() == kMostBindings || bytes > kMostBytes) return {.are_too_many = true};
    Json echo = requested.is_object() ? requested : Json::object();
    const auto id = static_cast<std::int64_t>(result.echo.size()) + 1;
    echo["id"] = id;
    Binding binding{.id = id, .event = {}, .filter = {}};
    const std::string refusal = Resolve(echo, binding);
    bytes += binding.filter.Weight();
    if (refusal.empty()) {
      result.bindings.push_back(std::move(binding));
    } else if (result.refusal.empty()) {
      result.refusal = refusal;
    }
    result.echo.push_back(std::move(echo));
  }
  if (bytes > kMostBytes) return {.are_too_many = true};
  return result;
}

}  // namespace scriba::realtime
