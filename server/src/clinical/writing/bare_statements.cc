#include "clinical/writing/bare_statements.h"

#include "clinical/reading/text.h"

namespace scriba::clinical {
namespace {

/// Words that point, join or agree.
constexpr WordSet kPointing{
    "si",     "ok",     "io",   "tu",   "lei",    "lui",    "noi",   "ma",   "e",      "o",     "a",      "in",
    "che",    "la",     "lo",   "le",   "il",     "l'",     "ne",    "ci",   "quello", "qui",   "li",     "quella",
    "questo", "questa", "cosa", "come", "quando", "quanto", "dove",  "chi",  "perche", "poi",   "allora", "adesso",
    "ora",    "oggi",   "ecco", "va",   "sono",   "mi",     "detto", "dice", "so",     "certo", "tutto",  "sopra",
    "sotto",  "dopo",   "al",   "del",  "della",  "da",     "dalle", "su"};
/// Words that announce what then stands elsewhere.
constexpr WordSet kAnnouncing{"vediamo", "cominciamo", "facciamo", "riassumo", "passiamo", "torniamo",
                              "cosi",    "punti",      "punto",    "note",     "fine",     "dettatura"};
/// What a heading names.
constexpr WordSet kTopics{"problemi", "problema",  "quadro",   "esami",         "parametri",    "dieta",
                          "peso",     "pressione", "altezza",  "alimentazione", "mangiare",     "attivita",
                          "fisica",   "farmaci",   "medicine", "terapia",       "registrazione"};
/// With a topic these say something of it: "non farmaci", "la pressione va bene", "problemi di peso".
constexpr WordSet kTelling{"non", "basta", "ha", "bene", "di", "con", "per"};

/// The first words of a statement nearly always say more than these do.
constexpr std::size_t kFirstWords = 16;

bool HoldsNothing(std::string_view words) {
  const Text text(words);
  bool has_topic = false;
  bool tells = false;
  for (TokenIndex at = 0; at < text.size(); ++at) {
    if (text.IsMark(at)) continue;
    const std::string_view word = text.Word(at);
    const bool is_topic = IsAny(word, kTopics);
    const bool is_telling = IsAny(word, kTelling);
    if (!is_topic && !is_telling && !IsAny(word, kPointing) && !IsAny(word, kAnnouncing)) return false;
    has_topic |= is_topic;
    tells |= is_telling;
  }
  return !has_topic || !tells;
}

bool SaysMore(std::string_view words) {
  const Text text(words);
  for (TokenIndex at = 0; at < text.size(); ++at) {
    const std::string_view word = text.Word(at);
    if (!text.IsMark(at) && !IsAny(word, kTopics) && !IsAny(word, kTelling) && !IsAny(word, kPointing) &&
        !IsAny(word, kAnnouncing))
      return true;
  }
  return false;
}

}  // namespace

bool IsBare(std::string_view statement) {
  return !SaysMore(statement.substr(0, statement.rfind(' ', kFirstWords))) && HoldsNothing(statement);
}

}  // namespace scriba::clinical
