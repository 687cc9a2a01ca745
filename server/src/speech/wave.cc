#include "speech/wave.h"

#include <algorithm>
#include <cstdint>

namespace scriba::speech {
namespace {

constexpr std::size_t kLeastSamples = kSampleRate * 11 / 10;
constexpr std::uint32_t kBytesPerSample = sizeof(Sample);

// Little-endian, whatever the machine.
template <typename T>
void Append(std::string& bytes, T number) {
  for (std::size_t i = 0; i < sizeof number; ++i) bytes += static_cast<char>((number >> (8 * i)) & 0xFF);
}

}  // namespace

std::string WaveFile(std::span<const Sample> samples) {
  constexpr std::uint32_t kHeaderBytes = 44;
  const std::size_t count = std::max(samples.size(), kLeastSamples);
  const auto data_bytes = static_cast<std::uint32_t>(count * kBytesPerSample);
  std::string file;
  file.reserve(kHeaderBytes + data_bytes);
  file += "RIFF";
  Append<std::uint32_t>(file, kHeaderBytes - 8 + data_bytes);
  file += "WAVEfmt ";
  Append<std::uint32_t>(file, 16);
  Append<std::uint16_t>(file, 1);  // PCM
  Append<std::uint16_t>(file, 1);  // channels
  Append<std::uint32_t>(file, kSampleRate);
  Append<std::uint32_t>(file, kSampleRate * kBytesPerSample);
  Append<std::uint16_t>(file, kBytesPerSample);
  Append<std::uint16_t>(file, 8 * kBytesPerSample);
  file += "data";
  Append<std::uint32_t>(file, data_bytes);
  for (const Sample sample : samples) Append(file, static_cast<std::uint16_t>(sample));
  file.resize(kHeaderBytes + data_bytes);
  return file;
}

}  // namespace scriba::speech
