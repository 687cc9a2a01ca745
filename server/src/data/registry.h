// The table registry: the one place that says which tables, columns and relations exist for the outside world, and who
// may do what with them. The data API, realtime and the export are derived from it; no query is built without it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace scriba::data {

enum class ColumnType : std::uint8_t { kUuid, kText, kInteger, kNumeric, kBoolean, kDate, kTimestamp, kJson };

/// PostgreSQL's short name, as realtime announces it: "uuid", "int4", "timestamptz".
std::string_view WireType(ColumnType type);

/// What a column gets when an insert does not name it.
enum class Fallback : std::uint8_t { kNull, kNewId, kNow, kCaller, kLiteral };

struct Bounds {
  double least = 0;
  double most = 0;
};

struct Column {
  std::string_view name;
  ColumnType type = ColumnType::kText;
  bool is_nullable = true;
  /// Encrypted at rest with the owner's key: neither filtered nor ordered by.
  bool is_sealed = false;
  /// A change of it through the surface is noted in the audit log, with its new value.
  bool is_audited = false;
  Fallback fallback = Fallback::kNull;
  std::string_view literal = {};                ///< for Fallback::kLiteral, in the column's text form
  std::vector<std::string_view> values = {};    ///< the enumeration, if it is one
  std::optional<Bounds> bounds = std::nullopt;  ///< both ends allowed
  std::size_t most_characters = 0;              ///< 0: bounded by the size of a request only
};

/// A foreign key. `target` is referenced by its primary key.
struct Reference {
  std::string_view constraint;  ///< "consultations_patient_id_fkey"
  std::string_view column;
  std::string_view target;
};

/// Who is asking, as far as the rights go.
enum class Role : std::uint8_t { kAnon, kDoctor, kAdmin, kSuperadmin };
inline constexpr std::size_t kRoles = 4;

/// Which rows a right covers.
enum class Reach : std::uint8_t {
  kNone,                 ///< the operation is not for this role
  kOwn,                  ///< rows whose owner column is the caller
  kOthers,               ///< rows whose owner column is somebody else
  kThroughPatient,       ///< rows of an own patient, whose owner column is the caller or empty
  kThroughConsultation,  ///< rows of a consultation that kThroughPatient covers
  kAll,
};

/// Leave to change some columns of some rows. An update passes when one rule covers all columns it sets.
struct UpdateRule {
  Reach reach = Reach::kNone;
  std::vector<std::string_view> columns;
};

struct Rights {
  Reach select = Reach::kNone;
  Reach insert = Reach::kNone;
  std::vector<UpdateRule> update = {};
  Reach remove = Reach::kNone;
};

struct Table {
  std::string_view name;
  /// The column that says whose row it is; empty for rows that are nobody's.
  std::string_view owner = {};
  std::vector<Column> columns = {};
  std::vector<Reference> references = {};
  std::vector<std::vector<std::string_view>> unique_keys = {};  ///< the primary key first; it is always (id)
  std::array<Rights, kRoles> rights = {};                       ///< by Role
  bool is_published = false;                                    ///< announced by realtime
  /// Of a table whose sealed values are copies: the table that they were sealed for, and the column that says its row.
  /// Empty: they were sealed for this table and the row's id.
  std::string_view sealed_for = {};
  std::string_view sealed_for_id = {};
  /// Whether an administrator's rights differ from a doctor's, so that the role must be looked up.
  bool depends_on_role = false;

  const Column* Find(std::string_view column) const;
  const Rights& Of(Role role) const { return rights[static_cast<std::size_t>(role)]; }
};

/// All tables, fixed.
std::span<const Table> Tables();

/// The table of that name, or null: what is not here does not exist.
const Table* FindTable(std::string_view name);

}  // namespace scriba::data
