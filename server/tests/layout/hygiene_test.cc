// What must not stand in the repository: keys, unfinished work, paths of somebody's machine, addresses of mirrors.
#include <gtest/gtest.h>

#include <regex>

#include "layout/house_plan.h"

namespace scriba::layout {
namespace {

bool IsText(const std::filesystem::path& file) {
  static constexpr std::array<std::string_view, 22> kEndings{
      ".h",   ".cc", ".ts", ".tsx",  ".js",    ".mjs", ".cjs", ".css", ".html", ".md",  ".json",
      ".sql", ".sh", ".py", ".toml", ".cmake", ".txt", ".yml", ".tsv", ".test", ".svg", ".webmanifest"};
  const std::string ending = file.extension();
  return std::ranges::find(kEndings, ending) != kEndings.end() || file.filename() == "Makefile";
}

// Written in two halves, so that this file does not find itself.
struct Unwanted {
  std::string pattern;
  std::string reason;
};

const std::vector<Unwanted>& UnwantedText() {
  static const std::vector<Unwanted> kList{
      {std::string("BEGIN ") + "(RSA |EC |OPENSSH )?PRIVATE KEY", "a private key"},
      {std::string("\\b(TO") + "DO|FIX" + "ME|XX" + "X)\\b", "unfinished work"},
      {std::string("[\\s\"'=(:`](/home") + "/[a-z]|/Users" + "/[A-Za-z]|/wor" + "k/)", "a path of one machine"},
      {std::string("(deb|snapshot|archive)\\.deb") + "ian\\.org", "the address of a package mirror"},
  };
  return kList;
}

TEST(Repository, HoldsNothingThatDoesNotBelong) {
  std::size_t read = 0;
  for (const auto& file : FilesBelow("")) {
    // Lock files are written by npm, and the licence is not ours to change.
    if (!IsText(file) || file.filename() == "package-lock.json") continue;
    ++read;
    const std::string text = ReadFile(Repository() / file);
    for (const auto& [pattern, reason] : UnwantedText()) {
      std::smatch match;
      EXPECT_FALSE(std::regex_search(text, match, std::regex(pattern)))
          << file << " holds " << reason << ": " << match[0];
    }
  }
  EXPECT_GT(read, 100U);
}

}  // namespace
}  // namespace scriba::layout
