// The data keys under another master key.
#pragma once

#include "platform/crypto/sealing.h"

namespace scriba::platform {

/// Wraps every owner's key anew, inside a transaction; what the keys sealed stays as it is. Answers how many there are.
/// Errors: kUnsealFailed when a key does not open with `from`.
Task<Result<std::size_t>> RewrapDataKeys(Connection& connection, const MasterKey& from, const MasterKey& to);

}  // namespace scriba::platform
