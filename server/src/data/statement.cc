#include "data/statement.h"

#include <algorithm>

#include "data/condition_sql.h"
#include "data/row_policy.h"
#include "platform/json_text.h"

namespace scriba::data {
namespace {

using platform::Dialect;
using platform::Forward;
using platform::Result;
using Cell = Shape::Cell;

/// The columns that a statement selects, and the shape that reads them back.
class Columns {
 public:
  Columns(Dialect dialect, Statement& statement, std::vector<const Node*>& lists)
      : dialect_(dialect), statement_(statement), lists_(lists) {}

  /// Adds an expression and answers its index.
  std::size_t Add(std::string expression) {
    const auto known = std::ranges::find(expressions_, expression);
    if (known != expressions_.end()) return static_cast<std::size_t>(known - expressions_.begin());
    expressions_.push_back(std::move(expression));
    return expressions_.size() - 1;
  }

  Shape ShapeOf(const Node& node) {
    Shape shape;
    for (const Output& output : node.outputs) {
      shape.cells.push_back(output.child == nullptr ? ColumnCell(node, output) : EmbedCell(node, output));
    }
    return shape;
  }

  /// The expressions by commas; named `c0`, `c1`, ... when another statement is wrapped around.
  std::string List(bool named) const {
    std::string list;
    for (std::size_t i = 0; i < expressions_.size(); ++i) {
      if (i > 0) list.append(", ");
      list.append(expressions_[i]);
      if (named) list.append(" AS c").append(std::to_string(i));
    }
    return list;
  }

  std::size_t Size() const { return expressions_.size(); }

 private:
  Cell ColumnCell(const Node& node, const Output& output) {
    const Column& column = *output.column;
    Cell cell;
    cell.key = Key(output.label);
    cell.type = column.type;
    cell.as_text = output.as_text;
    cell.index = Add(Expression(node, column));
    if (column.is_sealed) {
      statement_.has_sealed = true;
      const Table& table = *node.table;
      const bool is_copy = !table.sealed_for.empty();
      cell.place = std::string(is_copy ? table.sealed_for : table.name) + "." + std::string(column.name) + ":";
      cell.id_index = Add(node.alias + "." + std::string(is_copy ? table.sealed_for_id : "id"));
    }
    return cell;
  }

  Cell EmbedCell(const Node& node, const Output& output) {
    const Node& child = *output.child;
    Cell cell;
    cell.key = Key(output.label);
    if (child.is_to_one) {
      cell.kind = child.is_spread ? Cell::Kind::kSpread : Cell::Kind::kOne;
      cell.index = Add(child.alias + ".id");
      cell.inner = std::make_unique<Shape>(ShapeOf(child));
    } else {
      cell.kind = Cell::Kind::kMany;
      cell.index = Add(node.alias + ".id");
      cell.child = lists_.size();
      lists_.push_back(&child);
    }
    return cell;
  }

  static std::string Key(std::string_view label) {
    std::string key(1, ',');
    platform::AppendJsonString(key, label);
    key.push_back(':');
    return key;
  }

  std::string Expression(const Node& node, const Column& column) const {
    const std::string name = node.alias + "." + std::string(column.name);
    if (dialect_ == Dialect::kPostgres && column.type == ColumnType::kTimestamp) {
      return "to_char(" + name + R"( AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"'))";
    }
    return name;
  }

  Dialect dialect_;
  Statement& statement_;
  std::vector<const Node*>& lists_;
  std::vector<std::string> expressions_;
};

class Compiler {
 public:
  Compiler(const Actor& actor, Dialect dialect) : actor_(actor), dialect_(dialect) {}

  Result<Statement> Rows(const Node& root, data::Rows rows) {
    Statement statement;
    std::vector<const Node*> lists;
    Columns columns(dialect_, statement, lists);
    statement.shape = columns.ShapeOf(root);
    // An empty select still answers a row for each match.
    if (columns.Size() == 0) columns.Add("1");
    SqlText sql(dialect_);
    sql << "SELECT " << columns.List(false) << " FROM ";
    if (rows == data::Rows::kKeys) {
      statement.keys = sql.KeysTable("listed");
      sql << " JOIN " << root.table->name << " AS " << root.alias << " ON " << root.alias << ".id = listed.value";
    } else {
      sql << root.table->name << " AS " << root.alias;
    }
    ConditionWriter writer(sql, actor_);
    if (auto ended = Finish(sql, writer, root, rows); !ended) return Forward(ended);
    return Close(std::move(statement), sql, lists);
  }

