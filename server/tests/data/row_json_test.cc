#include "data/row_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace scriba::data {
namespace {

TEST(JsonStringTest, EscapesWhatJsonWantsEscapedWhereverItStands) {
  for (int byte = 1; byte < 0x80; ++byte) {
    for (std::size_t length = 1; length <= 20; ++length) {
      for (std::size_t at = 0; at < length; ++at) {
        std::string text(length, 'x');
        text[at] = static_cast<char>(byte);
        std::string written;
        AppendJsonString(written, text);
        ASSERT_EQ(nlohmann::json::parse(written), text) << "byte " << byte << " at " << at << " of " << length;
      }
    }
  }
}

TEST(JsonStringTest, LeavesAccentsAndSymbolsAsTheyAre) {
  const std::string text = "perché l’età è 54 anni: 36,6 °C \xF0\x9F\x99\x82";
  std::string written;
  AppendJsonString(written, text);
  EXPECT_EQ(written, '"' + text + '"');
}

}  // namespace
}  // namespace scriba::data
