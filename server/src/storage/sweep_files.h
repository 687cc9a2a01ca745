// What becomes of sealed files that no object and no upload names.
#pragma once

#include "platform/db/database.h"
#include "storage/file_store.h"

namespace scriba::storage {

/// Removes the files that were removed on purpose (table removed_files). A file that nobody names and nobody removed is
/// set aside, brought back when it is named again, and removed after thirty days: the program may have been started
/// beside another or an older database, and then the sound must not pay for it.
platform::Task<platform::Result<>> SweepFiles(platform::Database& database, FileStore& files);

}  // namespace scriba::storage
