// One comparison is written in two ways, and they end differently. On the top level, `last_name=eq.D'Angelo, jr.`, the
// value is the rest of the parameter, and nothing in it is special. Inside a group, `or=(a.eq.1,b.eq."x,y")`, it ends
// at a comma or a parenthesis unless quoted. Both share the operator and differ in how a value is read.
//
// Quoted members of a list are written by the client without escaping the quotes inside (`in.("a"b","c")`), so a
// closing quote counts as one only before a comma or the list's end.
#include "data/filter_parser.h"

#include <algorithm>
#include <array>

#include "data/scanner.h"

namespace scriba::data {
namespace {

using platform::Code;
using platform::Fail;
using platform::Forward;
using platform::Result;

struct OperatorName {
  std::string_view name;
  Operator op;
  bool can_quantify;
};
constexpr std::array<OperatorName, 13> kOperators{{{"eq", Operator::kEq, true},
                                                   {"neq", Operator::kNeq, false},
                                                   {"gte", Operator::kGte, true},
                                                   {"gt", Operator::kGt, true},
                                                   {"lte", Operator::kLte, true},
                                                   {"lt", Operator::kLt, true},
                                                   {"like", Operator::kLike, true},
                                                   {"ilike", Operator::kIlike, true},
                                                   {"match", Operator::kMatch, true},
                                                   {"imatch", Operator::kImatch, true},
                                                   {"in", Operator::kIn, false},
                                                   {"isdistinct", Operator::kIsDistinct, false},
                                                   {"is", Operator::kIs, false}}};
constexpr std::array<std::string_view, 13> kNotServed{"cs",  "cd",  "ov",    "sl",    "sr",   "nxl", "nxr",
                                                      "adj", "fts", "plfts", "phfts", "wfts", "ovl"};
constexpr std::array<std::string_view, 5> kKeywords{"null", "not_null", "true", "false", "unknown"};

std::string Lowered(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return lower;
}

class Reader {
 public:
  /// An unquoted value ends before one of `ends`; with none, it is all the rest.
  Reader(std::string_view text, std::string_view ends, int& terms) : in_(text, "filter"), ends_(ends), terms_(terms) {}

  Scanner& in() { return in_; }

  Result<Condition> Comparison(std::string column) {
    if (++terms_ > kMostTerms) return TooLarge("more than 256 terms");
    Condition term;
    term.column = std::move(column);
    term.is_negated = in_.Take("not.");
    if (auto read = ReadOperator(term); !read) return Forward(read);
    auto read = ReadValue(term);
    if (!read) return Forward(read);
    return term;
  }

  /// `(term,...)` of a group whose kind was read before.
  Result<Condition> Group(Condition::Kind kind, bool is_negated, int level) {
    Condition group;
    group.kind = kind;
    group.is_negated = is_negated;
    if (level > kMostLogicLevels) return TooLarge("more than 64 levels of and/or");
    if (!in_.Take("(")) return in_.Refuse("an opening parenthesis");
    do {
      auto term = Term(level);
      if (!term) return Forward(term);
      group.terms.push_back(std::move(*term));
    } while (in_.Take(","));
    if (!in_.Take(")")) return in_.Refuse("a comma or a closing parenthesis");
    return group;
  }

 private:
  static platform::Failure TooLarge(const std::string& what) {
    return Fail(Code::kQueryUnparsable, "failed to parse filter: " + what);
  }

  Result<Condition> Term(int level) {
    while (in_.Peek() == ' ') in_.Advance(1);
    for (const bool negated : {false, true}) {
      const std::string_view prefix = negated ? "not." : "";
      for (const auto kind : {Condition::Kind::kAnd, Condition::Kind::kOr}) {
        const std::string word = std::string(prefix) + (kind == Condition::Kind::kAnd ? "and" : "or");
        if (!in_.rest().starts_with(word + "(")) continue;
        in_.Advance(word.size());
        return Group(kind, negated, level + 1);
      }
    }
    auto column = in_.Name();
    if (!column) return Forward(column);
    if (in_.rest().starts_with("->")) {
      return Fail(Code::kFeatureNotServed, "JSON paths are not served: no column holds JSON to look into");
    }
    if (!in_.Take(".")) return in_.Refuse("a dot and an operator");
    return Comparison(std::move(*column));
  }

