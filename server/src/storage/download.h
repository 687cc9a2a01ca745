// The bytes of an object as an answer, unsealed piece by piece while they are sent.
#pragma once

#include "storage/endpoints.h"

namespace scriba::storage {

/// Honours Range, If-Range and If-None-Match, and `download=` in the query. Errors: kInvalidRange, kNoSuchKey.
Answer SendObject(const Parts& parts, const platform::Request& request, Object object);

}  // namespace scriba::storage
