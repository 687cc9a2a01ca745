// What a backup archive holds. Its last file is the manifest: without it the archive is not whole.
#pragma once

namespace scriba::app::backup {

inline constexpr int kFormat = 1;
inline constexpr const char* kDatabase = "scriba.db";  ///< always SQLite, whatever the installation stands on
inline constexpr const char* kAudio = "audio";         ///< the folder of sealed files, as in the data folder
inline constexpr const char* kMasterKey = "master.key";
/// `{"format", "version", "created_at", "files": {name: SHA-256}}`
inline constexpr const char* kManifest = "manifest.json";

}  // namespace scriba::app::backup
