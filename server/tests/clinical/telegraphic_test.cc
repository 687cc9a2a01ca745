// The words that a report leaves out, and those that it must keep.
#include <gtest/gtest.h>

#include "clinical/third_person.h"
#include "clinical/wording.h"

namespace scriba::clinical {
namespace {

std::string Written(std::string_view sentence) {
  const Reading reading(sentence);
  return WriteSentence(reading, {TokenRange{0, reading.text.size()}});
}

/// After sentences that make it certain that the patient speaks.
std::string Told(const std::string& sentence) {
  const Reading reading("Io lavoro. Dormo. Mangio. " + sentence);
  const ThirdPerson person(reading);
  return WriteSentence(reading, {reading.clauses.back().range}, &person);
}

TEST(Telegraphic, LeavesOutCopulas) {
  EXPECT_EQ(Written("La pressione è alta."), "Pressione alta.");
  EXPECT_EQ(Written("Il padre è morto di ictus."), "Padre morto di ictus.");
  EXPECT_EQ(Written("Il BMI è 21,9."), "BMI 21,9.");
  EXPECT_EQ(Written("È stata operata nel 2018."), "Operata nel 2018.");
}

TEST(Telegraphic, KeepsDenialsAndDoubts) {
  EXPECT_EQ(Written("La pressione non è alta."), "Pressione non è alta.");
  EXPECT_EQ(Written("Forse è incinta."), "Forse è incinta.");
  EXPECT_EQ(Written("Mi sembra stanca."), "Mi sembra stanca.");
}

TEST(Telegraphic, LeavesOutAuxiliariesOfThePatient) {
  EXPECT_EQ(Told("Ho perso sei chili."), "Perso 6 kg.");
  EXPECT_EQ(Told("Ho avuto un infarto."), "Infarto.");
  EXPECT_EQ(Told("Non ho perso peso."), "Non ha perso peso.");
  EXPECT_EQ(Told("Ho molto sonno."), "Ha molto sonno.");
}

TEST(Telegraphic, LeavesOutFramesAndEmphasis) {
  EXPECT_EQ(Written("Allora, le propongo una dieta, e proprio niente vino."), "Una dieta, niente vino.");
  EXPECT_EQ(Written("Ho detto che la banda è scivolata."), "Banda scivolata.");
  EXPECT_EQ(Told("Buongiorno dottoressa, sono aumentata di sei chili."), "Aumentata di 6 kg.");
}

TEST(Telegraphic, LeavesOutWhatOnlyAdds) {
  EXPECT_EQ(Written("Mangia anche i dolci e poi la frutta."), "Mangia dolci e frutta.");
  EXPECT_EQ(Written("Scrivo al suo medico."), "Scrivo al medico.");
  EXPECT_EQ(Written("Perché il ginocchio è in cura."), "Ginocchio in cura.");
  EXPECT_EQ(Written("Anche se mangia poco, anche quando non ha fame."),
            "Anche se mangia poco, anche quando non ha fame.");
}

TEST(Telegraphic, LeavesOutHeadingsBeforeText) {
  EXPECT_EQ(Written("Attività fisica: cammina per andare al lavoro."), "Cammina per andare al lavoro.");
  EXPECT_EQ(Written("Attività fisica: nessuna."), "Attività fisica: nessuna.");
}

TEST(Telegraphic, SaysOnceWhatIsSaidTwice) {
  EXPECT_EQ(Written("la badante la badante non viene"), "Badante non viene.");
  EXPECT_EQ(Written("prende prende il ferro"), "Prende ferro.");
}

}  // namespace
}  // namespace scriba::clinical
