// Heights of people as they are said and written: in metres, with or without their unit, in centimetres.
#pragma once

#include "clinical/reading/number_context.h"
#include "clinical/reading/numbers.h"
#include "clinical/reading/text.h"

namespace scriba::clinical {

/// Makes a number a height in centimetres where it is one; each answers whether it was. The text and its context must
/// outlive it.
class HeightReader {
 public:
  HeightReader(const Text& text, const NumberContext& context) : text_(text), context_(context) {}

  /// "Un metro e settantadue", "1 m 72".
  bool ReadAfterMetre(Number& number) const;
  /// "1,78 m", "alto 1,78".
  bool ReadInMetres(Number& number) const;
  /// "Alta uno e sessantotto".
  bool ReadAfterOne(Number& number) const;

 private:
  const Text& text_;
  const NumberContext& context_;
};

}  // namespace scriba::clinical
