// The operator's price lists: one for the public page, one inside the application. They may differ.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "platform/db/database.h"
#include "platform/task.h"

namespace scriba::billing {

/// Euro a month by tier; all four tiers are there. Nothing: on request.
using PriceList = std::map<std::string, std::optional<double>, std::less<>>;

struct PriceLists {
  PriceList landing;
  PriceList product;
};

/// Reads the form of server/prices.toml. Errors: kConfigurationInvalid, with what is wrong.
platform::Result<PriceLists> ParsePriceLists(std::string_view toml);

/// The lists of a file, or those that the program was shipped with when `file` is empty.
platform::Result<PriceLists> LoadPriceLists(const std::filesystem::path& file);

/// Writes the prices to the plans that have others. What months were opened at stays as it was.
platform::Task<platform::Result<>> ApplyPrices(platform::Database& database, const PriceList& prices);

}  // namespace scriba::billing
