#include "clinical/bare_statements.h"

#include "clinical/text.h"

namespace scriba::clinical {
namespace {

/// Words that point, join or agree.
constexpr std::array<std::string_view, 62> kPointing{
    "si",     "su",    "ok",   "basta",  "io",     "tu",     "lei",    "lui",    "noi",   "ma",   "e",
    "o",      "a",     "di",   "da",     "in",     "con",    "per",    "che",    "la",    "lo",   "le",
    "il",     "l'",    "ne",   "ci",     "quello", "quella", "questo", "questa", "cosa",  "come", "quando",
    "quanto", "dove",  "chi",  "perche", "poi",    "allora", "adesso", "ora",    "oggi",  "ecco", "bene",
    "va",     "sono",  "ha",   "mi",     "detto",  "dice",   "so",     "certo",  "tutto", "qui",  "li",
    "sopra",  "sotto", "dopo", "non",    "al",     "del",    "della"};
/// Words that announce what then stands elsewhere.
constexpr std::array<std::string_view, 30> kAnnouncing{
    "vediamo",   "cominciamo", "facciamo",      "riassumo", "passiamo",  "torniamo",     "cosi",    "problemi",
    "problema",  "punti",      "punto",         "quadro",   "esami",     "parametri",    "dieta",   "peso",
    "pressione", "altezza",    "alimentazione", "mangiare", "attivita",  "fisica",       "farmaci", "medicine",
    "dalle",     "terapia",    "note",          "fine",     "dettatura", "registrazione"};

}  // namespace

bool IsBare(std::string_view statement) {
  const Text text(statement);
  for (TokenIndex at = 0; at < text.size(); ++at) {
    if (text.IsMark(at)) continue;
    if (!IsAny(text.Word(at), kPointing) && !IsAny(text.Word(at), kAnnouncing)) return false;
  }
  return true;
}

}  // namespace scriba::clinical
