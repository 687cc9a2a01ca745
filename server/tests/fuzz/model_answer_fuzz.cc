// What a language model writes: whatever it holds, every statement of the visit stands, and nothing that was not said.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "clinical/analyze.h"
#include "clinical/checking/model_report.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scriba::clinical;
  static const Report kReport = Analyze(
      "Sono allergica alla penicillina. Prendo metformina 500 milligrammi. Mia madre è diabetica. Peso 84 chili. "
      "Cammino due volte a settimana.",
      {});
  static const auto kFacts = FactsOf(kReport);
  const auto sentences = ParseWriting({reinterpret_cast<const char*>(data), size});
  if (!sentences) return 0;
  const ModelReport written = ComposeReport(kReport, kFacts, *sentences);
  std::size_t statements = 0;
  for (const Section section : AllSections()) {
    for (const Statement& statement : written.report[section]) {
      if (statement.evidence.empty() || statement.text.empty()) std::abort();
    }
    statements += written.report[section].size();
    if (written.report[section].empty() != kReport[section].empty()) std::abort();
  }
  return statements == 0 ? 1 : 0;
}
