#include "data/condition_sql.h"

#include <algorithm>

#include "data/column_value.h"
#include "data/refusals.h"
#include "data/row_policy.h"

namespace scriba::data {
namespace {

using platform::Code;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::Value;

// SQLite's parser holds a hundred open things; each EXISTS within another costs it about nine.
constexpr int kMostExists = 6;

std::string_view ComparisonSign(Operator op) {
  switch (op) {
    case Operator::kNeq: return " <> ";
    case Operator::kGt: return " > ";
    case Operator::kGte: return " >= ";
    case Operator::kLt: return " < ";
    case Operator::kLte: return " <= ";
    default: return " = ";
  }
}

/// One table of an EXISTS.
struct Inner {
  const Node* node = nullptr;
  std::string alias;
  std::string parent_alias;
};

void WriteLink(SqlText& sql, const Inner& inner) {
  const std::string_view column = inner.node->reference->column;
  if (inner.node->is_to_one) {
    sql << inner.alias << ".id = " << inner.parent_alias << "." << column;
  } else {
    sql << inner.alias << "." << column << " = " << inner.parent_alias << ".id";
  }
}

int Depth(const Condition& condition) {
  int deepest = 0;
  for (const Condition& term : condition.terms) deepest = std::max(deepest, Depth(term));
  return condition.kind == Condition::Kind::kComparison ? 0 : deepest + 1;
}

/// Clients name the owner although the row policy does: the database need not compare twice for each row.
bool AsksForOwn(const Table& table, const Condition& condition, const Actor& actor) {
  return condition.kind == Condition::Kind::kComparison && condition.op == Operator::kEq && !condition.is_negated &&
         condition.quantifier == Quantifier::kNone && condition.column == table.owner && !actor.user_id.empty() &&
         condition.value == actor.user_id;
}

}  // namespace

Result<> ConditionWriter::WriteVisible(const Node& node, std::string_view alias) {
  for (const auto& child : node.children) {
    if (!child->is_inner) continue;
    if (auto written = WriteExists(*child, alias); !written) return written;
    sql_ << " AND ";
  }
  return WriteOwn(node, alias);
}

/// The node's conditions and its row policy. The deepest group goes first: what stands open on the left of a
/// parenthesis fills SQLite's parser stack.
Result<> ConditionWriter::WriteOwn(const Node& node, std::string_view alias) {
  const Reach reach = node.table->Of(actor_.role).select;
  std::vector<const Condition*> conditions;
  for (const Condition& condition : node.conditions) {
    if (reach != Reach::kOwn || !AsksForOwn(*node.table, condition, actor_)) conditions.push_back(&condition);
  }
  std::ranges::stable_sort(conditions, std::greater{}, [](const Condition* condition) { return Depth(*condition); });
  for (const Condition* condition : conditions) {
    if (auto written = WriteCondition(node, alias, *condition, false); !written) return written;
    sql_ << " AND ";
  }
  WriteReach(sql_, *node.table, reach, alias, actor_);
  return {};
}

/// A row of the child is there, and a row of each inner embed below it: all of them joined in one EXISTS, because each
/// EXISTS within another would fill the parser's stack.
Result<> ConditionWriter::WriteExists(const Node& child, std::string_view parent_alias) {
  if (depth_ == kMostExists) {
    return Fail(Code::kQueryUnparsable, "failed to parse filter: too many embeds are filtered within each other");
  }
  std::vector<Inner> inners{{&child, "e" + std::to_string(inner_tables_++), std::string(parent_alias)}};
  for (std::size_t i = 0; i < inners.size(); ++i) {
    for (const auto& below : inners[i].node->children) {
      if (below->is_inner) inners.push_back({below.get(), "e" + std::to_string(inner_tables_++), inners[i].alias});
    }
  }
  sql_ << "EXISTS (SELECT 1 FROM ";
  for (std::size_t i = 0; i < inners.size(); ++i) {
    sql_ << (i == 0 ? "" : " JOIN ") << inners[i].node->table->name << " AS " << inners[i].alias;
    if (i == 0) continue;
    sql_ << " ON ";
    WriteLink(sql_, inners[i]);
  }
  sql_ << " WHERE ";
  WriteLink(sql_, inners.front());
  ++depth_;
  for (const Inner& inner : inners) {
    sql_ << " AND ";
    if (auto written = WriteOwn(*inner.node, inner.alias); !written) return written;
  }
  --depth_;
  sql_ << ")";
  return {};
}

/// `inverted` asks for the condition's negation: it is carried inwards (De Morgan), because a NOT left open before a
/// parenthesis fills the parser's stack too.
Result<> ConditionWriter::WriteCondition(const Node& node, std::string_view alias, const Condition& condition,
                                         bool inverted) {
  if (condition.kind != Condition::Kind::kComparison) return WriteGroup(node, alias, condition, inverted);
  bool is_negated = condition.is_negated != inverted;
  const Column* column = node.table->Find(condition.column);
  if (column == nullptr) {
    const Node* child = node.Child(condition.column);
    if (child == nullptr) return UnknownColumn(*node.table, condition.column);
    if (condition.op != Operator::kIs || (condition.value != "null" && condition.value != "not_null")) {
      return Fail(Code::kEmbedFilterUnsupported, "Bad operator on the '" + condition.column +
                                                     "' embedded resource: only is.null and not.is.null are allowed");
    }
    is_negated = is_negated != (condition.value == "null");
    if (is_negated) sql_ << "NOT ";
    return WriteExists(*child, alias);
  }
  const bool asks_for_null = condition.op == Operator::kIs && condition.value.ends_with("null");
  if (column->is_sealed && !asks_for_null) return SealedColumn(*node.table, *column);
  const std::string name = std::string(alias) + "." + std::string(column->name);
  sql_ << (is_negated ? "NOT (" : "(");
  auto written = WriteComparison(*column, name, condition);
  sql_ << ")";
  return written;
}

Result<> ConditionWriter::WriteGroup(const Node& node, std::string_view alias, const Condition& group, bool inverted) {
  const bool is_negated = group.is_negated != inverted;
  const bool is_and = (group.kind == Condition::Kind::kAnd) != is_negated;
  std::vector<const Condition*> terms;
  terms.reserve(group.terms.size());
  for (const Condition& term : group.terms) terms.push_back(&term);
  if (terms.size() == 1) return WriteCondition(node, alias, *terms.front(), is_negated);
  std::ranges::stable_sort(terms, std::greater{}, [](const Condition* term) { return Depth(*term); });
  sql_ << "(";
  bool is_first = true;
  for (const Condition* term : terms) {
    if (!is_first) sql_ << (is_and ? " AND " : " OR ");
    is_first = false;
    if (auto written = WriteCondition(node, alias, *term, is_negated); !written) return written;
  }
  sql_ << ")";
  return {};
}

Result<> ConditionWriter::WriteComparison(const Column& column, std::string_view name, const Condition& condition) {
  if (condition.op == Operator::kIs) return WriteIs(column, name, condition.value);
  if (condition.op == Operator::kIn) return WriteIn(column, name, condition);
  if (condition.quantifier != Quantifier::kNone) return WriteQuantified(column, name, condition);
  return WriteSingle(column, name, condition.op, condition.value);
}

Result<> ConditionWriter::WriteQuantified(const Column& column, std::string_view name, const Condition& condition) {
  const bool any = condition.quantifier == Quantifier::kAny;
  if (condition.values.empty()) sql_ << (any ? "FALSE" : "TRUE");
  bool is_first = true;
  for (const std::string& value : condition.values) {
    if (!is_first) sql_ << (any ? " OR " : " AND ");
    is_first = false;
    if (auto written = WriteSingle(column, name, condition.op, value); !written) return written;
  }
  return {};
}

Result<> ConditionWriter::WriteSingle(const Column& column, std::string_view name, Operator op, std::string_view text) {
  if (op == Operator::kLike || op == Operator::kIlike) return WritePattern(column, name, op, text);
  // The engines' regular expressions differ, and neither bounds what one may cost.
  if (op == Operator::kMatch || op == Operator::kImatch) {
    return Fail(Code::kFeatureNotServed, "the operators match and imatch are served for realtime only");
  }
  auto value = ValueOfText(column, text);
  if (!value) return Forward(value);
  if (op == Operator::kIsDistinct) {
    sql_ << name << (sql_.IsPostgres() ? " IS DISTINCT FROM " : " IS NOT ");
    sql_.Parameter(std::move(*value), column.type);
    return {};
  }
  const bool is_equality = op == Operator::kEq || op == Operator::kNeq;
  if (column.type == ColumnType::kText && !is_equality)
    return WriteTextOrder(name, ComparisonSign(op), std::move(*value));
  sql_ << name << ComparisonSign(op);
  sql_.Parameter(std::move(*value), column.type);
  return {};
}

/// Greater and less follow the order of the answers, so that a page can begin where the last one ended.
Result<> ConditionWriter::WriteTextOrder(std::string_view name, std::string_view comparison, Value value) {
  if (!sql_.IsPostgres()) {
    sql_ << name << " COLLATE italian" << comparison;
    sql_.Parameter(std::move(value), ColumnType::kText);
    return {};
  }
  sql_ << "(" << name << " COLLATE italian, " << name << " COLLATE \"C\")" << comparison << "(";
  sql_.Parameter(value, ColumnType::kText);
  sql_ << ", ";
  sql_.Parameter(std::move(value), ColumnType::kText);
  sql_ << ")";
  return {};
}

/// `%` and `*` stand for any run, `_` for one character, `\` for the next character itself. SQLite's own LIKE knows
/// only ASCII's case, so case-sensitive patterns become GLOBs there and folded ones are folded first.
Result<> ConditionWriter::WritePattern(const Column& column, std::string_view name, Operator op,
                                       std::string_view pattern) {
  if (column.type != ColumnType::kText) {
    return Fail(Code::kFeatureNotServed, "like and ilike are served for text: column " + std::string(column.name) +
                                             " is " + std::string(WireType(column.type)));
  }
  const bool to_glob = op == Operator::kLike && !sql_.IsPostgres();
  std::string translated;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    char c = pattern[i];
    const bool is_literal = c == '\\';
    if (is_literal && i + 1 < pattern.size()) c = pattern[++i];
    if (!is_literal && (c == '%' || c == '*')) {
      translated.push_back(to_glob ? '*' : '%');
    } else if (!is_literal && c == '_') {
      translated.push_back(to_glob ? '?' : '_');
    } else if (to_glob) {
      const bool is_special = c == '*' || c == '?' || c == '[';
      translated.append(is_special ? std::string{'[', c, ']'} : std::string(1, c));
    } else {
      if (c == '%' || c == '_' || c == '\\') translated.push_back('\\');
      translated.push_back(c);
    }
  }
  if (op == Operator::kLike) {
    sql_ << name << (to_glob ? " GLOB " : " LIKE ");
    sql_.Parameter(std::move(translated), ColumnType::kText);
    return {};
  }
  const std::string_view fold = sql_.IsPostgres() ? "lower(" : "fold(";
  const std::string_view end = sql_.IsPostgres() ? " COLLATE \"und-x-icu\")" : ")";
  sql_ << fold << name << end << " LIKE " << fold;
  sql_.Parameter(std::move(translated), ColumnType::kText);
  sql_ << end << " ESCAPE '\\'";
  return {};
}

