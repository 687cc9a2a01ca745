// Names and sizes: what lets a newcomer find a thing by guessing.
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>

#include "layout/house_plan.h"

namespace scriba::layout {
namespace {

std::size_t LinesOf(const std::filesystem::path& file) {
  const std::string text = ReadFile(Repository() / file);
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

TEST(FileNames, AreSnakeCaseOnTheServer) {
  static const std::regex kName("[a-z][a-z0-9]*(_[a-z0-9]+)*\\.(h|cc)");
  for (const auto& file : SourcesBelow("server")) {
    EXPECT_TRUE(std::regex_match(file.filename().string(), kName)) << file;
  }
}

TEST(FileNames, AreKebabCaseOrComponentsOnTheWeb) {
  static const std::regex kName(
      "([a-z0-9]+(-[a-z0-9]+)*|[A-Z][A-Za-z0-9]*)(\\.(test|test-d|fixture|messages|module|config|d))*\\.(tsx?|css)");
  for (const auto& file : FilesBelow("web/src")) {
    const auto extension = file.extension();
    if (extension != ".ts" && extension != ".tsx" && extension != ".css") continue;
    EXPECT_TRUE(std::regex_match(file.filename().string(), kName)) << file;
  }
}

TEST(FileNames, OfTestsLieInTheFolderOfARoom) {
  const std::set<std::string> others{"layout", "fuzz", "support", "compile_fail", "golden", "wire"};
  for (const auto& file : SourcesBelow("server/tests")) {
    if (!file.filename().string().ends_with("_test.cc")) continue;
    const std::string folder = RoomOf(file);
    EXPECT_TRUE(FindRoom(folder) || others.contains(folder)) << file;
  }
}

TEST(Migrations, AreNumberedWithoutGapsAndAlikeInBothDatabases) {
  static const std::regex kName("[0-9]{4}(_[a-z0-9]+)+\\.sql");
  const auto names = [](const char* engine) {
    std::set<std::string> found;
    for (const auto& file : FilesBelow(std::filesystem::path("server/migrations") / engine))
      found.insert(file.filename().string());
    return found;
  };
  const auto sqlite = names("sqlite");
  EXPECT_EQ(sqlite, names("postgres"));
  int expected = 1;
  for (const auto& name : sqlite) {
    EXPECT_TRUE(std::regex_match(name, kName)) << name;
    EXPECT_EQ(std::stoi(name.substr(0, 4)), expected++) << name;
  }
  EXPECT_GT(expected, 1);
}

TEST(Decisions, AreNumberedOnceEachAndSoEntitled) {
  static const std::regex kName("[0-9]{4}(-[a-z0-9]+)+\\.md");
  std::set<std::string> numbers;
  for (const auto& file : FilesBelow("docs/decisions")) {
    const std::string name = file.filename();
    ASSERT_TRUE(std::regex_match(name, kName)) << name;
    const std::string number = name.substr(0, 4);
    EXPECT_TRUE(numbers.insert(number).second) << name << " has a number that another decision has";
    const std::string text = ReadFile(Repository() / file);
    const std::regex title("# " + std::to_string(std::stoi(number)) + "\\. [A-Z].*[^.]");
    EXPECT_TRUE(std::regex_match(text.substr(0, text.find('\n')), title)) << name << " does not begin with its title";
  }
}

TEST(Documents, AreWrappedAt125) {
  constexpr std::size_t kColumns = 125;
  const auto columns = [](const std::string& line) {
    return static_cast<std::size_t>(
        std::ranges::count_if(line, [](unsigned char byte) { return (byte & 0xC0U) != 0x80U; }));
  };
  for (const auto& file : FilesBelow("")) {
    if (file.extension() != ".md") continue;
    std::istringstream text(ReadFile(Repository() / file));
    bool is_code = false;
    std::string line;
    for (int number = 1; std::getline(text, line); ++number) {
      if (line.starts_with("```")) is_code = !is_code;
      // Rows of tables and commands cannot be broken.
      if (is_code || line.starts_with("|") || line.starts_with("    ")) continue;
      EXPECT_LE(columns(line), kColumns) << file << " line " << number;
    }
  }
}

TEST(Headers, SayWhatTheyAreForAndAreReadOnce) {
  for (const auto& file : SourcesBelow("server/src")) {
    if (file.extension() != ".h") continue;
    const std::string text = ReadFile(Repository() / file);
    EXPECT_TRUE(text.starts_with("//")) << file << " does not begin by saying what it is for";
    EXPECT_NE(text.find("#pragma once"), std::string::npos) << file;
  }
}

TEST(Sizes, StayWithinWhatOneReadingHolds) {
  constexpr std::size_t kMostLines = 500;
  for (const auto& file : SourcesBelow("server/src")) EXPECT_LE(LinesOf(file), kMostLines) << file;
  for (const auto& file : FilesBelow("web/src")) {
    const bool is_code = file.extension() == ".ts" || file.extension() == ".tsx";
    if (is_code) {
      EXPECT_LE(LinesOf(file), kMostLines) << file;
    }
  }
}

}  // namespace
}  // namespace scriba::layout
