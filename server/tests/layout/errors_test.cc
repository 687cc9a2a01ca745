// The list of refusals in platform/error_codes.h and its explanation in docs/errors.md are the same list.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>

#include "layout/house_plan.h"
#include "platform/error_codes.h"

namespace scriba::layout {
namespace {

std::map<std::string, int> CodesInTheProgram() {
  std::map<std::string, int> codes;
#define SCRIBA_COLLECT(name, status, wire) EXPECT_TRUE(codes.emplace(wire, status).second) << wire << " stands twice";
  SCRIBA_ERROR_CODES(SCRIBA_COLLECT)
#undef SCRIBA_COLLECT
  return codes;
}

std::map<std::string, int> CodesInTheBook() {
  static const std::regex kRow(R"(\| `([^`]+)` \| (\d{3}) \| (.+) \|)");
  const std::string text = ReadFile(Repository() / "docs/errors.md");
  std::map<std::string, int> codes;
  for (std::sregex_iterator row(text.begin(), text.end(), kRow), end; row != end; ++row) {
    EXPECT_TRUE(codes.emplace((*row)[1], std::stoi((*row)[2])).second) << (*row)[1] << " is explained twice";
  }
  return codes;
}

TEST(Errors, OfTheProgramAreTheOnesThatAreExplained) { EXPECT_EQ(CodesInTheProgram(), CodesInTheBook()); }

TEST(Errors, HaveAStatusOfARefusal) {
  for (const auto& [code, status] : CodesInTheProgram()) {
    EXPECT_TRUE(status == 300 || (status >= 400 && status < 600)) << code;
  }
}

}  // namespace
}  // namespace scriba::layout
