// Where a link of a mail may lead: to this installation, or to what the operator listed. Never elsewhere.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platform/config.h"

namespace scriba::auth {

/// The requested target when it lies at the public address or matches a configured pattern ("*" stands for anything
/// but "." and "/", "**" for anything); else `fallback`.
std::string RedirectTarget(const platform::Config& config, std::string_view requested, const std::string& fallback);

using LinkParameters = std::vector<std::pair<std::string, std::string>>;

/// `a=1&b=2`, to be read as a query or as a form.
std::string EncodeParameters(const LinkParameters& parameters);

/// Adds parameters to the query of an address and replaces its fragment; both may be empty.
std::string WithParameters(const std::string& address, const LinkParameters& query, const LinkParameters& fragment);

}  // namespace scriba::auth
