#include "clinical/reading/word_table.h"

#include <gtest/gtest.h>

#include <random>

namespace scriba::clinical {
namespace {

using Table = WordTable<int>;

std::vector<int> Found(const Table& table, std::string_view word) {
  std::vector<int> found;
  table.ForEach(word, [&](std::span<const int> items) {
    found.insert(found.end(), items.begin(), items.end());
    return true;
  });
  return found;
}

TEST(WordTable, GivesTheLongestEntryFirst) {
  const Table table({{"pre", true, 1}, {"prescrizione", false, 2}, {"prescri", true, 3}, {"presto", false, 4}});
  EXPECT_EQ(Found(table, "prescrizione"), (std::vector<int>{2, 3, 1}));
  EXPECT_EQ(Found(table, "prescrizioni"), (std::vector<int>{3, 1}));
  EXPECT_EQ(Found(table, "prestito"), (std::vector<int>{1}));
  EXPECT_TRUE(Found(table, "prima").empty());
  EXPECT_TRUE(Found(table, "").empty());
}

TEST(WordTable, KeepsTheItemsOfAWordTogetherInTheirOrder) {
  const Table table({{"sale", false, 1}, {"mare", false, 2}, {"sale", false, 3}, {"sale", true, 4}});
  EXPECT_EQ(Found(table, "sale"), (std::vector<int>{1, 3, 4}));
  EXPECT_EQ(Found(table, "salesiano"), (std::vector<int>{4}));
}

TEST(WordTable, StopsWhenItIsTold) {
  const Table table({{"a", true, 1}, {"ab", true, 2}});
  int calls = 0;
  table.ForEach("abc", [&](std::span<const int>) {
    ++calls;
    return false;
  });
  EXPECT_EQ(calls, 1);
}

TEST(WordTable, FindsWhatASearchOfAllEntriesFinds) {
  std::mt19937 random(7);
  const auto any_word = [&] {
    std::string word(1 + random() % 11, 'a');
    for (char& letter : word) letter = static_cast<char>('a' + random() % 2);
    return word;
  };
  std::vector<Table::Entry> entries;
  for (int i = 0; i < 300; ++i) entries.push_back({any_word(), random() % 2 == 0, i});
  const Table table(entries);
  for (int i = 0; i < 2000; ++i) {
    const std::string word = any_word();
    std::vector<int> expected;
    for (std::size_t length = word.size() + 1; length-- > 0;) {
      for (const bool is_beginning : {false, true}) {
        for (const Table::Entry& entry : entries) {
          const bool stands = entry.is_beginning ? word.starts_with(entry.word) : word == entry.word;
          if (stands && entry.word.size() == length && entry.is_beginning == is_beginning)
            expected.push_back(entry.item);
        }
      }
    }
    EXPECT_EQ(Found(table, word), expected) << word;
  }
}

}  // namespace
}  // namespace scriba::clinical
