#include "clinical/reading/word_classes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "embedded/clinical_lexicon.h"

namespace scriba::clinical {
namespace {

std::vector<std::string_view> ClassesOf(std::string_view word) {
  const auto names = BuiltInWordClasses().Of(word);
  return {names.begin(), names.end()};
}

bool IsOf(std::string_view word, std::string_view name) {
  const auto names = ClassesOf(word);
  return std::find(names.begin(), names.end(), name) != names.end();
}

TEST(WordClasses, KnowWordsThatNoLexiconNames) {
  EXPECT_TRUE(IsOf("ginocchio", "body_part"));
  EXPECT_TRUE(IsOf("muratore", "profession"));
  EXPECT_TRUE(IsOf("semaforo", "traffic"));
  EXPECT_TRUE(IsOf("rivediamo", "verb_plan"));
  EXPECT_TRUE(ClassesOf("qwertz").empty());
}

TEST(WordClasses, OfEachFileAreRead) {
  for (const auto& file : embedded::ClinicalLexicon()) {
    if (!file.path.ends_with(".words")) continue;
    const std::string words(file.bytes);
    const std::string first = words.substr(0, words.find_first_of(" \n"));
    const std::string word = first.ends_with('*') ? first.substr(0, first.size() - 1) : first;
    EXPECT_FALSE(ClassesOf(word).empty()) << file.path << ": " << first;
  }
}

TEST(WordClasses, AreGivenToEachTokenOfAText) {
  const Text text("il ginocchio, il ginocchio");
  const auto classes = BuiltInWordClasses().Of(text);
  ASSERT_EQ(classes.size(), text.size());
  EXPECT_TRUE(classes[0].empty());
  EXPECT_FALSE(classes[1].empty());
  EXPECT_TRUE(classes[2].empty());
  EXPECT_EQ(classes[1].data(), classes[4].data());
}

TEST(WordClasses, AreWrittenAsWordsAreRead) {
  for (const auto& file : embedded::ClinicalLexicon()) {
    if (!file.path.ends_with(".words")) continue;
    const std::string words(file.bytes);
    EXPECT_EQ(words.find_first_not_of("abcdefghijklmnopqrstuvwxyz* \n"), std::string::npos) << file.path;
  }
}

}  // namespace
}  // namespace scriba::clinical
