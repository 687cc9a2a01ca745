// What must not stand in the repository: keys, unfinished work, paths of somebody's machine, addresses of mirrors.
#include <gtest/gtest.h>

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
  std::string text;
  std::string_view reason;
};

const std::vector<Unwanted>& UnwantedTexts() {
  static const std::vector<Unwanted> kList{
      {std::string("PRIVATE KEY") + "-----", "a private key"},
      {std::string("TO") + "DO", "unfinished work"},
      {std::string("FIX") + "ME", "unfinished work"},
      {std::string("/ho") + "me/", "a path of one machine"},
      {std::string("/Use") + "rs/", "a path of one machine"},
      {std::string("/wo") + "rk/", "a path of one machine"},
      {std::string("deb.deb") + "ian.org", "the address of a package mirror"},
      {std::string("snapshot.deb") + "ian.org", "the address of a package mirror"},
  };
  return kList;
}

TEST(Repository, HoldsNothingThatDoesNotBelong) {
  std::size_t read = 0;
  for (const auto& file : FilesBelow("")) {
    // Lock files are written by npm.
    if (!IsText(file) || file.filename() == "package-lock.json") continue;
    ++read;
    const std::string text = ReadFile(Repository() / file);
    for (const auto& unwanted : UnwantedTexts()) {
      EXPECT_EQ(text.find(unwanted.text), std::string::npos) << file << " holds " << unwanted.reason;
    }
  }
  EXPECT_GT(read, 100U);
}

}  // namespace
}  // namespace scriba::layout
