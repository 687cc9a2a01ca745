// Between the network library's messages and ours.
#pragma once

#include <drogon/HttpRequest.h>
#include <drogon/HttpResponse.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platform/http/message.h"

namespace scriba::platform {

/// The library bounds the length of a header and not their number.
inline constexpr std::size_t kMostHeaders = 128;

/// Copies the head, with the first kMostHeaders of its headers; the body comes from ReadBody. `trusted_proxies` may
/// speak for the address and scheme of others.
Request FromDrogon(const drogon::HttpRequestPtr& request, const std::vector<std::string>& trusted_proxies);

/// A header by its name in lower case, or "": the library's own look-up copies the name each time.
std::string_view HeaderOf(const drogon::HttpRequestPtr& request, const std::string& lower_name);

using HeaderList = std::vector<std::pair<std::string, std::string>>;

/// The headers as one, for the library writes a value as it is, while each header costs it three allocations and a walk
/// through its letters. An empty list stays empty.
HeaderList Joined(HeaderList headers);

/// kUnknown: an answer to HEAD whose body would have to be made for its length to be said.
enum class BodyLength : std::uint8_t { kKnown, kUnknown };

drogon::HttpResponsePtr ToDrogon(Response response, BodyLength length = BodyLength::kKnown);

/// Nothing for methods that we do not serve.
std::optional<Method> MethodOf(const drogon::HttpRequestPtr& request);

}  // namespace scriba::platform
