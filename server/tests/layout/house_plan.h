// The house plan as data: which rooms there are and which others each may include. docs/architecture.md says why.
#pragma once

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace scriba::layout {

struct Room {
  std::string_view name;
  std::string_view may_include;  ///< names separated by spaces
};

inline constexpr std::array<Room, 12> kRooms{{
    {"platform", ""},
    {"auth", "platform"},
    {"storage", "platform auth"},
    {"data", "platform auth"},
    {"realtime", "platform auth data"},
    {"speech", "platform"},
    {"clinical", "platform"},
    {"billing", "platform auth"},
    {"administration", "platform auth"},
    {"consultations", "platform auth storage data speech clinical billing"},
    {"functions", "platform auth storage data realtime speech clinical billing administration consultations"},
    {"app", "platform auth storage data realtime speech clinical billing administration consultations functions"},
}};

inline const Room* FindRoom(std::string_view name) {
  const auto* found = std::ranges::find(kRooms, name, &Room::name);
  return found == kRooms.end() ? nullptr : found;
}

/// Whether a file of `from` may include a header of `to`.
inline bool MayInclude(const Room& from, std::string_view to) {
  if (from.name == to) return true;
  const std::string padded = " " + std::string(from.may_include) + " ";
  return padded.find(" " + std::string(to) + " ") != std::string::npos;
}

inline std::filesystem::path Repository() { return SCRIBA_SOURCE_DIR; }

inline std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Every file below `folder` that is written by hand, relative to the repository.
inline std::vector<std::filesystem::path> FilesBelow(const std::filesystem::path& folder) {
  static constexpr std::array<std::string_view, 8> kMade{".git",    "node_modules", "dist",         "coverage",
                                                         "results", "__pycache__",  "test-results", ".cache"};
  static constexpr std::array<std::string_view, 2> kMadeAtTop{"build", "data"};
  std::vector<std::filesystem::path> files;
  const auto root = Repository() / folder;
  if (!std::filesystem::exists(root)) return files;
  for (auto entry = std::filesystem::recursive_directory_iterator(root); entry != std::filesystem::end(entry);
       ++entry) {
    const auto relative = entry->path().lexically_relative(Repository());
    const bool is_made = std::ranges::find(kMade, relative.filename().string()) != kMade.end() ||
                         std::ranges::find(kMadeAtTop, relative.string()) != kMadeAtTop.end();
    if (entry->is_directory() && is_made) {
      entry.disable_recursion_pending();
    } else if (entry->is_regular_file()) {
      files.push_back(relative);
    }
  }
  std::ranges::sort(files);
  return files;
}

/// The C++ files below `folder`.
inline std::vector<std::filesystem::path> SourcesBelow(const std::filesystem::path& folder) {
  auto files = FilesBelow(folder);
  std::erase_if(files, [](const auto& file) { return file.extension() != ".h" && file.extension() != ".cc"; });
  return files;
}

/// The room that a file of server/src belongs to.
inline std::string RoomOf(const std::filesystem::path& file) {
  auto part = file.begin();
  std::advance(part, 2);
  return *part;
}

}  // namespace scriba::layout
