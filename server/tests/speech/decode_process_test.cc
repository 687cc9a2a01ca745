#include "speech/decode_process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <random>
#include <sstream>
#include <thread>

#include "support/audio_files.h"
#include "support/decode_worker_entry.h"
#include "support/synthetic_sound.h"

namespace scriba::speech {
namespace {

using platform::Code;
using platform::Fail;
using platform::Result;
using testing::Encoded;

DecoderPool& Decoders() {
  static DecoderPool decoders(scriba::testing::ThisProgramAsDecoder());
  return decoders;
}

struct Outcome {
  Result<DecodedAudio> result;
  Samples samples;
};

Outcome DecodeFrom(ByteSource& source, double max_seconds = 600, std::stop_token stop = {}) {
  Samples samples;
  auto result = DecodeInChild(
      source, {.max_seconds = max_seconds}, Decoders(),
      [&samples](std::span<const Sample> portion) -> Result<> {
        samples.insert(samples.end(), portion.begin(), portion.end());
        return {};
      },
      std::move(stop));
  return {std::move(result), std::move(samples)};
}

Outcome Decode(std::string bytes, double max_seconds = 600) {
  MemoryByteSource source(std::move(bytes));
  return DecodeFrom(source, max_seconds);
}

Code RefusalOf(std::string bytes) {
  const Outcome outcome = Decode(std::move(bytes));
  EXPECT_FALSE(outcome.result.has_value());
  return outcome.result ? Code::kInternal : outcome.result.error().code;
}

// 12 s with a loud tone in the middle, so that what comes out can be told from silence or noise.
const Samples& TestSound() {
  static const Samples sound = testing::Joined({testing::Silence(4), testing::Hum(4, 0.3), testing::Silence(4)});
  return sound;
}

double LevelAt(const Samples& samples, double from, double to) {
  double energy = 0;
  for (auto i = ToSampleCount(from); i < ToSampleCount(to); ++i)
    energy += std::pow(samples[static_cast<std::size_t>(i)], 2);
  return std::sqrt(energy / static_cast<double>(ToSampleCount(to - from)));
}

// A recording that still goes on: bytes arrive in portions from another thread.
class GrowingSource final : public ByteSource {
 public:
  std::optional<std::uint64_t> Size() override { return std::nullopt; }

  Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> into, std::stop_token stop) override {
    std::unique_lock lock(mutex_);
    if (!grown_.wait(lock, stop, [&] { return bytes_.size() > offset || has_ended_; })) {
      return Fail(Code::kBusy, "stopped");
    }
    const std::size_t count = std::min(into.size(), bytes_.size() - static_cast<std::size_t>(offset));
    std::memcpy(into.data(), bytes_.data() + offset, count);
    return count;
  }

  void Append(std::string_view bytes) {
    const std::lock_guard lock(mutex_);
    bytes_ += bytes;
    grown_.notify_all();
  }

