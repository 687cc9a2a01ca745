#include "speech/guards.h"

#include <algorithm>
#include <string>

#include "speech/italian.h"
#include "speech/repetition.h"
#include "speech/text.h"

namespace scriba::speech {
namespace {

// The engine's own doubts, as whisper's authors use them.
constexpr double kDoubtsSpeech = 0.6, kDoubtsWords = -1.0;
// A segment lies where nobody spoke when less than this much of a voice is heard in it.
constexpr double kLeastVoiceSeconds = 0.3;
constexpr double kLoopRatio = 2.4;
constexpr std::size_t kLoopBytes = 200;
constexpr double kSpeechWorthWords = 1.0;  // a second of voice must give some text
constexpr double kSpeechToCount = 6.0, kLeastWordsPerSecond = 0.5;

class Judge {
 public:
  Judge(const Piece& piece, HeardText heard, std::string_view prompt)
      : piece_(piece), was_empty_(heard.empty()), prompt_words_(WordsOf(prompt)) {
    judgement_.text = std::move(heard);
  }

  Judgement Run() {
    DropRepeatedWords();
    DropRepeatedSegments();
    DropPromptEcho();
    DropWhereNobodySpoke();
    JudgeTheRest();
    return std::move(judgement_);
  }

 private:
  void Note(Mark mark, bool wants_another_try) {
    if (std::ranges::find(judgement_.marks, mark) == judgement_.marks.end()) judgement_.marks.push_back(mark);
    judgement_.wants_another_try |= wants_another_try;
  }

  void DropRepeatedWords() {
    for (HeardSegment& segment : judgement_.text) {
      const std::vector<std::string> spoken = SplitAtSpaces(segment.text);
      std::vector<std::string> keys;
      for (const std::string& word : spoken) keys.push_back(Joined(WordsOf(word)));
      const auto kept = WithoutRepeats(keys, std::vector<std::size_t>(keys.size(), 1));
      if (kept.size() == keys.size()) continue;
      std::vector<std::string> words;
      for (const std::size_t i : kept) words.push_back(spoken[i]);
      segment.text = Joined(words);
      Note(Mark::kLoop, true);
    }
  }

  void DropRepeatedSegments() {
    std::vector<std::string> keys;
    std::vector<std::size_t> weights;
    for (const HeardSegment& segment : judgement_.text) {
      const auto words = WordsOf(segment.text);
      keys.push_back(Joined(words));
      weights.push_back(words.size());
    }
    const auto kept = WithoutRepeats(keys, weights);
    if (kept.size() == keys.size()) return;
    HeardText text;
    for (const std::size_t i : kept) text.push_back(std::move(judgement_.text[i]));
    judgement_.text = std::move(text);
    Note(Mark::kLoop, true);
  }

  void DropPromptEcho() {
    if (prompt_words_.empty()) return;
    const auto dropped = std::erase_if(judgement_.text, [this](const HeardSegment& segment) {
      const auto words = WordsOf(segment.text);
      const bool is_long_enough = words.size() >= std::min<std::size_t>(3, prompt_words_.size());
      return is_long_enough &&
             std::search(prompt_words_.begin(), prompt_words_.end(), words.begin(), words.end()) != prompt_words_.end();
    });
    if (dropped > 0) Note(Mark::kPromptEcho, true);
  }

  void DropWhereNobodySpoke() {
    std::erase_if(judgement_.text, [this](const HeardSegment& segment) {
      if (VoiceSecondsIn(segment) >=
          std::min(kLeastVoiceSeconds, 0.5 * (segment.end_seconds - segment.start_seconds))) {
        return false;
      }
      const auto words = WordsOf(segment.text);
      if (words.empty() || IsSubtitleCredit(words)) {
        Note(Mark::kSubtitleCredit, false);
        return true;
      }
      const bool is_doubted =
          segment.no_speech_prob.value_or(0) > kDoubtsSpeech && segment.avg_logprob.value_or(0) < kDoubtsWords;
      if (is_doubted) Note(Mark::kNoSpeechText, false);
      return is_doubted;
    });
  }

  void JudgeTheRest() {
    std::string text;
    for (const HeardSegment& segment : judgement_.text) text += segment.text + ' ';
    const auto words = WordsOf(text);
    const double speech = piece_.SpeechSeconds();
    if (was_empty_ && speech >= kSpeechWorthWords) {
      Note(Mark::kEmptyOnSpeech, true);
    } else if (speech >= kSpeechToCount && static_cast<double>(words.size()) < kLeastWordsPerSecond * speech) {
      Note(Mark::kSparse, true);
    }
    if (text.size() >= kLoopBytes && CompressionRatio(text) > kLoopRatio) Note(Mark::kLoop, true);
    if (ReadsLikeAnotherLanguage(text, words)) Note(Mark::kWrongLanguage, true);
  }

  double VoiceSecondsIn(const HeardSegment& segment) const {
    const double offset = piece_.place.span.StartSeconds();
    double seconds = 0;
    for (const Span& voice : piece_.speech) {
      seconds += std::max(0.0, std::min(voice.EndSeconds() - offset, segment.end_seconds) -
                                   std::max(voice.StartSeconds() - offset, segment.start_seconds));
    }
    return seconds;
  }

  static std::vector<std::string> SplitAtSpaces(const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      parts.push_back(text.substr(at, end - at));
      at = end + 1;
    }
    return parts;
  }

  static std::string Joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
  }

  const Piece& piece_;
  bool was_empty_;
  std::vector<std::string> prompt_words_;
  Judgement judgement_;
};

std::size_t TextBytes(const Judgement& judgement) {
  std::size_t bytes = 0;
  for (const HeardSegment& segment : judgement.text) bytes += segment.text.size();
  return bytes;
}

}  // namespace

Judgement JudgeAnswer(const Piece& piece, HeardText heard, std::string_view prompt) {
  return Judge(piece, std::move(heard), prompt).Run();
}

Judgement BetterOf(Judgement first, Judgement second) {
  if (first.wants_another_try != second.wants_another_try) return first.wants_another_try ? second : first;
  return TextBytes(second) > TextBytes(first) ? second : first;
}

}  // namespace scriba::speech
