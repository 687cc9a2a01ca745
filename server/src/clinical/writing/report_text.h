// The report as text for people and as JSON for storage.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "clinical/report.h"

namespace scriba::clinical {

/// The statements of one section, one a line; empty when nothing was said of it.
std::string SectionText(const Report& report, Section section);

/// The whole report: every section under its Italian heading, "Non discusso." where nothing was said.
/// This is the `medical_report` of a consultation.
std::string RenderText(const Report& report);

/// The value as the doctor reads it: "84,5 kg", "130/85 mmHg".
std::string MeasureText(const Measure& measure);

/// What is stored with the consultation as `evidence` and returned by `analyze-consultation`:
/// {"sections": {key: [{"text","evidence":[[begin,end]],"source","support","negated","who"}]}, "measures": [...],
///  "critical_points": [...], "omissions": [...], "reported_share": 0.0–1.0}. Offsets are UTF-16 code units.
nlohmann::json ToJson(const Report& report);

}  // namespace scriba::clinical
