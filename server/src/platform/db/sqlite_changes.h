// Notes which rows a transaction changed, by request, job or trigger, and announces them after the commit.
#pragma once

#include <sqlite3.h>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platform/db/database.h"

namespace scriba::platform {

/// Lives beside the writing connection; the hook and the marks run on the writer's thread.
class SqliteChanges {
 public:
  /// Hooks into the writing connection.
  void Attach(sqlite3* handle);

  void Observe(std::vector<std::string> tables, ChangeObserver observer);

  /// How many changes are noted; Forget(mark) drops those noted since, when a part of the group is undone.
  std::size_t Mark() const { return noted_.size(); }
  void Forget(std::size_t mark) { noted_.resize(mark); }

  /// After the commit: announces and clears. After a failed commit call Forget(0).
  void Announce();

 private:
  struct Observer {
    bool Watches(std::string_view table) const;

    std::vector<std::string> tables;
    ChangeObserver call;
  };

  void Note(int operation, const char* table);
  bool Watched(std::string_view table) const;
  std::shared_ptr<const std::vector<std::string>> Columns(const std::string& table);

  sqlite3* handle_ = nullptr;
  std::vector<RowChange> noted_;
  std::map<std::string, std::shared_ptr<const std::vector<std::string>>> columns_;

  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<const Observer>> observers_;  // guarded by mutex_
};

}  // namespace scriba::platform
