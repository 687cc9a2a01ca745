// What a clause tells that no single word of it names.
#pragma once

#include "clinical/reading/reading.h"

namespace scriba::clinical {

/// "Non beve alcolici", "astemia".
bool IsWithoutAlcohol(const Reading& reading, TokenRange range, bool denies);

/// "Mi abbuffo", "poi vomito", "mangio di nascosto", "mi metto le dita in gola"; not what a drug makes vomit.
bool ShowsEatingDisorder(const Reading& reading, TokenRange range);

/// "Cali di zucchero", "la glicemia è bassa", "glicemia quarantanove": what happened, not a value of the day.
bool TellsOfLowSugar(const Reading& reading, TokenRange range);

/// "Papà è morto a giugno", "mio marito è mancato due mesi fa": a loss that is not long ago is told of the mood too.
bool TellsOfBereavement(const Reading& reading, TokenRange range);

/// "Da oggi basta: paracetamolo mille, al bisogno", "quattrocento microgrammi al giorno da domani": what begins now is
/// ordered, unless the patient tells it of himself.
bool OrdersFromNow(const Reading& reading, TokenRange range);
/// "Lei adesso va al pronto soccorso, con una lettera mia."
bool SendsToEmergency(const Reading& reading, TokenRange range);

/// "Il Lasix resta com'è", "desogestrel invariato", "terapia invariata": a drug about which it is decided that it
/// stays.
bool GoesOn(const Reading& reading, TokenRange range);

/// "Vuole che le dica che ho avuto la gotta."
bool TellsOfOwnIllness(const Reading& reading, TokenRange range);

/// "Sono incinta di dieci settimane."
bool SaysSheIsPregnant(const Reading& reading, TokenRange range);

/// "Per un mese lei al volante dell'autobus non ci sta.", "niente guida".
bool ForbidsDriving(const Reading& reading, TokenRange range);

/// "Undici settimane", "ventesima settimana finita ieri": how far a pregnancy is.
bool TellsWeeks(const Reading& reading, TokenRange range);

/// "A digiuno novantasei, dopo un'ora centottantotto, dopo due centoquarantuno": a glucose tolerance test by its
/// values.
bool TellsOfGlucoseCurve(const Reading& reading, TokenRange range);

}  // namespace scriba::clinical
