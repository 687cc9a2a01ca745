// Does a text read like spoken Italian? Told by the small words that no Italian sentence does without.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace scriba::speech {

/// Whether the words are those of another language: too few Italian function words among at least twelve, or letters
/// that are not Latin. Short texts and lists of numbers get the benefit of the doubt.
bool ReadsLikeAnotherLanguage(std::string_view text, std::span<const std::string> words);

/// The credits of subtitles that engines have learned to write where nobody speaks ("Sottotitoli creati dalla comunità
/// Amara.org"). The whole text must be one.
bool IsSubtitleCredit(std::span<const std::string> words);

}  // namespace scriba::speech
