// What a clause says of a treatment that another one names: its dose, that it was refused, or never taken.
#pragma once

#include <cstddef>
#include <optional>

#include "clinical/reading/reading.h"

namespace scriba::clinical {

/// "Mi dica a che dosaggio è arrivato.", "Adesso quanta ne fa?"
bool AsksDose(const Reading& reading, TokenRange range);

/// "Il topiramato per l'emicrania. Settantacinque.", "A che dose è?" "Sono a uno e sette.": whether a clause says in a
/// few words the dose of the drug that the one before it names, or that it asks for.
bool GivesDose(const Reading& reading, std::size_t clause);

/// "Adesso è da centododici", "quella da cento": whether a clause says the strength of a drug that was named shortly
/// before.
bool SaysStrength(const Reading& reading, std::size_t clause);

/// "Il medico le aveva dato la rosuvastatina." "Eh, è nel cassetto. Non l'ho mai cominciata.": the clause with the drug
/// of which this one says that it was never taken.
std::optional<std::size_t> NeverTakenBy(const Reading& reading, std::size_t clause);

/// "Prende la pillola?" "Fino a due anni fa, poi l'ho smessa.": the question about a drug to which this clause answers
/// that it was stopped.
std::optional<std::size_t> StoppedOnAsking(const Reading& reading, std::size_t clause);

/// "Voleva darmi la rosuvastatina." "Gli ho detto di no.": whether a clause says so of a drug that the one before
/// names.
bool DeclinesDrug(const Reading& reading, std::size_t clause);

/// "Mi dà la semaglutide?" "No, allatta: non si può.": the clause with the treatment of the weight, or the question
/// about a drug, which this one refuses; also "non lo do" right after a drug.
std::optional<std::size_t> RefusedBy(const Reading& reading, std::size_t clause);

}  // namespace scriba::clinical
