// How somebody speaks who puts another right: "Trenta, dottore.", "sessantotto, ho qui il controllo".
#pragma once

#include "clinical/reading/text.h"

namespace scriba::clinical {

/// The words with which somebody says that something is wrong, before he says what holds.
inline constexpr WordSet kWrong{"no", "anzi", "macche", "scusi", "scusa", "scusate", "pardon"};

/// Reads the sentences of whoever puts another right. Places are those of tokens.
class Objections {
 public:
  /// Tokens before the word that holds, of its sentence.
  static constexpr TokenIndex kLongestLead = 6;
  /// Tokens between what was said and the sentence that puts it right.
  static constexpr TokenIndex kFarthest = 28;

  /// The text outlives this view of it.
  explicit Objections(const Text& text) : text_(text) {}

  /// What stands in a sentence before the word that holds.
  struct Lead {
    TokenIndex end = 0;
    /// Whether it says that something is wrong.
    bool is_wrong = false;
  };

  bool EndsSentence(TokenIndex at) const;
  Lead LeadOf(TokenIndex sentence) const;
  /// "Mamma, sono sedici, te le preparo io": behind who is addressed first, and the verb; else the sentence itself.
  TokenIndex AfterAddress(TokenIndex sentence) const;
  /// A mark with somebody's name or title between it and the end of the sentence. "Otto, dottore, la domenica" and "il
  /// sinistro, Ignazio, a novembre" tell another case; "sessantuno, dottò, fatti a giugno" how he knows.
  bool IsAddress(TokenIndex at) const;
  /// At a mark: whether the sentence ends there, or goes on with how its speaker knows.
  bool EndsWithReason(TokenIndex mark) const;
  /// "Novantuno e otto, ho la cartella davanti."
  bool IsReadOut(TokenIndex at) const;
  /// Whether the sentence goes on with when that was.
  bool IsOfOtherTime(TokenIndex at) const;
  /// Whether the sentence before only asks whether the one before it is right.
  bool IsAskedAgain(TokenIndex sentence) const;
  /// Where what is put right may begin: two sentences back, the second only where no question stands between; of a
  /// question, its own words.
  TokenIndex FirstOfWhatWasSaid(TokenIndex sentence) const;

 private:
  std::string_view Word(std::int64_t at) const { return text_.Word(at); }
  /// Behind the last mark before a place.
  TokenIndex StartOfPart(TokenIndex at) const;

  const Text& text_;
};

}  // namespace scriba::clinical
