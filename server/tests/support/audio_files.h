// The same sound in every container a browser, a telephone or a dictaphone sends, made by ffmpeg when a test asks.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "speech/audio.h"

namespace scriba::speech::testing {

/// `format` is one of: wav, wav48stereo, mp3, m4a (index at the end), fragmented.mp4, ogg, webm, live.webm (no
/// duration), flac, aac, video.webm, video.mp4, cover.m4a (sound with an album cover).
std::string Encoded(std::span<const Sample> samples, std::string_view format);

}  // namespace scriba::speech::testing