  void End() {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    grown_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable_any grown_;
  std::string bytes_;
  bool has_ended_ = false;
};

class EveryContainer : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryContainer, GivesTheSoundAndItsLength) {
  const Outcome outcome = Decode(Encoded(TestSound(), GetParam()));
  ASSERT_TRUE(outcome.result.has_value()) << outcome.result.error().message;
  EXPECT_NEAR(ToSeconds(outcome.result->samples), 12.0, 0.15);
  EXPECT_EQ(outcome.result->samples, static_cast<std::int64_t>(outcome.samples.size()));
  EXPECT_FALSE(outcome.result->is_cut_off);
  EXPECT_GT(LevelAt(outcome.samples, 5, 7), 1500);
  EXPECT_LT(LevelAt(outcome.samples, 1, 3), 50);
  EXPECT_LT(LevelAt(outcome.samples, 9, 11), 50);
}

INSTANTIATE_TEST_SUITE_P(Formats, EveryContainer,
                         ::testing::Values("wav", "wav48stereo", "mp3", "m4a", "fragmented.mp4", "ogg", "webm",
                                           "live.webm", "flac", "aac", "cover.m4a"),
                         [](const auto& format) {
                           std::string name = format.param;
                           std::erase_if(name, [](char letter) { return letter == '.'; });
                           return name;
                         });

TEST(DecodeInChild, SoundComesOutWhileTheRecordingGrows) {
  for (const char* format : {"live.webm", "fragmented.mp4", "ogg"}) {
    const std::string bytes = Encoded(TestSound(), format);
    const Outcome whole = Decode(bytes);
    GrowingSource source;
    std::atomic<std::size_t> heard = 0;
    std::size_t heard_before_the_end = 0;
    std::jthread recorder([&] {
      for (std::size_t at = 0; at < bytes.size(); at += bytes.size() / 12) {
        source.Append(std::string_view(bytes).substr(at, bytes.size() / 12));
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
      for (int wait = 0; wait < 200 && heard < 9 * kSampleRate; ++wait) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
      heard_before_the_end = heard;
      source.End();
    });
    const auto result = DecodeInChild(source, {}, Decoders(),
                                      [&heard](std::span<const Sample> portion) -> Result<> {
                                        heard += portion.size();
                                        return {};
                                      },
                                      {});
    recorder.join();
    ASSERT_TRUE(result.has_value()) << format;
    EXPECT_EQ(result->samples, whole.result->samples) << format;
    EXPECT_GT(heard_before_the_end, std::size_t{9 * kSampleRate}) << format;
  }
}

TEST(DecodeInChild, ACutOffRecordingGivesWhatStandsBeforeTheCut) {
  for (const char* format : {"webm", "live.webm", "ogg", "mp3", "wav", "fragmented.mp4"}) {
    std::string bytes = Encoded(TestSound(), format);
    bytes.resize(bytes.size() * 2 / 3);
    const Outcome outcome = Decode(std::move(bytes));
    ASSERT_TRUE(outcome.result.has_value()) << format;
    EXPECT_GT(ToSeconds(outcome.result->samples), 5) << format;
    EXPECT_LT(ToSeconds(outcome.result->samples), 11) << format;
  }
}

TEST(DecodeInChild, SaysWhenTheFilePromisedMore) {
  std::string bytes = Encoded(TestSound(), "wav");
  bytes.resize(bytes.size() / 2);
  EXPECT_TRUE(Decode(std::move(bytes)).result->is_cut_off);
}

TEST(DecodeInChild, DecodesEveryRecordingOfSeveralJoinedInOneFile) {
  for (const char* format : {"live.webm", "ogg", "fragmented.mp4"}) {
    const std::string one = Encoded(TestSound(), format);
    const Outcome outcome = Decode(one + one + one);
    ASSERT_TRUE(outcome.result.has_value()) << format;
    EXPECT_NEAR(ToSeconds(outcome.result->samples), 36.0, 0.4) << format;
    EXPECT_GT(LevelAt(outcome.samples, 29.5, 31), 1500) << format;
  }
}

TEST(DecodeInChild, JoinedRecordingsAreDecodedWhileTheyGrow) {
  for (const char* format : {"live.webm", "ogg", "fragmented.mp4"}) {
    const std::string one = Encoded(TestSound(), format);
    GrowingSource source;
    std::jthread recorder([&source, bytes = one + one] {
      for (std::size_t at = 0; at < bytes.size(); at += 5'000) source.Append(std::string_view(bytes).substr(at, 5'000));
      source.End();
    });
    const Outcome outcome = DecodeFrom(source);
    ASSERT_TRUE(outcome.result.has_value()) << format;
    EXPECT_NEAR(ToSeconds(outcome.result->samples), 24.0, 0.3) << format;
  }
}

TEST(DecodeInChild, ABrokenPartDoesNotTakeTheOthersWithIt) {
  const std::string one = Encoded(TestSound(), "fragmented.mp4");
  const Outcome outcome = Decode(one + one.substr(0, 40));
  ASSERT_TRUE(outcome.result.has_value());
  EXPECT_NEAR(ToSeconds(outcome.result->samples), 12.0, 0.2);
  EXPECT_TRUE(outcome.result->is_cut_off);
}

TEST(DecodeInChild, RefusesAnEmptyFile) { EXPECT_EQ(RefusalOf(""), Code::kEmptyFile); }

TEST(DecodeInChild, RefusesTenBytesOfWebm) {
  EXPECT_EQ(RefusalOf(Encoded(TestSound(), "webm").substr(0, 10)), Code::kAudioUnreadable);
}

TEST(DecodeInChild, RefusesWhatIsNoAudioWhateverItsName) {
  std::string noise(100'000, '\0');
  std::mt19937 random(3);
  for (char& byte : noise) byte = static_cast<char>(random());
  EXPECT_EQ(RefusalOf(noise), Code::kNotAudio);
  EXPECT_EQ(RefusalOf("%PDF-1.7\n%\xE2\xE3\xCF\xD3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n" + noise), Code::kNotAudio);
  EXPECT_EQ(RefusalOf("<!DOCTYPE html><html><body>504 Gateway Time-out</body></html>"), Code::kNotAudio);
  EXPECT_EQ(RefusalOf(std::string(5000, '\0')), Code::kNotAudio);
}

TEST(DecodeInChild, RefusesPlayListsThatNameOtherFiles) {
  EXPECT_EQ(RefusalOf("#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/passwd\n"), Code::kNotAudio);
  EXPECT_EQ(RefusalOf("ffconcat version 1.0\nfile /etc/passwd\n"), Code::kNotAudio);
}

TEST(DecodeInChild, RefusesAVideoEvenWithSound) {
  EXPECT_EQ(RefusalOf(Encoded(TestSound(), "video.webm")), Code::kVideoNotAccepted);
  EXPECT_EQ(RefusalOf(Encoded(TestSound(), "video.mp4")), Code::kVideoNotAccepted);
}

TEST(DecodeInChild, RefusesMoreSoundThanAllowed) {
  const Outcome outcome = Decode(Encoded(TestSound(), "webm"), 5);
  ASSERT_FALSE(outcome.result.has_value());
  EXPECT_EQ(outcome.result.error().code, Code::kAudioTooLong);
  EXPECT_LE(outcome.samples.size(), std::size_t{5 * kSampleRate});
}

TEST(DecodeInChild, EndsSoonAfterAStop) {
  GrowingSource source;
  source.Append(Encoded(TestSound(), "live.webm"));
  std::stop_source stop;
  std::jthread stopper([&stop] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    stop.request_stop();
  });
  const auto began = std::chrono::steady_clock::now();
  const Outcome outcome = DecodeFrom(source, 600, stop.get_token());
  ASSERT_FALSE(outcome.result.has_value());
  EXPECT_EQ(outcome.result.error().code, Code::kBusy);
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(3));
}

