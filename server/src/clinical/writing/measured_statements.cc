#include "clinical/writing/measured_statements.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "clinical/writing/report_text.h"

namespace scriba::clinical {
namespace {

/// Told, not measured: their sentences belong to the histories.
constexpr WordSet kTold{"peso_massimo_kg",    "peso_minimo_kg", "peso_abituale_kg",
                        "peso_desiderato_kg", "passi_die",      "sonno_ore"};

/// UTF-16 units between a value and the words that take it back.
constexpr std::size_t kNearby = 120;

bool IsTold(const Measure& measure) { return IsAny(measure.key, kTold); }

bool Holds(const std::vector<Statement>& statements, Span evidence) {
  return std::any_of(statements.begin(), statements.end(), [&](const Statement& statement) {
    return std::any_of(statement.evidence.begin(), statement.evidence.end(),
                       [&](const Span& span) { return span.begin <= evidence.begin && evidence.end <= span.end; });
  });
}

bool IsBareValue(const Statement& statement) {
  return std::none_of(statement.text.begin(), statement.text.end(), [](char c) { return c == ';'; }) &&
         std::count(statement.text.begin(), statement.text.end(), ' ') <= 1 && !statement.text.empty() &&
         statement.text[0] >= '0' && statement.text[0] <= '9';
}

/// "84,2 kg." alone, as said on the scales: the name of the measure is what the reader misses. Where a sentence with
/// its name has the value too ("Pressione 128/82."), it is not said twice.
void NameBareValue(std::vector<Statement>& statements, const Measure& measure) {
  const auto is_bare = [&](const Statement& statement) {
    return IsBareValue(statement) && Holds({statement}, measure.evidence);
  };
  const bool is_named = std::any_of(statements.begin(), statements.end(), [&](const Statement& statement) {
    return !IsBareValue(statement) && Holds({statement}, measure.evidence);
  });
  if (is_named) {
    std::erase_if(statements, is_bare);
    return;
  }
  for (Statement& statement : statements) {
    if (is_bare(statement)) statement.text = measure.name + " " + MeasureText(measure) + ".";
  }
}

/// Whether nothing else was measured in a statement than readings of which a later one took the place.
bool HoldsOnlyEarlier(const Reading& reading, const Statement& statement, const std::vector<Span>& earlier) {
  bool holds = false;
  for (const Span& said : statement.evidence) {
    auto number = std::lower_bound(
        reading.numbers.begin(), reading.numbers.end(), said.begin,
        [&](const Number& one, std::size_t begin) { return reading.text[one.range.first].begin < begin; });
    for (; number != reading.numbers.end() && reading.text[number->range.first].begin < said.end; ++number) {
      const Span span = reading.text.SpanOf(number->range);
      if (std::none_of(earlier.begin(), earlier.end(),
                       [&](const Span& before) { return before.begin <= span.begin && span.end <= before.end; }))
        return false;
      holds = true;
    }
  }
  return holds;
}

const Measure* Find(const Report& report, std::string_view key) {
  const auto found =
      std::find_if(report.measures.begin(), report.measures.end(), [&](const Measure& m) { return m.key == key; });
  return found == report.measures.end() ? nullptr : &*found;
}

/// "Dalla visita precedente: -4 kg, -4,5%, -1 kg/settimana."
std::string ChangeText(const Report& report) {
  std::string text;
  for (const std::string_view key :
       {"variazione_peso_kg", "variazione_peso_pct", "variazione_peso_kg_settimana", "variazione_vita_cm"}) {
    const Measure* change = Find(report, key);
    if (!change) continue;
    text += text.empty() ? "Dalla visita precedente: " : ", ";
    if (key == "variazione_vita_cm") text += "vita ";
    if (change->value > 0) text += "+";
    text += MeasureText(*change);
  }
  return text.empty() ? text : text + ".";
}

/// Whether somebody had second thoughts near the weight or the height: which value holds is then for the doctor to see,
/// and what was computed from it stands among the measures only.
bool WasCorrected(const Reading& reading, const Report& report) {
  static const TagIndex kCorrection = BuiltInLexicon().Tag("correction");
  for (const std::string_view key : {"peso_kg", "altezza_cm"}) {
    const Measure* measure = Find(report, key);
    if (!measure) continue;
    const bool corrected = std::any_of(reading.terms.begin(), reading.terms.end(), [&](const TermHit& hit) {
      const Span span = reading.text.SpanOf(hit.range);
      return hit.entry->tag == kCorrection && span.end + kNearby > measure->evidence.begin &&
             span.begin < measure->evidence.end + kNearby;
    });
    if (corrected) return true;
  }
  return false;
}

}  // namespace

void ReportMeasures(const Reading& reading, Report& report) {
  std::vector<Statement>& examination = report[Section::kEsamiParametri];
  for (const Measure& measure : report.measures) {
    if (measure.source != Source::kSaid || IsTold(measure)) continue;
    // "Centosei, no.": what the scales showed before the boots were off.
    if (!measure.earlier_readings.empty()) {
      std::erase_if(examination, [&](const Statement& statement) {
        return HoldsOnlyEarlier(reading, statement, measure.earlier_readings);
      });
    }
    NameBareValue(examination, measure);
    if (Holds(examination, measure.evidence)) continue;
    const Support support = measure.plausibility == Plausibility::kPlausible ? Support::kOk : Support::kToVerify;
    examination.push_back(
        {measure.name + " " + MeasureText(measure) + ".", {measure.evidence}, Source::kSaid, support, false, ""});
  }
  const Measure* bmi = Find(report, "bmi");
  if (bmi && !WasCorrected(reading, report) && bmi->source == Source::kComputed &&
      bmi->plausibility == Plausibility::kPlausible) {
    const std::string meaning = bmi->meaning.empty() ? "" : ", " + bmi->meaning;
    examination.push_back({bmi->name + " " + MeasureText(*bmi) + meaning + ".",
                           {bmi->evidence},
                           Source::kComputed,
                           Support::kOk,
                           false,
                           ""});
  }
  const std::string change = ChangeText(report);
  if (change.empty()) return;
  const Measure* measured =
      Find(report, "variazione_peso_kg") ? Find(report, "peso_kg") : Find(report, "circonferenza_vita_cm");
  examination.push_back({change, {measured->evidence}, Source::kComputed, Support::kOk, false, ""});
}

}  // namespace scriba::clinical
