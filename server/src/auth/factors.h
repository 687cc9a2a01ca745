// Second factors in the database.
#pragma once

#include <string>

#include "auth/accounts.h"

namespace scriba::auth {

/// A person's own factor. Errors: kMfaFactorNotFound, also for the factors of others.
platform::Result<Factor> OwnFactor(const Person& person, std::string_view factor_id);

platform::Task<platform::Result<>> InsertFactor(platform::Connection& connection, const Factor& factor);
/// Writes status, last step and times.
platform::Task<platform::Result<>> UpdateFactor(platform::Connection& connection, const Factor& factor);

platform::Task<platform::Result<>> DeleteFactor(platform::Connection& connection, std::string factor_id);

/// The place of a factor's secret in the seal's additional data.
std::string SecretPlace(const std::string& factor_id);

}  // namespace scriba::auth
