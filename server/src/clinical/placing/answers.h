// Which question a clause answers, and which answers no report may lack.
#pragma once

#include <cstddef>
#include <optional>

#include "clinical/reading/reading.h"

namespace scriba::clinical {

/// "Il febuxostat lo prende?" "Sì, quello sì, dopo quello che m'ha fatto l'altro.", "sempre, da otto anni", "confermo,
/// …".
bool BeginsWithYes(const Reading& reading, std::size_t clause);

/// "Alle nocciole sì", "con la seconda sì": whether a few words affirm a part of what was asked.
bool AffirmsPart(const Reading& reading, TokenRange range);

/// Whether a clause says no, yes, never or none, and nothing more.
bool IsBareAnswer(const Reading& reading, std::size_t clause);

/// "Cioè, …", "anzi, …", "aspetti, …": whether a clause begins by taking back what was said.
bool BeginsTakingBack(const Reading& reading, std::size_t clause);

/// "Allergie?" "No. Cioè, aspetti: al lattice.": whether a bare answer is taken back by what follows it.
bool IsTakenBack(const Reading& reading, std::size_t clause);

/// The question that a clause answers: the one before it, before an answer that it takes back, or before a question
/// that is asked in return ("Colpi di sonno?" "Resta fra noi? Uno."), or of somebody else ("Allergie?" … "E Naima?").
std::optional<std::size_t> QuestionOf(const Reading& reading, std::size_t clause);

/// "Chi la manda?" "Il dottor Tavano.", "perché venite?" "Per lo zucchero.": whether a clause says why the patient came
/// because it was asked.
bool AnswersWhyHeCame(const Reading& reading, std::size_t clause);

/// "Il disturbo bipolare come va? Ricoveri?": whether a question of two words at most follows one that names the
/// illness or the drug.
bool IsAskedTogether(const Reading& reading, std::size_t question);

/// "Ha mai pensato di farla finita?" "Adesso no." "E prima?" "A diciannove anni. Ho preso delle pastiglie.": whether a
/// clause is among the first that answer a short question after one about thoughts of death.
bool TellsOfSelfHarm(const Reading& reading, std::size_t clause);

/// Whether a clause answers a question about what no report may lack. "Pensa mai di farsi del male?" "Ho pensato di
/// chiudere il negozio. Di chiudere me, no.": of such a question two clauses are the answer.
bool AnswersGravely(const Reading& reading, std::size_t clause);

/// "E la dapagliflozin?" "Quella me l'ha tolta il diabetologo.": whether an answer names what was asked by a pronoun.
bool PointsAtAsked(const Reading& reading, std::size_t question, std::size_t answer);

/// "E il ramipril?" "Resta uguale.": whether an answer decides about the drug that was asked about, without its name.
bool DecidesOnAsked(const Reading& reading, std::size_t clause);

/// "Un ictus." after "Mio fratello è mancato a settembre.", "Da quattordici mesi." after "Non mi viene.", "L'ho smessa
/// dopo tre mesi." after a drug: whether a clause says nothing without the one before it.
bool CompletesBefore(const Reading& reading, std::size_t clause);

/// Of a scrap that names an illness: the clause that says whose it is, the one before it, the question which that
/// answers ("Sua sorella come sta?" "Ha finito la chemio. Il tumore al seno, a 46 anni.") or what was said before "e di
/// che cosa?"; none where it is of no relative.
std::optional<std::size_t> KinOfIllness(const Reading& reading, std::size_t clause);

}  // namespace scriba::clinical
