// How the segments of a sentence hang together: which of them says nothing, or the contrary, without another.
#pragma once

#include <cstddef>
#include <vector>

#include "clinical/placing/relevance.h"
#include "clinical/reading/reading.h"

namespace scriba::clinical {

/// Whether a segment tells more of what the one before names: an illness of what kind it is ("la valvola, meccanica"),
/// where ("mia madre, alle ovaie") or since when, a drug how it is taken ("calcio citrato, saltuario"). Both are of one
/// clause.
bool TellsMore(const Reading& reading, const std::vector<Segment>& segments, std::size_t segment);

/// Whether a segment says nothing, or nobody knows of what, without the one before in its sentence: "la dottoressa
/// Pagliani" after "ti prendo la neuropsichiatra", "non adesso" after "la gravidanza".
bool NeedsBefore(const Reading& reading, const std::vector<Segment>& segments, std::size_t segment);

/// Whether a segment names what the next gives a dose or the value of today of: "vitamina B12, mille microgrammi al
/// giorno", "la vita era centoventiquattro, oggi centodiciannove".
bool NamesDose(const Reading& reading, const std::vector<Segment>& segments, std::size_t segment);

/// "Quella di sangue, la Rita: un tumore al seno": of whom a sentence speaks.
bool PointsAtSomebody(const Reading& reading, TokenRange range);

/// "Diabete: … in remissione da allora", "sondino: l'ho spiegato, lo rifiuta per ora": without these words the rest of
/// the sentence says the contrary.
bool TurnsTheRest(const Reading& reading, TokenRange range);

}  // namespace scriba::clinical
