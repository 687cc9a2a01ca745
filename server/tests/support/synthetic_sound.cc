#include "support/synthetic_sound.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <numbers>
#include <random>
#include <stdexcept>

namespace scriba::speech::testing {
namespace {

std::size_t Count(double seconds) { return static_cast<std::size_t>(ToSampleCount(seconds)); }

Sample Clip(double value) { return static_cast<Sample>(std::clamp(value, -1.0, 1.0) * 32767); }

void AddKnock(std::vector<double>& sound, double at, double level, double hz, double decay, std::minstd_rand& random) {
  std::uniform_real_distribution<double> hiss(-1.7, 1.7);
  const std::size_t from = Count(at);
  for (std::size_t i = 0; i < Count(6 * decay) && from + i < sound.size(); ++i) {
    const double t = static_cast<double>(i) / kSampleRate;
    sound[from + i] += level * std::exp(-t / decay) * (std::sin(2 * std::numbers::pi * hz * t) + 0.5 * hiss(random));
  }
}

// Reads what a program writes to its standard output.
std::string OutputOf(const std::string& command) {
  const auto close = [](std::FILE* pipe) { pclose(pipe); };
  const std::unique_ptr<std::FILE, decltype(close)> pipe(popen(command.c_str(), "r"), close);
  if (!pipe) throw std::runtime_error("cannot run " + command);
  std::string output;
  std::array<char, 65536> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe.get())) {
    output.append(buffer.data(), count);
  }
  return output;
}

Samples Trimmed(const Samples& sound) {
  const auto is_loud = [](Sample value) { return std::abs(value) > 160; };
  const auto first = std::ranges::find_if(sound, is_loud);
  const auto last = std::find_if(sound.rbegin(), sound.rend(), is_loud);
  return first == sound.end() ? Samples{} : Samples(first, last.base());
}

}  // namespace

Samples RoomNoise(double seconds, double level, unsigned seed) {
  std::minstd_rand random(seed);
  const double peak = level * 3.5;  // of the even noise before it is smoothed
  std::uniform_real_distribution<double> white(-peak, peak);
  Samples samples(Count(seconds));
  double smooth = 0;
  for (Sample& sample : samples) {
    smooth += 0.4 * (white(random) - smooth);
    sample = Clip(smooth);
  }
  return samples;
}

Samples Typing(double seconds, unsigned seed) {
  std::minstd_rand random(seed);
  const auto between = [&random](double low, double high) { return std::uniform_real_distribution(low, high)(random); };
  std::vector<double> keys(Count(seconds));
  for (double at = 0; at < seconds; at += between(0.07, 0.3)) {
    if (between(0, 1) < 0.04) at += between(1, 8);
    const double level = std::pow(10, between(-36, -14) / 20);
    AddKnock(keys, at, level, between(300, 3000), between(0.002, 0.006), random);
    AddKnock(keys, at + between(0.06, 0.12), level / 2, between(300, 3000), between(0.002, 0.005), random);
    if (between(0, 1) < 0.02) AddKnock(keys, at, 0.3, between(60, 150), 0.03, random);
  }
  Samples samples = RoomNoise(seconds, 0.001, seed + 1);
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = Clip(keys[i] + samples[i] / 32768.0);
  return samples;
}

Samples Hum(double seconds, double level) {
  Samples samples(Count(seconds));
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double t = static_cast<double>(i) / kSampleRate;
    double value = 0;
    for (const double harmonic : {1.0, 2.0, 3.0, 5.0, 7.0}) {
      value += level / harmonic * std::sin(2 * std::numbers::pi * 50 * harmonic * t);
    }
    samples[i] = Clip(value);
  }
  return samples;
}

Samples Silence(double seconds) { return Samples(Count(seconds)); }

Samples Mixed(Samples sound, std::span<const Sample> other) {
  for (std::size_t i = 0; i < std::min(sound.size(), other.size()); ++i) {
    sound[i] = static_cast<Sample>(std::clamp(sound[i] + other[i], -32768, 32767));
  }
  return sound;
}

Samples Joined(std::initializer_list<Samples> parts) {
  Samples whole;
  for (const Samples& part : parts) whole.insert(whole.end(), part.begin(), part.end());
  return whole;
}

Samples Speak(std::string_view text, std::string_view voice) {
  const std::string pcm =
      OutputOf("espeak-ng -s 150 -v " + std::string(voice) + " --stdout \"" + std::string(text) +
               "\" | sox -q -t wav --ignore-length - -t raw -r 16000 -c 1 -e signed -b 16 - norm -6 2>/dev/null");
  Samples samples(pcm.size() / sizeof(Sample));
  std::memcpy(samples.data(), pcm.data(), samples.size() * sizeof(Sample));
  if (samples.empty()) throw std::runtime_error("espeak-ng and sox are needed to make the speech of this test");
  return Trimmed(samples);
}

Visit SpokenVisit() {
  struct Turn {
    const char* voice;
    double pause;
    const char* text;
  };
  static constexpr const char* kDoctor = "it+m3";
  static constexpr const char* kPatient = "it+f2";
  static constexpr Turn kTurns[] = {
      {kDoctor, 0.7, "Buongiorno signora, si accomodi. Come sta?"},
      {kPatient, 0.9, "Mi sento un po' stanca, soprattutto la sera, e ho spesso mal di testa."},
      {kDoctor, 0.5, "Ha misurato la pressione a casa?"},
      {kPatient, 0.8, "Sì, ieri mattina era centoquaranta su novanta."},
      {kDoctor, 0.4, "E il peso?"},
      {kPatient, 1.5,
       "Adesso sono ottantaquattro chili e mezzo. Ho ripreso a mangiare fuori pasto, davanti alla televisione."},
      {kDoctor, 2.5, "Va bene. Allora guardiamo insieme gli esami del sangue."},
      {kDoctor, 0.9, "La glicemia a digiuno è centododici, il colesterolo totale duecentotrentacinque."},
      {kPatient, 0.6, "È grave, dottore?"},
      {kDoctor, 0.8, "No, ma dobbiamo intervenire. La glicemia è un po' alta e il fegato è leggermente affaticato."},
      {kPatient, 3.2, "In famiglia mia madre ha il diabete, e prende la metformina da dieci anni."},
      {kDoctor, 0.7,
       "Allora aumentiamo gradualmente: quaranta minuti al giorno di camminata, cinque giorni alla settimana."},
      {kPatient, 0.5, "Va bene, grazie mille dottore."},
      {kDoctor, 0.8, "Ci rivediamo tra quattro settimane con il diario alimentare. Arrivederci."},
  };
  Visit visit{.samples = Silence(0.8), .turns = {}};
  for (const Turn& turn : kTurns) {
    const Samples words = Speak(turn.text, turn.voice);
    const auto begin = static_cast<std::int64_t>(visit.samples.size());
    visit.turns.push_back({begin, begin + static_cast<std::int64_t>(words.size())});
    visit.samples.insert(visit.samples.end(), words.begin(), words.end());
    visit.samples.resize(visit.samples.size() + Count(turn.pause));
  }
  visit.samples =
      Mixed(std::move(visit.samples), RoomNoise(ToSeconds(static_cast<std::int64_t>(visit.samples.size())), 0.001));
  return visit;
}

}  // namespace scriba::speech::testing
