// How far a move between databases has come, in words.
#pragma once

#include "platform/db/transfer.h"

namespace scriba::app {

/// Prints a line for every table that is through, and one now and then for a long one.
platform::TransferProgress SayProgress();

/// Prints how much it was in all.
void SayTotal(const std::vector<platform::TransferredTable>& tables);

}  // namespace scriba::app
