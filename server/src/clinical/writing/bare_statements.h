// What stands in a report and tells nothing by itself.
#pragma once

#include <string_view>

namespace scriba::clinical {

/// Whether a written statement is a heading with nothing under it, the name of a measure without its value, or words
/// that only point or agree ("Peso.", "Vediamo.", "Quello sì."). Never where it holds a value, a denial, or says how
/// something is ("Non farmaci.", "La pressione va bene.").
bool IsBare(std::string_view statement);

}  // namespace scriba::clinical
