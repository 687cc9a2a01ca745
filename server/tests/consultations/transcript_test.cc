#include "consultations/transcript.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace scriba::consultations {
namespace {

using speech::PieceTranscript;

PieceTranscript Piece(int ordinal, std::vector<speech::Segment> segments) {
  return {.piece = {.ordinal = ordinal, .span = {}}, .has_speech = true, .segments = std::move(segments), .marks = {}};
}

TEST(TranscriptTest, CountsInUtf16UnitsAsBrowsersDo) {
  EXPECT_EQ(Utf16Length("perché"), 6U);
  EXPECT_EQ(Utf16Length("😀"), 2U);
  const auto joined = JoinPieces({Piece(0, {{0, 2, "Perché?", {}}}), Piece(1, {{20, 22, "Così.", {}}})});
  EXPECT_EQ(joined.text, "Perché? Così.");
  ASSERT_EQ(joined.spans.size(), 2U);
  EXPECT_EQ(joined.spans[1].begin, 8U);
  EXPECT_EQ(joined.spans[1].end, 13U);
}

TEST(TranscriptTest, KnowsWhenAStretchWasSaid) {
  const auto joined = JoinPieces({Piece(0, {{10, 20, "0123456789", {}}, {30, 40, "abcdefghij", {}}})});
  EXPECT_EQ(joined.SecondsOf(0, 10), std::pair(10.0, 20.0));
  EXPECT_EQ(joined.SecondsOf(5, 8), std::pair(15.0, 18.0));
  EXPECT_EQ(joined.SecondsOf(5, 16), std::pair(15.0, 35.0));
  EXPECT_EQ(joined.SecondsOf(50, 60), std::nullopt);
  EXPECT_EQ(Transcript{}.SecondsOf(0, 5), std::nullopt);
}

TEST(TranscriptTest, EstimatesHowLongATextTakes) {
  EXPECT_EQ(EstimatedSeconds("breve"), 30);
  std::string words;
  for (int i = 0; i < 300; ++i) words += "a ";
  EXPECT_EQ(EstimatedSeconds(words), 144) << "300 words are 2 minutes, and a fifth for pauses";
  EXPECT_EQ(EstimatedSeconds(std::string(1500, 'x')), 144) << "1500 characters are 2 minutes";
}

TEST(TranscriptTest, KnowsABlankText) {
  EXPECT_TRUE(IsBlank(" \t\r\n"));
  EXPECT_TRUE(IsBlank(""));
  EXPECT_FALSE(IsBlank(" a "));
}

}  // namespace
}  // namespace scriba::consultations
