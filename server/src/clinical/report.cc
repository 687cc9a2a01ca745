#include "clinical/report.h"

namespace scriba::clinical {
namespace {

struct SectionNames {
  std::string_view key;
  std::string_view title;
};

constexpr std::array<SectionNames, kSectionCount> kNames{{
    {"motivo_visita", "Motivo della visita"},
    {"storia_medica", "Storia medica"},
    {"storia_ponderale", "Storia ponderale"},
    {"abitudini_alimentari", "Abitudini alimentari"},
    {"attivita_fisica", "Attività fisica"},
    {"fattori_psi", "Fattori psicologici"},
    {"esami_parametri", "Esami e parametri"},
    {"punti_critici", "Punti critici"},
    {"note_specialista", "Note dello specialista"},
}};

constexpr std::array<Section, kSectionCount> kSections{
    Section::kMotivoVisita,        Section::kStoriaMedica,   Section::kStoriaPonderale,
    Section::kAbitudiniAlimentari, Section::kAttivitaFisica, Section::kFattoriPsi,
    Section::kEsamiParametri,      Section::kPuntiCritici,   Section::kNoteSpecialista,
};

}  // namespace

std::string_view SectionKey(Section section) { return kNames[static_cast<std::size_t>(section)].key; }
std::string_view SectionTitle(Section section) { return kNames[static_cast<std::size_t>(section)].title; }
const std::array<Section, kSectionCount>& AllSections() { return kSections; }

}  // namespace scriba::clinical