  Result<> ReadOperator(Condition& term) {
    std::size_t length = 0;
    const std::string_view rest = in_.rest();
    while (length < rest.size() && ((rest[length] >= 'a' && rest[length] <= 'z') || rest[length] == '_')) ++length;
    const std::string_view name = rest.substr(0, length);
    if (std::ranges::find(kNotServed, name) != kNotServed.end() && length < rest.size()) {
      return Fail(Code::kFeatureNotServed, "the operator " + std::string(name) + " is not served");
    }
    const auto known = std::ranges::find(kOperators, name, &OperatorName::name);
    if (known == kOperators.end()) return in_.Refuse("an operator (eq, gt, ...)");
    in_.Advance(length);
    term.op = known->op;
    if (known->can_quantify && in_.Take("(any)")) term.quantifier = Quantifier::kAny;
    if (known->can_quantify && in_.Take("(all)")) term.quantifier = Quantifier::kAll;
    if (!in_.Take(".")) return in_.Refuse("a dot and a value");
    return {};
  }

  Result<> ReadValue(Condition& term) {
    if (term.op == Operator::kIn) return ReadList(term.values, '(', ')');
    if (term.quantifier != Quantifier::kNone) {
      auto read = ReadList(term.values, '{', '}');
      // Each member becomes a comparison of its own.
      terms_ += static_cast<int>(std::min(term.values.size(), std::size_t{kMostTerms} + 1));
      return read && terms_ > kMostTerms ? TooLarge("more than 256 terms") : read;
    }
    if (ends_.empty()) {
      term.value = std::string(in_.Advance(in_.rest().size()));
    } else if (in_.Peek() == '"') {
      auto quoted = in_.Quoted();
      if (!quoted) return Forward(quoted);
      term.value = std::move(*quoted);
    } else {
      term.value = std::string(in_.Advance(std::min(in_.rest().find_first_of(ends_), in_.rest().size())));
    }
    if (term.op != Operator::kIs) return {};
    term.value = Lowered(term.value);
    if (std::ranges::find(kKeywords, term.value) == kKeywords.end()) {
      return in_.Refuse("null, not_null, true, false or unknown");
    }
    return {};
  }

  Result<> ReadList(std::vector<std::string>& values, char open, char close) {
    if (in_.Peek() != open) return in_.Refuse(std::string("a list that begins with ") + open);
    in_.Advance(1);
    if (in_.Peek() == close) {
      in_.Advance(1);
      return EndOfList();
    }
    while (true) {
      auto member = in_.Peek() == '"' ? QuotedMember(close) : PlainMember(close);
      if (!member) return Forward(member);
      values.push_back(std::move(*member));
      if (in_.Take(",")) continue;
      if (in_.Peek() != close) return in_.Refuse(std::string("a comma or ") + close);
      in_.Advance(1);
      return EndOfList();
    }
  }

  Result<> EndOfList() {
    if (ends_.empty() && !in_.AtEnd()) return in_.Refuse("nothing after the list");
    return {};
  }

  Result<std::string> PlainMember(char close) {
    const std::string_view ends = close == ')' ? ",)" : ",}";
    return std::string(in_.Advance(std::min(in_.rest().find_first_of(ends), in_.rest().size())));
  }

  Result<std::string> QuotedMember(char close) {
    in_.Advance(1);
    std::string member;
    while (!in_.AtEnd()) {
      const char c = in_.Peek();
      in_.Advance(1);
      if (c == '\\' && !in_.AtEnd()) {
        member.push_back(in_.Peek());
        in_.Advance(1);
        continue;
      }
      if (c == '"' && (in_.Peek() == ',' || in_.Peek() == close)) return member;
      member.push_back(c);
    }
    return in_.Refuse("a closing double quote");
  }

  Scanner in_;
  std::string_view ends_;
  int& terms_;
};

}  // namespace

Result<Condition> FilterParser::Comparison(std::string column, std::string_view text) {
  return Reader(text, "", terms_).Comparison(std::move(column));
}

Result<Condition> FilterParser::Group(Condition::Kind kind, bool is_negated, std::string_view text) {
  Reader reader(text, ",)", terms_);
  auto group = reader.Group(kind, is_negated, 1);
  if (group && !reader.in().AtEnd()) return reader.in().Refuse("the end");
  return group;
}

Result<std::vector<Condition>> FilterParser::Listed(std::string_view text) {
  Reader reader(text, ",", terms_);
  std::vector<Condition> conditions;
  do {
    auto column = reader.in().Name();
    if (!column) return Forward(column);
    if (!reader.in().Take("=")) return reader.in().Refuse("an equals sign");
    auto condition = reader.Comparison(std::move(*column));
    if (!condition) return Forward(condition);
    conditions.push_back(std::move(*condition));
  } while (reader.in().Take(","));
  if (!reader.in().AtEnd()) return reader.in().Refuse("a comma or the end");
  return conditions;
}

}  // namespace scriba::data
