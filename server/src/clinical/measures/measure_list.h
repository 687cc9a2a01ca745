// The measures found so far, and what every rule asks before it adds one.
#pragma once

#include <optional>
#include <vector>

#include "clinical/placing/section_model.h"
#include "clinical/reading/reading.h"

namespace scriba::clinical {

class MeasureList {
 public:
  MeasureList(const Reading& reading, const std::vector<LabelScores>& probabilities)
      : reading_(reading), probabilities_(probabilities) {}

  const Reading& reading() const { return reading_; }
  const Measure* Known(std::string_view key) const;
  void Add(const LexiconEntry& entry, const Number& number);
  /// Adds a value of a key in place of the one that is known; `earlier` is where that one was said.
  void Replace(std::string_view key, const Number& number, std::vector<Span> earlier = {});
  void Remove(std::string_view key);
  std::vector<Measure>& measures() { return measures_; }

  /// Probability that the words at a place belong to the examination.
  double ExaminedAt(TokenIndex at) const;
  /// Whether it was taken back, or only guessed.
  bool IsWithdrawn(const Number& number) const;
  /// Whether the patient said it when he was asked what he believes to weigh.
  bool IsGuess(const Number& number) const;
  /// Whether a measure of another key has a number for its value: "massa magra cinquantatré chili" is no weight.
  bool IsOfOther(std::string_view key, const Number& number) const;
  /// "Mia madre pesa novanta chili": a relative named shortly before, in the same sentence and not before
  /// a colon ("gli esami che ha portato il papà: glicemia novantanove").
  bool IsOfRelative(TokenIndex at, TokenIndex not_before = 0) const;

  /// "Ottantasei e tre caspita": a number with the tenth that may follow it; nothing where none does.
  std::optional<Number> WithTenth(const Number& number) const;

  /// Rounding alone moves the body mass index by half a tenth.
  static constexpr double kAgrees = 0.055;
  /// A value as far from it as this contradicts it.
  static constexpr double kContradicts = 0.15;
  /// The body mass index of a weight by the height that is known; nothing where none is.
  std::optional<double> BmiOf(double kilos) const;
  /// How far the body mass index of a weight is from the one that was said; nothing when it cannot be known. Without
  /// centimetres, by the height that is known.
  std::optional<double> GapToBmi(double kilos, double centimetres = 0) const;

  /// "Settantuno e sei, altezza un metro e sessantatré".
  bool IsRightBeforeHeight(const Number& number) const;

  template <typename Words>
  bool Between(TokenIndex first, TokenIndex last, const Words& words) const {
    for (TokenIndex at = first; at < last; ++at) {
      if (IsAny(reading_.text.Word(at), words)) return true;
    }
    return false;
  }

 private:
  /// How many clauses begin at or before a place.
  std::size_t ClausesUpTo(TokenIndex at) const;

  const Reading& reading_;
  const std::vector<LabelScores>& probabilities_;
  std::vector<Measure> measures_;
};

/// The key under which a value of an entry is kept: fat mass is weighed or a share.
std::string_view MeasureKey(const LexiconEntry& entry, const Number& number);

}  // namespace scriba::clinical
