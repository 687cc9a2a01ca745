#include "clinical/placing/subjects.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace scriba::clinical {
namespace {

struct Subject {
  Section section;
  std::string_view tag;
};
constexpr std::array kSubjects{Subject{Section::kNoteSpecialista, "order"},
                               Subject{Section::kNoteSpecialista, "drug"},
                               Subject{Section::kNoteSpecialista, "drug_use"},
                               Subject{Section::kNoteSpecialista, "measure"},
                               Subject{Section::kNoteSpecialista, "drink"},
                               Subject{Section::kNoteSpecialista, "activity"},
                               Subject{Section::kNoteSpecialista, "smoking"},
                               Subject{Section::kNoteSpecialista, "professional"},
                               Subject{Section::kNoteSpecialista, "condition"},
                               Subject{Section::kAttivitaFisica, "activity"},
                               Subject{Section::kPuntiCritici, "weight_change"},
                               Subject{Section::kPuntiCritici, "measure"},
                               Subject{Section::kFattoriPsi, "mood"},
                               Subject{Section::kFattoriPsi, "sleep"},
                               Subject{Section::kStoriaPonderale, "weight_change"}};

constexpr std::array<std::string_view, 16> kAskedTags{
    "condition", "drug",  "drug_use", "surgery", "smoking", "allergy",   "eating_disorder", "meal",
    "food",      "drink", "activity", "mood",    "sleep",   "diet_past", "gynaecology",     "bowel"};

/// By the index of a tag in the lexicon: whether it is one of those looked for.
using Tags = std::vector<bool>;

const std::vector<Tags>& TagsOfSections() {
  static const std::vector<Tags> tags = [] {
    std::vector<Tags> all(kSectionCount, Tags(BuiltInLexicon().tags().size(), false));
    for (const Subject& subject : kSubjects) {
      all[static_cast<std::size_t>(subject.section)][BuiltInLexicon().Tag(subject.tag)] = true;
    }
    return all;
  }();
  return tags;
}

const Tags& AskedTags() {
  static const Tags tags = [] {
    Tags all(BuiltInLexicon().tags().size(), false);
    for (const std::string_view tag : kAskedTags) all[BuiltInLexicon().Tag(tag)] = true;
    return all;
  }();
  return tags;
}

bool Names(const Reading& reading, std::size_t clause, const Tags& tags) {
  const auto terms = reading.TermsIn(reading.clauses[clause].range);
  return std::any_of(terms.begin(), terms.end(), [&](const TermHit& hit) { return tags[hit.entry->tag]; });
}

}  // namespace

bool IsAbout(const Reading& reading, std::size_t clause, Section section) {
  return Names(reading, clause, TagsOfSections()[static_cast<std::size_t>(section)]);
}

bool AsksOfField(const Reading& reading, std::size_t question) { return Names(reading, question, AskedTags()); }

}  // namespace scriba::clinical
