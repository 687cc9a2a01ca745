// JSON that somebody else wrote: a client, a speech engine, a language model.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace scriba::platform {

/// Discarded (`is_discarded()`) when it is not JSON, or nested deeper than 100 levels: the library copies and prints
/// nested values by recursion, and a deep one would overflow the stack of a network loop. Also when it has more than
/// 500,000 values: each takes some eighty bytes of memory, whatever it takes of the text.
nlohmann::json ParseForeignJson(std::string_view text);

/// JSON can say a zero byte and databases know none in a text: one of them would end there.
bool HasZeroByte(std::string_view text);

}  // namespace scriba::platform
