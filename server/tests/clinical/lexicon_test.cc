#include "clinical/reading/lexicon.h"

#include <gtest/gtest.h>
#include <toml++/toml.h>

#include <algorithm>

#include "embedded/clinical_lexicon.h"

namespace scriba::clinical {
namespace {

std::vector<std::string> TagsOf(std::string_view sentence) {
  std::vector<std::string> tags;
  const Text text(sentence);
  for (const TermHit& hit : BuiltInLexicon().Find(text)) tags.push_back(BuiltInLexicon().tags()[hit.entry->tag]);
  return tags;
}

TEST(Lexicon, FindsInflectedAndBrokenWords) {
  EXPECT_EQ(TagsOf("metformina"), std::vector<std::string>{"drug"});
  EXPECT_EQ(TagsOf("met formina"), std::vector<std::string>{"drug"});
  EXPECT_EQ(TagsOf("tamsu losina"), std::vector<std::string>{"drug"});
  EXPECT_EQ(TagsOf("trombo filia"), std::vector<std::string>{"condition"});
  EXPECT_EQ(TagsOf("ipertensione"), std::vector<std::string>{"condition"});
}

/// The words of the drug that a sentence names, "-" between those that are one name; empty when none is named.
std::string DrugIn(std::string_view sentence) {
  static const TagIndex kDrug = BuiltInLexicon().Tag("drug");
  const Text text(sentence);
  for (const TermHit& hit : BuiltInLexicon().Find(text)) {
    if (hit.entry->tag != kDrug) continue;
    std::string words(text.Word(hit.range.first));
    for (TokenIndex at = hit.range.first + 1; at < hit.range.last; ++at) {
      words += (hit.is_broken ? "-" : " ") + std::string(text.Word(at));
    }
    return words;
  }
  return {};
}

TEST(Lexicon, FindsDrugsInTwoAndThreePieces) {
  EXPECT_EQ(DrugIn("carve di lolo sei"), "carve-di-lolo");
  EXPECT_EQ(DrugIn("la met formina"), "met-formina");
  EXPECT_EQ(DrugIn("il sal buta molo"), "sal-buta-molo");
  EXPECT_EQ(DrugIn("prende l'eu tirox"), "eu-tirox");
  EXPECT_EQ(DrugIn("Cole calciferolo"), "cole-calciferolo");
}

TEST(Lexicon, CalciumIsADrugInEitherOrderOfItsName) {
  EXPECT_EQ(DrugIn("Il carbonato di calcio lo leviamo."), "carbonato di calcio");
  EXPECT_EQ(DrugIn("Il calcio carbonato lo leviamo."), "calcio carbonato");
}

TEST(Lexicon, FindsDrugsOfWhichSomeLettersWereMisheard) {
  EXPECT_EQ(DrugIn("spiro lattone cinquanta"), "spiro-lattone");
  EXPECT_EQ(DrugIn("la meta formina"), "meta-formina");
  EXPECT_EQ(DrugIn("panto prazzolo"), "panto-prazzolo");
  EXPECT_EQ(DrugIn("gabbapentin cento"), "gabbapentin");
  EXPECT_EQ(DrugIn("levotirossina"), "levotirossina");
  EXPECT_EQ(DrugIn("tirze patite"), "tirze-patite");
}

TEST(Lexicon, FindsExaminationsInPieces) {
  const auto examination = [](std::string_view spoken) {
    std::string found;
    const Text text(spoken);
    for (const TermHit& hit : BuiltInLexicon().Find(text)) {
      if (hit.entry->tag != BuiltInLexicon().Tag("laboratory")) continue;
      for (TokenIndex at = hit.range.first; at < hit.range.last; ++at) found += text.Word(at);
    }
    return found;
  };
  EXPECT_EQ(examination("l'eco grafia dell'addome"), "ecografia");
  EXPECT_EQ(examination("elettro cardiogramma"), "elettrocardiogramma");
  EXPECT_EQ(examination("nella norma le transaminasi"), "nellanorma");
}

TEST(Lexicon, TakesNoCommonWordsForAMisheardDrug) {
  for (const char* words : {"la zia concetta", "al concerto", "il pancreatico", "la biologia", "cane non ho",
                            "la meta dose", "corti non sono", "col vino", "è ciclo sparito", "val seriana", "modulato",
                            "sulfa mi dicono", "le interferenze", "per mina"}) {
    EXPECT_EQ(DrugIn(words), "") << words;
  }
  EXPECT_EQ(DrugIn("all'allopurinolo"), "allopurinolo");
  EXPECT_EQ(DrugIn("beta metasone"), "beta-metasone");
}

TEST(Lexicon, HearsEveryTermOfItsFiles) {
  for (const auto& file : embedded::ClinicalLexicon()) {
    if (!file.path.ends_with(".toml")) continue;
    const toml::table table = toml::parse(file.bytes, file.path);
    const toml::array* entries = table["entry"].as_array();
    if (!entries) continue;
    for (const toml::node& entry : *entries) {
      const auto tag = entry.as_table()->get("tag")->value_or(std::string{});
      for (const toml::node& term : *entry.as_table()->get("terms")->as_array()) {
        std::string said = term.value_or(std::string{});
        // A star stands for any rest of a word, also none; by itself for any word.
        if (const auto alone = said.find(" * "); alone != std::string::npos) said.replace(alone, 3, " dieci ");
        std::erase(said, '*');
        const auto tags = TagsOf(said);
        EXPECT_NE(std::find(tags.begin(), tags.end(), tag), tags.end()) << file.path << ": " << said;
      }
    }
  }
}

TEST(Lexicon, AStarByItselfStandsForOneWord) {
  const auto is_age = [](std::string_view sentence) {
    const auto tags = TagsOf(sentence);
    return std::find(tags.begin(), tags.end(), "age_mark") != tags.end();
  };
  EXPECT_TRUE(is_age("a dodici anni"));
  EXPECT_TRUE(is_age("a 12 anni"));
  EXPECT_FALSE(is_age("avere anni"));
  EXPECT_FALSE(is_age("a anni"));
}

TEST(Lexicon, PrefersTheLongestTermOfATag) {
  const Text text("circonferenza vita 98");
  const auto hits = BuiltInLexicon().Find(text);
  ASSERT_FALSE(hits.empty());
  EXPECT_EQ(hits.front().entry->key, "circonferenza_vita_cm");
  EXPECT_EQ(hits.front().range.last, 2U);
}

TEST(Lexicon, KnowsTheThirdPersonOfVerbs) {
  EXPECT_EQ(BuiltInLexicon().ThirdPerson("prendo"), "prende");
  EXPECT_TRUE(BuiltInLexicon().ThirdPerson("tavolo").empty());
}

TEST(Lexicon, RefusesATagThatNoFileDefines) { EXPECT_THROW(BuiltInLexicon().Tag("no such tag"), std::out_of_range); }

TEST(Lexicon, EveryFileStatesItsSources) {
  for (const auto& file : embedded::ClinicalLexicon()) {
    if (!file.path.ends_with(".toml")) continue;
    const std::string_view head = file.bytes.substr(0, 900);
    EXPECT_TRUE(head.find("ource") != std::string_view::npos || head.find("Names:") != std::string_view::npos ||
                head.find("Terms:") != std::string_view::npos)
        << file.path;
  }
}

TEST(Lexicon, EveryMeasureHasALimitOfPlausibility) {
  for (const auto* key :
       {"peso_kg", "altezza_cm", "bmi", "pa", "fc", "glicemia", "hba1c", "tsh", "ldl", "creatinina"}) {
    const LexiconEntry* entry = BuiltInLexicon().MeasureEntry(key);
    ASSERT_NE(entry, nullptr) << key;
    EXPECT_TRUE(entry->plausible) << key;
  }
}

}  // namespace
}  // namespace scriba::clinical
