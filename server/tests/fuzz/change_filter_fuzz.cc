// Filters of change subscriptions: any text parses or is refused, and what parses can be asked about any row.
#include <cstdint>
#include <string_view>

#include "realtime/change_filter.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto filter = scriba::realtime::ChangeFilter::Parse(text, *scriba::data::FindTable("user_subscriptions"));
  if (filter) filter->Matches({{"minutes_used", 3}, {"tier", "free"}, {"is_active", true}, {"plan_id", nullptr}});
  return 0;
}
