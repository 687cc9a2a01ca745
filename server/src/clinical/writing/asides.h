// What speech says beside the point: thanks, relief, and the words with which a doctor hands something over.
#pragma once

#include "clinical/reading/reading.h"

namespace scriba::clinical {

/// With what an aside begins.
inline constexpr WordSet kFirstOfAside{"per", "grazie", "meno",     "tra",         "fra",       "d'",
                                       "va",  "le",     "ti",       "devo",        "volevo",    "vediamo",
                                       "se",  "a",      "figurati", "figuriamoci", "purtroppo", "fortunatamente"};
/// And with what a doctor hands something over.
inline constexpr WordSet kToSomebody{"le", "ti", "vi", "gli"};

/// Where an aside that begins at `at` ends ("per fortuna", "tra l'altro"); `at` itself where none does. Never words of
/// doubt, of time or of quantity.
TokenIndex AfterAside(const Reading& reading, TokenIndex at, TokenRange range);

/// Where the words end with which the doctor gives or writes what is then named ("le faccio una richiesta":
/// "richiesta"); `at` itself after a denial, and where something is done with it ("le faccio vedere").
TokenIndex AfterHandingOver(const Reading& reading, TokenIndex at, TokenRange range);

}  // namespace scriba::clinical
