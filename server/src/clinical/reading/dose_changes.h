// Doses that were changed, in words that say so after a second thought.
#pragma once

#include <cstddef>
#include <vector>

#include "clinical/reading/lexicon.h"
#include "clinical/reading/numbers.h"

namespace scriba::clinical {

/// What a strength is counted in.
inline constexpr WordSet kDoseUnits{"mg", "mcg", "UI"};

class DoseChanges {
 public:
  /// All three outlive it.
  DoseChanges(const Text& text, const std::vector<Number>& numbers, const std::vector<TermHit>& terms)
      : text_(text), numbers_(numbers), terms_(terms) {}

  /// "Topiramato cinquanta milligrammi due volte al giorno. No, correggo, è stato ridotto: venticinque": the dose that
  /// replaces the one at a place; none where that is no dose, or another drug is named before the next.
  const Number* NewDose(std::size_t index) const;
  /// Whether a drug is named between two places.
  bool NamesDrug(TokenIndex first, TokenIndex last) const;
  /// "Il sacubitril lo porterei a ventiquattro… no, aspetti: la furosemide da cinquanta a venticinque": whether the
  /// second is said of another drug than the first.
  bool AreOfTwoDrugs(const Number& one, const Number& other) const;
  /// Whether a number has the unit of a strength, or none and a drug shortly before it.
  bool IsDose(const Number& number) const;

 private:
  /// "Levotiroxina cento." "Ho qui la scatola. C'è scritto centododici.", "quaranta… no, la confezione è da ottanta".
  bool IsOnTheBox(const Number& before, const Number& after) const;
  /// "Duecento milligrammi… no, col sospetto di Wernicke sono cinquecento": the dose on which somebody settles,
  /// whatever his reason, after the second thought at a place that stands right behind another dose.
  const Number* SettledDose(const Number& before, TokenIndex cue) const;
  TokenIndex CueAfter(TokenIndex from) const;
  bool IsChanged(TokenIndex first, TokenIndex last, bool into_other_unit) const;

  const Text& text_;
  const std::vector<Number>& numbers_;
  const std::vector<TermHit>& terms_;
};

}  // namespace scriba::clinical
