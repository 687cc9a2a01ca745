#include "clinical/reading/corrections.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "clinical/analyze.h"
#include "clinical/kept.h"
#include "clinical/reading/reading.h"
#include "clinical/writing/report_text.h"

namespace scriba::clinical {
namespace {

TEST(Corrections, ReplacesTheValueTakenBack) {
  EXPECT_EQ(Kept("Peso centodue, anzi no, centoquattro."), "Peso 104.");
  EXPECT_EQ(Kept("frequenza ottanta... no, mi scusi, ottantotto."), "Frequenza 88.");
  EXPECT_EQ(Kept("LDL 158, correggo, 153"), "LDL 153.");
  EXPECT_EQ(Kept("peso settantasette e no settantacinque altezza"), "Peso 75 altezza.");
  EXPECT_EQ(Kept("peso sessantacinque no sessantaquattro sessantaquattro e tre altezza"), "Peso 64,3 altezza.");
}

TEST(Corrections, TakesTheBeginningOfAValueForNone) {
  EXPECT_EQ(Kept("Ottantaquattro e... stia ferma, ottantaquattro virgola uno."), "84,1.");
  EXPECT_EQ(Kept("il peso settanta settantuno virgola otto altezza"), "Peso 71,8 altezza.");
  EXPECT_EQ(Kept("il peso cento centododici virgola quattro altezza"), "Peso 112,4 altezza.");
  EXPECT_EQ(Kept("peso settanta, settantuno chili"), "Peso 70, 71 kg.");
}

TEST(Corrections, BelievesTheSecondLook) {
  EXPECT_EQ(Kept("glicata otto e sei... mi faccia mettere gli occhiali, otto virgola nove."), "Glicata 8,9.");
  EXPECT_EQ(Kept("TSH tre e uno, scritto piccolo, rileggo, tre e sette"), "TSH 3,7.");
}

TEST(Corrections, ReachesADoseBehindTheOldOne) {
  EXPECT_EQ(Kept("allopurinolo cento no era cento fino a settembre il nefrologo lo ha portato a duecento"),
            "Allopurinolo 200.");
}

TEST(Corrections, LetsGoOfAnotherMonthsSheet) {
  const Reading reading(
      "La glicata, sette e uno, me l'aspettavo meglio. Guardi che quello è il foglio di settembre. Quello nuovo sta "
      "sotto. Ecco qua, dieci febbraio: glicata sei e sei.");
  const auto value = std::find_if(reading.numbers.begin(), reading.numbers.end(),
                                  [](const Number& number) { return number.value == 7.1; });
  ASSERT_NE(value, reading.numbers.end());
  EXPECT_GT(reading.EndOfWithdrawn(value->range.first), value->range.first);
}

TEST(Corrections, ReachesIntoTheNextSentence) {
  EXPECT_EQ(Kept("Settantatré. No, con la felpa e gli scarponi: settantuno virgola tre."), "71,3.");
  EXPECT_EQ(Kept("centocinque e otto anzi con la cintura togliamo la cintura centocinque virgola tre"), "105,3.");
  EXPECT_EQ(Kept("Ottantacinque e due. No, aspetti, ha il cellulare e il mazzo di chiavi in tasca. Ecco, il peso è "
                 "ottantaquattro virgola uno."),
            "84,1.");
  EXPECT_EQ(Kept("Centodiciotto e sei. No, aspetti, teneva la borsa in mano: centosedici e due."), "116,2.");
}

TEST(Corrections, TakeBackAValueThatWasReadWrong) {
  EXPECT_EQ(Kept("Creatinina due e quattro... no, ho letto male, due virgola zero otto."), "Creatinina 2,08.");
  EXPECT_EQ(Kept("Peso sessantadue e quattro... no scusa sessantuno e quattro."), "Peso 61,4.");
  EXPECT_EQ(Kept("Glicata sette e uno, scusi, leggo la riga sbagliata, sette e quattro."), "Glicata 7,4.");
  EXPECT_EQ(Kept("LDL 158, no, ho guardato la colonna sbagliata, 131."), "LDL 131.");
  EXPECT_EQ(Kept("Ferritina 40, scusi, questo è il foglio vecchio, 22."), "Ferritina 22.");
  EXPECT_EQ(Kept("Creatinina uno e due, no, quella è la riga sopra, uno e sei."), "Creatinina 1,6.");
}

TEST(Corrections, ReplaceATenthByATenth) {
  EXPECT_EQ(Kept("Glicata otto e quattro... no, pardon, nove e quattro, a maggio era sette e tre."),
            "Glicata 9,4, a maggio era 7,3.");
  EXPECT_EQ(Kept("si pesi centosedici e otto no aspetti il telefono in tasca centosedici e cinque"), "Si pesi 116,5.");
  EXPECT_EQ(Kept("glicata dieci e quattro no aspetta undici quello è il vecchio undici e quattro"), "Glicata 11,4.");
  const std::string counted = Kept("Glicata 7,4, no, aspetti, sette e tre compresse.");
  EXPECT_EQ(counted.find("7,3"), std::string::npos) << counted;
}

TEST(Corrections, KeepTheUnitSaidBeforeTheValue) {
  EXPECT_EQ(Kept("l'acido folico lo porti a cinquecento milli cioè no mi correggo microgrammi quattrocento"),
            "Acido folico lo porti a microgrammi 400.");
}

TEST(Corrections, BelieveWhoWaitsForHisOwnHandwriting) {
  EXPECT_EQ(Kept("Dopo due centoquarantanove... aspetti, che ho scritto piccolo: centocinquantanove."), "Dopo 2 159.");
}

TEST(Corrections, TakeBackWhatWasSettledOtherwise) {
  EXPECT_EQ(Kept("Dieta da millequattrocento... facciamo millecinquecento calorie."), "Dieta da 1500 kcal.");
  EXPECT_EQ(Kept("Cammini venti, mettiamo trenta minuti."), "Cammini 30 minuti.");
  EXPECT_EQ(Kept("Peso 80, facciamo la vita: 92."), "Peso 80, facciamo vita: 92.");
}

TEST(Corrections, ReadTheScalesAgainWithoutWhatWasTakenOff) {
  EXPECT_EQ(Kept("Sessantasei e otto... tolgo i piedini... sessantacinque virgola due."), "65,2.");
  EXPECT_EQ(Kept("Novanta e quattro, togliamo le scarpe, ottantanove virgola sei."), "89,6.");
  EXPECT_EQ(
      Kept("Quarantaquattro e uno... però ha lo scialle e le ciabatte, togliamoli. Quarantatré e sei.").find("44"),
      std::string::npos);
  EXPECT_EQ(Kept("Ottantuno e due. Levi il giaccone. Ottanta virgola uno."), "80,1.");
}

TEST(Corrections, ReplaceADoseByTheOneToWhichItWasChanged) {
  EXPECT_EQ(Kept("Ramipril cinque milligrammi la mattina... no, scusate, me l'ha alzato a Natale, dieci."),
            "Ramipril 10 mg.");
  EXPECT_EQ(Kept("Topiramato cinquanta milligrammi due volte al giorno. No, correggo, è stato ridotto: venticinque."),
            "Topiramato 25 mg.");
  EXPECT_EQ(Kept("Metformina, cinquecento... no, aspetti, me l'avete alzata a maggio: ottocentocinquanta."),
            "Metformina, 850.");
}

TEST(Corrections, KeepTheDoseOfAnotherDrug) {
  const std::string kept = Kept("Ramipril cinque milligrammi. No, il bisoprololo me l'hanno alzato, dieci.");
  EXPECT_NE(kept.find("5 mg"), std::string::npos) << kept;
  const std::string counted = Kept("Ramipril cinque milligrammi. No, me l'hanno aumentato da due mesi.");
  EXPECT_NE(counted.find("5 mg"), std::string::npos) << counted;
}

/// Whatever was changed, the report has the dose that holds, never the old one without it, and none that was not said.
TEST(Corrections, NeverLeaveTheOldDoseAlone) {
  for (const std::string drug : {"il ramipril", "la metformina", "l'eutirox", "la sertralina"}) {
    for (const std::string change : {"no, scusi, me l'hanno alzato a Natale,", "no, aspetti, è stato portato a",
                                     "anzi no, l'hanno ridotto:", "no, correggo, lo hanno aumentato a maggio,"}) {
      for (const std::string end : {".", ". La sera."}) {
        const std::string said = "Prendo " + drug + ", cinquanta milligrammi la mattina... " + change + " cento" + end;
        std::string report;
        const Report analyzed = Analyze(said, {});
        for (const Section section : AllSections()) report += SectionText(analyzed, section) + "\n";
        EXPECT_NE(report.find("100"), std::string::npos) << said << "\n" << report;
        EXPECT_EQ(report.find("50"), std::string::npos) << said << "\n" << report;
      }
    }
  }
}

TEST(Corrections, TakeBackAValueOfAnotherSheet) {
  EXPECT_EQ(
      Kept("L'emoglobina dodici e nove. No, signor Bianchi, quella è dell'anno scorso. Adesso è undici e quattro."),
      "Emoglobina 11,4.");
  EXPECT_EQ(Kept("La glicata sei e otto. No, mi correggo, sei e otto era quella vecchia: adesso è sei e tre."),
            "Glicata 6,3.");
  EXPECT_EQ(Kept("Ho letto glicata sette e nove, che spavento. Mi faccia vedere. No, signora, quello è il foglio di "
                 "luglio. Questo è il nuovo: glicata sette e quattro."),
            "Glicata 7,4.");
  EXPECT_EQ(Kept("Glicata 6,8. Quella di luglio era 7,2."), "Glicata 6,8. Quella di luglio era 7,2.");
}

TEST(Corrections, WithdrawAWeightThatWasReadWithClothes) {
  const Report report = Analyze(
      "Bilancia: settantanove e otto. Settantanove? A casa ero settantotto! Aspetti, ha la vestaglia e la borsa. "
      "Tolga. Ecco: settantotto e due. Altezza un metro e sessanta.",
      {});
  EXPECT_EQ(SectionText(report, Section::kEsamiParametri).find("79,8"), std::string::npos)
      << SectionText(report, Section::kEsamiParametri);
  EXPECT_EQ(Kept("Peso 90,2. Tolga il farmaco della sera. Vita 78,2."),
            "Peso 90,2. Tolga farmaco della sera. Vita 78,2.");
}

TEST(Corrections, TakeBackAPressureThatWasBrokenOff) {
  EXPECT_EQ(Kept("Pressione centotrentacinque... no, il bracciale era storto. Ripeto: centoventotto su ottantadue."),
            "Pressione 128/82.");
}

TEST(Corrections, ReplaceADoseOfWhichSomebodyReminded) {
  const Report report = Analyze(
      "Che farmaci prende? Il lisinopril da venti lo prendo ancora. Dieci, ho scritto io a marzo. Ah, giusto. Dieci, "
      "la "
      "mezza pastiglia.",
      {});
  const std::string history = SectionText(report, Section::kStoriaMedica);
  EXPECT_NE(history.find("10"), std::string::npos) << history;
  EXPECT_EQ(history.find("20"), std::string::npos) << history;
  const std::string two = Kept("Bisoprololo cinque. Dieci di ramipril? Sì, dieci.");
  EXPECT_NE(two.find("5"), std::string::npos) << two;
}

TEST(Corrections, TakeBackWhatWasMadeSmall) {
  EXPECT_EQ(Kept("fumo poco cinque sigarette cinque vere eh vabbè dieci"), "Fumo poco 10 sigarette.");
  EXPECT_EQ(Kept("Vino rosso: mezzo litro a pasto. A ogni pasto? No, no, aspetti. Mezzo litro in tutto."),
            "Vino rosso: 0,5 l in tutto.");
  EXPECT_EQ(Kept("Acqua mezzo litro, mattina e sera. Vino? No, mai. Birra mezzo litro."),
            "Acqua 0,5 l, mattina, sera. Vino: No, mai. Birra 0,5 l.");
}

TEST(Corrections, TakeBackWhatIsCountedTheSame) {
  EXPECT_EQ(Kept("l'ultima crisi due anni fa no tre tre anni fa"), "Ultima crisi 3 anni fa.");
  EXPECT_EQ(Kept("ne prende sette e mezzo no scusate cinque cinque milligrammi"), "Ne prende 5 mg.");
  EXPECT_EQ(Kept("Due sorelle, fratelli no, tre figli."), "2 sorelle, fratelli no, 3 figli.");
}

TEST(Corrections, TakeBackADoseThatWasHalfOrTwice) {
  EXPECT_EQ(Kept("duecentocinquanta milligrammi no correggo cinquecento milligrammi due volte al giorno"),
            "500 mg 2 volte al giorno.");
  EXPECT_EQ(Kept("Ramipril 10 mg, anzi 5 mg."), "Ramipril 5 mg.");
}

TEST(Corrections, TakeBackWhatIsDoubtedAndCountedAnew) {
  EXPECT_EQ(Kept("due stent se non sbaglio tre stent"), "3 stent.");
  EXPECT_EQ(Kept("settanta chili, se non sbaglio, e sessanta a vent'anni"), "70 kg, se non sbaglio, 60 a 20 anni.");
}

TEST(Corrections, BelieveWhoHasItOnPaper) {
  EXPECT_EQ(Kept("Sessantanove. Sessantotto e mezzo, amore, ho qui il primo controllo."),
            "68,5. 68,5, amore, ho qui primo controllo.");
  EXPECT_EQ(Kept("Sessantanove. Settanta, adesso, con la borsa."), "69. 70, adesso, con borsa.");
}

TEST(Corrections, StandInOneStatementWithTheWordBefore) {
  const Reading reading("pressione centotrenta su ottanta no aspetti centoventi su settanta");
  EXPECT_EQ(reading.clauses.size(), 1U);
}

TEST(Corrections, WithoutMarksValuesThatANoJoinsAreNotParted) {
  for (const char* said : {"fuma dieci sigarette no ora quindici di notte al porto",
                           "consiglio il preservativo fino al quindici novembre no fino al venti novembre"}) {
    const Reading reading(said);
    ASSERT_EQ(reading.numbers.size(), 2U) << said;
    const TokenIndex first = reading.numbers[0].range.first, last = reading.numbers[1].range.last;
    EXPECT_TRUE(std::any_of(reading.clauses.begin(), reading.clauses.end(), [&](const Clause& clause) {
      return clause.range.first <= first && last <= clause.range.last;
    })) << said;
  }
}

TEST(Corrections, CompletesAHeightWhoseCentimetresAreSaidAgain) {
  EXPECT_EQ(Kept("Altezza 165 cm, anzi 66."), "Altezza 166 cm.");
  EXPECT_EQ(Kept("Altezza un metro e sessantacinque, anzi sessantasei."), "Altezza 166 cm.");
  EXPECT_EQ(Kept("Altezza 165 cm. No, peso 66."), "Altezza 165 cm. No, peso 66.");
}

TEST(Corrections, TheNameThatIsSaidAgainStands) {
  EXPECT_EQ(Kept("Il potassio è tre e otto... no, mi perdoni, ho letto la riga del fosforo. Potassio tre e tre."),
            "Potassio 3,3.");
  EXPECT_EQ(Kept("Trigliceridi 486, no, questo è il foglio vecchio. Eccoli: trigliceridi 312."), "Trigliceridi 312.");
}

TEST(Corrections, WhoWaitsOnTheScalesReadsAgain) {
  EXPECT_EQ(Kept("Ottantanove chili... un momento, si tenga ferma. Ottantotto e sei, ecco. L'altezza è 161."),
            "88,6 kg, altezza 161.");
  EXPECT_EQ(Kept("salga novantacinque e otto ehm no è ballerina questa novantasei virgola due altezza 167"),
            "Salga 96,2, altezza 167.");
}

TEST(Corrections, ADoseIsChangedIntoAnotherUnit) {
  EXPECT_EQ(Kept("Acido folico da oggi: 400 microgrammi... anzi no, con il BMI a trenta preferisco 5 milligrammi."),
            "Acido folico da oggi: 5 mg.");
  EXPECT_EQ(Kept("Acido folico 400 microgrammi, anzi no, ne parliamo. Ferro 80 milligrammi."),
            "Acido folico 400 mcg, anzi no, ne parliamo. Ferro 80 mg.");
  EXPECT_EQ(Kept("Acido folico: quattrocento microgrammi... no, sopra trenta di indice si danno cinque milligrammi."),
            "Acido folico: 5 mg.");
  EXPECT_EQ(Kept("Acido folico: 400 microgrammi... no, con due aborti ti do la dose alta, cinque milligrammi, sempre."),
            "Acido folico: 5 mg, sempre.");
  // A value without a unit of mass is no dose that giving could change.
  EXPECT_EQ(Kept("Acido folico: 400 microgrammi... no, non lo do, ha la glicemia a cento."),
            "Acido folico: 400 mcg, no, non lo do, ha glicemia a 100.");
}

TEST(Corrections, TakesBackWhatWasSaidJustBeforeToo) {
  EXPECT_EQ(Kept("levotiroxina cento. L'aspirinetta cento milligrammi... no, centocinquanta."),
            "Levotiroxina 100. Aspirinetta 150 mg.");
  EXPECT_EQ(Kept("settantasette anni vero lei settantasette no settantotto li ho fatti martedì"),
            "78 li ho fatti martedì.");
}

TEST(Corrections, LeavesADenialAlone) {
  EXPECT_EQ(Kept("Ha 50 anni, diabete no, ha 40 pecore."), "Ha 50 anni, diabete no, ha 40 pecore.");
  EXPECT_EQ(Kept("Dal 2 al 3, no?"), "Dal 2 al 3, no.");
}

TEST(Corrections, DoesNotMixUnits) { EXPECT_EQ(Kept("5 mg, anzi 2 compresse."), "5 mg, anzi 2 compresse."); }

TEST(Corrections, ReplaceAStrengthThatHasNoUnit) {
  EXPECT_EQ(Kept("perindopril da dieci... no, aspetti, da cinque."), "Perindopril da 5.");
  EXPECT_EQ(Kept("il perindopril da dieci. No, aspetti, da cinque."), "Perindopril da 5.");
  EXPECT_EQ(Kept("il ramipril da due e mezzo, no, da dieci."), "Ramipril da 10.");
  // Of what is no drug two values of such a distance are two values.
  EXPECT_EQ(Kept("il pacchetto da dieci, no, da cinque."), "Pacchetto da 10, no, da 5.");
}

TEST(Corrections, KeepTheDrugWhoseDoseIsTakenBack) {
  EXPECT_EQ(Kept("prende settantacinque di levotiroxina... no, aspetti, dal mese scorso ottantotto."),
            "Prende levotiroxina 88.");
}

TEST(Corrections, SettleOnAValueAfterTheReason) {
  EXPECT_EQ(Kept("tiamina cento milligrammi, anzi no, facciamo duecento al giorno."), "Tiamina 200 al giorno.");
  EXPECT_EQ(Kept("dieta millesettecento calorie, no, con quel lavoro in piedi facciamo milleottocento."),
            "Dieta 1800 kcal.");
}

TEST(Corrections, BelieveWhoCountsOrMeasuresAgain) {
  EXPECT_EQ(Kept("polso quarantotto... mi faccia contare un minuto intero. No, quarantaquattro battiti."),
            "Polso 44 bpm.");
  EXPECT_EQ(Kept("stimo settecento calorie. Anzi, riguardando il diario che ha portato, ottocento."),
            "Stimo 800 kcal.");
  EXPECT_EQ(Kept("la vita novantanove... non ho tirato il metro, ripeto: novantasette."), "Vita 97.");
  EXPECT_EQ(Kept("cinquantadue e otto... no, con la felpa, togliti la felpa, bella. Cinquantadue e tre."), "52,3.");
}

TEST(Corrections, BelieveTheScalesWithoutTheBag) {
  EXPECT_EQ(Kept("Sulla bilancia: ottantacinque e tre... la borsa, Mariarosa. La dia a lui. Ottantaquattro e tre."),
            "Sulla bilancia: borsa, Mariarosa. Dia a lui. 84,3.");
  EXPECT_EQ(Kept("Peso trentaquattro... con lo zaino, Diego! Toglilo. Trentadue virgola due."),
            "Peso, con zaino, Diego. Toglilo. 32,2.");
  EXPECT_EQ(Kept("bilancia centotré e sette togli le scarpe centotré no centodue virgola nove altezza"),
            "Bilancia 102,9 altezza.");
}

TEST(Corrections, KeepWeightsOfTwoTimes) {
  EXPECT_EQ(Kept("abituale settantaquattro chili. Al momento dell'intervento settantadue e mezzo."),
            "Abituale 74 kg. Al momento dell'intervento 72,5.");
  EXPECT_EQ(Kept("settantaquattro e due... un momento, la borsa, settantatré e uno."), "73,1.");
}

TEST(Corrections, BelieveWhoSaysTheValueAgainAndIsAgreedWith) {
  EXPECT_EQ(Kept("La lenta, venti unità. Ventidue, Faustino. Da Natale sono ventidue. Ventidue, ha ragione lei."),
            "Lenta, 22 UI, Faustino. Da Natale sono 22. 22, ha ragione lei.");
  EXPECT_EQ(Kept("È di ventisette settimane. Ventotto. Lui sbaglia. Ventotto da ieri."),
            "28. Lui sbaglia. 28 da ieri.");
  EXPECT_EQ(Kept("Ne faccio cinquantaquattro unità. Aspetti che guardo l'app. No, ecco, cinquantanove. "
                 "Cinquantanove al giorno."),
            "Ne faccio 59 UI. 59 al giorno.");
}

TEST(Corrections, KeepTwoValuesOfWhichNobodySaysThatOneIsWrong) {
  EXPECT_EQ(Kept("La mattina venti unità. Ventidue la sera. Ventidue anche a pranzo."),
            "La mattina 20 UI. 22 la sera. 22 a pranzo.");
  EXPECT_EQ(Kept("Ne faccio venti unità. Ventidue milligrammi. Ventidue, ha ragione."),
            "Ne faccio 20 UI. 22 mg. 22, ha ragione.");
}

TEST(Corrections, BelieveWhoKnowsHisAge) {
  EXPECT_EQ(Kept("Trentasei anni, Crohn. Trentasette, li ho fatti a ottobre."), "Crohn. 37, li ho fatti a ottobre.");
  EXPECT_EQ(Kept("Ventiquattro anni, Crohn. Ventitré, i ventiquattro li faccio a dicembre."),
            "Crohn. 23, 24 li faccio a dicembre.");
  EXPECT_EQ(Kept("Trentasei anni, Crohn. Trentasette pecore, li ho contati."),
            "36 anni, Crohn. 37 pecore, li ho contati.");
}

TEST(Corrections, BelieveAnAnswerThatBeginsWithAnotherValue) {
  EXPECT_EQ(Kept("Il bypass nel duemilaventi? Ventuno. A Fermo."), "Bypass nel: 21. A Fermo.");
  EXPECT_EQ(Kept("Pesava ottanta, giusto? Settantotto."), "Pesava, giusto: 78.");
  // A scale, a choice and another question have no wrong value.
  EXPECT_EQ(Kept("Il dolore da uno a dieci? Otto."), "Dolore da uno a 10: 8.");
  EXPECT_EQ(Kept("Pesava ottanta. Prima del matrimonio? Settantotto."), "Pesava 80. Prima del matrimonio: 78.");
}

TEST(Corrections, KeepThePressureThatIsSaidToCount) {
  EXPECT_EQ(Kept("Pressione 158 su 88. Stia zitto, riproviamo. 142 su 82, prendiamo questa."),
            "Pressione. Stia zitto, riproviamo. 142/82, prendiamo questa.");
  EXPECT_EQ(Kept("Pressione 152 su 88. La vita 104. Creatinina 1,3. 138 su 86, questa la tengo."),
            "Pressione. Vita 104. Creatinina 1,3. 138/86, questa la tengo.");
  EXPECT_EQ(Kept("Pressione 144 su 86. La seconda misura: 134 su 80. Scriviamo quella."),
            "Pressione. Seconda misura: 134/80. Scriviamo quella.");
  EXPECT_EQ(Kept("Da sdraiato 152 su 88. In piedi 138 su 86."), "Da sdraiato 152/88. In piedi 138/86.");
}

TEST(Corrections, ReplaceAValueByTheSameDigitsWithATenth) {
  EXPECT_EQ(Kept("Albumina trentuno... cioè tre virgola uno."), "Albumina 3,1.");
  EXPECT_EQ(Kept("Albumina trentuno, fosforo tre virgola uno."), "Albumina 31, fosforo 3,1.");
}

TEST(Corrections, APressureGivesWayToTheOneThatIsMeasuredAgain) {
  EXPECT_EQ(Kept("Pressione 142 su 88. Ti sei appena fatto le scale, la riprendo. 134 su 82."),
            "Pressione. Ti sei appena fatto scale, la riprendo. 134/82.");
  EXPECT_EQ(Kept("Pressione 144/92. Si rilassi, rimisuriamo: 138/86."), "Pressione. Si rilassi, rimisuriamo: 138/86.");
  // In another posture it is another value, and nobody says that one of two sheets was measured again.
  EXPECT_EQ(Kept("Pressione 142 su 88. La riprendo in piedi. 134 su 82."),
            "Pressione 142/88. La riprendo in piedi. 134/82.");
  EXPECT_EQ(Kept("Pressione 142 su 88. Ha ripreso due chili. A casa 134 su 82."),
            "Pressione 142/88. Ripreso 2 kg. A casa 134/82.");
  EXPECT_EQ(Kept("Pressione 142 su 88. A casa 134 su 82."), "Pressione 142/88. A casa 134/82.");
  EXPECT_EQ(Kept("Pressione 158 su 92. Rifacciamola, aveva il braccio alzato. 148 su 92."),
            "Pressione. Rifacciamola, aveva braccio alzato. 148/92.");
}

TEST(Corrections, APressureThatIsToBeMeasuredLaterGivesWay) {
  const std::string talk =
      "Pressione 144 su 86, la ripeto dopo. Frequenza 76. Caviglie asciutte. Massa magra 59 chili. ";
  EXPECT_EQ(Kept(talk + "Ora la pressione: 134 su 80.").find("144"), std::string::npos);
  EXPECT_NE(Kept(talk + "In piedi 134 su 80.").find("144"), std::string::npos);
  EXPECT_NE(Kept(talk).find("144"), std::string::npos);
  EXPECT_EQ(
      Kept("Pressione 146 su 82, ma ha appena fatto le scale, la rifaccio dopo. Frequenza 78. La pancia è morbida. "
           "La pressione adesso, seduta: 132 su 78.")
          .find("146"),
      std::string::npos);
  EXPECT_NE(
      Kept("Pressione 148 su 92. La rimisuro fra cinque minuti e le segniamo tutte e due. 138 su 86.").find("148"),
      std::string::npos);
  // Nobody announced a second one.
  EXPECT_NE(Kept("Pressione 148 su 92, frequenza 76, torace libero, addome piano. Poi le caviglie, asciutte. Quella di "
                 "casa, sul diario, 138 su 86.")
                .find("148"),
            std::string::npos);
}

TEST(Corrections, ADoseOnWhichSomebodySettlesForAReasonReplacesTheFirst) {
  EXPECT_EQ(Kept("La tiamina in vena, duecento milligrammi... no, col sospetto di Wernicke sono cinquecento."),
            "Tiamina in vena, 500 mg.");
  EXPECT_EQ(Kept("Glargine da trentaquattro a ventotto. Anzi, no, con una notte a cinquantaquattro e il rene così "
                 "scendiamo a ventisei."),
            "Glargine da 34 a 26.");
  EXPECT_EQ(Kept("Levotiroxina cento. Un attimo, ho qui la scatola. C'è scritto centododici."), "Levotiroxina 112.");
  EXPECT_NE(Kept("Levotiroxina cento. Una scatola da cinquanta compresse.").find("100"), std::string::npos);
  EXPECT_EQ(Kept("Febuxostat quaranta... no, la confezione è da ottanta, una volta al giorno."),
            "Febuxostat 80, una volta al giorno.");
  // So many tablets are in it.
  EXPECT_EQ(Kept("Ramipril cinque milligrammi, la mattina. La confezione è da ventotto."),
            "Ramipril 5 mg, la mattina. Confezione da 28.");
  // Another drug, and a value that nobody settles on.
  EXPECT_NE(Kept("La metformina mille... no, la gliclazide sono trenta.").find("1000"), std::string::npos);
  EXPECT_NE(Kept("La tiamina, duecento milligrammi... no, non da trecento euro.").find("200"), std::string::npos);
}

TEST(Corrections, WhatReplacesAValueCountsTheSame) {
  EXPECT_EQ(Kept("Il diabete da quando? Tre anni. No, cinque."), "Diabete da quando: 5 anni.");
  EXPECT_EQ(Kept("Glargine venti unità... no, diciotto, la sera."), "Glargine 18 UI, la sera.");
  EXPECT_EQ(Kept("Ferma da tre anni. No, cinque mesi."), "Ferma da 5 mesi.");
  EXPECT_EQ(Kept("Tre volte, no, quattro a settimana."), "4 a settimana.");
  // Its unit was said before it.
  EXPECT_EQ(
      Kept("Acido folico cinquecento milligrammi, cioè no, mi correggo, microgrammi quattrocento.").find("400 mg"),
      std::string::npos);
  EXPECT_EQ(Kept("Lei ha settantasette anni. Settantasette anni. No, settantotto, mamma.").find("anni anni"),
            std::string::npos);
}

TEST(Corrections, AYearOfWhichOnlyTheEndIsSaidAgainIsWhole) {
  EXPECT_EQ(Kept("Sleeve nel duemilaquindici, no, sedici."), "Sleeve nel 2016.");
  EXPECT_EQ(Kept("Operata nel 1998, anzi 99, a Terni."), "Operata nel 1999, a Terni.");
  EXPECT_EQ(Kept("Operata nel duemilaquindici. Ha sedici anni."), "Operata nel 2015. Ha 16 anni.");
  EXPECT_EQ(Kept("Operata nel duemilauno, anzi, novantanove."), "Operata nel 1999.");
  EXPECT_NE(Kept("Ha smesso di fumare nel 2010? No, venti al giorno.").find("20 al giorno"), std::string::npos);
  EXPECT_EQ(Kept("Operata nel 2015? No, due interventi.").find("2002"), std::string::npos);
}

TEST(Corrections, AValueThatWasReadInTheLineOfAnotherMeasureGivesWay) {
  EXPECT_EQ(Kept("AST trentuno, ALT ottantotto, no, scusa, ottantotto è la gamma GT, ALT quarantasei."),
            "AST 31, 88 gamma GT, ALT 46.");
  EXPECT_NE(Kept("ALT ottantotto, no, scusa, ottantotto era anche a marzo.").find("ALT 88"), std::string::npos);
  EXPECT_EQ(Kept("Ferritina trentuno... no, quella è la sideremia, leggo la riga sotto. Ferritina undici."),
            "Ferritina 11.");
  EXPECT_NE(Kept("Ferritina trentuno, no, quella è bassa. Ferritina undici a marzo.").find("31"), std::string::npos);
  // The name of the next value.
  EXPECT_NE(Kept("GGT duecentodieci, no, duecentodieci era prima, ora centotrentadue, piastrine 165.").find("GGT"),
            std::string::npos);
}

TEST(Corrections, AWeightWithBootsAndBottlesGivesWay) {
  EXPECT_EQ(Kept("Salga. Centoquindici e due. Levati gli scarponi, che sono due chili di fango. Centotredici e sei.")
                .find("115"),
            std::string::npos);
  EXPECT_EQ(
      Kept("Peso quarantatré virgola uno. Hai bevuto? Un litro. Allora scrivo quarantadue virgola uno.").find("43,1"),
      std::string::npos);
  EXPECT_NE(
      Kept("Peso sessantasette. Lo scrivo alla federazione. Nei sessantatré e mezzo non ti do l'idoneità.").find("67"),
      std::string::npos);
}

TEST(Corrections, CorrettoBeforeAColonTakesBack) {
  EXPECT_EQ(Kept("Paracentesi di cinque litri, corretto: sei litri e mezzo."), "Paracentesi di 6,5 l.");
  EXPECT_NE(Kept("Calcio nove, corretto dieci.").find("9"), std::string::npos);
}

TEST(Corrections, TheTelephoneThatShowsAnotherWeightTakesNothingBack) {
  EXPECT_NE(Kept("Peso quarantasette e quattro. Il telefono diceva quarantotto e mezzo.").find("47,4"),
            std::string::npos);
}

TEST(Corrections, AValueOnWhichTheHandStillMovedIsReadWhenItStands) {
  EXPECT_EQ(Kept("Salga. Ottantasei... ottantacinque e tre."), "Salga. 85,3.");
  EXPECT_EQ(Kept("Frequenza sessanta... sessantaquattro."), "Frequenza 64.");
  EXPECT_EQ(Kept("Vita novantasei, mi rimetto... novantaquattro, ecco, novantaquattro."), "Vita 94, 94.");
  EXPECT_EQ(Kept("Pesava settanta... ottanta."), "Pesava 70, 80.");
  EXPECT_EQ(Kept("Vita centodieci. Aspetti, il metro era girato dietro. Ecco, centosette. Segnato."),
            "Vita 107. Segnato.");
}

TEST(Corrections, ADoseIsNotTakenBackByThatOfAnotherDrug) {
  const std::string kept =
      Kept("Il sacubitril lo porterei a ventiquattro... no, aspetti. La furosemide da cinquanta a venticinque.");
  EXPECT_NE(kept.find("urosemide da 50"), std::string::npos) << kept;
}

}  // namespace
}  // namespace scriba::clinical
