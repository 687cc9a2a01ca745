// Takes out of a text who is meant, before it goes to a language model, and puts it back afterwards.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "clinical/reading/text.h"
#include "consultations/visit_record.h"

namespace scriba::consultations {

/// Names of the record and names that were heard, e-mail addresses, telephone numbers, tax codes, addresses and dates
/// become PERSONA_1, CONTATTO_1, CODICE_1, LUOGO_1, DATA_1: the same words always the same one. Takes rather too much
/// than too little, since everything comes back. Not thread-safe; one for each report.
class Pseudonyms {
 public:
  /// `transcript` tells which words are names: those with a capital inside a sentence.
  Pseudonyms(const VisitRecord& record, std::string_view transcript);

  std::string Hide(std::string_view text);

  /// Nothing when the text holds a pseudonym that was never given.
  std::optional<std::string> Restore(std::string_view text) const;

 private:
  struct Stretch {
    int begin = 0;
    int end = 0;
    const char* kind = nullptr;
  };

  void LearnNames(const VisitRecord& record);
  void LearnHeardNames(std::string_view transcript);
  std::vector<Stretch> StretchesOf(const clinical::Text& text) const;
  void FindPatterns(const clinical::Text& text, std::vector<Stretch>& stretches) const;
  void FindNames(const clinical::Text& text, std::vector<Stretch>& stretches) const;
  bool IsName(const clinical::Text& text, clinical::TokenIndex at) const;
  const std::string& PseudonymOf(const char* kind, const std::string& words);

  std::set<std::string, std::less<>> names_;        // folded, of three letters or more
  std::set<std::string, std::less<>> short_names_;  // as written
  std::set<std::string, std::less<>> heard_;        // as written
  std::string birth_year_;
  std::map<std::string, std::string> pseudonyms_;  // by what they stand for
  std::map<std::string, std::string> words_;       // by pseudonym
  std::map<std::string, int> counts_;              // by kind
};

}  // namespace scriba::consultations
