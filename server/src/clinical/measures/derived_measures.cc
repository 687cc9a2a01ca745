#include "clinical/measures/derived_measures.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "clinical/reading/patient.h"

namespace scriba::clinical {
namespace {

/// Body mass index classes and creatinine formula are of adults.
constexpr int kAdult = 18;

struct BmiLimit {
  double below;
  std::string_view name;
};
constexpr std::array kBmiClasses{
    BmiLimit{16, "magrezza grave"},      BmiLimit{17, "magrezza moderata"}, BmiLimit{18.5, "sottopeso lieve"},
    BmiLimit{25, "normopeso"},           BmiLimit{30, "sovrappeso"},        BmiLimit{35, "obesità di grado I"},
    BmiLimit{40, "obesità di grado II"},
};

double Rounded(double value, double digits) {
  const double scale = std::pow(10, digits);
  return std::round(value * scale) / scale;
}

/// CKD-EPI 2021 without race (Inker et al., N Engl J Med 2021;385:1737), creatinine in mg/dl.
double FiltrationOf(double creatinine, int age, Sex sex) {
  const bool woman = sex == Sex::kFemale;
  const double ratio = creatinine / (woman ? 0.7 : 0.9);
  return 142 * std::pow(std::min(ratio, 1.0), woman ? -0.241 : -0.302) * std::pow(std::max(ratio, 1.0), -1.2) *
         std::pow(0.9938, age) * (woman ? 1.012 : 1);
}

class Deriver {
 public:
  Deriver(const Reading& reading, const VisitContext& context, std::vector<Measure>& measures)
      : reading_(reading), context_(context), measures_(measures) {}

  void Run() {
    AddBmi();
    AddRatios();
    AddHoma();
    AddFiltration();
    AddChanges();
  }

 private:
  const Measure* Known(std::string_view key) const {
    const auto found = std::find_if(measures_.begin(), measures_.end(), [&](const Measure& m) {
      return m.key == key && m.plausibility == Plausibility::kPlausible;
    });
    return found == measures_.end() ? nullptr : &*found;
  }

  Measure& Add(std::string_view key, std::string_view name, double value, std::string_view unit,
               std::string_view formula, Span evidence) {
    Measure measure;
    measure.key = key;
    measure.name = name;
    measure.value = value;
    measure.unit = unit;
    measure.formula = formula;
    measure.evidence = evidence;
    measure.source = Source::kComputed;
    measures_.push_back(std::move(measure));
    return measures_.back();
  }

  std::optional<int> Age() const { return context_.age_years ? context_.age_years : AgeIn(reading_); }

  void AddBmi() {
    const Measure* weight = Known("peso_kg");
    const Measure* height = Known("altezza_cm");
    const bool recalled = !height && context_.previous && context_.previous->height_cm;
    if (weight && (height || recalled) && !Known("bmi")) {
      const double metres = (height ? height->value : *context_.previous->height_cm) / 100;
      Add("bmi", "BMI", Rounded(weight->value / (metres * metres), 1), "kg/m²",
          recalled ? "peso (kg) diviso altezza (m) della visita precedente al quadrato"
                   : "peso (kg) diviso altezza (m) al quadrato",
          weight->evidence);
    }
    const auto bmi = std::find_if(measures_.begin(), measures_.end(), [](const Measure& m) { return m.key == "bmi"; });
    if (bmi == measures_.end()) return;
    const LexiconEntry* entry = BuiltInLexicon().MeasureEntry("bmi");
    if (!entry->plausible->Contains(bmi->value)) bmi->plausibility = Plausibility::kImplausible;
    // Of children the percentile decides, not these limits.
    if (const auto age = Age(); age && *age < kAdult) {
      bmi->range = RangeClass::kUnknown;
      return;
    }
    bmi->range = bmi->value < entry->reference->low   ? RangeClass::kBelow
                 : bmi->value >= kBmiClasses[3].below ? RangeClass::kAbove
                                                      : RangeClass::kWithin;
    bmi->meaning = std::string(BmiClass(bmi->value)) + " (OMS)";
  }

  void AddRatios() {
    const Measure* waist = Known("circonferenza_vita_cm");
    if (!waist) return;
    const Span evidence = waist->evidence;
    const double centimetres = waist->value;
    if (const Measure* hips = Known("circonferenza_fianchi_cm")) {
      Add("rapporto_vita_fianchi", "Rapporto vita/fianchi", Rounded(centimetres / hips->value, 2), "",
          "circonferenza vita diviso circonferenza fianchi", evidence);
    }
    if (const Measure* height = Known("altezza_cm")) {
      Add("rapporto_vita_altezza", "Rapporto vita/altezza", Rounded(centimetres / height->value, 2), "",
          "circonferenza vita diviso altezza", evidence);
    }
  }

  /// Matthews et al., Diabetologia 1985;28:412, with glucose in mg/dl.
  void AddHoma() {
    const Measure* glucose = Known("glicemia");
    const Measure* insulin = Known("insulina");
    if (!glucose || !insulin || Known("homa")) return;
    Add("homa_calcolato", "HOMA-IR", Rounded(glucose->value * insulin->value / 405, 1), "",
        "glicemia (mg/dl) per insulina (µU/ml) diviso 405", insulin->evidence);
  }

  void AddFiltration() {
    const Measure* creatinine = Known("creatinina");
    const auto age = Age();
    const auto sex = context_.sex ? context_.sex : SexIn(reading_);
    if (!creatinine || Known("egfr") || !age || *age < kAdult || !sex) return;
    Add("egfr_calcolato", "Filtrato glomerulare", std::round(FiltrationOf(creatinine->value, *age, *sex)),
        "ml/min/1,73 m²", "CKD-EPI 2021 da creatinina, età e sesso", creatinine->evidence);
  }

  void AddChanges() {
    if (!context_.previous) return;
    AddChange("circonferenza_vita_cm", "variazione_vita_cm", "Variazione della vita", "cm",
              context_.previous->waist_cm);
    const auto change =
        AddChange("peso_kg", "variazione_peso_kg", "Variazione di peso", "kg", context_.previous->weight_kg);
    if (!change) return;
    const Span evidence = Known("peso_kg")->evidence;
    Add("variazione_peso_pct", "Variazione di peso in percentuale",
        Rounded(*change / *context_.previous->weight_kg * 100, 1), "%",
        "variazione diviso peso della visita precedente", evidence);
    if (context_.previous->days_ago < 1) return;
    Add("variazione_peso_kg_settimana", "Variazione di peso per settimana",
        Rounded(*change / context_.previous->days_ago * 7, 2), "kg/settimana",
        "variazione diviso settimane dalla visita precedente", evidence);
  }

  std::optional<double> AddChange(std::string_view key, std::string_view change_key, std::string_view name,
                                  std::string_view unit, const std::optional<double>& before) {
    const Measure* now = Known(key);
    if (!now || !before || *before <= 0) return std::nullopt;
    const double change = Rounded(now->value - *before, 1);
    Add(change_key, name, change, unit, "valore di oggi meno valore della visita precedente", now->evidence);
    return change;
  }

  const Reading& reading_;
  const VisitContext& context_;
  std::vector<Measure>& measures_;
};

}  // namespace

std::string_view BmiClass(double bmi) {
  for (const BmiLimit& limit : kBmiClasses) {
    if (bmi < limit.below) return limit.name;
  }
  return "obesità di grado III";
}

void AddDerivedMeasures(const Reading& reading, const VisitContext& context, std::vector<Measure>& measures) {
  Deriver(reading, context, measures).Run();
}

}  // namespace scriba::clinical
