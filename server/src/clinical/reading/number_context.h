// What the words around a number say of it: what is being measured, and whether the value ends there.
#pragma once

#include <cstdint>
#include <string_view>

#include "clinical/reading/text.h"

namespace scriba::clinical {

enum class Topic : std::uint8_t { kNone, kLaboratory, kWeight, kHeight };

class NumberContext {
 public:
  explicit NumberContext(const Text& text) : text_(text) {}

  /// What is being measured, from the nearest telling word among the eight before; a full stop ends the search, unless
  /// it stands between the name and the value ("glicata. sei e quattro"), is one of three or the value replaces one.
  Topic TopicBefore(TokenIndex at) const;
  /// Whether a pressure is named among the four words before.
  bool IsPressureNamed(TokenIndex at) const;
  /// Whether the word before names a value of the laboratory ("potassio quattro due").
  bool IsLaboratoryNamed(TokenIndex at) const;
  /// Whether the word before names a height ("alta uno e settanta", "centimetri uno e settanta").
  bool IsHeightNamed(TokenIndex at) const;
  /// Whether a value ends before a place: at a mark, at the next name, at a second thought.
  bool EndsValue(TokenIndex at) const;
  /// The same of a weight, which also ends where the next one is told ("settanta e otto, erano ottantuno").
  bool EndsWeight(TokenIndex at) const;
  /// "Senza scarpe", "in mutande", "togli le scarpe": how somebody was weighed.
  bool IsWorn(TokenIndex at) const;
  /// Before a weight that is told or read once more: "quindici giorni dopo settanta e otto", "no scusa settanta e
  /// otto".
  bool TellsWeight(TokenIndex at) const;
  /// Before a weight that is being read: "venga, settanta e otto".
  bool IsOnScales(TokenIndex at) const;
  /// On the scales the height comes next, also where the recogniser wrote no marks or the comma was dictated.
  bool IsBeforeHeight(TokenIndex at) const;
  /// "Anzi", "no, scusi", "no, settanta e due": nobody takes back what he counted, but what he read.
  bool TakesBack(TokenIndex at) const;
  /// "Alle otto e venti gocce", "due litri e mezzo bicchiere": what follows has a unit or is counted for itself.
  bool IsOther(TokenIndex at) const;
  /// "Undici e e quattro", "cinque e ehm sette": the place after an "e" that may be said twice; the place itself where
  /// none stands there.
  TokenIndex AfterAnd(TokenIndex at) const;
  /// "Novantotto e sei novantotto e sei": whether the words of a range stand once more right before or after it.
  bool IsSaidTwice(TokenRange range) const;
  /// "Centodue su sessantaquattro battiti cinquantotto": the name of the next value, not the unit of this one.
  bool IsRateNamed(TokenIndex at) const;

 private:
  std::string_view Word(std::int64_t at) const { return text_.Word(at); }
  /// "No, quella è di luglio. Adesso è undici e quattro", "mi correggo, sei e tre": the value that begins there has the
  /// name of the one that it replaces.
  bool ReplacesValue(TokenIndex at) const;

  const Text& text_;
};

/// Whether a folded word is the name of a month, and whether one stands inside a range.
bool IsMonth(std::string_view word);
bool NamesMonth(const Text& text, TokenRange range);

}  // namespace scriba::clinical
