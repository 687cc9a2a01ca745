#include "data/render.h"

#include <map>
#include <set>

#include "data/sql_text.h"

namespace scriba::data {
namespace {

using platform::Code;
using platform::Connection;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::RowView;
using platform::RowVisitor;
using platform::Task;
using platform::Value;

constexpr std::size_t kMostAnswerBytes = 64U << 20;
// A page of fifty rows fits; larger ones grow.
constexpr std::size_t kUsualAnswerBytes = 32U << 10;

using Sheets = std::map<std::string, Sheet, std::less<>>;

platform::Failure TooLarge() {
  return Fail(Code::kQueryTooExpensive, "the answer is too large: ask for fewer rows or fewer embedded tables");
}

std::vector<Value> Parameters(const Statement& statement, const std::vector<std::string>& keys,
                              platform::Dialect dialect) {
  std::vector<Value> parameters = statement.parameters;
  if (statement.keys) parameters.at(*statement.keys) = KeyList(dialect, keys);
  return parameters;
}

/// How many bytes the answer will have at least, known while it is put together: every row that was read stands in it,
/// and a list stands as often as its parent does. So nothing is copied that ends up refused.
class Volume {
 public:
  void Add(std::size_t bytes) { bytes_ += bytes; }
  bool IsTooLarge() const { return bytes_ > kMostAnswerBytes; }

 private:
  std::size_t bytes_ = 0;
};

const std::string* ListIn(const Hole& hole, const std::vector<Sheets>& lists) {
  const Sheets& groups = lists.at(hole.child);
  const auto group = groups.find(hole.key);
  return group == groups.end() ? nullptr : &group->second.text;
}

/// What filling the sheets will add to the lists as they stand: those of a parent that is there more than once.
std::size_t Repeated(const Sheets& sheets, const std::vector<Sheets>& lists) {
  std::size_t wanted = 0;
  for (const auto& [group, sheet] : sheets) {
    for (const Hole& hole : sheet.holes) {
      if (const std::string* list = ListIn(hole, lists)) wanted += list->size();
    }
  }
  std::size_t present = 0;
  for (const Sheets& groups : lists) {
    for (const auto& [group, sheet] : groups) present += sheet.text.size();
  }
  return wanted - present;
}

/// Puts the lists of `lists[child]` into the holes of a sheet.
void Fill(Sheet& sheet, const std::vector<Sheets>& lists) {
  if (sheet.holes.empty()) return;
  std::string filled;
  std::size_t copied = 0;
  for (const Hole& hole : sheet.holes) {
    filled.append(sheet.text, copied, hole.offset - copied);
    copied = hole.offset;
    if (const std::string* list = ListIn(hole, lists)) filled.append(*list);
  }
  filled.append(sheet.text, copied);
  sheet.text = std::move(filled);
}

/// Runs the lists below `sheets` and fills them in.
Task<Result<>> FillLists(Connection& connection, const Statement& statement, const RenderOptions& options,
                         Sheets& sheets, Volume& volume);

/// An embedded list, sorted by parent.
Task<Result<Sheets>> RunList(Connection& connection, const Statement& list, const RenderOptions& options,
                             const std::vector<std::string>& keys, Volume& volume) {
  Sheets sheets;
  RowWriter writer(options.key, options.strips_nulls);
  RowVisitor visit = [&](const RowView& row) {
    if (volume.IsTooLarge()) return;
    Sheet& sheet = sheets[std::string(row.Text(list.group_index))];
    const std::size_t before = sheet.text.size();
    writer.Write(list.shape, row, sheet);
    volume.Add(sheet.text.size() - before);
  };
  std::vector<Value> parameters = Parameters(list, keys, connection.dialect());
  auto done = co_await connection.Visit(list.sql, std::move(parameters), std::move(visit));
  if (!done) co_return Forward(done);
  if (auto written = writer.result(); !written) co_return Forward(written);
  if (volume.IsTooLarge()) co_return TooLarge();
  auto filled = co_await FillLists(connection, list, options, sheets, volume);
  if (!filled) co_return Forward(filled);
  co_return sheets;
}

Task<Result<>> FillLists(Connection& connection, const Statement& statement, const RenderOptions& options,
                         Sheets& sheets, Volume& volume) {
  if (statement.children.empty()) co_return Result<>{};
  std::vector<std::set<std::string>> wanted(statement.children.size());
  for (const auto& [group, sheet] : sheets) {
    for (const Hole& hole : sheet.holes) wanted.at(hole.child).insert(hole.key);
  }
  std::vector<Sheets> lists(statement.children.size());
  for (std::size_t i = 0; i < lists.size(); ++i) {
    if (wanted[i].empty()) continue;
    const std::vector<std::string> keys(wanted[i].begin(), wanted[i].end());
    auto list = co_await RunList(connection, statement.children[i], options, keys, volume);
    if (!list) co_return Forward(list);
    lists[i] = std::move(*list);
  }
  volume.Add(Repeated(sheets, lists));
  if (volume.IsTooLarge()) co_return TooLarge();
  for (auto& [group, sheet] : sheets) Fill(sheet, lists);
  co_return Result<>{};
}

/// Collects the rows of the table asked for.
class Root {
 public:
  Root(const Statement& statement, const RenderOptions& options)
      : statement_(statement), writer_(options.key, options.strips_nulls) {
    sheet_.text.reserve(kUsualAnswerBytes);
    sheet_.text.push_back('[');
  }

  RowVisitor Visitor() {
    return [this](const RowView& row) {
      if (sheet_.text.size() <= kMostAnswerBytes) writer_.Write(statement_.shape, row, sheet_);
    };
  }

  Result<> Check() const {
    if (sheet_.text.size() > kMostAnswerBytes) return TooLarge();
    return writer_.result();
  }

  Sheet& sheet() { return sheet_; }

  static Rendered Close(Sheet sheet) {
    sheet.text.push_back(']');
    return {.array = std::move(sheet.text), .rows = sheet.rows};
  }

 private:
  const Statement& statement_;
  RowWriter writer_;
  Sheet sheet_;
};

}  // namespace

Task<Result<Rendered>> Render(Connection& connection, const Statement& statement, const RenderOptions& options) {
  Root root(statement, options);
  std::vector<Value> parameters = Parameters(statement, options.keys, connection.dialect());
  RowVisitor visitor = root.Visitor();
  auto done = co_await connection.Visit(statement.sql, std::move(parameters), std::move(visitor));
  if (!done) co_return Forward(done);
  if (auto checked = root.Check(); !checked) co_return Forward(checked);
  Sheets sheets;
  Sheet& sheet = sheets.emplace("", std::move(root.sheet())).first->second;
  Volume volume;
  volume.Add(sheet.text.size());
  auto filled = co_await FillLists(connection, statement, options, sheets, volume);
  if (!filled) co_return Forward(filled);
  co_return Root::Close(std::move(sheet));
}

Task<Result<Rendered>> RenderFlat(platform::Database& database, const Statement& statement,
                                  const RenderOptions& options) {
  Root root(statement, options);
  RowVisitor visitor = root.Visitor();
  auto done = co_await database.Visit(statement.sql, statement.parameters, std::move(visitor));
  if (!done) co_return Forward(done);
  if (auto checked = root.Check(); !checked) co_return Forward(checked);
  co_return Root::Close(std::move(root.sheet()));
}

Task<Result<std::size_t>> RunCount(Connection& connection, const Statement& statement) {
  auto row = co_await connection.First(statement.sql, statement.parameters);
  if (!row) co_return Forward(row);
  co_return static_cast<std::size_t>((*row)->Int(0));
}

}  // namespace scriba::data
