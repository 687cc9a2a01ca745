#include "clinical/checking/value_checks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "clinical/checking/claims.h"
#include "clinical/reading/numbers.h"
#include "clinical/writing/report_text.h"

namespace scriba::clinical {
namespace {

using nlohmann::json;

// Adults do not change in height; two measurements of one person differ by a centimetre (shoes, posture).
constexpr double kHeightTolerance = 1.5;
constexpr int kGrownUp = 20;
// Beyond what dieting, illness or water explain: two kilograms a week on top of four at once.
constexpr double kKilosAtOnce = 4;
constexpr double kKilosPerWeek = 2;
constexpr double kWeightShareWithoutTime = 0.2;
constexpr double kWaistTolerance = 20;
// A laboratory value this many times its last one is more often a slip of the ear than an illness.
constexpr double kLaboratoryFactor = 2.5;
constexpr double kBmiTolerance = 0.6;
// Words before a quote that tell how its number is read ("alta uno e settantadue").
constexpr std::size_t kContext = 60;

bool HasNumber(const std::string& words, const Measure& measure) {
  const std::vector<Number> numbers = FindNumbers(Text(words));
  return std::any_of(numbers.begin(), numbers.end(), [&](const Number& number) {
    constexpr double kHair = 1e-6;
    return std::abs(number.value - measure.value) < kHair &&
           (!measure.second_value || std::abs(number.second - *measure.second_value) < kHair);
  });
}

class Checker {
 public:
  Checker(const Report& report, const std::vector<Dose>& doses, std::string_view transcript,
          const EarlierValues& earlier)
      : report_(report), doses_(doses), text_(transcript), earlier_(earlier) {}

  std::vector<ValueCheck> Check() {
    for (const Measure& measure : report_.measures) {
      if (measure.source == Source::kComputed) continue;
      CheckWords(measure);
      if (measure.plausibility == Plausibility::kImplausible) {
        Add(measure, "", measure.name + " " + MeasureText(measure) + ": valore fuori da quanto è possibile.");
      }
      CheckEarlier(measure);
    }
    CheckBmi();
    for (const Dose& dose : doses_) CheckDose(dose);
    return std::move(checks_);
  }

 private:
  const Measure* Find(std::string_view key) const {
    const auto found = std::find_if(report_.measures.begin(), report_.measures.end(),
                                    [&](const Measure& measure) { return measure.key == key; });
    return found == report_.measures.end() ? nullptr : &*found;
  }

  void Add(std::string key, std::string value, std::string earlier, const Span& evidence, std::string message) {
    const auto has_key = [&](const ValueCheck& check) { return check.key == key; };
    if (std::any_of(checks_.begin(), checks_.end(), has_key)) return;
    checks_.push_back(
        {std::move(key), std::move(value), std::move(earlier), text_.Original(evidence), std::move(message)});
  }

  void Add(const Measure& measure, std::string earlier, std::string message) {
    Add(measure.key, MeasureText(measure), std::move(earlier), measure.evidence, std::move(message));
  }

  /// The value is the one that its words say.
  void CheckWords(const Measure& measure) {
    const Span& span = measure.evidence;
    const Span around{span.begin > kContext ? span.begin - kContext : 0, span.end};
    if (HasNumber(text_.Original(span), measure) || HasNumber(text_.Original(around), measure)) return;
    Add(measure, "", measure.name + " " + MeasureText(measure) + " non corrisponde alle parole della visita.");
  }

  void CheckEarlier(const Measure& measure) {
    const auto known = std::find_if(earlier_.values.begin(), earlier_.values.end(),
                                    [&](const EarlierValue& value) { return value.key == measure.key; });
    if (known == earlier_.values.end() || !IsSurprising(measure, *known)) return;
    Measure before = measure;
    before.value = known->value;
    before.second_value.reset();
    const std::string then = MeasureText(before);
    std::string message = measure.name + " " + MeasureText(measure) + ", ma " + then + " " + known->where;
    if (known->days_ago > 0) message += " (" + std::to_string(known->days_ago) + " giorni fa)";
    Add(measure, then, message + ".");
  }

  bool IsSurprising(const Measure& measure, const EarlierValue& known) const {
    if (measure.second_value || known.value <= 0 || measure.value <= 0 || measure.unit != known.unit) return false;
    const double change = std::abs(measure.value - known.value);
    if (measure.key == "altezza_cm") {
      const bool may_grow = earlier_.age_years && *earlier_.age_years < kGrownUp;
      return change > kHeightTolerance && !(may_grow && measure.value > known.value);
    }
    if (measure.key == "peso_kg") {
      if (known.days_ago == 0) return change > kWeightShareWithoutTime * known.value;
      return change > kKilosAtOnce + kKilosPerWeek * known.days_ago / 7.0;
    }
    if (measure.key == "circonferenza_vita_cm") return change > kWaistTolerance;
    if (measure.key == "bmi") return false;
    const double factor = measure.value / known.value;
    return factor > kLaboratoryFactor || factor < 1 / kLaboratoryFactor;
  }

  /// A body mass index that was said is computed again.
  void CheckBmi() {
    const Measure* bmi = Find("bmi");
    const Measure* weight = Find("peso_kg");
    const Measure* height = Find("altezza_cm");
    if (!bmi || !weight || !height || height->value <= 0 || bmi->source == Source::kComputed) return;
    const double metres = height->value / 100;
    const double computed = std::round(weight->value / (metres * metres) * 10) / 10;
    if (std::abs(computed - bmi->value) <= kBmiTolerance) return;
    Add(*bmi, WriteDecimal(computed) + " kg/m²",
        "BMI " + WriteDecimal(bmi->value) + ", ma " + WriteDecimal(computed) + " calcolato da peso e altezza.");
  }

  void CheckDose(const Dose& dose) {
    const EarlierDose* known = nullptr;
    for (const EarlierDose& earlier : earlier_.doses) {
      if (!AreAlike(earlier.drug, dose.drug, true)) continue;
      if (IsSameDose(earlier.value, earlier.unit, dose.value, dose.unit)) return;
      if (!known) known = &earlier;
    }
    if (!known) return;
    const std::string then = DoseText(known->value, known->unit);
    const std::string now = DoseText(dose.value, dose.unit);
    Add("dose:" + dose.drug, now, then, dose.evidence,
        "Dose di " + dose.drug + " " + now + ", ma " + then + " " + known->where + ".");
  }

  const Report& report_;
  const std::vector<Dose>& doses_;
  const Text text_;
  const EarlierValues& earlier_;
  std::vector<ValueCheck> checks_;
};

}  // namespace

std::vector<ValueCheck> CheckValues(const Report& report, const std::vector<Dose>& doses,
                                    std::string_view transcript_utf8, const EarlierValues& earlier) {
  return Checker(report, doses, transcript_utf8, earlier).Check();
}

json ToJson(const std::vector<ValueCheck>& checks) {
  json list = json::array();
  for (const ValueCheck& check : checks) {
    list.push_back({{"key", check.key},
                    {"value", check.value},
                    {"earlier", check.earlier},
                    {"quote", check.quote},
                    {"message", check.message},
                    {"state", "open"}});
  }
  return list;
}

json ToJson(const std::vector<Dose>& doses) {
  json list = json::array();
  for (const Dose& dose : doses) {
    list.push_back({{"drug", dose.drug},
                    {"value", dose.value},
                    {"unit", dose.unit},
                    {"text", DoseText(dose.value, dose.unit)},
                    {"evidence", {{dose.evidence.begin, dose.evidence.end}}}});
  }
  return list;
}

}  // namespace scriba::clinical
