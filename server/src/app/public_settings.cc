#include "app/public_settings.h"

#include <chrono>
#include <nlohmann/json.hpp>

#include "speech/settings.h"

namespace scriba::app {
namespace {

using nlohmann::json;
using platform::Request;
using platform::Response;
using platform::Task;

void PutText(json& object, const char* name, const std::string& text) {
  if (!text.empty()) object[name] = text;
}

json ListObject(const billing::PriceList& list) {
  json object = json::object();
  for (const auto& [tier, price] : list) object[tier] = price ? json(*price) : json(nullptr);
  return object;
}

}  // namespace

json PublicSettings(const platform::Config& config, const billing::PriceLists& prices, const std::string& anon_key) {
  json settings{{"anonKey", anon_key},
                {"publicUrl", config.public_url},
                {"version", SCRIBA_VERSION},
                {"maxRecordingHours", config.max_recording_hours},
                {"speechTimeoutSeconds", speech::EngineSettings{}.post_deadline / std::chrono::seconds(1)},
                {"audioRetention", config.audio_retention.ToText()},
                {"auditLogDays", config.audit_log_days},
                {"prices", ListObject(prices.product)},
                {"landingPrices", ListObject(prices.landing)}};
  const auto& site = config.site;
  PutText(settings, "contactEmail", site.contact_email);
  PutText(settings, "billingPortal", site.billing_portal_url);
  json checkout = json::object();
  PutText(checkout, "basic", site.checkout_basic_url);
  PutText(checkout, "advanced", site.checkout_advanced_url);
  if (!checkout.empty()) settings["checkout"] = std::move(checkout);
  if (!site.controller_name.empty()) {
    json controller{{"name", site.controller_name}, {"address", site.controller_address}};
    PutText(controller, "email", site.controller_email.empty() ? site.contact_email : site.controller_email);
    settings["controller"] = std::move(controller);
  }
  return settings;
}

void AddConfigRoute(platform::Router& router, const json& settings) {
  router.Add(platform::Method::kGet, "/config.json", [text = settings.dump()](const Request&) -> Task<Response> {
    auto response = Response::JsonText(200, text);
    response.With("cache-control", "no-cache");
    co_return response;
  });
}

}  // namespace scriba::app
