#include "data/select_parser.h"

#include <algorithm>
#include <array>

#include "data/filter_parser.h"
#include "data/scanner.h"

namespace scriba::data {
namespace {

using platform::Code;
using platform::Fail;
using platform::Forward;
using platform::Result;

constexpr std::array<std::string_view, 5> kAggregates{"count", "sum", "avg", "max", "min"};

bool IsAggregate(std::string_view name) { return std::ranges::find(kAggregates, name) != kAggregates.end(); }

class SelectParser {
 public:
  explicit SelectParser(std::string_view text) : in_(text, "select parameter") {}

  Result<std::vector<SelectItem>> Parse() {
    auto items = Items(0);
    if (items && !in_.AtEnd()) return in_.Refuse("a comma or the end");
    return items;
  }

 private:
  Result<std::vector<SelectItem>> Items(int level) {
    std::vector<SelectItem> items;
    if (in_.AtEnd() || in_.Peek() == ')') return items;
    do {
      auto item = Item(level);
      if (!item) return Forward(item);
      items.push_back(std::move(*item));
    } while (in_.Take(","));
    return items;
  }

  Result<SelectItem> Item(int level) {
    SelectItem item;
    if (in_.Take("*")) {
      item.kind = SelectItem::Kind::kStar;
      return item;
    }
    const bool spread = in_.Take("...");
    auto name = in_.Name();
    if (!name) return Forward(name);
    item.name = std::move(*name);
    if (!spread && in_.Peek() == ':' && !in_.rest().starts_with("::")) {
      in_.Take(":");
      auto aliased = in_.Name();
      if (!aliased) return Forward(aliased);
      item.alias = std::move(item.name);
      item.name = std::move(*aliased);
    }
    if (in_.Peek() == '(' || in_.Peek() == '!') return Embed(std::move(item), spread, level + 1);
    if (spread) return in_.Refuse("an embedded table");
    return ColumnEnd(std::move(item));
  }

  Result<SelectItem> ColumnEnd(SelectItem item) {
    if (in_.Take("->"))
      return Fail(Code::kFeatureNotServed, "JSON paths are not served: no column holds JSON to look into");
    if (in_.Peek() == '.') {
      const std::string_view rest = in_.rest().substr(1);
      if (IsAggregate(rest.substr(0, rest.find('('))))
        return Fail(Code::kAggregatesOff, "Use of aggregate functions is not allowed");
    }
    if (in_.Take("::")) {
      auto cast = in_.Name();
      if (!cast) return Forward(cast);
      item.cast = std::move(*cast);
    }
    return item;
  }

  Result<SelectItem> Embed(SelectItem item, bool spread, int level) {
    item.kind = spread ? SelectItem::Kind::kSpread : SelectItem::Kind::kEmbed;
    while (in_.Take("!")) {
      auto hint = in_.Name();
      if (!hint) return Forward(hint);
      if (*hint == "inner") {
        item.is_inner = true;
      } else if (*hint != "left") {
        item.hint = std::move(*hint);
      }
    }
    if (!in_.Take("(")) return in_.Refuse("an opening parenthesis");
    if (in_.Peek() == ')' && item.hint.empty() && IsAggregate(item.name)) {
      return Fail(Code::kAggregatesOff, "Use of aggregate functions is not allowed");
    }
    if (level > kMostEmbedLevels) {
      return Fail(Code::kQueryUnparsable, "failed to parse select parameter: more than 16 levels of embedding");
    }
    auto items = Items(level);
    if (!items) return Forward(items);
    if (!in_.Take(")")) return in_.Refuse("a closing parenthesis");
    item.items = std::move(*items);
    return item;
  }

  Scanner in_;
};

Result<OrderTerm> ParseOrderTerm(Scanner& in) {
  auto name = in.Name();
  if (!name) return Forward(name);
  OrderTerm term{.relation = {}, .column = std::move(*name), .nulls_first = std::nullopt};
  if (in.Take("(")) {
    auto column = in.Name();
    if (!column) return Forward(column);
    if (!in.Take(")")) return in.Refuse("a closing parenthesis");
    term.relation = std::move(term.column);
    term.column = std::move(*column);
  }
  if (in.Peek() == '-')
    return Fail(Code::kFeatureNotServed, "JSON paths are not served: no column holds JSON to look into");
  if (in.Take(".desc")) {
    term.is_descending = true;
  } else {
    in.Take(".asc");
  }
  if (in.Take(".nullsfirst")) {
    term.nulls_first = true;
  } else if (in.Take(".nullslast")) {
    term.nulls_first = false;
  }
  return term;
}

}  // namespace

Result<std::vector<SelectItem>> ParseSelect(std::string_view text) { return SelectParser(text).Parse(); }

Result<std::vector<std::string>> ParseNames(std::string_view text, std::string_view parameter) {
  Scanner in(text, parameter);
  std::vector<std::string> names;
  if (in.AtEnd()) return names;
  do {
    auto name = in.Name();
    if (!name) return Forward(name);
    names.push_back(std::move(*name));
  } while (in.Take(","));
  if (!in.AtEnd()) return in.Refuse("a comma or the end");
  return names;
}

Result<std::vector<OrderTerm>> ParseOrder(std::string_view text) {
  Scanner in(text, "order");
  std::vector<OrderTerm> terms;
  do {
    auto term = ParseOrderTerm(in);
    if (!term) return Forward(term);
    terms.push_back(std::move(*term));
  } while (in.Take(","));
  if (!in.AtEnd()) return in.Refuse("asc, desc, nullsfirst, nullslast, a comma or the end");
  return terms;
}

}  // namespace scriba::data
