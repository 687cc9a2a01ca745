#include "data/text_pattern.h"

#include <unicode/regex.h>
#include <unicode/unistr.h>

#include <cstdint>
#include <string>

namespace scriba::data {
namespace {

using platform::Code;
using platform::Fail;
using platform::Result;

constexpr std::size_t kLongestExpression = 1000;
// In ICU's steps, some tens of microseconds each: a hostile expression costs milliseconds.
constexpr std::int32_t kMostSteps = 100;
constexpr std::int32_t kMostStackBytes = 1 << 20;

icu::UnicodeString Wide(std::string_view text) {
  return icu::UnicodeString::fromUTF8({text.data(), static_cast<std::int32_t>(text.size())});
}

class IcuPattern final : public TextPattern {
 public:
  explicit IcuPattern(std::unique_ptr<icu::RegexPattern> pattern) : pattern_(std::move(pattern)) {}

  bool IsIn(std::string_view text) const override {
    UErrorCode status = U_ZERO_ERROR;
    const icu::UnicodeString wide = Wide(text);
    const std::unique_ptr<icu::RegexMatcher> matcher(pattern_->matcher(wide, status));
    if (U_FAILURE(status) != 0) return false;
    matcher->setTimeLimit(kMostSteps, status);
    matcher->setStackLimit(kMostStackBytes, status);
    const bool is_found = matcher->find(status) != 0;
    return is_found && U_SUCCESS(status) != 0;
  }

 private:
  std::unique_ptr<icu::RegexPattern> pattern_;
};

}  // namespace

Result<std::shared_ptr<const TextPattern>> TextPattern::Compile(std::string_view expression, bool ignores_case) {
  if (expression.size() > kLongestExpression) {
    return Fail(Code::kQueryUnparsable, "failed to parse filter: the regular expression is too long");
  }
  UErrorCode status = U_ZERO_ERROR;
  const std::uint32_t flags = ignores_case ? UREGEX_CASE_INSENSITIVE : 0;
  std::unique_ptr<icu::RegexPattern> pattern(icu::RegexPattern::compile(Wide(expression), flags, status));
  if (U_FAILURE(status) != 0) {
    return Fail(Code::kQueryUnparsable, "failed to parse filter: the regular expression is not valid");
  }
  return std::shared_ptr<const TextPattern>(std::make_shared<IcuPattern>(std::move(pattern)));
}

}  // namespace scriba::data
