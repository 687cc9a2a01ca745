#include "clinical/reading/clauses.h"

#include <unicode/brkiter.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>

#include "clinical/reading/items.h"
#include "clinical/reading/prepositions.h"

namespace scriba::clinical {
namespace {

constexpr TokenIndex kLongSentence = 24;
/// Without punctuation even a short run of words may hold several sentences.
constexpr TokenIndex kLongestUnmarked = 10;
constexpr TokenIndex kShortestPiece = 4;
constexpr TokenIndex kLongestPiece = 14;
/// A piece may wait so long for a place where a speaker could pause.
constexpr TokenIndex kLongestWait = 20;
/// Words of a habit that stands for itself.
constexpr TokenIndex kShortestHabit = 3;
constexpr TokenIndex kLongestHabits = 40;
/// Where a mark is as likely as this, speech pauses; where it is surer, the report writes it, and then a sentence ends.
constexpr double kPause = 0.4;
constexpr double kWritten = 0.6;
constexpr double kFullStop = 0.85;
/// A piece as likely as this to ask is a question.
constexpr double kAsks = 0.4;
constexpr TokenIndex kShortestPaused = 2;
/// Whoever begins with a no and says more than this answers, even if he ends by asking.
constexpr TokenIndex kShortestAnswer = 4;

/// Words that open a new thought in speech without punctuation.
constexpr WordSet kOpeners{"allora",  "poi",      "pero",       "quindi", "dunque", "ma",     "perche", "no",
                           "si",      "dottore",  "dottoressa", "cioe",   "ehm",    "eh",     "adesso", "oggi",
                           "invece",  "anche",    "mai",        "niente", "quanto", "quante", "quanti", "come",
                           "cosa",    "quando",   "che",        "e",      "anzi",   "scusi",  "grazie", "ecco",
                           "infatti", "comunque", "io",         "lei",    "la",     "il",     "da",     "per",
                           "mia",     "mio",      "a",          "in",     "non",    "ho"};

/// With these at the end of a question one tells.
constexpr WordSet kTelling{"sa", "sai", "sapete", "capisce", "capisci", "vede", "neh"};
/// With these one asks whether the other agrees: "la leviamo da domani, contento?", "va bene?", "d'accordo?"
constexpr WordSet kAgreed{"bene", "accordo", "contento", "contenta", "capito", "intesi", "chiaro", "okay", "ok"};
constexpr WordSet kBeforeAgreed{"va", "d'"};
/// So many words at least make a sentence with which somebody can agree: "suo marito, contento?" asks.
constexpr TokenIndex kShortestAgreed = 4;

/// Words after which nobody pauses: articles, prepositions, pronouns and auxiliaries that need the next word.
constexpr WordSet kLeaning{"il",    "lo",    "la",    "i",     "gli",   "le",    "un",   "una",   "uno",   "di",
                           "da",    "a",     "in",    "con",   "su",    "per",   "tra",  "fra",   "del",   "dello",
                           "della", "dei",   "degli", "delle", "al",    "allo",  "alla", "ai",    "agli",  "alle",
                           "dal",   "dallo", "dalla", "dai",   "dagli", "dalle", "nel",  "nello", "nella", "nei",
                           "negli", "nelle", "sul",   "sulla", "sui",   "sulle", "e",    "ed",    "o",     "che",
                           "non",   "mi",    "ti",    "si",    "ci",    "ne",    "mia",  "mio",   "suo",   "sua",
                           "ho",    "ha",    "come",  "col",   "ogni",  "se"};

/// Behind these nobody pauses, however he goes on.
constexpr WordSet kNeedsNext{"il",    "lo",    "gli", "un",    "una",   "di",  "del",   "dello", "della", "dei",
                             "degli", "delle", "al",  "allo",  "alla",  "ai",  "agli",  "alle",  "dal",   "dallo",
                             "dalla", "dai",   "nel", "nello", "nella", "nei", "nelle", "sul",   "sulla", "col"};

/// Tags whose words begin a new subject ("pressione…", "esami…", "colazione…").
constexpr std::array<std::string_view, 10> kSubjectTags{"measure", "meal",     "relative",   "plan",       "allergy",
                                                        "smoking", "critical", "laboratory", "digression", "greeting"};

constexpr std::array<std::string_view, 3> kEatingTags{"meal", "food", "drink"};
constexpr std::array<std::string_view, 2> kMovingTags{"activity", "sedentary"};

/// By the index of a tag: whether it is one of these.
std::vector<bool> Marked(std::span<const std::string_view> tags) {
  std::vector<bool> marked(BuiltInLexicon().tags().size(), false);
  for (const std::string_view tag : tags) marked[BuiltInLexicon().Tag(tag)] = true;
  return marked;
}

class Cutter {
 public:
  Cutter(const Text& text, const std::vector<Number>& numbers, const std::vector<TermHit>& terms,
         const std::vector<TokenRange>& bound, const MarkModel& marks, bool is_unmarked)
      : text_(text),
        model_(marks),
        opens_subject_(text.size(), false),
        is_inside_(text.size(), false),
        is_bound_(text.size() + 1, false),
        ends_number_(text.size(), false),
        eats_(text.size(), false),
        moves_(text.size(), false),
        names_condition_(text.size(), false),
        joins_terms_(text.size() + 1, false),
        poor_(is_unmarked) {
    for (const Number& number : numbers) {
      for (TokenIndex at = number.range.first + 1; at < number.range.last; ++at) is_inside_[at] = true;
      if (number.range.last < text.size() && number.unit.empty()) ends_number_[number.range.last] = true;
    }
    for (const TermHit& hit : terms) {
      for (TokenIndex at = hit.range.first + 1; hit.is_broken && at < hit.range.last; ++at) is_inside_[at] = true;
    }
    for (const TokenRange range : bound) {
      for (TokenIndex at = range.first + 1; at < range.last; ++at) is_inside_[at] = is_bound_[at] = true;
    }
    if (poor_) reader_.emplace(text, terms);
    const Lexicon& lexicon = BuiltInLexicon();
    const std::vector<bool> subject = Marked(kSubjectTags), eating = Marked(kEatingTags), moving = Marked(kMovingTags);
    JoinTerms(terms, lexicon.Tag("relative"), {lexicon.Tag("condition"), lexicon.Tag("allergy")});
    JoinDenials();
    if (poor_) JoinDrugs(numbers, terms);
    const TagIndex condition = lexicon.Tag("condition");
    for (const TermHit& hit : terms) {
      if (subject[hit.entry->tag]) opens_subject_[hit.range.first] = true;
      for (TokenIndex at = hit.range.first; at < hit.range.last; ++at) {
        names_condition_[at] = names_condition_[at] || hit.entry->tag == condition;
      }
      if (eating[hit.entry->tag]) eats_[hit.range.first] = true;
      if (moving[hit.entry->tag]) moves_[hit.range.first] = true;
    }
  }