TEST(DecodeInChild, ReturnsTheErrorOfItsReceiver) {
  MemoryByteSource source(Encoded(TestSound(), "wav"));
  const auto result = DecodeInChild(
      source, {}, Decoders(), [](std::span<const Sample>) -> Result<> { return Fail(Code::kDiskFull, "full"); }, {});
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, Code::kDiskFull);
}

// The processes whose parent is one of `parents`.
std::vector<pid_t> ChildrenOf(const std::vector<pid_t>& parents) {
  std::vector<pid_t> children;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "stat");
    std::string stat;
    std::getline(file, stat);
    std::istringstream rest(stat.substr(std::min(stat.rfind(')') + 1, stat.size())));
    char state = 0;
    pid_t parent = 0;
    if (!(rest >> state >> parent) || state == 'Z' || std::ranges::find(parents, parent) == parents.end()) continue;
    children.push_back(std::stoi(entry.path().filename().string()));
  }
  return children;
}

// A recording whose decoding child is killed at its first read, as by a codec that crashes.
class FatalSource final : public ByteSource {
 public:
  std::optional<std::uint64_t> Size() override { return 1000; }
  Result<std::size_t> ReadAt(std::uint64_t /*offset*/, std::span<std::byte> into, std::stop_token /*stop*/) override {
    for (const pid_t child : ChildrenOf(ChildrenOf({::getpid()}))) ::kill(child, SIGKILL);
    return into.size();
  }
};

