// Every setting that the program reads is explained in docs/operations.md, and nothing is explained that it ignores.
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "layout/house_plan.h"

namespace scriba::layout {
namespace {

std::set<std::string> NamesIn(const std::filesystem::path& file, const std::regex& pattern) {
  const std::string text = ReadFile(Repository() / file);
  std::set<std::string> names;
  for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match)
    names.insert((*match)[1]);
  return names;
}

TEST(Settings, ReadByTheProgramAreTheOnesThatAreExplained) {
  const auto read = NamesIn("server/src/platform/config.cc",
                            std::regex(R"re((?:settings\.Read\S*\(|Read[A-Z]\w+\(settings, )"([A-Z_]+)")re"));
  const auto explained = NamesIn("docs/operations.md", std::regex(R"(\n\| `SCRIBA_([A-Z_]+)` \|)"));
  EXPECT_GT(read.size(), 20U);
  EXPECT_EQ(read, explained);
}

}  // namespace
}  // namespace scriba::layout