  std::vector<Clause> Cut() {
    for (const TokenRange sentence : Sentences()) {
      CutSentence(sentence);
      ++sentence_;
    }
    for (std::size_t i = 0; i + 1 < clauses_.size(); ++i) {
      if (!clauses_[i].is_question) continue;
      if (IsConfirmed(clauses_[i], clauses_[i + 1])) clauses_[i].is_question = false;
      if (DeniesAndAsks(clauses_[i + 1])) clauses_[i + 1].is_question = false;
    }
    return std::move(clauses_);
  }

 private:
  /// "Mamma è diabetica", "papà ha avuto un infarto": nothing is cut between a relative and an illness, nor before what
  /// the relative takes for it ("mamma ha la tiroidite di Hashimoto prende l'Eutirox").
  void JoinTerms(const std::vector<TermHit>& terms, TagIndex relative, std::array<TagIndex, 2> illness) {
    constexpr TokenIndex kFarthest = 3, kStammer = 2;
    static constexpr WordSet kTakes{"prende", "prendeva", "assume", "assumeva"};
    TokenIndex named = 0;
    TokenIndex ill = 0;
    for (const TermHit& hit : terms) {
      if (hit.entry->tag == relative) named = hit.range.last;
      if (std::find(illness.begin(), illness.end(), hit.entry->tag) == illness.end() || named == 0) continue;
      const bool goes_on = ill > 0 && hit.range.first <= ill + kStammer;
      if (!goes_on && hit.range.first > named + kFarthest) continue;
      for (TokenIndex at = goes_on ? ill : named; at <= hit.range.first; ++at) joins_terms_[at] = true;
      ill = hit.range.last;
      if (IsAny(text_.Word(ill), kTakes)) joins_terms_[ill] = joins_terms_[ill + 1] = true;
    }
  }

