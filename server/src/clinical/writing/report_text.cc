#include "clinical/writing/report_text.h"

#include <nlohmann/json.hpp>

#include "clinical/reading/numbers.h"

namespace scriba::clinical {
namespace {

nlohmann::json SpansJson(const std::vector<Span>& spans) {
  auto list = nlohmann::json::array();
  for (const Span& span : spans) list.push_back({span.begin, span.end});
  return list;
}

std::string_view RangeName(RangeClass range) {
  switch (range) {
    case RangeClass::kBelow: return "below";
    case RangeClass::kWithin: return "within";
    case RangeClass::kAbove: return "above";
    case RangeClass::kUnknown: break;
  }
  return "unknown";
}

std::string_view SourceName(Source source) { return source == Source::kSaid ? "said" : "computed"; }

nlohmann::json StatementJson(const Statement& statement) {
  return {{"text", statement.text},
          {"evidence", SpansJson(statement.evidence)},
          {"source", SourceName(statement.source)},
          {"support", statement.support == Support::kOk ? "ok" : "da_verificare"},
          {"negated", statement.negated},
          {"who", statement.who}};
}

nlohmann::json MeasureJson(const Measure& measure) {
  nlohmann::json value = measure.value;
  if (measure.second_value) value = WriteDecimal(measure.value) + "/" + WriteDecimal(*measure.second_value);
  return {{"key", measure.key},
          {"name", measure.name},
          {"value", std::move(value)},
          {"unit", measure.unit},
          {"text", MeasureText(measure)},
          {"evidence", SpansJson({measure.evidence})},
          {"source", SourceName(measure.source)},
          {"formula", measure.formula},
          {"plausible", measure.plausibility == Plausibility::kPlausible},
          {"range", RangeName(measure.range)},
          {"meaning", measure.meaning}};
}

}  // namespace

std::string SectionText(const Report& report, Section section) {
  std::string text;
  for (const Statement& statement : report[section]) {
    if (!text.empty()) text += '\n';
    text += statement.text;
    if (statement.support == Support::kToVerify) text += " [da verificare]";
  }
  return text;
}

std::string RenderText(const Report& report) {
  std::string text;
  for (const Section section : AllSections()) {
    if (!text.empty()) text += "\n\n";
    text += SectionTitle(section);
    text += '\n';
    const std::string body = SectionText(report, section);
    text += body.empty() ? "Non discusso." : body;
  }
  return text;
}

std::string MeasureText(const Measure& measure) {
  std::string text = WriteDecimal(measure.value);
  if (measure.second_value) text += "/" + WriteDecimal(*measure.second_value);
  if (measure.unit == "%") return text + "%";
  return measure.unit.empty() ? text : text + " " + measure.unit;
}

nlohmann::json ToJson(const Report& report) {
  nlohmann::json json;
  auto& sections = json["sections"] = nlohmann::json::object();
  for (const Section section : AllSections()) {
    auto& list = sections[std::string(SectionKey(section))] = nlohmann::json::array();
    for (const Statement& statement : report[section]) list.push_back(StatementJson(statement));
  }
  auto& measures = json["measures"] = nlohmann::json::array();
  for (const Measure& measure : report.measures) measures.push_back(MeasureJson(measure));
  auto& points = json["critical_points"] = nlohmann::json::array();
  for (const CriticalPoint& point : report.critical_points) {
    points.push_back({{"code", point.code},
                      {"text", point.text},
                      {"reason", point.reason},
                      {"evidence", SpansJson(point.evidence)}});
  }
  auto& omissions = json["omissions"] = nlohmann::json::array();
  for (const Omission& omission : report.omissions) {
    omissions.push_back({{"text", omission.text}, {"evidence", SpansJson({omission.evidence})}});
  }
  json["reported_share"] = report.reported_share;
  return json;
}

}  // namespace scriba::clinical
