// Any bytes give a report whose evidence lies in the text.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "clinical/analyze.h"
#include "clinical/reading/text.h"
#include "clinical/writing/report_text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scriba::clinical;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Report report = Analyze(text, {});
  const auto units = static_cast<std::size_t>(Text(text).utf16().length());
  for (const Section section : AllSections()) {
    for (const Statement& statement : report[section]) {
      for (const Span& span : statement.evidence) {
        if (span.begin > span.end || span.end > units) std::abort();
      }
    }
  }
  if (RenderText(report).empty()) std::abort();
  return 0;
}
