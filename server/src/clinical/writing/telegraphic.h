// What a report leaves out of speech: an Italian report is telegraphic.
#pragma once

#include <string_view>

#include "clinical/reading/reading.h"

namespace scriba::clinical {

/// Decides which words can be left out without touching a fact: articles, discourse markers, repetitions, the frames of
/// lexicon/frames.toml, asides, copulas and auxiliaries whose participle or adjective says it all ("la pressione è
/// alta" → "pressione alta", "ho perso sei chili" → "perso 6 kg"), and what takes up again the thing of which a
/// sentence speaks ("la pillola l'ha smessa" → "pillola smessa"). Never a denial, a doubt or a word of time, and no
/// verb to which a denial before it would spread.
class Telegraphic {
 public:
  explicit Telegraphic(const Reading& reading);

  /// Where in a sentence of the report a word would stand.
  struct Place {
    /// Nothing of the sentence is written yet.
    bool opens = false;
    /// The words are quoted: only fillers and repetitions are left out.
    bool quoted = false;
    /// The first person is the patient, and goes into the third.
    bool of_patient = false;
  };

  /// The token after what is left out at `at` of a range; `at` itself where the word stays.
  TokenIndex After(TokenIndex at, TokenRange range, Place place) const;

  /// Whether "e" only joins two things of a list, so that a comma does: not between values ("sei e quattro"), not after
  /// "tra", not before a denial.
  bool IsListJoint(TokenIndex at, TokenRange range) const;

  /// Whether a range holds nothing but frames, greetings and fillers.
  bool IsEmpty(TokenRange range) const;

 private:
  TokenIndex AfterRepetition(TokenIndex at, TokenRange range) const;
  TokenIndex AfterFrame(TokenIndex at, TokenRange range, bool opens) const;
  TokenIndex AfterVerb(TokenIndex at, TokenRange range, Place place) const;
  TokenIndex AfterAuxiliary(TokenIndex at, TokenRange range, Place place) const;
  TokenIndex AfterResumed(TokenIndex at, TokenRange range, Place place) const;
  bool IsSaidByItsObject(TokenIndex at, Place place) const;
  bool GoesOn(TokenIndex at, TokenRange range) const;
  bool IsInReach(TokenIndex at, TokenRange range) const;
  bool FollowsTopic(TokenIndex at, TokenRange range) const;
  bool IsLeftOut(TokenIndex at, Place place) const;
  bool IsOfMeasure(TokenIndex at) const;
  bool IsPronoun(TokenIndex at) const;
  bool IsCopulaOf(TokenIndex at, bool opens) const;
  bool IsParticiple(TokenIndex at) const;
  bool IsPredicate(TokenIndex at) const;
  bool IsNumber(TokenIndex at) const;
  bool IsFiller(TokenIndex at) const;
  bool IsName(TokenIndex at) const;
  bool IsTagged(TokenIndex at, TagIndex tag) const;
  bool IsSaidAgain(TokenIndex at, TokenIndex later) const;
  /// Folding makes "è" and "e" one word.
  bool IsAccentedE(TokenIndex at) const;
  std::string_view Word(std::int64_t at) const { return reading_.text.Word(at); }

  const Reading& reading_;
};

}  // namespace scriba::clinical
