// The file that an engine gets: RIFF/WAVE, mono, 16 kHz, 16 bit.
#pragma once

#include <span>
#include <string>

#include "speech/audio.h"

namespace scriba::speech {

/// A whole WAV file. Shorter sound is followed by silence up to 1.1 s: several engines return nothing below one second.
std::string WaveFile(std::span<const Sample> samples);

}  // namespace scriba::speech
