// The files of fitted weights that are part of the program (lexicon/*.model).
#pragma once

#include <functional>
#include <string_view>

namespace scriba::clinical {

/// The text of a file by its name. Throws where the program was built without it.
std::string_view ModelFile(std::string_view name);

/// A line as it is read, field by field.
class ModelLine {
 public:
  explicit ModelLine(std::string_view line) : rest_(line) {}
  /// Empty at the end.
  std::string_view Next();
  /// Throws where there is none.
  double NextNumber();
  bool IsRead() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

void ForEachLine(std::string_view text, const std::function<void(ModelLine line)>& act);

/// Reads lines "name weight". Throws at a line that is not understood.
void ForEachWeight(std::string_view text, const std::function<void(std::string_view name, double weight)>& act);

}  // namespace scriba::clinical
