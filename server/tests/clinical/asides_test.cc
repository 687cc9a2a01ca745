// What is beside the point goes; what a doctor refuses, doubts or counts stays.
#include <gtest/gtest.h>

#include "clinical/writing/wording.h"

namespace scriba::clinical {
namespace {

std::string Written(std::string_view sentence) {
  const Reading reading(sentence);
  return WriteSentence(reading, {TokenRange{0, reading.text.size()}});
}

TEST(Asides, ReliefAndAsidesAreLeftOut) {
  EXPECT_EQ(Written("Il vomito, per fortuna, passato."), "Vomito, passato.");
  EXPECT_EQ(Written("Tra l'altro beve tre birre."), "Beve 3 birre.");
  EXPECT_EQ(Written("Purtroppo fuma venti sigarette."), "Fuma 20 sigarette.");
}

TEST(Asides, WhatTheDoctorHandsOverStandsAlone) {
  EXPECT_EQ(Written("Le faccio una richiesta di visita cardiologica."), "Richiesta di visita cardiologica.");
  EXPECT_EQ(Written("Le do cinque pasti al giorno."), "5 pasti al giorno.");
}

TEST(Asides, WhatIsRefusedOrDoneStaysWhole) {
  EXPECT_EQ(Written("Non le do una dieta stretta."), "Non le do dieta stretta.");
  EXPECT_EQ(Written("Le faccio fare gli esami."), "Le faccio fare esami.");
  EXPECT_EQ(Written("Mette in pratica la dieta."), "Mette in pratica dieta.");
  EXPECT_EQ(Written("Forse le do un integratore domani."), "Forse un integratore domani.");
}

}  // namespace
}  // namespace scriba::clinical
