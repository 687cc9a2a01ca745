// From what the patient says of himself to what the report says of the patient.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "clinical/reading/reading.h"

namespace scriba::clinical {

/// Decides word by word how the first person becomes the third. Only where it is certain who speaks: not in a doctor's
/// dictation, not where a relative speaks too, since "I am in treatment" may then be the father's.
class ThirdPerson {
 public:
  explicit ThirdPerson(const Reading& reading);

  /// Whether the speaker of the first person is the patient throughout.
  bool IsCertain() const { return certain_; }
  /// The word to write in place of a token; empty to leave it out; nothing to keep it.
  std::optional<std::string> Replace(TokenIndex at) const;
  /// Whether a token is a first person, so that a sentence which keeps it must be quoted.
  bool IsFirstPerson(TokenIndex at) const;
  /// The same where it is uncertain who speaks: no first person of a doctor, who dictates or reports what he said.
  bool IsOwnWord(TokenIndex at) const;
  /// "Io invece sono stata operata": who sets himself against the one spoken of may be a relative.
  static bool SetsApart(const Reading& reading, TokenRange range);

 private:
  bool IsDictated() const;
  bool HasCompany() const;
  std::size_t CountFirstPersons() const;
  bool IsFamilyHistory(TokenIndex at) const;
  bool IsDead(TokenIndex at) const;
  bool IsTaken(TokenIndex at) const;
  bool IsNoun(TokenIndex at) const;
  bool HasNoSubject(TokenIndex at) const;
  static bool IsOfOthers(std::string_view verb);
  static bool IsParticiple(std::string_view word);
  /// "Fermarmi", "pesarmi".
  static bool IsReflexiveInfinitive(std::string_view word);

  const Reading& reading_;
  bool certain_ = false;
  bool dictated_ = false;
};

}  // namespace scriba::clinical
