#include "clinical/reading/model_file.h"

#include <charconv>
#include <stdexcept>
#include <string>

#include "embedded/clinical_lexicon.h"

namespace scriba::clinical {

std::string_view ModelFile(std::string_view name) {
  for (const auto& file : embedded::ClinicalLexicon()) {
    if (file.path == name) return file.bytes;
  }
  throw std::runtime_error(std::string(name) + " is not part of the program");
}

void ForEachWeight(std::string_view text, const std::function<void(std::string_view, double)>& act) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos) continue;
    double weight = 0;
    if (std::from_chars(line.data() + space + 1, line.data() + line.size(), weight).ec != std::errc{}) {
      throw std::runtime_error("a model has a line that is not understood");
    }
    act(line.substr(0, space), weight);
  }
}

}  // namespace scriba::clinical
