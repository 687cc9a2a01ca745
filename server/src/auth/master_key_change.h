// What of this room is sealed by the master key, sealed anew by another.
#pragma once

#include "platform/crypto/sealing.h"
#include "platform/db/database.h"

namespace scriba::auth {

/// Opens the signing keys and the secrets of second factors with `from` and seals them with `to`, inside a transaction.
/// Sessions and mailed links end: their tokens were made with the old key. Errors: kUnsealFailed.
platform::Task<platform::Result<>> ResealSecrets(platform::Connection& connection, const platform::MasterKey& from,
                                                 const platform::MasterKey& to);

/// Whether this master key opens the installation's signing keys; true when there are none yet.
platform::Task<platform::Result<bool>> OpensSigningKeys(platform::Connection& connection,
                                                        const platform::MasterKey& master);

}  // namespace scriba::auth
