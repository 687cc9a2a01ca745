// A filter on rows in memory: what a realtime subscription asks of each change.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "data/query.h"
#include "data/registry.h"
#include "data/text_pattern.h"
#include "platform/crypto/sealing.h"
#include "platform/db/value.h"
#include "platform/result.h"

namespace scriba::data {

/// `column=op.value`, several joined by commas: all must hold. Null matches nothing but `is` and `isdistinct`, as in
/// SQL. Text is ordered by code point here.
class RowFilter {
 public:
  /// Errors: kQueryUnparsable, kColumnUnknown, kFeatureNotServed (a sealed column, an operator that the type does not
  /// have), those of ValueOfText.
  static platform::Result<RowFilter> Parse(const Table& table, std::string_view text);

  /// What it costs to keep and to ask, in bytes of text that cost as much: a value of a list is larger than its text,
  /// and an expression takes its time.
  std::size_t Weight() const;

  /// `row` has the columns named in `columns`; one that is not there counts as null.
  bool Matches(const std::vector<std::string>& columns, const platform::Row& row) const;

 private:
  struct Term {
    const Column* column = nullptr;
    Condition condition;
    std::vector<platform::Value> operands;
    std::vector<std::shared_ptr<const TextPattern>> patterns;  ///< of match and imatch, instead of operands
  };

  static platform::Result<> ReadOperands(Term& term);

  std::vector<Term> terms_;
};

/// The row as the table surface would write it, for the columns of the registry. `key` opens sealed columns and may be
/// null: they are then left out.
platform::Result<std::string> RecordJson(const Table& table, const std::vector<std::string>& columns,
                                         const platform::Row& row, const platform::SealingKey* key);

}  // namespace scriba::data
