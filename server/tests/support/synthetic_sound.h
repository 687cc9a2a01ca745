// Sound made for tests: rooms, keyboards, and Italian sentences spoken by espeak-ng. The same seed gives the same
// sound.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "speech/audio.h"

namespace scriba::speech::testing {

/// Steady noise of the given level (root mean square, full scale 1), low-passed like a quiet room.
Samples RoomNoise(double seconds, double level, unsigned seed = 1);

/// A keyboard in that room: clicks of down and up strokes, pauses for thought, a thump of the hand now and then.
Samples Typing(double seconds, unsigned seed = 1);

/// Mains hum with its harmonics.
Samples Hum(double seconds, double level);

Samples Silence(double seconds);

/// `sound` with `other` added to it, as long as `sound`.
Samples Mixed(Samples sound, std::span<const Sample> other);
Samples Joined(std::initializer_list<Samples> parts);

/// An Italian sentence. `voice` is espeak-ng's name, such as "it", "it+f2", "it+whisper".
Samples Speak(std::string_view text, std::string_view voice = "it");

struct Visit {
  Samples samples;
  std::vector<Span> turns;  // where somebody speaks
};

/// A consultation of 14 turns, about 75 s, two voices, pauses of 0.4 to 3.2 s, over faint room noise.
Visit SpokenVisit();

}  // namespace scriba::speech::testing
