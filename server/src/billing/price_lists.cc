#include "billing/price_lists.h"

#include <toml++/toml.h>

#include <array>
#include <fstream>
#include <iterator>

#include "embedded/prices.h"

namespace scriba::billing {
namespace {

using platform::Code;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::Task;
using platform::Value;

constexpr std::array<const char*, 4> kTiers{"free", "basic", "advanced", "enterprise"};

platform::Failure Wrong(const std::string& what) {
  return Fail(Code::kConfigurationInvalid, "the price lists (SCRIBA_PRICES_FILE): " + what);
}

Result<PriceList> ListNamed(const toml::table& file, const std::string& name) {
  const toml::table* section = file[name].as_table();
  if (section == nullptr) return Wrong("the section [" + name + "] is missing");
  PriceList list;
  for (const char* tier : kTiers) list[tier] = std::nullopt;
  for (const auto& [key, node] : *section) {
    const auto entry = list.find(key.str());
    if (entry == list.end()) return Wrong("[" + name + "] names a plan that there is not: " + std::string(key.str()));
    entry->second = node.value<double>();
    if (!entry->second || *entry->second < 0) return Wrong("a price in [" + name + "] is no amount of euro");
  }
  return list;
}

}  // namespace

Result<PriceLists> ParsePriceLists(std::string_view toml) {
  toml::table file;
  try {
    file = toml::parse(toml);
  } catch (const toml::parse_error& error) {
    return Wrong(std::string(error.description()));
  }
  auto landing = ListNamed(file, "landing");
  if (!landing) return Forward(landing);
  auto product = ListNamed(file, "product");
  if (!product) return Forward(product);
  return PriceLists{.landing = std::move(*landing), .product = std::move(*product)};
}

Result<PriceLists> LoadPriceLists(const std::filesystem::path& file) {
  if (file.empty()) return ParsePriceLists(embedded::prices().front().bytes);
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return Wrong(file.string() + " cannot be read");
  return ParsePriceLists(std::string{std::istreambuf_iterator<char>(stream), {}});
}

Task<Result<>> ApplyPrices(platform::Database& database, const PriceList& prices) {
  for (const auto& [tier, price] : prices) {
    std::vector<Value> values{tier, price ? Value(*price) : Value(nullptr)};
    auto written = co_await database.Execute(
        "UPDATE subscription_plans SET price = $2 WHERE name = $1 AND price IS DISTINCT FROM $2", std::move(values));
    if (!written) co_return Forward(written);
  }
  co_return Result<>{};
}

}  // namespace scriba::billing
