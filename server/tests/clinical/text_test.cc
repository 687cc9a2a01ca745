#include "clinical/reading/text.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "clinical/reading/letters.h"

namespace scriba::clinical {
namespace {

TEST(Fold, LeavesSmallLettersWithoutAccentsAndPlainApostrophes) {
  EXPECT_EQ(Fold("È già LUNEDÌ, perché?"), "e gia lunedi, perche?");
  EXPECT_EQ(Fold("l’acqua un po` d´estate"), "l'acqua un po' d'estate");
  EXPECT_EQ(Fold("«Àncora» a 5°"), "«ancora» a 5°");
  EXPECT_EQ(Fold(""), "");
}

TEST(Fold, ReadsLettersOfOtherLanguagesAndBrokenBytes) {
  EXPECT_EQ(Fold("Müller, Šimić, ñ"), "muller, simic, n");
  EXPECT_EQ(Fold("½ m²"), "1⁄2 m2");
  EXPECT_EQ(Fold("\xC3"), "\xEF\xBF\xBD");
  EXPECT_EQ(Fold("a\xC3(b"), "a\xEF\xBF\xBD(b");
}

TEST(Fold, OfAWordIsTheWordOfAText) {
  for (const std::string word : {"perché", "Müller", "caffè", "l'", "città", "Šimić"}) {
    EXPECT_EQ(Text(word).Word(0), Fold(word)) << word;
  }
}

TEST(WordSet, HasItsWordsAndNoOthers) {
  static constexpr WordSet kWords{"poi", "anche", "pure", "a", "tranquillamente", "effettivamente", "ovviamente"};
  for (const std::string_view word : kWords) EXPECT_TRUE(IsAny(word, kWords)) << word;
  for (const std::string_view word : {"", "po", "poi ", "anchf", "b", "tranquillamentf", "precipitevolissimevolmente"})
    EXPECT_FALSE(IsAny(word, kWords)) << word;
}

TEST(WordSet, OfSeveralHasTheWordsOfEach) {
  static constexpr WordSet kSome{"il", "lo"};
  static constexpr WordSet kOthers{"poi", "lo", "tranquillamente"};
  static constexpr auto kAll = Union(kSome, kOthers, WordSet{"e"});
  for (const std::string_view word : {"il", "lo", "poi", "tranquillamente", "e"})
    EXPECT_TRUE(IsAny(word, kAll)) << word;
  EXPECT_FALSE(IsAny("la", kAll));
}

TEST(SpreadLetters, TellsWordsOfAnyLengthApart) {
  std::set<std::uint64_t> seen;
  std::string word;
  for (int length = 0; length <= 20; ++length, word += 'a') {
    EXPECT_TRUE(seen.insert(SpreadLetters(word)).second) << word;
    // One other letter at any place is another word.
    for (std::size_t at = 0; at < word.size(); ++at) {
      std::string other = word;
      other[at] = 'b';
      EXPECT_TRUE(seen.insert(SpreadLetters(other)).second) << other;
    }
  }
}

}  // namespace
}  // namespace scriba::clinical
