// From the answer of a language model to a report: what passes every check stands, what does not gives way to the words
// that were said, and what the model left out is there all the same.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "clinical/checking/model_facts.h"
#include "clinical/checking/sentence_check.h"
#include "platform/result.h"

namespace scriba::clinical {

/// One sentence as the model wrote it.
struct WrittenSentence {
  Section section = Section::kMotivoVisita;
  std::string text;
  std::vector<std::string> evidence;  ///< ids of facts
};

/// Reads the content of the model's message; a fence of three backticks around it and a train of thought before it are
/// put up with. Errors: kLanguageModelFailed when it is not the object that was asked for.
platform::Result<std::vector<WrittenSentence>> ParseWriting(std::string_view content);

struct ModelReport {
  Report report;
  std::size_t kept = 0;    ///< sentences of the model that stand
  std::size_t marked = 0;  ///< of these, to be verified
  std::map<Fault, std::size_t> faults;
};

/// `sentences` with their pseudonyms already undone. Measures, critical points, computed statements, omissions and the
/// share of the talk stay those of `built_in`; every statement of it stands, in the model's words or in its own.
ModelReport ComposeReport(const Report& built_in, const std::vector<Fact>& facts,
                          const std::vector<WrittenSentence>& sentences);

}  // namespace scriba::clinical
