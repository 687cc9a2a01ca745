#include "speech/engine_words.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>

namespace scriba::speech {
namespace {

constexpr std::size_t kMostKept = 1000;
constexpr std::size_t kPipe = 64 * 1024;

}  // namespace

EngineWords::EngineWords() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
  ours_ = platform::FileHandle(ends[0]);
  theirs_ = platform::FileHandle(ends[1]);
  ::fcntl(ours_.get(), F_SETFL, O_NONBLOCK);
}

void EngineWords::Listen() {
  std::array<char, 4096> words{};
  for (std::size_t taken = 0; taken < kPipe;) {
    const ssize_t count = ::read(ours_.get(), words.data(), words.size());
    if (count <= 0) return;
    taken += static_cast<std::size_t>(count);
    if (!is_keeping_) continue;
    kept_.append(words.data(), static_cast<std::size_t>(count));
    if (kept_.size() > kMostKept) kept_.erase(0, kept_.size() - kMostKept);
  }
}

void EngineWords::StopKeeping() {
  is_keeping_ = false;
  kept_.clear();
}

std::string EngineWords::Last() const {
  std::string line;
  for (const char c : kept_) {
    if (c >= ' ' && c <= '~') {
      line.push_back(c);
    } else if (!line.empty() && line.back() != ' ') {
      line.push_back(' ');
    }
  }
  return line;
}

}  // namespace scriba::speech