  /// "Sospendo la semaglutide", "tiamina in muscolo cento al giorno": nothing is cut between a drug and its dose or
  /// what becomes of it.
  void JoinDrugs(const std::vector<Number>& numbers, const std::vector<TermHit>& terms) {
    constexpr TokenIndex kFarthestDose = 2, kFarthestVerb = 2;
    static constexpr std::array<std::string_view, 22> kChanges{
        "sospend", "sospes",  "tolg",      "togl",    "tolt",    "smett",  "smess", "levo",
        "levi",    "levat",   "interromp", "elimin",  "riduc",   "dimezz", "aumen", "alzo",
        "abbass",  "riprend", "ricomin",   "prescri", "rifiuta", "niente"};
    const TagIndex drug = BuiltInLexicon().Tag("drug");
    TokenIndex behind_drug = 0;
    for (const TermHit& hit : terms) {
      if (hit.entry->tag != drug) continue;
      // "Naltrexone bupropione" are one.
      if (hit.range.first == behind_drug) joins_terms_[behind_drug] = true;
      behind_drug = hit.range.last;
      for (TokenIndex at = hit.range.first; at > 0 && hit.range.first - at <= kFarthestVerb; --at) {
        if (!StartsWithAny(text_.Word(at - 1), kChanges)) continue;
        for (TokenIndex join = at; join <= hit.range.first; ++join) joins_terms_[join] = true;
        break;
      }
      const auto dose = FirstFrom(numbers, hit.range.last);
      if (dose == numbers.end() || dose->range.first > hit.range.last + kFarthestDose) continue;
      for (TokenIndex join = hit.range.last; join <= dose->range.first; ++join) joins_terms_[join] = true;
    }
  }

  /// "Alla penicillina no al ketoprofene": the denial is of what stands before it.
  void JoinDenials() {
    for (TokenIndex at = 2; at + 1 < text_.size(); ++at) {
      if (text_.Word(at) == "no" && IsAny(text_.Word(at + 1), kTo) &&
          (IsAny(text_.Word(at - 2), kTo) || (at > 2 && IsAny(text_.Word(at - 3), kTo))))
        joins_terms_[at] = true;
    }
  }

  /// "Siamo al controllo dei tre mesi, vero?" states what it asks, unless it is answered with a no.
  bool IsConfirmed(const Clause& question, const Clause& answer) const {
    TokenIndex end = question.range.last;
    while (end > question.range.first && text_.IsMark(end - 1)) --end;
    if (end == question.range.first) return false;
    const std::string_view last = text_.Word(end - 1);
    // "Mi sono un po' abbattuto, sa?"
    if (IsAny(last, kTelling) && end - question.range.first > 2 && text_.Word(end - 2) == ",") return true;
    const std::string_view reply = text_.Word(answer.range.first);
    return (last == "vero" || last == "giusto" || AsksToAgree({question.range.first, end})) && reply != "no" &&
           reply != "non" && reply != "mai" && reply != "veramente";
  }

  /// The words of a question without its marks.
  bool AsksToAgree(TokenRange question) const {
    TokenIndex tag = question.last - 1;
    if (!IsAny(text_.Word(tag), kAgreed)) return false;
    if (tag > question.first && IsAny(text_.Word(tag - 1), kBeforeAgreed)) --tag;
    return tag > question.first + kShortestAgreed && text_.Word(tag - 1) == ",";
  }

