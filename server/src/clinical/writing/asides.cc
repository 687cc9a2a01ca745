#include "clinical/writing/asides.h"

namespace scriba::clinical {
namespace {

/// It ends at the first empty word.
using Phrase = std::array<std::string_view, 4>;

constexpr std::array<Phrase, 21> kAsides{{
    {"per", "fortuna"},
    {"grazie", "a", "dio"},
    {"grazie", "al", "cielo"},
    {"meno", "male", "che"},
    {"tra", "l'", "altro"},
    {"fra", "l'", "altro"},
    {"d'", "altronde"},
    {"va", "detto", "che"},
    {"le", "devo", "dire", "che"},
    {"ti", "devo", "dire", "che"},
    {"devo", "dirle", "che"},
    {"devo", "dirti", "che"},
    {"volevo", "dirle", "che"},
    {"vediamo", "un", "po'"},
    {"se", "vuole", "saperlo"},
    {"a", "dirla", "tutta"},
    {"le", "confesso", "che"},
    {"figurati"},
    {"figuriamoci"},
    {"purtroppo"},
    {"fortunatamente"},
}};

constexpr WordSet kHandsOver{"faccio", "do", "facciamo", "diamo", "lascio", "preparo"};
constexpr WordSet kDefinite{"il", "lo", "la", "i", "gli", "le", "l'", "un", "una", "un'"};
constexpr WordSet kNotHanded{"non", "mai", "se", "quando", "che", "poi"};

bool Begins(const Reading& reading, TokenIndex at, const Phrase& phrase, TokenIndex& end) {
  end = at;
  for (const std::string_view word : phrase) {
    if (word.empty()) return true;
    if (reading.text.Word(end) != word) return false;
    ++end;
  }
  return true;
}

}  // namespace

TokenIndex AfterAside(const Reading& reading, TokenIndex at, TokenRange range) {
  if (!IsAny(reading.text.Word(at), kFirstOfAside)) return at;
  for (const Phrase& phrase : kAsides) {
    TokenIndex end = at;
    if (Begins(reading, at, phrase, end) && end < range.last) return end;
  }
  return at;
}

TokenIndex AfterHandingOver(const Reading& reading, TokenIndex at, TokenRange range) {
  const Text& text = reading.text;
  if (!IsAny(text.Word(at), kToSomebody) || !IsAny(text.Word(at + 1), kHandsOver)) return at;
  if (IsAny(text.Word(static_cast<std::int64_t>(at) - 1), kNotHanded) || at + 3 >= range.last) return at;
  const std::string_view given = text.Word(at + 2);
  const bool counts = !reading.NumbersIn({at + 2, at + 3}).empty();
  if (!counts && !IsAny(given, kDefinite)) return at;
  return at + 2;
}

}  // namespace scriba::clinical