TEST(DecodeInChild, AChildThatDiesIsAnUnreadableFileAndNobodyElsesTrouble) {
  FatalSource source;
  EXPECT_EQ(DecodeFrom(source).result.error().code, Code::kAudioUnreadable);
  EXPECT_TRUE(Decode(Encoded(TestSound(), "webm")).result.has_value());
}

TEST(DecodeInChild, AParentOfChildrenThatDiesIsReplaced) {
  ASSERT_TRUE(Decode(Encoded(TestSound(), "webm")).result.has_value());
  const auto parents = ChildrenOf({::getpid()});
  ASSERT_FALSE(parents.empty());
  for (const pid_t parent : parents) ::kill(parent, SIGKILL);
  while (!ChildrenOf({::getpid()}).empty()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_TRUE(Decode(Encoded(TestSound(), "webm")).result.has_value());
}

TEST(DecodeInChild, ManyRecordingsAreFollowedAtOnceByOneProcessor) {
  constexpr std::size_t kRecordings = 24;
  DecoderSettings settings = scriba::testing::ThisProgramAsDecoder();
  settings.at_once = 1;
  DecoderPool decoders(std::move(settings));
  const std::string bytes = Encoded(TestSound(), "live.webm");
  std::array<GrowingSource, kRecordings> sources;
  std::array<std::atomic<std::size_t>, kRecordings> heard{};
  std::atomic<int> whole = 0;
  std::vector<std::jthread> followers;
  for (std::size_t i = 0; i < kRecordings; ++i) {
    followers.emplace_back([&, i] {
      const auto result = DecodeInChild(sources[i], {.turn = {std::to_string(i), platform::Priority::kLive}}, decoders,
                                        [&heard, i](std::span<const Sample> portion) -> Result<> {
                                          heard[i] += portion.size();
                                          return {};
                                        },
                                        {});
      if (result && result->samples == static_cast<std::int64_t>(heard[i])) ++whole;
    });
  }
  // Children that wait for the doctor hold no turn: the last one is heard as the first.
  for (GrowingSource& source : sources) source.Append(std::string_view(bytes).substr(0, bytes.size() / 2));
  for (std::size_t i = 0; i < kRecordings; ++i) {
    for (int tries = 0; tries < 3000 && heard[i] < 4 * kSampleRate; ++tries)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_GE(heard[i], std::size_t{4 * kSampleRate}) << i;
  }
  for (GrowingSource& source : sources) {
    source.Append(std::string_view(bytes).substr(bytes.size() / 2));
    source.End();
  }
  followers.clear();
  EXPECT_EQ(whole, static_cast<int>(kRecordings));
}

TEST(DecodeInChild, AProgramThatIsMissingOrNoDecoderIsOurFault) {
  for (const char* program : {"/nowhere/scriba", "/bin/false"}) {
    DecoderPool decoders({.worker_command = {program}});
    MemoryByteSource source("x");
    const auto result = DecodeInChild(source, {}, decoders, [](std::span<const Sample>) -> Result<> { return {}; }, {});
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().code, Code::kInternal);
  }
}

TEST(DecodeInChild, AnyCutOrFlippedByteIsAnAnswerNeverACrash) {
  std::mt19937 random(11);
  for (const char* format : {"webm", "m4a", "mp3", "ogg", "wav", "flac"}) {
    const std::string good = Encoded(testing::Hum(1, 0.3), format);
    for (int round = 0; round < 5; ++round) {
      std::string bytes = good;
      for (int flips = 0; flips < 20; ++flips) bytes[random() % bytes.size()] = static_cast<char>(random());
      if (round % 2) bytes.resize(random() % bytes.size());
      const Outcome outcome = Decode(std::move(bytes));
      EXPECT_TRUE(outcome.result || outcome.result.error().code != Code::kInternal) << format;
    }
  }
}

}  // namespace
}  // namespace scriba::speech
