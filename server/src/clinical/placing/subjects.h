// What the sections are about, and what a doctor asks about.
#pragma once

#include <cstddef>

#include "clinical/reading/reading.h"
#include "clinical/report.h"

namespace scriba::clinical {

/// Whether a clause names what its section is about more than anything else: how somebody feels and sleeps, how his
/// weight changed, how he moves. Of the plan it is what is ordered, the menu left out: at the end of a visit orders
/// have no verb
/// ("Terapia invariata", "saturimetria notturna").
bool IsAbout(const Reading& reading, std::size_t clause, Section section);

/// Whether a question is about something of the field, for which a word or two of an answer are enough: "diete?".
bool AsksOfField(const Reading& reading, std::size_t question);

}  // namespace scriba::clinical
