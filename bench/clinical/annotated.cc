#include "annotated.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <random>
#include <stdexcept>

namespace scriba::clinical::fitting {
namespace {

std::size_t LabelOf(const std::string& key) {
  for (std::size_t i = 0; i < kSectionCount; ++i) {
    if (SectionKey(AllSections()[i]) == key) return i;
  }
  throw std::runtime_error("unknown section " + key);
}

Annotated ReadConsultation(const std::string& path, const nlohmann::json& facts) {
  std::ifstream file(path);
  const auto gold = nlohmann::json::parse(file);
  Annotated annotated;
  for (const auto& utterance : gold.at("utterances")) {
    Annotated::Utterance read{icu::UnicodeString::fromUTF8(utterance.at("text").get<std::string>()), {}};
    for (const auto& key : utterance.at("sections")) read.allowed[LabelOf(key)] = true;
    if (utterance.at("sections").empty()) read.allowed[kNoSection] = true;
    annotated.utterances.push_back(std::move(read));
  }
  const std::string name = std::filesystem::path(path).filename().string();
  if (facts.contains(name)) annotated.facts = facts.at(name);
  const icu::UnicodeString transcript = annotated.Transcript();
  for (const auto& said : gold.at("chitchat")) {
    const auto phrase = icu::UnicodeString::fromUTF8(said.get<std::string>());
    for (int32_t at = transcript.indexOf(phrase); at >= 0; at = transcript.indexOf(phrase, at + 1)) {
      annotated.small_talk.push_back({static_cast<std::size_t>(at), static_cast<std::size_t>(at + phrase.length())});
    }
  }
  return annotated;
}

/// The section of an utterance, from the letter before it.
std::array<bool, kLabelCount> AllowedBy(std::string_view line) {
  static constexpr std::string_view kLetters = "MSPATFECN-";
  const std::size_t label = line.empty() ? std::string_view::npos : kLetters.find(line[0]);
  if (label == std::string_view::npos || line.size() < 3 || line[1] != ' ') throw std::runtime_error(std::string(line));
  std::array<bool, kLabelCount> allowed{};
  allowed[label] = true;
  return allowed;
}

/// One utterance a line, after the letter of its section; words that carry facts in brackets.
Annotated ReadTraining(const std::string& path) {
  std::ifstream file(path);
  Annotated annotated;
  annotated.marked_by_hand = true;
  int32_t at = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    Annotated::Utterance read{{}, AllowedBy(line)};
    const auto raw = icu::UnicodeString::fromUTF8(line.substr(2));
    int32_t opened = 0;
    for (int32_t i = 0; i < raw.length(); ++i) {
      const char16_t c = raw.charAt(i);
      if (c == u'[') opened = at + read.text.length();
      if (c == u']') annotated.facts.push_back({opened, at + read.text.length()});
      if (c != u'[' && c != u']') read.text.append(c);
    }
    read.text.trim();
    at += read.text.length() + 1;
    annotated.utterances.push_back(std::move(read));
  }
  return annotated;
}

/// One exchange a line, its utterances parted by " | ", each after the letter of its section.
std::vector<Annotated> ReadPhrases(const std::string& path) {
  static constexpr std::string_view kBetween = " | ";
  std::ifstream file(path);
  std::vector<Annotated> exchanges;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    Annotated& exchange = exchanges.emplace_back();
    exchange.for_sections_only = exchange.is_exchange = true;
    for (std::string_view rest = line; !rest.empty();) {
      const std::size_t end = rest.find(kBetween);
      const std::string_view one = rest.substr(0, end);
      const auto allowed = AllowedBy(one);
      exchange.utterances.push_back({icu::UnicodeString::fromUTF8(std::string(one.substr(2))), allowed});
      rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + kBetween.size());
    }
  }
  return exchanges;
}

}  // namespace

icu::UnicodeString Annotated::Transcript() const {
  icu::UnicodeString transcript;
  for (const Utterance& utterance : utterances) {
    if (!transcript.isEmpty()) transcript.append(u' ');
    transcript.append(utterance.text);
  }
  return transcript;
}

std::vector<Annotated> ReadAnnotated(const std::string& path, const nlohmann::json& facts) {
  if (path.ends_with(".phrases")) return ReadPhrases(path);
  return {path.ends_with(".txt") ? ReadTraining(path) : ReadConsultation(path, facts)};
}

bool IsPause(std::string_view mark) {
  return mark == "," || mark == ";" || mark == ":" || mark == "." || mark == "?" || mark == "!" || mark == "…";
}

std::string ToUtf8(const icu::UnicodeString& text) {
  std::string utf8;
  text.toUTF8String(utf8);
  return utf8;
}

icu::UnicodeString Blanked(const icu::UnicodeString& transcript) {
  const Text text(ToUtf8(transcript));
  icu::UnicodeString blanked = text.utf16();
  for (const Token& token : text.tokens()) {
    if (token.kind != TokenKind::kMark || !IsPause(token.folded)) continue;
    for (std::uint32_t i = token.begin; i < token.end; ++i) blanked.setCharAt(static_cast<int32_t>(i), u' ');
  }
  return blanked;
}

bool IsUnmarked(const icu::UnicodeString& transcript) { return clinical::IsUnmarked(Text(ToUtf8(transcript))); }

Example MakeExample(const Annotated& annotated, bool blank, const MarkModel& marks) {
  std::vector<std::size_t> ends;
  std::size_t end = 0;
  for (const auto& utterance : annotated.utterances) {
    end += static_cast<std::size_t>(utterance.text.length()) + (ends.empty() ? 0 : 1);
    ends.push_back(end);
  }
  const icu::UnicodeString transcript = annotated.Transcript();
  Example example{Reading(ToUtf8(blank ? Blanked(transcript) : transcript), marks),
                  {},
                  {},
                  annotated.facts,
                  annotated.small_talk,
                  annotated.marked_by_hand,
                  annotated.for_sections_only,
                  annotated.is_exchange};
  example.clauses = Featurize(example.reading);
  for (const Clause& clause : example.reading.clauses) {
    // The utterance that holds the middle of the clause.
    const Span span = example.reading.text.SpanOf(clause.range);
    const std::size_t middle = (span.begin + span.end) / 2;
    const auto place = std::upper_bound(ends.begin(), ends.end(), middle);
    const auto index = static_cast<std::size_t>(std::min(place, ends.end() - 1) - ends.begin());
    example.allowed.push_back(annotated.utterances[index].allowed);
  }
  return example;
}

std::vector<std::size_t> Shuffled(std::size_t count, std::uint64_t round) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::mt19937_64 random(round);
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random() % i]);
  return order;
}

bool LeavesOut(std::uint32_t id, std::uint64_t step, double share) {
  std::uint64_t bits = (id + 1) * 0x9E3779B97F4A7C15ULL ^ (step * 0xBF58476D1CE4E5B9ULL);
  bits = (bits ^ (bits >> 29)) * 0x94D049BB133111EBULL;
  return static_cast<double>((bits ^ (bits >> 32)) % 1000) < share * 1000;
}

}  // namespace scriba::clinical::fitting