  /// "Ha mai pensato di farla finita?" "No, adesso meno che mai, chi lo cresce il bambino?" is an answer.
  bool DeniesAndAsks(const Clause& answer) const {
    return text_.Word(answer.range.first) == "no" && answer.range.last - answer.range.first > kShortestAnswer;
  }

  std::vector<TokenRange> Sentences() const {
    UErrorCode status = U_ZERO_ERROR;
    const std::unique_ptr<icu::BreakIterator> breaks(icu::BreakIterator::createSentenceInstance("it", status));
    if (U_FAILURE(status)) throw std::runtime_error("ICU has no sentence rules");
    breaks->setText(text_.utf16());
    std::vector<TokenRange> sentences;
    TokenIndex first = 0;
    breaks->first();
    for (int32_t end = breaks->next(); end != icu::BreakIterator::DONE; end = breaks->next()) {
      TokenIndex last = first;
      while (last < text_.size() && text_[last].begin < static_cast<std::uint32_t>(end)) ++last;
      if (last > first) AddSentences({first, last}, sentences);
      first = last;
    }
    return sentences;
  }

  /// A dictated point ends a sentence too, which ICU cannot know.
  void AddSentences(TokenRange range, std::vector<TokenRange>& sentences) const {
    TokenIndex first = range.first;
    for (TokenIndex at = range.first; at + 1 < range.last; ++at) {
      if (text_.Word(at) != "." || !text_.IsDictatedMark(at)) continue;
      AddSentence({first, at + 1}, sentences);
      first = at + 1;
    }
    AddSentence({first, range.last}, sentences);
  }

  void AddSentence(TokenRange range, std::vector<TokenRange>& sentences) const {
    if (is_bound_[range.first] && !sentences.empty()) {
      sentences.back().last = range.last;
    } else {
      sentences.push_back(range);
    }
  }

  /// "Cammino due volte alla settimana e la sera mangio davanti alla televisione": two habits in one sentence.
  TokenIndex OtherHabit(TokenRange sentence) const {
    if (sentence.last - sentence.first > kLongestHabits) return sentence.last;
    for (TokenIndex at = sentence.first + kShortestHabit; at + kShortestHabit <= sentence.last; ++at) {
      if (text_.Word(at) != "e" && text_.Word(at) != ",") continue;
      const Habits before = HabitsIn({sentence.first, at});
      const Habits after = HabitsIn({at + 1, sentence.last});
      const bool other = (before.moves && !before.eats && after.eats && !after.moves) ||
                         (before.eats && !before.moves && after.moves && !after.eats);
      if (other && HasVerb({at + 1, sentence.last})) return text_.Word(at) == "e" ? at : at + 1;
    }
    return sentence.last;
  }

  struct Habits {
    bool eats = false;
    bool moves = false;
  };
  Habits HabitsIn(TokenRange range) const {
    Habits habits;
    for (TokenIndex at = range.first; at < range.last; ++at) {
      habits.eats = habits.eats || eats_[at];
      habits.moves = habits.moves || moves_[at];
    }
    return habits;
  }

  bool HasVerb(TokenRange range) const {
    for (TokenIndex at = range.first; at < range.last; ++at) {
      const std::string_view word = text_.Word(at);
      if (!BuiltInLexicon().ThirdPerson(word).empty() || BuiltInLexicon().IsThirdPerson(word)) return true;
    }
    return false;
  }

