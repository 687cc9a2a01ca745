// Who may include whom: one-way doors between the rooms, in the sources and in what their libraries link.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "layout/house_plan.h"

namespace scriba::layout {
namespace {

struct Include {
  std::filesystem::path file;
  int line;
  std::string header;
  bool is_angled;
};

std::vector<Include> IncludesOf(const std::filesystem::path& file) {
  static const std::regex kInclude(R"re(^\s*#\s*include\s*([<"])([^>"]+)[>"])re");
  std::vector<Include> includes;
  std::istringstream text(ReadFile(Repository() / file));
  std::string line;
  for (int number = 1; std::getline(text, line); ++number) {
    std::smatch match;
    if (std::regex_search(line, match, kInclude)) includes.push_back({file, number, match[2], match[1].str() == "<"});
  }
  return includes;
}

std::string Place(const Include& include) {
  return include.file.string() + ":" + std::to_string(include.line) + " includes " + include.header;
}

std::string FirstFolder(const std::string& header) { return header.substr(0, header.find('/')); }

TEST(HousePlan, NamesEveryRoomThatExists) {
  for (const auto& entry : std::filesystem::directory_iterator(Repository() / "server/src")) {
    EXPECT_TRUE(FindRoom(entry.path().filename().string()))
        << entry.path() << " is no room of the plan; rooms are named in house_plan.h";
  }
}

TEST(HousePlan, HasNoTwoRoomsThatMayIncludeEachOther) {
  for (const auto& a : kRooms) {
    for (const auto& b : kRooms) {
      if (a.name == b.name) continue;
      EXPECT_FALSE(MayInclude(a, b.name) && MayInclude(b, a.name)) << a.name << " and " << b.name;
    }
  }
}

TEST(HousePlan, ForbidsWhatItDoesNotName) {
  EXPECT_TRUE(MayInclude(*FindRoom("consultations"), "speech"));
  EXPECT_FALSE(MayInclude(*FindRoom("speech"), "consultations"));
  EXPECT_FALSE(MayInclude(*FindRoom("clinical"), "speech"));
  EXPECT_FALSE(MayInclude(*FindRoom("billing"), "data"));
}

TEST(IncludeRule, EveryRoomIncludesOnlyWhatThePlanPermits) {
  std::size_t checked = 0;
  for (const auto& file : SourcesBelow("server/src")) {
    const Room* room = FindRoom(RoomOf(file));
    ASSERT_TRUE(room) << file;
    for (const auto& include : IncludesOf(file)) {
      if (include.is_angled || !FindRoom(FirstFolder(include.header))) continue;
      ++checked;
      EXPECT_TRUE(MayInclude(*room, FirstFolder(include.header))) << Place(include);
    }
  }
  EXPECT_GT(checked, 50U) << "the check itself has stopped finding includes";
}

TEST(IncludeRule, OurHeadersAreNamedFromTheSourceFolderAndExist) {
  for (const auto& file : SourcesBelow("server/src")) {
    for (const auto& include : IncludesOf(file)) {
      if (include.is_angled || include.header.starts_with("embedded/")) continue;
      EXPECT_TRUE(std::filesystem::exists(Repository() / "server/src" / include.header)) << Place(include);
    }
  }
}

TEST(IncludeRule, DrogonIsSeenByThePlatformOnly) {
  for (const auto& file : SourcesBelow("server/src")) {
    if (RoomOf(file) == "platform") continue;
    for (const auto& include : IncludesOf(file)) {
      const std::string library = FirstFolder(include.header);
      EXPECT_FALSE(library == "drogon" || library == "trantor") << Place(include);
    }
  }
}

TEST(IncludeRule, NoHeaderIncludesItselfThroughOthers) {
  std::map<std::string, std::vector<std::string>> edges;
  for (const auto& file : SourcesBelow("server/src")) {
    if (file.extension() != ".h") continue;
    auto& targets = edges[file.lexically_relative("server/src").string()];
    for (const auto& include : IncludesOf(file)) targets.push_back(include.header);
  }
  std::set<std::string> done;
  std::set<std::string> open;
  const std::function<void(const std::string&)> visit = [&](const std::string& header) {
    if (done.contains(header)) return;
    ASSERT_TRUE(open.insert(header).second) << header << " reaches itself";
    for (const auto& next : edges[header]) visit(next);
    open.erase(header);
    done.insert(header);
  };
  for (const auto& file : SourcesBelow("server/src")) {
    if (file.extension() == ".h") visit(file.lexically_relative("server/src").string());
  }
}

TEST(RoomLibraries, LinkOnlyWhatThePlanPermits) {
  static const std::regex kRoom(R"(scriba_room\(\s*(\w+)([^)]*)\))");
  static const std::regex kDepends(R"(DEPENDS\s+([a-z\s]+))");
  std::set<std::string> seen;
  for (const auto& room : kRooms) {
    const auto file = Repository() / "server/src" / room.name / "CMakeLists.txt";
    if (!std::filesystem::exists(file)) continue;
    const std::string text = ReadFile(file);
    std::smatch declared;
    ASSERT_TRUE(std::regex_search(text, declared, kRoom)) << file << " declares no room";
    EXPECT_EQ(declared[1].str(), room.name) << file;
    const std::string arguments = declared[2];
    std::smatch depends;
    if (!std::regex_search(arguments, depends, kDepends)) continue;
    std::istringstream names(depends[1].str());
    for (std::string name; names >> name;) EXPECT_TRUE(MayInclude(room, name)) << file << " links " << name;
  }
}

}  // namespace
}  // namespace scriba::layout
