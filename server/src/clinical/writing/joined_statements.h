// What was said in one breath stands in one sentence of the report.
#pragma once

#include "clinical/reading/reading.h"
#include "clinical/report.h"

namespace scriba::clinical {

/// Joins statements of a section that follow one another in the talk without a word between, where one of them is a
/// scrap: "Ferro, in compresse." "Una al giorno, da 80." A dose stays with its drug so, an illness with the relative
/// who had it, a weight with its month. Never where the meaning would change: behind a denial nothing joins that it
/// would deny, nor an illness of the patient behind a relative's, nor what another was asked. A drug and the words that
/// deny it ("la metformina" "io non gliela do") join at any length, for alone the first says the contrary. What points
/// back ("la gotta no" "quella ce l'aveva papà") joins the illness or the drug named last. What is joined rests on the
/// evidence of both and is to be verified where one of them is.
void JoinScraps(const Reading& reading, Report& report);

}  // namespace scriba::clinical
