// The marks that a poor recogniser leaves out: where speech pauses, and which pieces of it ask.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "clinical/reading/lexicon.h"
#include "clinical/reading/text.h"

namespace scriba::clinical {

/// What is seen of a place or a piece: a kind and up to two words, which belong to the text and the lexicon.
struct MarkFeature {
  std::string_view kind;
  std::string_view first;
  std::string_view second;

  /// "kind:first_second", as it stands in the model's file.
  std::string Name() const;
};

/// Two logistic models, of "a writer would put a mark here" and of "this piece asks", fitted by
/// bench/clinical/fit_models on talks that have their marks and kept in lexicon/marks.model (lines "name weight").
class MarkModel {
 public:
  MarkModel() = default;
  explicit MarkModel(std::string_view text);
  /// Probability, 0 to 1.
  double Score(const std::vector<MarkFeature>& features) const;

 private:
  std::unordered_map<std::uint64_t, float> weights_;  // by the hash of the name
};

const MarkModel& BuiltInMarkModel();

/// Sees a text word by word; its marks, where it has some, are words to it too.
class MarkReader {
 public:
  MarkReader(const Text& text, const std::vector<TermHit>& terms);

  /// Of the place before a token.
  const std::vector<MarkFeature>& OfPlace(TokenIndex at);
  /// Of a piece between two pauses.
  const std::vector<MarkFeature>& OfPiece(TokenRange range);

 private:
  std::string_view WordAt(std::int64_t at) const;

  std::vector<std::string_view> words_;   // by token; all numbers are one word
  std::vector<std::string_view> begins_;  // by token: the tag of a term that begins there
  std::vector<std::string_view> ends_;    // that ends with the token before
  std::vector<bool> inside_;              // a term goes on from the token before
  std::vector<MarkFeature> features_;
};

}  // namespace scriba::clinical