  void CutSentence(TokenRange sentence) {
    if (const TokenIndex at = poor_ ? sentence.last : OtherHabit(sentence); at < sentence.last) {
      CutSentence({sentence.first, at});
      CutSentence({at, sentence.last});
      return;
    }
    if (sentence.last - sentence.first <= (poor_ ? kLongestUnmarked : kLongSentence)) {
      Add(sentence);
      return;
    }
    TokenIndex first = sentence.first;
    for (TokenIndex at = sentence.first; at < sentence.last; ++at) {
      const TokenIndex length = at - first;
      const bool after_mark = at > sentence.first && text_.IsMark(at - 1) && text_.Word(at - 1) != "'";
      const bool opens = poor_ && length >= kLongestPiece && (opens_subject_[at] || IsOpener(text_.Word(at)));
      const double pause =
          poor_ && length >= kShortestPaused && !NeedsNext(at - 1) ? model_.Score(reader_->OfPlace(at)) : 0;
      const bool pauses = pause >= kPause;
      const bool cut = (length >= kShortestPiece && after_mark) || pauses || opens ||
                       (after_mark && (text_.Word(at - 1) == ";" || text_.Word(at - 1) == ":") && length >= 2);
      if (cut && !is_inside_[at] && sentence.last - at >= 2 &&
          (after_mark || (pauses && !joins_terms_[at]) || length >= kLongestWait || !Leans(at))) {
        Add({first, at});
        first = at;
        written_ = pause >= kWritten;
        if (poor_ && (pause >= kFullStop || clauses_.back().is_question)) ++sentence_;
      }
    }
    Add({first, sentence.last});
  }

  /// Whether the word before a place leans on what follows ("tra | tre settimane", "prendo il | ramipril"), or a value
  /// is followed by what it counts ("tre | settimane"): no speaker pauses there.
  bool Leans(TokenIndex at) const {
    if (joins_terms_[at]) return true;
    const std::string_view before = text_.Word(at - 1);
    if (IsAny(before, kLeaning) || before.ends_with('\'')) return true;
    return ends_number_[at] && !opens_subject_[at] && !IsOpener(text_.Word(at));
  }

  /// "Fa l' | insulina".
  bool NeedsNext(TokenIndex at) const {
    const std::string_view word = text_.Word(at);
    return IsAny(word, kNeedsNext) || (word.ends_with('\'') && word != "po'");
  }

  static bool IsOpener(std::string_view word) { return IsAny(word, kOpeners); }

  /// "Il diabete" and nothing more: who has it says so, who asks names it.
  bool IsBareCondition(TokenRange range) const {
    static constexpr WordSet kArticles{"il", "lo", "la", "l'", "i", "gli", "le"};
    if (!IsAny(text_.Word(range.first), kArticles)) return false;
    for (TokenIndex at = range.first + 1; at < range.last; ++at) {
      if (!names_condition_[at]) return false;
    }
    return range.last - range.first > 1;
  }

  void Add(TokenRange range) {
    if (range.empty()) return;
    bool question = false;
    for (TokenIndex at = range.last; at > range.first && text_.IsMark(at - 1); --at) {
      question = question || text_.Word(at - 1) == "?";
    }
    // Who begins with a no answers.
    const bool answers = text_.Word(range.first) == "no";
    if (poor_ && !question && !answers)
      question = IsBareCondition(range) || model_.Score(reader_->OfPiece(range)) >= kAsks;
    clauses_.push_back({range, sentence_, question, written_});
    written_ = false;
  }

  const Text& text_;
  const MarkModel& model_;
  std::optional<MarkReader> reader_;  // where marks are missing
  std::vector<bool> opens_subject_;
  std::vector<bool> is_inside_;  // a number, a broken name or what is bound goes on
  std::vector<bool> is_bound_;
  std::vector<bool> ends_number_;
  std::vector<bool> eats_;
  std::vector<bool> moves_;
  std::vector<bool> names_condition_;
  std::vector<bool> joins_terms_;
  bool poor_;
  bool written_ = false;  // a pause is sure enough before the next clause
  std::vector<Clause> clauses_;
  std::uint32_t sentence_ = 0;
};

}  // namespace

std::vector<Clause> FindClauses(const Text& text, const std::vector<Number>& numbers, const std::vector<TermHit>& terms,
                                const std::vector<TokenRange>& bound, const MarkModel& marks, bool is_unmarked) {
  return Cutter(text, numbers, terms, bound, marks, is_unmarked).Cut();
}

}  // namespace scriba::clinical
