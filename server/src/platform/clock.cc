#include "platform/clock.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace scriba::platform {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::microseconds;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr Instant kFirstInstant = std::chrono::sys_days(std::chrono::January / 1 / 0);
constexpr Instant kEndOfTime = std::chrono::sys_days(std::chrono::January / 1 / 10000);

/// Puts a number's digits, zeros first, over those that stand at `at`.
void PutDigits(std::string& text, std::size_t at, std::size_t count, std::int64_t number) {
  for (; count > 0; --count, number /= 10) text[at + count - 1] = static_cast<char>('0' + number % 10);
}

/// Digit by digit: a session has eight dates, and the formatting library took four times as long for each.
std::string Format(Instant instant, std::string_view zone) {
  const auto day = std::chrono::floor<days>(instant);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(instant - day);
  std::string text("0000-00-00T00:00:00.000000");
  PutDigits(text, 0, 4, static_cast<int>(date.year()));
  PutDigits(text, 5, 2, static_cast<unsigned>(date.month()));
  PutDigits(text, 8, 2, static_cast<unsigned>(date.day()));
  PutDigits(text, 11, 2, time.hours().count());
  PutDigits(text, 14, 2, time.minutes().count());
  PutDigits(text, 17, 2, time.seconds().count());
  PutDigits(text, 20, 6, time.subseconds().count());
  return text.append(zone);
}

/// Walks over a timestamp; every reader moves on only when it succeeds.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  std::optional<int> Digits(std::size_t count) {
    const std::string_view digits = rest_.substr(0, count);
    // Asked for each: from_chars would take a sign for one of them.
    const bool are_digits = std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
    if (digits.size() < count || !are_digits) return std::nullopt;
    int value = 0;
    std::from_chars(digits.data(), digits.data() + count, value);
    rest_.remove_prefix(count);
    return value;
  }

  bool Take(std::string_view any_of) {
    if (rest_.empty() || any_of.find(rest_.front()) == std::string_view::npos) return false;
    rest_.remove_prefix(1);
    return true;
  }

  /// The fraction of a second, cut to microseconds.
  std::optional<int> Fraction() {
    int value = 0;
    int scale = 100000;
    bool any = false;
    while (!rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9') {
      value += (rest_.front() - '0') * scale;
      scale /= 10;
      any = true;
      rest_.remove_prefix(1);
    }
    return any ? std::optional(value) : std::nullopt;
  }

  char Peek() const { return rest_.empty() ? '\0' : rest_.front(); }
  bool AtEnd() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

struct Fields {
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, fraction = 0, offset_minutes = 0;
};

bool ReadOffset(Reader& in, Fields& fields) {
  if (in.AtEnd() || in.Take("Zz")) return in.AtEnd();
  const int sign = in.Peek() == '-' ? -1 : 1;
  if (!in.Take("+-")) return false;
  const auto offset_hours = in.Digits(2);
  if (!offset_hours) return false;
  in.Take(":");
  const auto offset_minutes = in.AtEnd() ? std::optional(0) : in.Digits(2);
  if (!offset_minutes || *offset_hours > 15 || *offset_minutes > 59) return false;
  fields.offset_minutes = sign * (*offset_hours * 60 + *offset_minutes);
  return in.AtEnd();
}

bool ReadTime(Reader& in, Fields& fields) {
  if (in.AtEnd()) return true;
  if (!in.Take("Tt ")) return false;
  const auto hour = in.Digits(2);
  if (!hour || !in.Take(":")) return false;
  const auto minute = in.Digits(2);
  if (!minute) return false;
  fields.hour = *hour;
  fields.minute = *minute;
  if (in.Take(":")) {
    const auto second = in.Digits(2);
    if (!second) return false;
    fields.second = *second;
    if (in.Take(".,")) {
      const auto fraction = in.Fraction();
      if (!fraction) return false;
      fields.fraction = *fraction;
    }
  }
  return ReadOffset(in, fields);
}

}  // namespace

Instant SystemClock::Now() const { return std::chrono::floor<microseconds>(std::chrono::system_clock::now()); }

std::string FormatTimestamp(Instant instant) { return Format(instant, "+00:00"); }

std::string FormatRfc3339(Instant instant) { return Format(instant, "Z"); }

Result<Instant> ParseTimestamp(std::string_view text) {
  const auto unparsable = [&] { return Fail(Code::kDateUnparsable, "invalid input syntax for type timestamp"); };
  Reader in(text);
  Fields fields;
  const auto year = in.Digits(4);
  if (!year || !in.Take("-")) return unparsable();
  const auto month = in.Digits(2);
  if (!month || !in.Take("-")) return unparsable();
  const auto day = in.Digits(2);
  if (!day) return unparsable();
  if (!ReadTime(in, fields)) return unparsable();
  const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok() || fields.hour > 24 || fields.minute > 59 || fields.second > 60) {
    return Fail(Code::kDateOutOfRange, "date/time field value out of range");
  }
  const Instant instant = Instant(std::chrono::sys_days(date)) + hours(fields.hour) + minutes(fields.minute) +
                          seconds(fields.second) + microseconds(fields.fraction) - minutes(fields.offset_minutes);
  // The hour or the zone may lead out of the years that four digits write.
  if (instant < kFirstInstant || instant >= kEndOfTime)
    return Fail(Code::kDateOutOfRange, "date/time field value out of range");
  return instant;
}

std::int64_t ToUnixSeconds(Instant instant) {
  return std::chrono::duration_cast<seconds>(instant.time_since_epoch()).count();
}

std::int64_t ToMicroseconds(Instant instant) { return instant.time_since_epoch().count(); }

Instant FromMicroseconds(std::int64_t microseconds) { return Instant(std::chrono::microseconds(microseconds)); }

}  // namespace scriba::platform
