// What kind of text a reading is, by its length: the shorter, the more of it is meant for the report.
#pragma once

#include <cstddef>

#include "clinical/reading/reading.h"

namespace scriba::clinical {

/// A few sentences, meant word for word.
inline bool IsNote(const Reading& reading) {
  constexpr std::size_t kMostClauses = 16;
  return reading.clauses.size() <= kMostClauses;
}

/// A dictation: there is little to leave out, and no course of a visit from which a model could tell.
inline bool IsShort(const Reading& reading) {
  constexpr std::size_t kClausesOfVisit = 40;
  return reading.clauses.size() < kClausesOfVisit;
}

}  // namespace scriba::clinical
