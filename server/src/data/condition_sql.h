// Conditions, orders and embedded tables of a plan as SQL.
#pragma once

#include <string>
#include <string_view>

#include "data/plan.h"
#include "data/sql_text.h"
#include "platform/result.h"

namespace scriba::data {

/// Writes the parts of a statement that follow from a plan.
///
/// Errors of all: kColumnUnknown, kFeatureNotServed (a sealed column, an operator that the type does not have), those
/// of ValueOfText, kEmbedNotSelected, kRelatedOrderNotToOne.
class ConditionWriter {
 public:
  ConditionWriter(SqlText& sql, const Actor& actor) : sql_(sql), actor_(actor) {}

  /// Everything that decides whether a row of `node`, known as `alias`, is there for the actor: the row policy, the
  /// node's own conditions, and the presence of its inner embeds.
  platform::Result<> WriteVisible(const Node& node, std::string_view alias);

  /// The node's order, ended by its primary key so that ties keep their place. Without a request: oldest first.
  platform::Result<> WriteOrder(const Node& node);

 private:
  platform::Result<> WriteOwn(const Node& node, std::string_view alias);
  platform::Result<> WriteCondition(const Node& node, std::string_view alias, const Condition& condition,
                                    bool inverted);
  platform::Result<> WriteGroup(const Node& node, std::string_view alias, const Condition& group, bool inverted);
  platform::Result<> WriteComparison(const Column& column, std::string_view name, const Condition& condition);
  platform::Result<> WriteQuantified(const Column& column, std::string_view name, const Condition& condition);
  platform::Result<> WriteSingle(const Column& column, std::string_view name, Operator op, std::string_view text);
  platform::Result<> WritePattern(const Column& column, std::string_view name, Operator op, std::string_view pattern);
  platform::Result<> WriteTextOrder(std::string_view name, std::string_view comparison, platform::Value value);
  platform::Result<> WriteIs(const Column& column, std::string_view name, std::string_view keyword);
  platform::Result<> WriteIn(const Column& column, std::string_view name, const Condition& condition);
  platform::Result<> WriteExists(const Node& child, std::string_view parent_alias);
  platform::Result<> WriteOrderTerm(const Node& node, const OrderTerm& term);

  SqlText& sql_;
  const Actor& actor_;
  int inner_tables_ = 0;  ///< named so far: each has an alias of its own
  int depth_ = 0;         ///< of EXISTS within EXISTS
};

}  // namespace scriba::data
