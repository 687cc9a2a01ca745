// What tells nothing by itself is no statement.
#include "clinical/writing/bare_statements.h"

#include <gtest/gtest.h>

namespace scriba::clinical {
namespace {

TEST(BareStatements, HeadingsPointersAndAgreementTellNothing) {
  for (const char* text : {"Peso.", "Pressione.", "Vediamo, mangiare.", "Quello sì.", "Fine dettatura.", ""})
    EXPECT_TRUE(IsBare(text)) << text;
}

TEST(BareStatements, ValuesDenialsAndFactsStay) {
  for (const char* text : {"Peso 84.", "Adesso no.", "Mai.", "Densitometria.", "Stanca.", "Dieta mediterranea.", "41."})
    EXPECT_FALSE(IsBare(text)) << text;
}

TEST(BareStatements, CommonWordsThatSayHowSomethingIsStay) {
  for (const char* text : {"Non ha problemi di pressione.", "Non farmaci.", "Basta farmaci.", "La pressione va bene.",
                           "Problemi di peso.", "Terapia per la pressione.", "Non ha problemi di alimentazione."})
    EXPECT_FALSE(IsBare(text)) << text;
}

}  // namespace
}  // namespace scriba::clinical
