#include "clinical/checking/model_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

namespace scriba::clinical {
namespace {

using nlohmann::json;
using platform::Code;
using platform::Fail;
using platform::Result;

constexpr std::size_t kLongestSentence = 1000;

platform::Failure NotAWriting() {
  return Fail(Code::kLanguageModelFailed, "The language model gave an answer that is no report");
}

/// The object in an answer that may be wrapped.
std::string_view ObjectIn(std::string_view content) {
  constexpr std::string_view kThought = "</think>";
  if (const auto thought = content.rfind(kThought); thought != std::string_view::npos) {
    content.remove_prefix(thought + kThought.size());
  }
  const auto first = content.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  content.remove_prefix(first);
  if (!content.starts_with("```")) return content;
  const auto begin = content.find('{');
  const auto end = content.rfind("```");
  return begin < end ? content.substr(begin, end - begin) : std::string_view{};
}

std::optional<Section> SectionOf(std::string_view key) {
  for (const Section section : AllSections()) {
    if (SectionKey(section) == key) return section;
  }
  return std::nullopt;
}

/// One line, since each line of a section is a statement.
std::string InOneLine(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool is_space = c == ' ' || (c >= '\t' && c <= '\r');
    if (!is_space && static_cast<unsigned char>(c) < 0x20) continue;
    if (!is_space) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (line.ends_with(' ')) line.pop_back();
  return line;
}

Result<WrittenSentence> ReadSentence(Section section, const json& entry) {
  if (!entry.is_object() || !entry.contains("text") || !entry.contains("evidence")) return NotAWriting();
  if (!entry["text"].is_string() || !entry["evidence"].is_array()) return NotAWriting();
  WrittenSentence sentence{section, InOneLine(entry["text"].get<std::string>()), {}};
  for (const json& id : entry["evidence"]) {
    if (!id.is_string()) return NotAWriting();
    sentence.evidence.push_back(id.get<std::string>());
  }
  return sentence;
}

/// A sentence of the model with what it claims and the facts that it rests on.
struct Candidate {
  const WrittenSentence* sentence = nullptr;
  Claims claims;
  std::vector<std::size_t> facts;
  std::optional<Fault> fault;
  bool is_to_verify = false;
};

class Composer {
 public:
  Composer(const Report& built_in, const std::vector<Fact>& facts, const std::vector<WrittenSentence>& sentences)
      : built_in_(built_in), facts_(facts) {
    for (const Fact& fact : facts) fact_claims_.push_back(ReadClaims(StatementOf(fact).text));
    for (const WrittenSentence& sentence : sentences) Judge(sentence);
    RejectIncomplete();
  }

  ModelReport Compose() {
    ModelReport written{.report = built_in_, .kept = 0, .marked = 0, .faults = {}};
    for (const Section section : AllSections()) written.report[section] = WriteSection(section);
    for (const Candidate& candidate : candidates_) {
      if (candidate.fault) {
        ++written.faults[*candidate.fault];
      } else {
        ++written.kept;
        if (candidate.is_to_verify) ++written.marked;
      }
    }
    return written;
  }

 private:
  const Statement& StatementOf(const Fact& fact) const { return built_in_[fact.section][fact.index]; }

  std::vector<Claims> ClaimsOf(const std::vector<std::size_t>& facts) const {
    std::vector<Claims> claims;
    for (const std::size_t fact : facts) claims.push_back(fact_claims_[fact]);
    return claims;
  }

  /// The facts that a sentence names; nothing when one is unknown or of another section.
  std::optional<std::vector<std::size_t>> FactsNamed(const WrittenSentence& sentence) const {
    std::vector<std::size_t> named;
    for (const std::string& id : sentence.evidence) {
      const auto found = std::find_if(facts_.begin(), facts_.end(), [&](const Fact& fact) { return fact.id == id; });
      if (found == facts_.end() || found->section != sentence.section) return std::nullopt;
      const auto index = static_cast<std::size_t>(found - facts_.begin());
      if (std::find(named.begin(), named.end(), index) == named.end()) named.push_back(index);
    }
    std::sort(named.begin(), named.end());
    return named;
  }

