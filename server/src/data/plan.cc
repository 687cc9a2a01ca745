#include "data/plan.h"

#include <algorithm>
#include <array>

#include "data/refusals.h"

namespace scriba::data {
namespace {

using platform::Code;
using platform::Error;
using platform::Fail;
using platform::Failure;
using platform::Forward;
using platform::Result;

// Tables in one request, embedded ones included: SQLite joins at most 64.
constexpr int kMostTables = 32;

struct Relation {
  const Reference* reference = nullptr;
  const Table* target = nullptr;
  bool is_to_one = false;
};

bool FitsHint(const Reference& reference, std::string_view hint) {
  return hint.empty() || reference.constraint == hint || reference.column == hint;
}

/// All ways from `from` to what `name` names: a table, or the column or constraint of a reference.
std::vector<Relation> Relations(const Table& from, std::string_view name, std::string_view hint) {
  std::vector<Relation> found;
  for (const Reference& reference : from.references) {
    const bool named = reference.target == name || reference.column == name || reference.constraint == name;
    if (named && FitsHint(reference, hint)) found.push_back({&reference, FindTable(reference.target), true});
  }
  for (const Table& other : Tables()) {
    for (const Reference& reference : other.references) {
      const bool named = other.name == name || reference.constraint == name;
      if (reference.target == from.name && named && FitsHint(reference, hint))
        found.push_back({&reference, &other, false});
    }
  }
  return found;
}

Failure NoRelation(const Table& from, const std::string& name) {
  Error error{.code = Code::kRelationshipUnknown,
              .message = "Could not find a relationship between '" + std::string(from.name) + "' and '" + name +
                         "' in the schema cache"};
  error.details = "Searched for a foreign key relationship between '" + std::string(from.name) + "' and '" + name +
                  "' in the schema 'public', but no matches were found.";
  return Failure(std::move(error));
}

Failure Ambiguous(const Table& from, const std::string& name, const std::vector<Relation>& relations) {
  Error error{.code = Code::kRelationshipAmbiguous,
              .message = "Could not embed because more than one relationship was found for '" + std::string(from.name) +
                         "' and '" + name + "'"};
  error.hint = "Try changing '" + name + "' to one of the following:";
  for (const Relation& relation : relations)
    error.hint += " '" + name + "!" + std::string(relation.reference->constraint) + "'";
  return Failure(std::move(error));
}

/// SQL's other names of the types, as PostgreSQL knows them.
std::string_view TypeNamed(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kSynonyms{
      {{"integer", "int4"},
       {"int", "int4"},
       {"boolean", "bool"},
       {"decimal", "numeric"},
       {"varchar", "text"},
       {"character varying", "text"},
       {"timestamp with time zone", "timestamptz"},
       {"json", "jsonb"}}};
  const auto known = std::ranges::find(kSynonyms, name, &std::pair<std::string_view, std::string_view>::first);
  return known == kSynonyms.end() ? name : known->second;
}

class Planner {
 public:
  explicit Planner(const Actor& actor) : actor_(actor) {}

  Result<std::unique_ptr<Node>> Plan(const Table& table, const Query& query) {
    auto root = MakeNode(table);
    if (!root) return root;
    (*root)->label = table.name;
    if (auto selected = Select(**root, query.select); !selected) return Forward(selected);
    if (auto attached = Attach(**root, query); !attached) return Forward(attached);
    return root;
  }

 private:
  Result<std::unique_ptr<Node>> MakeNode(const Table& table) {
    if (table.Of(actor_.role).select == Reach::kNone) return NotPermitted(table);
    if (tables_ == kMostTables)
      return Fail(Code::kQueryUnparsable, "failed to parse select parameter: more than 32 tables");
    auto node = std::make_unique<Node>();
    node->table = &table;
    node->alias = "t" + std::to_string(tables_++);
    return node;
  }

  Result<> Select(Node& node, const std::vector<SelectItem>& items) {
    for (const SelectItem& item : items) {
      switch (item.kind) {
        case SelectItem::Kind::kStar:
          node.outputs.reserve(node.outputs.size() + node.table->columns.size());
          for (const Column& column : node.table->columns) node.outputs.push_back({column.name, &column});
          break;
        case SelectItem::Kind::kColumn:
          if (auto added = AddColumn(node, item); !added) return added;
          break;
        case SelectItem::Kind::kEmbed:
        case SelectItem::Kind::kSpread:
          if (auto added = AddEmbed(node, item); !added) return added;
          break;
      }
    }
    return {};
  }

