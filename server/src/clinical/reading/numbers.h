// Quantities of a transcript, spoken or written: "ottantaquattro chili e mezzo", "130/85", "un metro e settantadue".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clinical/reading/text.h"

namespace scriba::clinical {

enum class NumberKind : std::uint8_t { kPlain, kPressure, kHeight, kClock, kDate };

/// One quantity with the words that say it, its unit included.
struct Number {
  TokenRange range;
  NumberKind kind = NumberKind::kPlain;
  double value = 0;
  /// The diastolic of a pressure, the minutes of a clock time.
  double second = 0;
  /// Canonical short unit ("kg", "mg", "kcal", "%"), empty when none was said.
  std::string unit;
  /// How the report writes it: "84,5 kg", "130/85", "172 cm", "7:30".
  std::string written;
};

/// Quantities in reading order, not overlapping. Words that could be read in more than one way ("sei e quattro") are
/// joined only where the words before them say what is being measured.
std::vector<Number> FindNumbers(const Text& text);

/// Italian writing of a decimal: 84.50 → "84,5".
std::string WriteDecimal(double value);

/// A value with its unit, which may be empty: "84,5 kg", "6,1%".
std::string WriteQuantity(double value, std::string_view unit);

/// Whether two values have one unit, or one of them was said without.
inline bool MayShareUnit(const Number& one, const Number& other) {
  return one.unit.empty() || other.unit.empty() || one.unit == other.unit;
}

/// Whether neither of two plain values is twice the other.
inline bool AreOfOneSize(const Number& one, const Number& other) {
  const double ratio = other.value > 0 ? one.value / other.value : 0;
  return one.kind == NumberKind::kPlain && other.kind == NumberKind::kPlain && ratio > 0.5 && ratio < 2;
}

}  // namespace scriba::clinical