  void Judge(const WrittenSentence& sentence) {
    Candidate candidate{.sentence = &sentence, .claims = {}, .facts = {}, .fault = {}, .is_to_verify = false};
    const auto named = FactsNamed(sentence);
    if (named) candidate.facts = *named;
    if (!named || named->empty() || sentence.text.empty() || sentence.text.size() > kLongestSentence) {
      candidate.fault = Fault::kEvidence;
    } else {
      candidate.claims = ReadClaims(sentence.text);
      const Verdict verdict = CheckSentence(candidate.claims, ClaimsOf(candidate.facts));
      candidate.fault = verdict.fault;
      candidate.is_to_verify = verdict.is_to_verify;
    }
    candidates_.push_back(std::move(candidate));
  }

  std::vector<Candidate*> StandingOn(std::size_t fact) {
    std::vector<Candidate*> standing;
    for (Candidate& candidate : candidates_) {
      const auto& facts = candidate.facts;
      if (!candidate.fault && std::find(facts.begin(), facts.end(), fact) != facts.end()) {
        standing.push_back(&candidate);
      }
    }
    return standing;
  }

  /// A statement whose sentences leave something of it out takes its own words back, and its sentences go. That may
  /// uncover others, so it is looked at again until nothing changes.
  void RejectIncomplete() {
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (std::size_t fact = 0; fact < facts_.size(); ++fact) {
        const auto standing = StandingOn(fact);
        std::vector<Claims> said;
        for (const Candidate* candidate : standing) said.push_back(candidate->claims);
        if (standing.empty() || IsCovered(fact_claims_[fact], said)) continue;
        for (Candidate* candidate : standing) candidate->fault = Fault::kIncomplete;
        has_changed = true;
      }
    }
  }

  Statement Written(const Candidate& candidate) const {
    Statement statement;
    statement.text = candidate.sentence->text;
    statement.support = candidate.is_to_verify ? Support::kToVerify : Support::kOk;
    for (const std::size_t fact : candidate.facts) {
      const Statement& said = StatementOf(facts_[fact]);
      for (const Span& span : said.evidence) {
        if (std::find(statement.evidence.begin(), statement.evidence.end(), span) == statement.evidence.end()) {
          statement.evidence.push_back(span);
        }
      }
      // What the analyser was not sure of does not become sure by being put well.
      if (said.support == Support::kToVerify) statement.support = Support::kToVerify;
      statement.negated = statement.negated || said.negated;
      if (statement.who.empty()) statement.who = said.who;
    }
    return statement;
  }

  /// The model's sentences in its order, with the built-in wording where one fell; then whatever has no place yet.
  std::vector<Statement> WriteSection(Section section) {
    std::vector<Statement> statements;
    std::set<std::size_t> placed;
    const auto place_own_words = [&](std::size_t fact) {
      if (!placed.insert(facts_[fact].index).second) return;
      statements.push_back(StatementOf(facts_[fact]));
    };
    for (const Candidate& candidate : candidates_) {
      if (candidate.fault || candidate.sentence->section != section) continue;
      for (const std::size_t fact : candidate.facts) placed.insert(facts_[fact].index);
    }
    for (const Candidate& candidate : candidates_) {
      if (candidate.sentence->section != section) continue;
      if (!candidate.fault) {
        statements.push_back(Written(candidate));
      } else {
        for (const std::size_t fact : candidate.facts) place_own_words(fact);
      }
    }
    for (std::size_t i = 0; i < built_in_[section].size(); ++i) {
      if (!placed.insert(i).second) continue;
      Statement own = built_in_[section][i];
      if (SpeaksToTheWriter(own.text)) own.support = Support::kToVerify;
      statements.push_back(std::move(own));
    }
    return statements;
  }

  const Report& built_in_;
  const std::vector<Fact>& facts_;
  std::vector<Claims> fact_claims_;
  std::vector<Candidate> candidates_;
};

}  // namespace

Result<std::vector<WrittenSentence>> ParseWriting(std::string_view content) {
  const json answer = json::parse(ObjectIn(content), nullptr, false);
  if (!answer.is_object()) return NotAWriting();
  std::vector<WrittenSentence> sentences;
  for (const auto& [key, list] : answer.items()) {
    const auto section = SectionOf(key);
    if (!section || !list.is_array()) return NotAWriting();
    for (const json& entry : list) {
      auto sentence = ReadSentence(*section, entry);
      if (!sentence) return Forward(sentence);
      sentences.push_back(std::move(*sentence));
    }
  }
  return sentences;
}

ModelReport ComposeReport(const Report& built_in, const std::vector<Fact>& facts,
                          const std::vector<WrittenSentence>& sentences) {
  return Composer(built_in, facts, sentences).Compose();
}

}  // namespace scriba::clinical
