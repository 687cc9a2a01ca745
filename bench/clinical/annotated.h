// Annotated consultations, as the programs that fit the models of the analyser read them.
#pragma once

#include <unicode/unistr.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "clinical/placing/features.h"
#include "clinical/placing/section_model.h"
#include "clinical/reading/marks.h"
#include "clinical/reading/reading.h"

namespace scriba::clinical::fitting {

/// What both kinds of annotated file say.
struct Annotated {
  struct Utterance {
    icu::UnicodeString text;
    std::array<bool, kLabelCount> allowed{};
  };
  std::vector<Utterance> utterances;
  /// [begin, end, critical] of the words that carry facts, in UTF-16 units of the transcript.
  nlohmann::json facts = nlohmann::json::array();
  /// Where the phrases stand that must not enter a report.
  std::vector<Span> small_talk;
  /// Marked by hand, and more generously than the facts of the consultations are: the model learns the difference.
  bool marked_by_hand = false;
  /// Tells to which section words belong, and nothing of facts.
  bool for_sections_only = false;
  /// Some utterances that follow one another, of no talk.
  bool is_exchange = false;

  /// The utterances joined by one space.
  icu::UnicodeString Transcript() const;
};

/// A consultation of tests/golden/clinical (.json; its facts are in the table made by mark_facts.py), a text of
/// training/ (.txt), or the exchanges of a file of phrases/ (.phrases). Throws where a file is not of its form.
std::vector<Annotated> ReadAnnotated(const std::string& path, const nlohmann::json& facts);

/// A mark at which a writer pauses.
bool IsPause(std::string_view mark);

/// A transcript with spaces for its marks: every word keeps its place.
icu::UnicodeString Blanked(const icu::UnicodeString& transcript);

/// Whether a transcript came without marks.
bool IsUnmarked(const icu::UnicodeString& transcript);

std::string ToUtf8(const icu::UnicodeString& text);

/// One consultation as the section model sees it.
struct Example {
  Reading reading;
  std::vector<ClauseFeatures> clauses;
  std::vector<std::array<bool, kLabelCount>> allowed;
  nlohmann::json facts;
  std::vector<Span> small_talk;
  bool marked_by_hand = false;
  bool for_sections_only = false;
  bool is_exchange = false;
};
using Examples = std::vector<const Example*>;

/// Reads the consultation, without its marks where `blank` says so, cut by `marks` where it has none.
Example MakeExample(const Annotated& annotated, bool blank, const MarkModel& marks);

/// The numbers below `count` in an order that is another one each round and the same in every run.
std::vector<std::size_t> Shuffled(std::size_t count, std::uint64_t round);

/// Whether a step does not see a feature, the same in every run: the bits of both numbers mixed (splitmix64).
bool LeavesOut(std::uint32_t id, std::uint64_t step, double share);

}  // namespace scriba::clinical::fitting
