// What was said and is taken back later in the talk, so that no statement may rest on it.
#pragma once

#include <vector>

#include "clinical/placing/condense.h"
#include "clinical/reading/reading.h"

namespace scriba::clinical {

/// Takes out of the drafts what the patient took back: a denial of which somebody reminded him better ("Nessuna."
/// "Papà, con il Voltaren…" "Ah, vero."), one that he calls a lie ("prima ho detto una bugia: vomito"), one that he
/// does not repeat when asked again ("L'alcol, mi conferma: niente?" "Il sabato.") or later admits ("I lassativi sì").
/// What he only wished ("Mi sono iscritta in palestra. Cioè, mi volevo iscrivere") gives way to the words that say so,
/// and a habit to what another says of it ("Cammino un'ora." "Cammina trecento metri"). A draft of which nothing stays
/// is left out.
void LeaveOutRetractions(const Reading& reading, std::vector<Draft>& drafts);

}  // namespace scriba::clinical
