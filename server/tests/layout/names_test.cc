// Names and sizes: what lets a newcomer find a thing by guessing.
#include <gtest/gtest.h>

#include <regex>
#include <set>

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

TEST(Decisions, AreNumberedOnceEach) {
  static const std::regex kName("[0-9]{4}(-[a-z0-9]+)+\\.md");
  std::set<std::string> numbers;
  for (const auto& file : FilesBelow("docs/decisions")) {
    const std::string name = file.filename();
    EXPECT_TRUE(std::regex_match(name, kName)) << name;
    EXPECT_TRUE(numbers.insert(name.substr(0, 4)).second) << name << " has a number that another decision has";
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