  static Result<> AddColumn(Node& node, const SelectItem& item) {
    const Column* column = node.table->Find(item.name);
    if (column == nullptr && item.name == "count")
      return Fail(Code::kAggregatesOff, "Use of aggregate functions is not allowed");
    if (column == nullptr) return UnknownColumn(*node.table, item.name);
    const std::string_view cast = TypeNamed(item.cast);
    const bool same_type = cast.empty() || cast == WireType(column->type);
    if (!same_type && cast != "text") {
      return Fail(Code::kFeatureNotServed,
                  "the cast to " + item.cast + " is not served: only text and the column's own type");
    }
    node.outputs.push_back({item.alias.empty() ? item.name : item.alias, column, !same_type});
    return {};
  }

  Result<> AddEmbed(Node& node, const SelectItem& item) {
    const auto relations = Relations(*node.table, item.name, item.hint);
    if (relations.empty()) return NoRelation(*node.table, item.name);
    if (relations.size() > 1) return Ambiguous(*node.table, item.name, relations);
    const Relation& relation = relations.front();
    auto child = MakeNode(*relation.target);
    if (!child) return Forward(child);
    Node& made = **child;
    made.label = item.alias.empty() ? item.name : item.alias;
    made.parent = &node;
    made.reference = relation.reference;
    made.is_to_one = relation.is_to_one;
    made.is_inner = item.is_inner;
    made.is_spread = item.kind == SelectItem::Kind::kSpread;
    if (made.is_spread && !made.is_to_one) {
      return Fail(Code::kFeatureNotServed, "a list of rows cannot be spread: embed '" + item.name + "' instead");
    }
    node.outputs.push_back({.label = made.label, .child = &made});
    node.children.push_back(std::move(*child));
    return Select(made, item.items);
  }

  static Result<> Attach(Node& root, const Query& query) {
    for (const auto& [path, condition] : query.conditions) {
      auto node = Follow(root, path);
      if (!node) return Forward(node);
      (*node)->conditions.push_back(condition);
    }
    for (const auto& [path, orders] : query.orders) {
      auto node = Follow(root, path);
      if (!node) return Forward(node);
      (*node)->orders.insert((*node)->orders.end(), orders.begin(), orders.end());
    }
    for (const auto& [path, limit] : query.limits) {
      auto node = Follow(root, path);
      if (!node) return Forward(node);
      (*node)->limit = limit;
    }
    for (const auto& [path, offset] : query.offsets) {
      auto node = Follow(root, path);
      if (!node) return Forward(node);
      (*node)->offset = offset;
    }
    return {};
  }

  static Result<Node*> Follow(Node& root, const Path& path) {
    Node* node = &root;
    for (const std::string& name : path) {
      Node* child = node->Child(name);
      if (child == nullptr) {
        Error error{.code = Code::kEmbedNotSelected,
                    .message = "'" + name + "' is not an embedded resource in this request"};
        error.hint = "Verify that '" + name + "' is included in the 'select' query parameter.";
        return Failure(std::move(error));
      }
      node = child;
    }
    return node;
  }

  const Actor& actor_;
  int tables_ = 0;
};

}  // namespace

Node* Node::Child(std::string_view name) const {
  for (const auto& child : children) {
    if (child->label == name) return child.get();
  }
  for (const auto& child : children) {
    if (child->table->name == name) return child.get();
  }
  return nullptr;
}

Result<std::unique_ptr<Node>> MakePlan(const Table& table, const Query& query, const Actor& actor) {
  return Planner(actor).Plan(table, query);
}

bool DependsOnRole(const Table& table, const std::vector<SelectItem>& items) {
  if (table.depends_on_role) return true;
  return std::ranges::any_of(items, [&](const SelectItem& item) {
    if (item.kind != SelectItem::Kind::kEmbed && item.kind != SelectItem::Kind::kSpread) return false;
    const auto relations = Relations(table, item.name, item.hint);
    return !relations.empty() && DependsOnRole(*relations.front().target, item.items);
  });
}

}  // namespace scriba::data
