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

std::string_view ModelLine::Next() {
  const std::size_t space = rest_.find(' ');
  const std::string_view field = rest_.substr(0, space);
  rest_ = space == std::string_view::npos ? std::string_view{} : rest_.substr(space + 1);
  return field;
}

double ModelLine::NextNumber() {
  const std::string_view field = Next();
  double value = 0;
  if (std::from_chars(field.data(), field.data() + field.size(), value).ec != std::errc{}) {
    throw std::runtime_error("a model has a line that is not understood");
  }
  return value;
}

void ForEachLine(std::string_view text, const std::function<void(ModelLine)>& act) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end != 0) act(ModelLine(text.substr(0, end)));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  }
}

void ForEachWeight(std::string_view text, const std::function<void(std::string_view, double)>& act) {
  ForEachLine(text, [&](ModelLine line) {
    const std::string_view name = line.Next();
    act(name, line.NextNumber());
  });
}

}  // namespace scriba::clinical
