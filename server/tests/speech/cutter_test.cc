#include "speech/cutter.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "support/synthetic_sound.h"

namespace scriba::speech {
namespace {

using testing::Hum;
using testing::Joined;
using testing::Mixed;
using testing::RoomNoise;
using testing::Silence;
using testing::Speak;
using testing::SpokenVisit;
using testing::Typing;

std::vector<Piece> TakeAll(Cutter& cutter) {
  std::vector<Piece> pieces;
  while (auto piece = cutter.Take()) pieces.push_back(std::move(*piece));
  return pieces;
}

std::vector<Piece> Cut(std::span<const Sample> sound) {
  Cutter cutter;
  cutter.Push(sound);
  cutter.Finish();
  return TakeAll(cutter);
}

std::size_t PiecesWithSpeech(std::span<const Sample> sound) {
  const auto pieces = Cut(sound);
  return static_cast<std::size_t>(
      std::ranges::count_if(pieces, [](const Piece& piece) { return piece.evidence != Evidence::kNone; }));
}

const testing::Visit& TheVisit() {
  static const testing::Visit visit = SpokenVisit();
  return visit;
}

TEST(Cutter, PiecesJoinToTheWholeRecording) {
  const auto& sound = TheVisit().samples;
  Samples joined;
  std::int64_t expected_begin = 0;
  int expected_ordinal = 0;
  for (const Piece& piece : Cut(sound)) {
    EXPECT_EQ(piece.place.ordinal, expected_ordinal++);
    EXPECT_EQ(piece.place.span.begin, expected_begin);
    EXPECT_EQ(piece.place.span.Length(), static_cast<std::int64_t>(piece.samples.size()));
    expected_begin = piece.place.span.end;
    joined.insert(joined.end(), piece.samples.begin(), piece.samples.end());
  }
  EXPECT_EQ(joined, sound);
}

TEST(Cutter, PiecesLastFromTwelveToTwentyEightSecondsButForTheLast) {
  const auto pieces = Cut(TheVisit().samples);
  ASSERT_GE(pieces.size(), 3U);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const double seconds = ToSeconds(pieces[i].place.span.Length());
    EXPECT_LE(seconds, 28);
    EXPECT_TRUE(seconds >= 12 || i + 1 == pieces.size()) << seconds;
  }
}

TEST(Cutter, CutsFallBetweenTurnsNeverInsideOne) {
  const auto& visit = TheVisit();
  const auto pieces = Cut(visit.samples);
  for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
    const std::int64_t cut = pieces[i].place.span.end;
    // A turn of several sentences may be cut between them; what is forbidden is a cut where there is sound.
    std::int64_t loudest = 0;
    for (std::int64_t at = cut - kSampleRate / 20; at < cut + kSampleRate / 20; ++at) {
      loudest = std::max<std::int64_t>(loudest, std::abs(visit.samples[static_cast<std::size_t>(at)]));
    }
    EXPECT_LT(loudest, 400) << "cut at " << ToSeconds(cut);
  }
}

TEST(Cutter, CutsAreTheSameHoweverTheSoundIsPortioned) {
  const auto& sound = TheVisit().samples;
  const auto whole = Cut(sound);
  std::mt19937 random(7);
  for (int round = 0; round < 10; ++round) {
    Cutter cutter;
    std::uniform_int_distribution<std::size_t> portion(1, round < 5 ? 500 : 50'000);
    std::vector<Piece> pieces;
    for (std::size_t at = 0; at < sound.size();) {
      const std::size_t count = std::min(portion(random), sound.size() - at);
      cutter.Push(std::span(sound).subspan(at, count));
      at += count;
      for (Piece& piece : TakeAll(cutter)) pieces.push_back(std::move(piece));
    }
    cutter.Finish();
    for (Piece& piece : TakeAll(cutter)) pieces.push_back(std::move(piece));
    ASSERT_EQ(pieces.size(), whole.size());
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      EXPECT_EQ(pieces[i].place, whole[i].place);
      EXPECT_EQ(pieces[i].samples, whole[i].samples);
      EXPECT_EQ(pieces[i].evidence, whole[i].evidence);
      EXPECT_EQ(pieces[i].speech, whole[i].speech);
    }
  }
}