Result<> ConditionWriter::WriteIs(const Column& column, std::string_view name, std::string_view keyword) {
  if (keyword.ends_with("null")) {
    sql_ << name << (keyword == "null" ? " IS NULL" : " IS NOT NULL");
    return {};
  }
  if (column.type != ColumnType::kBoolean) {
    return Fail(Code::kValueUnparsable, "argument of IS " + std::string(keyword) + " must be type boolean: column " +
                                            std::string(column.name) + " is " + std::string(WireType(column.type)));
  }
  sql_ << name << (keyword == "true" ? " IS TRUE" : keyword == "false" ? " IS FALSE" : " IS NULL");
  return {};
}

Result<> ConditionWriter::WriteIn(const Column& column, std::string_view name, const Condition& condition) {
  if (condition.values.empty()) {
    sql_ << "FALSE";
    return {};
  }
  sql_ << name << " IN (";
  bool is_first = true;
  for (const std::string& text : condition.values) {
    auto value = ValueOfText(column, text);
    if (!value) return Forward(value);
    if (!is_first) sql_ << ", ";
    is_first = false;
    sql_.Parameter(std::move(*value), column.type);
  }
  sql_ << ")";
  return {};
}

Result<> ConditionWriter::WriteOrder(const Node& node) {
  bool is_first = true;
  bool has_id = false;
  for (const OrderTerm& term : node.orders) {
    if (!is_first) sql_ << ", ";
    is_first = false;
    if (auto written = WriteOrderTerm(node, term); !written) return written;
    has_id = has_id || (term.relation.empty() && term.column == "id");
  }
  if (has_id) return {};
  if (!is_first) sql_ << ", ";
  if (is_first && node.table->Find("created_at") != nullptr) sql_ << node.alias << ".created_at, ";
  sql_ << node.alias << ".id";
  return {};
}

