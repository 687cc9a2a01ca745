// What was taken back later stands in no report; what was confirmed does.
#include "clinical/writing/retractions.h"

#include <gtest/gtest.h>

#include "clinical/analyze.h"
#include "clinical/writing/report_text.h"

namespace scriba::clinical {
namespace {

std::string Reported(std::string_view said) {
  const Report report = Analyze(said, {});
  std::string text;
  for (const Section section : AllSections()) text += SectionText(report, section) + "\n";
  return text;
}

bool Holds(const std::string& text, std::string_view words) { return text.find(words) != std::string::npos; }

TEST(Retractions, DenialOfWhichSomebodyRemindsBetterIsLeftOut) {
  const std::string reminded = Reported(
      "Allergie a farmaci? Nessuna. Papà, con il Voltaren ti è venuta la faccia così. Ah, vero. Ma era la puntura.");
  EXPECT_FALSE(Holds(reminded, "Nega")) << reminded;
  EXPECT_TRUE(Holds(reminded, "Voltaren")) << reminded;
  const std::string agreed = Reported("Allergie a farmaci? Nessuna. Ah, vero. Fuma? No.");
  EXPECT_TRUE(Holds(agreed, "Nega allergie")) << agreed;
}

TEST(Retractions, DenialOfWhichSomebodyRemindsByItsMonthIsLeftOut) {
  const std::string reminded =
      Reported("Cadute? No. Signore, e ottobre? Io sentito botto. Ah, quella. Sono scivolato dal tappeto.");
  EXPECT_FALSE(Holds(reminded, "Nega")) << reminded;
  EXPECT_TRUE(Holds(reminded, "civolato")) << reminded;
  const std::string held = Reported("Cadute? No. Il sonno com'era a ottobre? Buono. Ah, quella mutua. Fuma? No.");
  EXPECT_TRUE(Holds(held, "Nega cadute")) << held;
}

TEST(Retractions, DenialThatSomebodyEchoesIsLeftOut) {
  const std::string echoed = Reported(
      "Allergie? Niente. Come niente? La penicillina! Nel settantanove ti sei riempito di bolle. Ah già, quella.");
  EXPECT_FALSE(Holds(echoed, "Nega")) << echoed;
  EXPECT_TRUE(Holds(echoed, "enicillina")) << echoed;
}

TEST(Retractions, TheBareNameOfAnIllnessThatIsAnothersIsLeftOut) {
  const std::string kin = Reported(
      "Malattie di tiroide prima? In valle ce l'avevano tutti, il gozzo. Mia mamma aveva "
      "un gozzo così. Io no, mai.");
  EXPECT_FALSE(Holds(kin, "Gozzo.")) << kin;
  EXPECT_TRUE(Holds(kin, "gozzo")) << kin;
  const std::string own =
      Reported("Allora, il diabete. Il diabete mi è venuto nel duemiladieci. Prendo la metformina.");
  EXPECT_TRUE(Holds(own, "2010")) << own;
  const std::string asked = Reported("Mi ricorda la famiglia? Osteoporosi, tiroide. L'osteoporosi la nonna.");
  EXPECT_TRUE(Holds(asked, "steoporosi")) << asked;
}

TEST(Retractions, ACompanionWhoSpeaksUpTakesTheAllergyOnHimself) {
  const std::string hers =
      Reported("Allergie? La penicillina. Ma quella so' io! Tu sei allergico al mezzo di contrasto, con l'orticaria.");
  EXPECT_FALSE(Holds(hers, "enicillina")) << hers;
  EXPECT_TRUE(Holds(hers, "contrasto")) << hers;
  const std::string wifes = Reported("Allergie? La penicillina. Quella è tua! Io il contrasto, mi riempii di bolle.");
  EXPECT_FALSE(Holds(wifes, "enicillina")) << wifes;
  EXPECT_TRUE(Holds(wifes, "ontrasto")) << wifes;
  const std::string brothers = Reported("Allergie? La penicillina. No. Quello è Tonino. Le fave, a sei anni.");
  EXPECT_FALSE(Holds(brothers, "enicillina")) << brothers;
  const std::string taken =
      Reported("Allergica all'ibuprofene, scrivo. Ma l'ibuprofene lo prendo sempre, per la testa!");
  EXPECT_FALSE(Holds(taken, "llergica all'ibuprofene")) << taken;
  const std::string avoided = Reported("Allergica all'ibuprofene, scrivo. Ma la tachipirina la prendo sempre.");
  EXPECT_TRUE(Holds(avoided, "buprofene")) << avoided;
  const std::string brand = Reported("Allergie? La penicillina. Quella è Amoxicillina, dottore. Sì. Bolle.");
  EXPECT_TRUE(Holds(brand, "enicillina")) << brand;
  const std::string own = Reported("Allergie? La penicillina. Quella è grave, dottore.");
  EXPECT_TRUE(Holds(own, "enicillina")) << own;
  const std::string twin = Reported(
      "In scheda ho allergia alla pesca. Quella è mia sorella gemella, dottore. E lei? Io mangio tutto, nessuna "
      "allergia.");
  EXPECT_FALSE(Holds(twin, "pesca")) << twin;
  const std::string sister = Reported(
      "Allergie, quelle le so, la Zelinda è allergica allo iodio, il mezzo di contrasto. No, quella era mia sorella "
      "Pierina! Io sono allergica al cotrimossazolo.");
  EXPECT_FALSE(Holds(sister, "iodio")) << sister;
  EXPECT_TRUE(Holds(sister, "cotrimossazolo")) << sister;
}

TEST(Retractions, ADenialOnWhichANumberFollowsIsNone) {
  const std::string two =
      Reported("E le sigarette. Fuma ancora? No! Due. Due al giorno, dopo i pasti. Lei lo sa e finge.");
  EXPECT_FALSE(Holds(two, "Non fuma")) << two;
  EXPECT_TRUE(Holds(two, "2 al giorno")) << two;
  EXPECT_TRUE(Holds(Reported("Fuma ancora? No. Due figli, vero? Due, sì."), "Non fuma")) << two;
  EXPECT_TRUE(Holds(Reported("Fuma ancora? No. Quando ha smesso? Nel duemiladue."), "Non fuma")) << two;
}

TEST(Retractions, DenialContradictedAtOnceIsLeftOut) {
  const std::string cried = Reported(
      "Ipoglicemie? Mah, no. Come no! A Ferragosto, dopo la notte, sudava freddo, quarantasei sulla macchinetta. Fuma? "
      "No.");
  EXPECT_FALSE(Holds(cried, "Nega ipoglicemie")) << cried;
  EXPECT_FALSE(Holds(cried, "ome no")) << cried;
  EXPECT_TRUE(Holds(cried, "46")) << cried;
  const std::string asked = Reported("Allergie? No. Come no? No, davvero, nessuna.");
  EXPECT_TRUE(Holds(asked, "Nega allergie")) << asked;
  const std::string but = Reported(
      "Allergie a medicine? No. Ma come no! Con il liquido della TAC sei venuto fuori tutto a bolle. Fuma? No.");
  EXPECT_FALSE(Holds(but, "Nega allergie")) << but;
}

TEST(Retractions, WhatTurnsOutToBeAnothersIsLeftOut) {
  const std::string dictated = Reported(
      "Anamnesi patologica: ipertensione arteriosa. Nega diabete. Ha avuto una trombosi venosa. No, quella è la "
      "moglie, "
      "cancella. Terapia: olmesartan venti, una compressa.");
  EXPECT_FALSE(Holds(dictated, "rombosi")) << dictated;
  EXPECT_TRUE(Holds(dictated, "pertensione")) << dictated;
  const std::string companion = Reported(
      "Allergie? Alla penicillina. No, aspetti, alla penicillina sono io. La mamma ha avuto le bolle con il liquido di "
      "contrasto. Bene, segno il mezzo di contrasto.");
  EXPECT_FALSE(Holds(companion, "enicillina")) << companion;
  EXPECT_TRUE(Holds(companion, "contrasto")) << companion;
  const std::string listed = Reported(
      "Operazioni? Due cesarei e il varicocele, no che dico, quello è mio marito: le varici! La safena destra.");
  EXPECT_FALSE(Holds(listed, "aricocele")) << listed;
  EXPECT_TRUE(Holds(listed, "2 cesarei")) << listed;
  const std::string injects = Reported("L'insulina la fa mia moglie. No, l'insulina sono io che la faccio, la sera.");
  EXPECT_TRUE(Holds(injects, "nsulina")) << injects;
  const std::string denied = Reported("Malattie? Diabete no, quello è mio marito. Ho la gastrite.");
  EXPECT_TRUE(Holds(denied, "iabete no")) << denied;
  const std::string family = Reported("Malattie? Ipotiroidismo, no, quello era mia madre. Io niente.");
  EXPECT_TRUE(Holds(family, "potiroidismo")) << family;
  const std::string own = Reported("Ha avuto una trombosi venosa. No, quella è vecchia, del 2010. Prende ramipril.");
  EXPECT_TRUE(Holds(own, "rombosi")) << own;
}

TEST(Retractions, DenialThatIsLaterAdmittedIsLeftOut) {
  const std::string admitted = Reported(
      "Lassativi, diuretici? No. Si muove? Cammino. Posso dirle una cosa? Ecco. I lassativi sì. Tutti i giorni.");
  EXPECT_FALSE(Holds(admitted, "Nega lassativi")) << admitted;
}

TEST(Retractions, HabitGivesWayToWhatAnotherSaysOfIt) {
  const std::string told = Reported(
      "Si muove? Cammino un'ora al giorno, sul molo. Cammina fino alla panchina, trecento "
      "metri, e l'ora la passa seduto.");
  EXPECT_FALSE(Holds(told, "un'ora al giorno")) << told;
  EXPECT_TRUE(Holds(told, "300")) << told;
}

TEST(Retractions, DenialThatIsCalledALieIsLeftOut) {
  const std::string lie =
      Reported("Si provoca il vomito? No. Lassativi? No. Prima ho detto una bugia. Vomito, non sempre.");
  EXPECT_FALSE(Holds(lie, "Non si provoca il vomito")) << lie;
  EXPECT_TRUE(Holds(lie, "Nega lassativi")) << lie;
}

TEST(Retractions, DenialThatIsNotRepeatedIsLeftOut) {
  const std::string admitted =
      Reported("Alcol? Niente. Movimento? Cammino. Sull'alcol mi conferma: niente? Il sabato. Tre gin tonic.");
  EXPECT_FALSE(Holds(admitted, "Nega alcol")) << admitted;
  const std::string confirmed = Reported("Alcol? Niente. Movimento? Cammino. Sull'alcol mi conferma: niente? No, mai.");
  EXPECT_TRUE(Holds(confirmed, "Nega alcol")) << confirmed;
}

TEST(Retractions, ListOfWhichAPartIsDeniedAgainIsLeftOut) {
  const std::string part =
      Reported("Vomito, lassativi? No. Il potassio è basso. Va bene, qualche volta. Lassativi? No, quelli no, giuro.");
  EXPECT_FALSE(Holds(part, "Nega vomito")) << part;
  EXPECT_TRUE(Holds(part, "Lassativi: No")) << part;
}

TEST(Retractions, WhatWasOnlyWishedGivesWayToTheWish) {
  const std::string wish =
      Reported("Movimento? Mi sono iscritta in palestra. Cioè, mi volevo iscrivere, ho preso il volantino.");
  EXPECT_FALSE(Holds(wish, "Si è iscritta")) << wish;
  EXPECT_TRUE(Holds(wish, "voleva iscrivere")) << wish;
}

TEST(Retractions, NoAllergyIsLeftOutWhereSomebodyNamesOneAtOnce) {
  for (const auto* said : {"Allergie a medicine? Nessuna. Papà, l'ibuprofene. L'orticaria a Piediluco, c'eri.",
                           "Qui dice: nessuna allergia. Come no! Il liquido di contrasto, mi si chiuse la gola.",
                           "Allergie? No. Nessuna, sicuro? Ma come no! Il contrasto della TAC.",
                           "Allergie? Nessuna, io sono di ferro. E l'ibuprofene, papà? Si gonfiò la faccia."}) {
    const std::string report = Reported(said);
    EXPECT_FALSE(Holds(report, "ega allergie")) << report;
    EXPECT_FALSE(Holds(report, "essuna allergia")) << report;
  }
  for (const auto* said : {"Allergie a medicine? Nessuna. Prende l'ibuprofene. In famiglia? Diabete.",
                           "Allergie a medicine? Nessuna. E la pillola? La prendo da un anno.",
                           "Allergie a farmaci? Nessuna. E la Cardioaspirina, papà? Quella la prendo la sera."}) {
    const std::string holds = Reported(said);
    EXPECT_TRUE(Holds(holds, "ega allergie")) << holds;
  }
}

TEST(Retractions, AnAllergyToldAfterTheDenialIsNoDenial) {
  const std::string told =
      Reported("Allergie a farmaci? No, solo l'Augmentin, mi riempì di macchie. Eutirox, ramipril. Fuma? No.");
  EXPECT_TRUE(Holds(told, "ugmentin")) << told;
}

TEST(Retractions, WhatIsDeniedByNameRightAfterIsLeftOut) {
  const std::string sleeve =
      Reported("Esiti di sleeve gastrectomy nel duemilaventuno. No, sleeve no. Il bypass gastrico, a Teramo.");
  EXPECT_FALSE(Holds(sleeve, "siti di sleeve")) << sleeve;
  EXPECT_TRUE(Holds(sleeve, "ypass gastrico")) << sleeve;
  const std::string diabetes =
      Reported("La pressione è rimasta buona. E il diabete, quello è in remissione. Ma io il diabete non l'avevo!");
  EXPECT_FALSE(Holds(diabetes, "in remissione")) << diabetes;
  const std::string brother = Reported("Allergie: amoxicillina. Non sono io, è mio fratello. Ho la psoriasi.");
  EXPECT_FALSE(Holds(brother, "llergie: amoxicillina")) << brother;
  EXPECT_TRUE(Holds(brother, "psoriasi")) << brother;
  // The illness of a relative stays, and so does what is denied of something else.
  const std::string family = Reported("Mia madre ha il diabete. Io il diabete non l'ho mai avuto.");
  EXPECT_TRUE(Holds(family, "adre ha")) << family;
  const std::string other = Reported("Prendo la metformina da dieci anni. No, la statina no.");
  EXPECT_TRUE(Holds(other, "etformina")) << other;
}

}  // namespace
}  // namespace scriba::clinical
