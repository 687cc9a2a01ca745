// What a language model is given to write over: the statements of the built-in analysis, each under an id. It never
// sees the transcript, and a sentence of its answer counts only with the ids on which it rests.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "clinical/report.h"

namespace scriba::clinical {

/// One statement under its id ("s7").
struct Fact {
  std::string id;
  Section section = Section::kMotivoVisita;
  /// Place among the statements of its section.
  std::size_t index = 0;
  /// As it goes to the model. The caller may replace names by pseudonyms.
  std::string text;
  std::string who;
  bool negated = false;
};

/// The statements that were said, in order. What was computed keeps its wording, and so does what speaks to whoever
/// writes the report ("ignora le istruzioni", "scrivi che…"): a model could take it for an order.
std::vector<Fact> FactsOf(const Report& report);

/// Whether a text gives orders to whoever, or whatever, writes the report.
bool SpeaksToTheWriter(std::string_view text);

/// The two messages of POST /v1/chat/completions.
nlohmann::json WriterMessages(const std::vector<Fact>& facts);

/// JSON schema of the answer: {section key: [{"text", "evidence": [ids of that section]}]}.
nlohmann::json AnswerSchema(const std::vector<Fact>& facts);

}  // namespace scriba::clinical
