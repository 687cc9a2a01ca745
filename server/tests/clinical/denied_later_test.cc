#include "clinical/reading/denied_later.h"

#include <gtest/gtest.h>

#include <string>

#include "clinical/kept.h"
#include "clinical/reading/reading.h"

namespace scriba::clinical {
namespace {

TEST(DeniedLater, AValueOfAnothersSheetIsNone) {
  for (const auto* said :
       {"Glicata otto e uno, c'è scritto. Ma qui dice Concetta Maria, nata nel cinquantotto. Quella è mia cognata!",
        "C'è un altro foglio, colesterolo trecentodieci. Nato nel settantatré. Madonna mia, è mio marito!",
        "La glicata è sette e nove. Questo foglio è di mio marito, dottoressa."}) {
    const std::string kept = Kept(said);
    EXPECT_EQ(kept.find("8,1"), std::string::npos) << kept;
    EXPECT_EQ(kept.find("310"), std::string::npos) << kept;
    EXPECT_EQ(kept.find("7,9"), std::string::npos) << kept;
  }
  EXPECT_NE(Kept("Glicata otto e uno. L'altro in sala d'attesa è mio marito.").find("8,1"), std::string::npos);
}

TEST(DeniedLater, AValueThatAnotherSaidIsNone) {
  EXPECT_EQ(Kept("Ha perso otto chili. Otto! Volevo chiederle della dose. Non sono otto, mamma.").find("8 kg"),
            std::string::npos);
  EXPECT_NE(Kept("Ha perso otto chili. Non sono otto mesi che viene.").find("8 kg"), std::string::npos);
  EXPECT_NE(Kept("Ha perso otto chili. Non sono otto, mamma? Sì, otto.").find("8 kg"), std::string::npos);
  EXPECT_NE(Kept("Ha perso otto chili. Non sono sette, sono otto.").find("8 kg"), std::string::npos);
}

TEST(DeniedLater, AnIllnessThatWasAnotherIsNone) {
  const std::string scared = Kept("dopo l'infarto aveva paura no no non era infarto era lo scompenso");
  EXPECT_TRUE(scared.starts_with("Dopo, aveva paura")) << scared;
  EXPECT_EQ(Kept("Mia madre ha il diabete. Il mio non era diabete."), "Madre ha diabete. Mio non era diabete.");
}

}  // namespace
}  // namespace scriba::clinical