TEST(Cutter, APieceIsReadySoonAfterItsPause) {
  const auto& sound = TheVisit().samples;
  Cutter cutter;
  for (std::size_t at = 0; at + kFrameSamples <= sound.size(); at += kFrameSamples) {
    cutter.Push(std::span(sound).subspan(at, kFrameSamples));
    while (const auto piece = cutter.Take()) {
      EXPECT_LE(ToSeconds(cutter.pushed() - piece->place.span.end), 0.6);
    }
  }
}

TEST(Cutter, SpeechWithoutPausesIsCutAtItsQuietestPlace) {
  // A drone with a breath of 80 ms every half second, too short for a pause, and one that is deeper, at 25 s.
  Samples drone = Hum(60, 0.3);
  for (std::size_t i = 0; i < drone.size(); ++i) {
    if (i % (kSampleRate / 2) < kSampleRate * 2 / 25) drone[i] /= 20;
    if (i >= 25 * kSampleRate && i < 25 * kSampleRate + kSampleRate / 5) drone[i] /= 20;
  }
  const auto pieces = Cut(drone);
  EXPECT_NEAR(pieces.front().place.span.EndSeconds(), 25.1, 0.05);
}

TEST(Cutter, SpeechIsFoundInQuietAndInNoise) {
  const auto& visit = TheVisit();
  const auto seconds = ToSeconds(static_cast<std::int64_t>(visit.samples.size()));
  for (const double noise : {0.0, 0.003, 0.015}) {
    for (const Piece& piece : Cut(Mixed(visit.samples, RoomNoise(seconds, noise)))) {
      EXPECT_EQ(piece.evidence, Evidence::kVoice) << "noise " << noise << ", piece " << piece.place.ordinal;
      EXPECT_GT(piece.SpeechSeconds(), 0.5 * ToSeconds(piece.place.span.Length()));
    }
  }
}

TEST(Cutter, ASingleShortWordIsSpeech) {
  for (const char* word : {"sì", "no", "bene", "tre", "poco"}) {
    EXPECT_EQ(PiecesWithSpeech(Mixed(Joined({Silence(6), Speak(word), Silence(14)}), RoomNoise(21, 0.001))), 1U)
        << word;
  }
}

TEST(Cutter, AWhisperIsSent) {
  const Samples whisper =
      Speak("Dottore, ho perso la voce da tre giorni e mi fa male la gola quando mangio.", "it+whisper");
  EXPECT_EQ(PiecesWithSpeech(Mixed(Joined({Silence(4), whisper, Silence(4)}), RoomNoise(30, 0.0005))), 1U);
}

TEST(Cutter, AnHourOfSilenceHasNoSpeech) { EXPECT_EQ(PiecesWithSpeech(Silence(3600)), 0U); }

TEST(Cutter, AnHourOfRoomNoiseHasNoSpeech) { EXPECT_EQ(PiecesWithSpeech(RoomNoise(3600, 0.02)), 0U); }

TEST(Cutter, AnHourOfTypingHasNoSpeech) { EXPECT_EQ(PiecesWithSpeech(Typing(3600)), 0U); }

TEST(Cutter, AFanThatStartsIsNoSpeech) {
  EXPECT_EQ(PiecesWithSpeech(Joined({RoomNoise(60, 0.001), RoomNoise(60, 0.05, 2), RoomNoise(60, 0.001, 3)})), 0U);
}

TEST(Cutter, MainsHumIsNoSpeech) { EXPECT_EQ(PiecesWithSpeech(Mixed(Hum(120, 0.05), RoomNoise(120, 0.001))), 0U); }

TEST(Cutter, AnEmptyRecordingHasNoPieces) { EXPECT_TRUE(Cut({}).empty()); }

TEST(Cutter, LessThanAFrameIsOnePiece) {
  const auto pieces = Cut(Samples(100));
  ASSERT_EQ(pieces.size(), 1U);
  EXPECT_EQ(pieces[0].samples.size(), 100U);
  EXPECT_EQ(pieces[0].evidence, Evidence::kNone);
}

}  // namespace
}  // namespace scriba::speech
