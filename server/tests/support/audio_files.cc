#include "support/audio_files.h"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace scriba::speech::testing {
namespace {

namespace fs = std::filesystem;

struct Recipe {
  std::string_view format;
  const char* extension;
  const char* arguments;  // of ffmpeg, between the sound and the output
};

constexpr std::array<Recipe, 13> kRecipes{{
    {"wav", "wav", "-c:a pcm_s16le"},
    {"wav48stereo", "wav", "-ar 48000 -ac 2 -c:a pcm_s16le"},
    {"mp3", "mp3", "-c:a libmp3lame -b:a 64k"},
    {"m4a", "m4a", "-c:a aac -b:a 64k"},
    {"fragmented.mp4", "mp4",
     "-c:a aac -b:a 64k -movflags frag_keyframe+empty_moov+default_base_moof -frag_duration 1000000"},
    {"ogg", "ogg", "-c:a libopus -b:a 32k"},
    {"webm", "webm", "-c:a libopus -b:a 32k"},
    {"live.webm", "webm", "-c:a libopus -b:a 32k -live 1"},
    {"flac", "flac", "-c:a flac"},
    {"aac", "aac", "-c:a aac -b:a 64k"},
    {"video.webm", "webm", "-f lavfi -i testsrc=size=160x120:rate=5 -shortest -c:a libopus -c:v libvpx -b:v 50k"},
    {"video.mp4", "mp4", "-f lavfi -i testsrc=size=160x120:rate=5 -shortest -c:a aac -c:v mpeg4"},
    {"cover.m4a", "m4a",
     "-f lavfi -i testsrc=size=160x120:duration=0.04 -c:a aac -c:v png -disposition:v attached_pic"},
}};

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "scriba-audio-XXXXXX").string();
    if (!::mkdtemp(pattern.data())) throw std::runtime_error("no temporary folder");
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

}  // namespace

std::string Encoded(std::span<const Sample> samples, std::string_view format) {
  for (const Recipe& recipe : kRecipes) {
    if (recipe.format != format) continue;
    const TemporaryFolder folder;
    const fs::path raw = folder.path() / "sound.raw", out = folder.path() / (std::string("sound.") + recipe.extension);
    std::ofstream(raw, std::ios::binary)
        .write(reinterpret_cast<const char*>(samples.data()), static_cast<std::streamsize>(samples.size_bytes()));
    const std::string command = "ffmpeg -v error -nostdin -y -f s16le -ar 16000 -ac 1 -i " + raw.string() + " " +
                                recipe.arguments + " " + out.string();
    if (std::system(command.c_str()) != 0) throw std::runtime_error("failed: " + command);
    std::ifstream file(out, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  throw std::invalid_argument("no recipe for " + std::string(format));
}

}  // namespace scriba::speech::testing
