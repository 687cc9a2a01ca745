// What a question and its answer speak of, and which answers say nothing without their question.
#pragma once

#include <vector>

#include "clinical/reading/reading.h"

namespace scriba::clinical {

class AskedSubjects {
 public:
  explicit AskedSubjects(const Reading& reading);

  /// Whether a term in the range is clinical content.
  bool AreIn(TokenRange range) const;

  /// "Allergie?" "Al Bactrim.": an answer without the question's subject needs it; a full answer does not, unless the
  /// question is only that ("TAC del capo?"); an illness that was asked about goes to no longer answer.
  bool NeedsQuestion(std::size_t question, std::size_t answer) const;

 private:
  bool NamesSubject(std::size_t question) const;
  bool AsksHowOften(TokenRange range) const;
  bool AsksOfFamily(TokenRange range) const;
  bool NamesOnlyWho(std::size_t answer) const;
  bool BeginsWithCount(std::size_t answer) const;
  bool AffirmsForPart(std::size_t answer) const;
  bool AsksOfWhatHeDied(TokenRange range) const;
  bool IsScrap(std::size_t answer) const;
  bool SpeaksOfAllergy(TokenRange term) const;
  bool IsAmount(TokenRange term) const;

  const Reading& reading_;
  /// By tag: no clinical content by itself.
  std::vector<bool> empty_tag_;
  std::vector<bool> binds_;
  /// Number of the topic of a tag, from 1; 0 for none.
  std::vector<std::size_t> topic_;
};

}  // namespace scriba::clinical
