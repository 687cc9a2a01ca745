// The clinical report: nine sections of statements, each with the words of the transcript it rests on.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scriba::clinical {

/// The nine sections in the order in which the report shows them.
enum class Section {
  kMotivoVisita,
  kStoriaMedica,
  kStoriaPonderale,
  kAbitudiniAlimentari,
  kAttivitaFisica,
  kFattoriPsi,
  kEsamiParametri,
  kPuntiCritici,
  kNoteSpecialista,
};
inline constexpr std::size_t kSectionCount = 9;

/// Column and JSON key, such as `motivo_visita`.
std::string_view SectionKey(Section section);
/// Heading that the doctor reads, such as "Motivo della visita".
std::string_view SectionTitle(Section section);
/// All sections, in order.
const std::array<Section, kSectionCount>& AllSections();

/// A half-open range of UTF-16 code units of the transcript: what JavaScript's `slice` takes.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool operator==(const Span&) const = default;
};

/// Whether something was heard or follows from what was heard by a stated rule.
enum class Source { kSaid, kComputed };
/// Whether a sentence may stand as it is, or the doctor should look at it before signing.
enum class Support { kOk, kToVerify };

/// One sentence of the report.
struct Statement {
  std::string text;
  std::vector<Span> evidence;
  Source source = Source::kSaid;
  Support support = Support::kOk;
  bool negated = false;
  /// The relative who is meant ("madre"); empty when it is the patient.
  std::string who;
};

enum class Plausibility { kPlausible, kImplausible };
/// Position against the reference range of the lexicon.
enum class RangeClass { kUnknown, kBelow, kWithin, kAbove };

/// One value. Keys are stable: `peso_kg`, `altezza_cm`, `bmi`, `pa`, `hba1c`, …
struct Measure {
  std::string key;
  std::string name;
  double value = 0;
  /// The diastolic pressure of `pa`; empty for all others.
  std::optional<double> second_value;
  std::string unit;
  Span evidence;
  /// What this value took the place of: where the same scales were read before, with a bag or boots, and a height that
  /// was told.
  std::vector<Span> earlier_readings;
  Source source = Source::kSaid;
  /// Formula of a computed measure, in words; empty when it was said.
  std::string formula;
  Plausibility plausibility = Plausibility::kPlausible;
  RangeClass range = RangeClass::kUnknown;
  /// The class of the value by a stated source, such as "obesità di grado I (OMS)"; empty where none is defined.
  std::string meaning;
};

/// A point that needs the doctor's attention, found by a stated rule.
struct CriticalPoint {
  /// Stable name of the rule, such as `pressione_alta`.
  std::string code;
  std::string text;
  /// The rule in words, with its threshold and source.
  std::string reason;
  std::vector<Span> evidence;
};

/// Words with clinical content that stand in no section ("Detto ma non riportato").
struct Omission {
  std::string text;
  Span evidence;
};

struct Report {
  std::array<std::vector<Statement>, kSectionCount> sections;
  std::vector<Measure> measures;
  std::vector<CriticalPoint> critical_points;
  std::vector<Omission> omissions;
  /// Share of the transcript's words on which the sections rest, 0 to 1.
  double reported_share = 0;

  const std::vector<Statement>& operator[](Section section) const {
    return sections[static_cast<std::size_t>(section)];
  }
  std::vector<Statement>& operator[](Section section) { return sections[static_cast<std::size_t>(section)]; }
};

}  // namespace scriba::clinical