Result<> ConditionWriter::WriteOrderTerm(const Node& node, const OrderTerm& term) {
  const Node* owner = &node;
  if (!term.relation.empty()) {
    owner = node.Child(term.relation);
    if (owner == nullptr) {
      return Fail(Code::kEmbedNotSelected, "'" + term.relation + "' is not an embedded resource in this request");
    }
    if (!owner->is_to_one) {
      return Fail(Code::kRelatedOrderNotToOne,
                  "A related order on '" + term.relation + "' is not possible: there may be many of them");
    }
  }
  const Column* column = owner->table->Find(term.column);
  if (column == nullptr) return UnknownColumn(*owner->table, term.column);
  if (column->is_sealed) return SealedColumn(*owner->table, *column);
  const std::string name = owner->alias + "." + std::string(column->name);
  const std::string_view direction = term.is_descending ? " DESC" : "";
  // PostgreSQL's rule for both engines: null counts as the largest value.
  const bool nulls_first = term.nulls_first.value_or(term.is_descending);
  const bool may_be_null = column->is_nullable || owner != &node;
  const std::string_view nulls = !may_be_null ? "" : nulls_first ? " NULLS FIRST" : " NULLS LAST";
  if (column->type != ColumnType::kText) {
    sql_ << name << direction << nulls;
  } else {
    sql_ << name << " COLLATE italian" << direction << nulls;
    if (sql_.IsPostgres()) sql_ << ", " << name << " COLLATE \"C\"" << direction << nulls;
  }
  return {};
}

}  // namespace scriba::data
