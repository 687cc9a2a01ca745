// What the web application is told before anybody signs in.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "billing/price_lists.h"
#include "platform/config.h"
#include "platform/http/router.h"

namespace scriba::app {

/// `{"anonKey", "publicUrl", "version", "maxRecordingHours", "audioRetention", "auditLogDays", "prices",
/// "landingPrices"}`, and what the operator configured of `contactEmail`, `checkout`, `billingPortal` and `controller`.
/// Nothing secret.
nlohmann::json PublicSettings(const platform::Config& config, const billing::PriceLists& prices,
                              const std::string& anon_key);

/// Serves the settings as `/config.json`.
void AddConfigRoute(platform::Router& router, const nlohmann::json& settings);

}  // namespace scriba::app
