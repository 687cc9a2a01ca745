#include "consultations/consultation_search.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "consultations/recording.h"
#include "platform/clock.h"

namespace scriba::consultations {
namespace {

using nlohmann::json;
using platform::Code;
using platform::Fail;
using platform::Forward;
using platform::Result;
using platform::RowView;
using platform::Task;
using platform::Value;

// The columns of the statement below, by place.
enum Place : std::size_t { kId, kPatientId, kCreatedAt, kVisita, kSeconds, kAudioUrl, kReason, kFirstName, kLastName };

constexpr auto kStatement =
    "SELECT visit.id, visit.patient_id, visit.created_at, visit.visita, visit.duration_seconds, visit.audio_url, "
    "visit.motivo_visita, patient.first_name, patient.last_name FROM consultations AS visit "
    "JOIN patients AS patient ON patient.id = visit.patient_id "
    "WHERE visit.user_id = $1 AND patient.user_id = $1 ORDER BY visit.created_at DESC, visit.id DESC";

platform::Failure TooLate() { return Fail(Code::kQueryTooExpensive, "the search takes too long: try again"); }

/// Keeps the page that is asked for and counts the rest.
class Matches {
 public:
  Matches(const platform::SealingKey& key, const ConsultationSearch& search) : key_(key), search_(search) {
    std::istringstream words(PlainText(search.text));
    for (std::string word; words >> word;) words_.push_back(std::move(word));
  }

  /// Past the deadline the rest goes by unread.
  void See(const RowView& row) {
    is_late_ = is_late_ || std::chrono::steady_clock::now() > search_.deadline;
    if (is_late_) return;
    std::string reason;
    if (!IsMatch(row, reason)) return;
    const bool is_on_page = count_ >= search_.offset && page_.size() < search_.limit;
    ++count_;
    if (is_on_page) page_.push_back(Shown(row, reason));
  }

  Result<json> Answer() {
    if (is_late_) return TooLate();
    return json{{"count", count_}, {"rows", std::move(page_)}};
  }

 private:
  /// Opens the reason only where the names do not have every word already.
  bool IsMatch(const RowView& row, std::string& reason) const {
    const std::string names = PlainText(std::string(row.Text(kFirstName)) + " " + std::string(row.Text(kLastName)));
    const auto is_missing = [&](const std::string& word) { return names.find(word) == std::string::npos; };
    std::vector<std::string> missing;
    std::ranges::copy_if(words_, std::back_inserter(missing), is_missing);
    reason = missing.empty() ? std::string() : Reason(row);
    const std::string plain = PlainText(reason);
    return std::ranges::all_of(missing, [&](const std::string& word) { return plain.find(word) != std::string::npos; });
  }

  /// A reason that does not open is none: the row itself says so when it is read.
  std::string Reason(const RowView& row) const {
    if (row.IsNull(kReason)) return {};
    auto opened = key_.Open(row.Bytes(kReason), PlaceOf("consultations", "motivo_visita", row.Text(kId)));
    return opened ? std::move(*opened) : std::string();
  }

  json Shown(const RowView& row, const std::string& opened) const {
    const auto text = [&](Place place) { return row.IsNull(place) ? json() : json(std::string(row.Text(place))); };
    const std::string reason = opened.empty() ? Reason(row) : opened;
    const auto instant = platform::ParseTimestamp(row.Text(kCreatedAt));
    return {{"id", text(kId)},
            {"patient_id", text(kPatientId)},
            {"created_at", instant ? json(platform::FormatTimestamp(*instant)) : text(kCreatedAt)},
            {"visita", text(kVisita)},
            {"duration_seconds", row.IsNull(kSeconds) ? json() : json(row.Int(kSeconds))},
            {"audio_url", text(kAudioUrl)},
            {"motivo_visita", row.IsNull(kReason) ? json() : json(reason)},
            {"patient", {{"first_name", text(kFirstName)}, {"last_name", text(kLastName)}}}};
  }

  const platform::SealingKey& key_;
  const ConsultationSearch& search_;
  std::vector<std::string> words_;
  json page_ = json::array();
  std::size_t count_ = 0;
  bool is_late_ = false;
};

bool IsAscii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

std::string PlainText(std::string_view text) {
  std::string plain;
  if (IsAscii(text)) {
    plain.reserve(text.size());
    for (const char c : text) plain.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c);
    return plain;
  }
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* decomposer = icu::Normalizer2::getNFDInstance(status);
  if (U_FAILURE(status) != 0) throw std::runtime_error("ICU has no normalization data");
  const auto given = icu::UnicodeString::fromUTF8({text.data(), static_cast<int>(text.size())});
  const icu::UnicodeString decomposed = decomposer->normalize(given, status);
  icu::UnicodeString letters;
  for (int32_t i = 0; i < decomposed.length(); i = decomposed.moveIndex32(i, 1)) {
    const UChar32 point = decomposed.char32At(i);
    if (u_charType(point) != U_NON_SPACING_MARK) letters.append(point);
  }
  letters.foldCase().toUTF8String(plain);
  return plain;
}

Task<Result<json>> SearchConsultations(platform::Database& database, const platform::SealingKey& key,
                                       ConsultationSearch search) {
  if (std::chrono::steady_clock::now() > search.deadline) co_return TooLate();
  Matches matches(key, search);
  std::vector<Value> values{search.user_id};
  platform::RowVisitor visit = [&matches](const RowView& row) { matches.See(row); };
  auto seen = co_await database.Visit(kStatement, std::move(values), std::move(visit));
  if (!seen) co_return Forward(seen);
  co_return matches.Answer();
}

}  // namespace scriba::consultations
