#include "clinical/reading/number_context.h"

#include <array>

#include "clinical/reading/integers.h"
#include "clinical/reading/units.h"

namespace scriba::clinical {
namespace {

constexpr std::array<std::string_view, 32> kLaboratory{
    "glicat",   "emoglobin", "hba1c",   "tsh",  "ft4",      "creatinin", "potassi",   "fosfor",
    "uric",     "uricemia",  "album",   "homa", "calci",    "bmi",       "imc",       "indice",
    "litiemia", "magnesi",   "acido",   "inr",  "amh",      "testoster", "fibroscan", "cap",
    "folat",    "bilirubin", "tiroxin", "fase", "rapporto", "elastogra", "stiffness", "rigidit"};
/// Names that a recogniser broke ("la gli cata cinque e sei").
constexpr WordSet kBrokenLaboratory{"cata", "oma", "emme", "globina"};
constexpr std::array<std::string_view, 15> kWeight{"pes",   "bilanci", "dimagr", "ingrass", "perso",
                                                   "scarp", "magra",   "persi",  "ripres",  "arrivat",
                                                   "sces",  "salit",   "stav",   "calat",   "chil"};
constexpr WordSet kHeight{"alt", "altezza", "statura", "alto", "alta", "lunghezza"};
constexpr WordSet kAfterHeadword{"altezza",   "alta",      "alto",  "alt",     "vita",      "bmi",
                                 "indice",    "ehm",       "no",    "imc",     "pressione", "circonferenza",
                                 "anzi",      "aspetti",   "scusi", "aspetta", "scusate",   "mi",
                                 "polpaccio", "fianchi",   "forza", "massa",   "grasso",    "grassa",
                                 "frequenza", "lunghezza", "scusa", "ecco",    "battiti"};
constexpr WordSet kMonths{"gennaio", "febbraio", "marzo",     "aprile",  "maggio",   "giugno",
                          "luglio",  "agosto",   "settembre", "ottobre", "novembre", "dicembre"};
/// After a value that is taken back: "settanta e sei, anzi settanta e due".
constexpr WordSet kTakesBack{"anzi",      "scusi",    "scusate",  "scusa",   "aspetti",    "aspetta",
                             "rettifico", "correggo", "occhiali", "rileggo", "rileggiamo", "ricontrollo"};
/// With these one says that he read the wrong line: the value that follows has the name of the one before.
constexpr WordSet kMisread{"riga", "colonna", "pagina", "foglio", "referto", "sbagliata", "sbagliato", "sbagliati"};
constexpr WordSet kThen{"dopo",  "adesso",  "ora",   "oggi", "ieri",    "no",         "anzi", "scusa",
                        "scusi", "scusate", "siamo", "ero",  "eravamo", "stamattina", "era"};
/// Before a value that holds now: "adesso è undici e quattro".
constexpr WordSet kNow{"adesso", "ora", "oggi", "invece"};
/// What is said of a weight once it is read: "cento due chili e otto, bravo".
constexpr WordSet kPraise{"bravo", "brava", "bene", "benissimo", "ottimo", "buono", "caspita", "eravamo"};
/// In which, or without which, somebody was weighed: "sessantanove e quattro in mutande".
constexpr WordSet kWorn{"senza", "con", "in"};
constexpr std::array<std::string_view, 10> kClothes{"scarp",  "mutand", "camici",  "canottier", "calz",
                                                    "vestit", "pigiam", "ciabatt", "magliett",  "pantalon"};
constexpr WordSet kScales{"venga", "salga", "sali", "salite", "saliamo", "segna", "ecco"};
/// After a told weight, where the next is told: "settanta e otto, erano ottantuno".
constexpr WordSet kNextWeight{"erano", "era", "ero", "adesso", "oggi", "prima", "stamattina"};

}  // namespace

bool IsMonth(std::string_view word) { return IsAny(word, kMonths); }

bool NamesMonth(const Text& text, TokenRange range) { return text.HasAny(range, kMonths); }

Topic NumberContext::TopicBefore(TokenIndex at) const {
  constexpr std::int64_t kFarthest = 8, kFarthestMisread = 16, kFarthestReplaced = 22;
  const bool replaces = ReplacesValue(at);
  std::int64_t farthest = replaces ? kFarthestReplaced : kFarthest;
  for (std::int64_t i = static_cast<std::int64_t>(at) - 1, seen = 0; i >= 0 && seen < farthest; --i, ++seen) {
    const std::string_view word = Word(i);
    if (IsAny(word, kMisread) && !replaces) farthest = kFarthestMisread;
    const bool stops = !replaces && word == "." && Word(i - 1) != "." && Word(i + 1) != ".";
    if (word == ";" || (stops && seen > 0)) break;
    if (stops) seen = 6;  // only the word before it may still name the value
    if (StartsWithAny(word, kLaboratory) || IsAny(word, kBrokenLaboratory)) return Topic::kLaboratory;
    if (IsAny(word, kHeight)) return Topic::kHeight;
    if (StartsWithAny(word, kWeight)) return Topic::kWeight;
  }
  return Topic::kNone;
}

bool NumberContext::ReplacesValue(TokenIndex at) const {
  std::int64_t before = static_cast<std::int64_t>(at) - 1;
  if (Word(before) == "e") --before;
  while (before > 0 && text_.IsMark(before)) --before;
  return IsAny(Word(before), kNow) || IsAny(Word(before), kTakesBack);
}

bool NumberContext::IsPressureNamed(TokenIndex at) const {
  for (std::int64_t i = static_cast<std::int64_t>(at) - 1, seen = 0; i >= 0 && seen < 4 && !text_.IsMark(i);
       --i, ++seen) {
    if (Word(i) == "pressione" || Word(i) == "pa") return true;
  }
  return false;
}

bool NumberContext::IsLaboratoryNamed(TokenIndex at) const {
  return StartsWithAny(Word(static_cast<std::int64_t>(at) - 1), kLaboratory);
}

bool NumberContext::IsHeightNamed(TokenIndex at) const {
  const std::string_view before = Word(static_cast<std::int64_t>(at) - 1);
  return before == "centimetri" || IsAny(before, kHeight);
}

bool NumberContext::EndsValue(TokenIndex at) const { return text_.IsMark(at) || IsAny(Word(at), kAfterHeadword); }

bool NumberContext::EndsWeight(TokenIndex at) const {
  const bool is_next_height = Word(at) == "e" && IsBeforeHeight(at + 1);
  return EndsValue(at) || IsAny(Word(at), kNextWeight) || IsAny(Word(at), kPraise) || is_next_height ||
         (Word(at) == "virgola" && !ReadInteger(text_, at + 1)) || IsWorn(at) || Word(at) == "ho" ||
         (Word(at) == "a" && IsMonth(Word(at + 1)));
}

bool NumberContext::IsWorn(TokenIndex at) const {
  const bool dressed =
      IsAny(Word(at), kWorn) && (StartsWithAny(Word(at + 1), kClothes) || StartsWithAny(Word(at + 2), kClothes));
  return dressed || Word(at).starts_with("togli") || Word(at) == "tolga";
}

bool NumberContext::TellsWeight(TokenIndex at) const { return IsAny(Word(static_cast<std::int64_t>(at) - 1), kThen); }

bool NumberContext::IsOnScales(TokenIndex at) const {
  const bool after_mark = text_.IsMark(static_cast<std::int64_t>(at) - 1);
  return IsAny(Word(static_cast<std::int64_t>(at) - (after_mark ? 2 : 1)), kScales);
}

bool NumberContext::IsBeforeHeight(TokenIndex at) const {
  const bool joint = text_.IsMark(at) || Word(at) == "con" || Word(at) == "virgola" || Word(at) == "l'";
  return IsAny(Word(at), kHeight) || (joint && IsAny(Word(at + 1), kHeight));
}

bool NumberContext::TakesBack(TokenIndex at) const {
  at = text_.AfterMarks(at);
  const bool denies = Word(at) == "no";
  at = text_.AfterMarks(denies ? at + 1 : at);
  return IsAny(Word(at), kTakesBack) || (denies && (ReadInteger(text_, at) || Word(at) == "uno"));
}

bool NumberContext::IsOther(TokenIndex at) const {
  return !IsRateNamed(at) && (IsCounted(Word(at)) || !UnitOf(Word(at)).empty());
}

TokenIndex NumberContext::AfterAnd(TokenIndex at) const {
  if (Word(at) != "e") return at;
  while (Word(at) == "e" || Word(at) == "ehm") ++at;
  return at;
}

bool NumberContext::IsSaidTwice(TokenRange range) const {
  const std::int64_t words = range.last - range.first;
  const auto stands = [&](std::int64_t distance) {
    for (std::int64_t at = range.first; at < range.last; ++at) {
      if (Word(at) != Word(at + distance)) return false;
    }
    return true;
  };
  // "Ottantotto e due ottantotto chili e due."
  const auto stands_in_kilos = [&] {
    std::int64_t again = range.last;
    for (std::int64_t at = range.first; at < range.last; ++at, ++again) {
      if (at > range.first && Word(again) == "chili") ++again;
      if (Word(at) != Word(again)) return false;
    }
    return true;
  };
  return stands(words) || stands(-words) || stands_in_kilos();
}

bool NumberContext::IsRateNamed(TokenIndex at) const {
  return Word(at) == "battiti" && ReadInteger(text_, at + 1).has_value();
}

}  // namespace scriba::clinical
