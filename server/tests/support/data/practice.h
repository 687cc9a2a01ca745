// A practice of Anna's, one row of hers in every table, and what each person may do with those rows.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "data/registry.h"
#include "support/data/data_app.h"

namespace scriba::testing {

struct Person {
  std::string name;
  data::Role role;
};

/// Nobody, the owner of the rows, another doctor, an admin and a superadmin.
const std::vector<Person>& People();

/// What is expected of one table, written out so that a change of the registry is noticed: the names of those who may.
struct Expectation {
  std::vector<std::string> see;     ///< Anna's row
  std::vector<std::string> change;  ///< some column of it
  std::vector<std::string> remove;  ///< it
};

/// By table. A table of the registry that is missing here fails MatrixTest.
const std::map<std::string, Expectation, std::less<>>& Expectations();

bool IsAmong(const std::string& name, const std::vector<std::string>& names);

class Practice {
 public:
  /// In every text of Anna's that nobody else may read.
  static constexpr const char* kSecret = "segretissimo";

  /// Throws when a table of the registry has no row here.
  Practice();

  DataApp& app() { return app_; }
  /// Anna's row of a table.
  const std::string& IdIn(std::string_view table) const { return ids_.at(std::string(table)); }
  /// The address of that row, below /rest/v1.
  std::string RowOf(const data::Table& table) const { return std::string(table.name) + "?id=eq." + IdIn(table.name); }

  /// The row as the database has it, to tell whether anything changed.
  std::string Stored(const data::Table& table);
  /// The same of all tables.
  std::string StoredEverywhere();

 private:
  void AddRecording(const std::string& owner);
  void AddNotice(const std::string& owner);

  DataApp app_;
  std::map<std::string, std::string, std::less<>> ids_;
};

}  // namespace scriba::testing