  Result<Statement> Count(const Node& root) {
    Statement statement;
    SqlText sql(dialect_);
    sql << "SELECT count(*) FROM " << root.table->name << " AS " << root.alias << " WHERE ";
    ConditionWriter writer(sql, actor_);
    if (auto written = writer.WriteVisible(root, root.alias); !written) return Forward(written);
    return Close(std::move(statement), sql, {});
  }

 private:
  Result<> Finish(SqlText& sql, ConditionWriter& writer, const Node& root, data::Rows rows) {
    if (auto joined = Join(sql, writer, root); !joined) return joined;
    sql << " WHERE ";
    if (auto written = writer.WriteVisible(root, root.alias); !written) return written;
    sql << " ORDER BY ";
    if (rows == data::Rows::kKeys && root.orders.empty()) {
      sql << "listed.key";
      return {};
    }
    if (auto ordered = writer.WriteOrder(root); !ordered) return ordered;
    if (rows == data::Rows::kKeys) return {};
    sql << " LIMIT ";
    sql.Parameter(std::min(root.limit.value_or(kMostRows), kMostRows), ColumnType::kInteger);
    sql << " OFFSET ";
    sql.Parameter(root.offset.value_or(0), ColumnType::kInteger);
    return {};
  }

  /// The to-one embeds below a node, each under its own policy and conditions.
  Result<> Join(SqlText& sql, ConditionWriter& writer, const Node& node) {
    for (const auto& child : node.children) {
      if (!child->is_to_one) continue;
      sql << " LEFT JOIN " << child->table->name << " AS " << child->alias << " ON " << child->alias
          << ".id = " << node.alias << "." << child->reference->column << " AND ";
      if (auto written = writer.WriteVisible(*child, child->alias); !written) return written;
      if (auto joined = Join(sql, writer, *child); !joined) return joined;
    }
    return {};
  }

  /// An embedded list, for all parents at once. A page per parent is cut with a window.
  Result<Statement> List(const Node& node) {
    Statement statement;
    std::vector<const Node*> lists;
    Columns columns(dialect_, statement, lists);
    statement.shape = columns.ShapeOf(node);
    const std::string group = node.alias + "." + std::string(node.reference->column);
    statement.group_index = columns.Add(group);
    const bool is_paged = node.limit || node.offset;
    SqlText sql(dialect_);
    ConditionWriter writer(sql, actor_);
    sql << (is_paged ? "SELECT * FROM (SELECT " : "SELECT ") << columns.List(is_paged);
    if (is_paged) {
      sql << ", row_number() OVER (PARTITION BY " << group << " ORDER BY ";
      if (auto ordered = writer.WriteOrder(node); !ordered) return Forward(ordered);
      sql << ") AS place";
    }
    sql << " FROM " << node.table->name << " AS " << node.alias;
    if (auto joined = Join(sql, writer, node); !joined) return Forward(joined);
    sql << " WHERE " << group << " ";
    statement.keys = sql.InKeys();
    sql << " AND ";
    if (auto written = writer.WriteVisible(node, node.alias); !written) return Forward(written);
    if (is_paged) {
      const std::int64_t offset = node.offset.value_or(0);
      sql << ") AS listed WHERE place > ";
      sql.Parameter(offset, ColumnType::kInteger);
      sql << " AND place - ";
      sql.Parameter(offset, ColumnType::kInteger);
      sql << " <= ";
      sql.Parameter(std::min(node.limit.value_or(kMostRows), kMostRows), ColumnType::kInteger);
      sql << " ORDER BY place";
    } else {
      sql << " ORDER BY ";
      if (auto ordered = writer.WriteOrder(node); !ordered) return Forward(ordered);
    }
    return Close(std::move(statement), sql, lists);
  }

  Result<Statement> Close(Statement statement, SqlText& sql, const std::vector<const Node*>& lists) {
    statement.sql = sql.text();
    statement.parameters = std::move(sql.parameters());
    for (const Node* list : lists) {
      auto child = List(*list);
      if (!child) return Forward(child);
      statement.children.push_back(std::move(*child));
    }
    return statement;
  }

  const Actor& actor_;
  Dialect dialect_;
};

}  // namespace

Result<Statement> CompileRows(const Node& root, const Actor& actor, Dialect dialect, Rows rows) {
  return Compiler(actor, dialect).Rows(root, rows);
}

Result<Statement> CompileCount(const Node& root, const Actor& actor, Dialect dialect) {
  return Compiler(actor, dialect).Count(root);
}

bool HasSealed(const Statement& statement) {
  return statement.has_sealed || std::ranges::any_of(statement.children, HasSealed);
}

}  // namespace scriba::data
