// The repair of the metering: triggers made anew, and consultations charged that escaped them.
#pragma once

#include "platform/clock.h"
#include "platform/db/database.h"
#include "platform/task.h"

namespace scriba::billing {

/// Drops and recreates the metering triggers from the migrations, puts what the ledger has and no month counts on its
/// month, then charges each consultation that owes more than the ledger has, to the month in which it was made. One
/// transaction; running it again changes nothing. Never a refund, and never anything to a month that was not kept at
/// the time, unless the consultation is younger than 30 days.
platform::Task<platform::Result<>> RepairMetering(platform::Database& database, const platform::Clock& clock);

}  // namespace scriba::billing
