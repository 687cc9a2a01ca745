#include "speech/word_errors.h"

#include <gtest/gtest.h>

namespace scriba::speech {
namespace {

TEST(WordErrors, EqualWordsHaveNone) {
  EXPECT_EQ(CompareWords("Buongiorno, signora!", "buongiorno signora"), (WordErrors{0, 0, 0, 2}));
}

TEST(WordErrors, EachKindIsCounted) {
  EXPECT_EQ(CompareWords("prenda la compressa ogni mattina presto", "prenda una compressa mattina presto bene"),
            (WordErrors{.substitutions = 1, .deletions = 1, .insertions = 1, .words = 6}));
}

TEST(WordErrors, TheRateIsChangesPerWordSaid) {
  EXPECT_DOUBLE_EQ(CompareWords("uno due tre quattro", "uno tre quattro cinque").Rate(), 0.5);
}

TEST(WordErrors, NothingHeardLosesEveryWord) { EXPECT_DOUBLE_EQ(CompareWords("uno due", "").Rate(), 1); }

TEST(WordErrors, NothingSaidAndSomethingHeardIsAFullError) {
  EXPECT_DOUBLE_EQ(CompareWords("", "grazie").Rate(), 1);
  EXPECT_DOUBLE_EQ(CompareWords("", "").Rate(), 0);
}

TEST(WordErrors, SumsOverFiles) {
  WordErrors sum = CompareWords("uno due", "uno");
  sum += CompareWords("tre quattro", "tre quattro");
  EXPECT_DOUBLE_EQ(sum.Rate(), 0.25);
}

}  // namespace
}  // namespace scriba::speech
