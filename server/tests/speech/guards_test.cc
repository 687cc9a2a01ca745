#include "speech/guards.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "speech/text.h"

namespace scriba::speech {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A piece of 24 s from 60 s on, with a voice in the given stretches (seconds of the piece).
Piece PieceWithVoice(std::initializer_list<std::pair<double, double>> voices) {
  Piece piece;
  piece.place = {3, {ToSampleCount(60), ToSampleCount(84)}};
  piece.evidence = voices.size() == 0 ? Evidence::kDoubtful : Evidence::kVoice;
  for (const auto& [from, to] : voices) piece.speech.push_back({ToSampleCount(60 + from), ToSampleCount(60 + to)});
  return piece;
}

Piece PieceOfTalk() { return PieceWithVoice({{0.5, 23.5}}); }
Piece PieceOfNoise() { return PieceWithVoice({}); }

HeardSegment Said(double start, double end, std::string text, double avg_logprob = -0.25,
                  double no_speech_prob = 0.02) {
  return {start, end, std::move(text), avg_logprob, no_speech_prob};
}

HeardText Whole(std::string text) { return {Said(0, 24, std::move(text))}; }

std::string TextOf(const Judgement& judgement) {
  std::string text;
  for (const HeardSegment& segment : judgement.text) text += (text.empty() ? "" : " ") + segment.text;
  return text;
}

constexpr const char* kTalk =
    "Buongiorno dottore, mi sento un po' stanca, soprattutto la sera, e ho spesso mal di testa. Da quanto tempo ha "
    "questi disturbi? Da circa tre settimane.";

TEST(Guards, OrdinaryTalkPassesUntouched) {
  const Judgement judgement =
      JudgeAnswer(PieceOfTalk(), {Said(0, 6, "Buongiorno signora, come si sente oggi?"), Said(6.5, 22, kTalk)}, "");
  EXPECT_THAT(judgement.marks, IsEmpty());
  EXPECT_FALSE(judgement.wants_another_try);
  EXPECT_EQ(judgement.text.size(), 2U);
}

TEST(Guards, SubtitleCreditsAreDroppedWhereNobodySpoke) {
  for (const char* credit : {"Sottotitoli creati dalla comunità Amara.org", "Sottotitoli e revisione a cura di QTSS",
                             "Sottotitoli a cura di QTSS", "Grazie per la visione!",
                             "Grazie per aver guardato il video.", "Iscriviti al canale", "...", "♪"}) {
    const Judgement judgement = JudgeAnswer(PieceOfNoise(), Whole(credit), "");
    EXPECT_THAT(judgement.text, IsEmpty()) << credit;
    EXPECT_THAT(judgement.marks, ElementsAre(Mark::kSubtitleCredit)) << credit;
    EXPECT_FALSE(judgement.wants_another_try);
  }
}

TEST(Guards, ACreditAfterTheTalkIsDroppedAndTheTalkKept) {
  const Judgement judgement =
      JudgeAnswer(PieceWithVoice({{0.5, 12}}),
                  {Said(0, 12, kTalk), Said(14, 24, "Sottotitoli creati dalla comunità Amara.org")}, "");
  EXPECT_EQ(TextOf(judgement), kTalk);
  EXPECT_THAT(judgement.marks, ElementsAre(Mark::kSubtitleCredit));
}

TEST(Guards, TheSameWordsAreKeptWhereSomebodySpoke) {
  const Judgement judgement = JudgeAnswer(PieceOfTalk(), Whole("Grazie per la visione."), "");
  EXPECT_EQ(TextOf(judgement), "Grazie per la visione.");
}

TEST(Guards, TalkThatMentionsSubtitlesIsNoCredit) {
  const char* talk =
      "Sottotitoli in televisione non riesco più a leggerli, dottore, vedo doppio da due settimane almeno.";
  EXPECT_EQ(TextOf(JudgeAnswer(PieceOfNoise(), Whole(talk), "")), talk);
}

TEST(Guards, TextThatTheEngineItselfDoubtsIsDroppedWhereNobodySpoke) {
  const HeardText doubted{Said(0, 24, "E quindi andiamo.", -1.4, 0.83)};
  EXPECT_THAT(JudgeAnswer(PieceOfNoise(), doubted, "").text, IsEmpty());
  EXPECT_THAT(JudgeAnswer(PieceOfNoise(), doubted, "").marks, ElementsAre(Mark::kNoSpeechText));
  EXPECT_EQ(TextOf(JudgeAnswer(PieceOfTalk(), doubted, "")), "E quindi andiamo.");
}

TEST(Guards, AWhisperedSentenceIsKept) {
  EXPECT_EQ(TextOf(JudgeAnswer(PieceOfNoise(), Whole("Ho perso la voce da tre giorni."), "")),
            "Ho perso la voce da tre giorni.");
}

TEST(Guards, ALoopOfAPhraseIsReducedToOne) {
  const Judgement judgement = JudgeAnswer(
      PieceOfTalk(),
      Whole("Prenda la compressa al mattino e la sera, e la sera, e la sera, e la sera, e la sera, e la sera."), "");
  EXPECT_EQ(TextOf(judgement), "Prenda la compressa al mattino e la sera,");
  EXPECT_THAT(judgement.marks, Contains(Mark::kLoop));
  EXPECT_TRUE(judgement.wants_another_try);
}

TEST(Guards, ALoopOfSegmentsIsReducedToOne) {
  HeardText heard{Said(0, 4, "Buongiorno signora, come sta oggi?")};
  for (int i = 0; i < 6; ++i) heard.push_back(Said(4 + 3 * i, 7 + 3 * i, "Mi fa male la testa."));
  const Judgement judgement = JudgeAnswer(PieceOfTalk(), std::move(heard), "");
  EXPECT_EQ(TextOf(judgement), "Buongiorno signora, come sta oggi? Mi fa male la testa.");
  EXPECT_THAT(judgement.marks, Contains(Mark::kLoop));
}

TEST(Guards, ALoopWithVariationsIsToldByItsCompression) {
  std::string text;
  for (int i = 1; i < 12; ++i) text += "La pressione è di centotrenta su ottanta la " + std::to_string(i) + " volta. ";
  EXPECT_THAT(JudgeAnswer(PieceOfTalk(), Whole(text), "").marks, ElementsAre(Mark::kLoop));
}

TEST(Guards, PeopleMaySayNoFourTimes) {
  const Judgement judgement = JudgeAnswer(
      PieceOfTalk(), Whole("No, no, no, no. Sì, sì, sì, va bene dottore, come dice lei, allora prendo la metformina."),
      "");
  EXPECT_EQ(TextOf(judgement),
            "No, no, no, no. Sì, sì, sì, va bene dottore, come dice lei, allora prendo la metformina.");
  EXPECT_THAT(judgement.marks, IsEmpty());
}

TEST(Guards, ThePromptComingBackIsDropped) {
  const char* prompt = "Colloquio tra medico e paziente, in italiano.";
  const Judgement judgement =
      JudgeAnswer(PieceOfTalk(), {Said(0, 2, "Colloquio tra medico e paziente."), Said(2, 23, kTalk)}, prompt);
  EXPECT_EQ(TextOf(judgement), kTalk);
  EXPECT_THAT(judgement.marks, ElementsAre(Mark::kPromptEcho));
  EXPECT_TRUE(judgement.wants_another_try);
}

TEST(Guards, WordsOfThePromptInASentenceAreKept) {
  const Judgement judgement = JudgeAnswer(
      PieceOfTalk(), Whole("Il medico e paziente devono parlare del colloquio che abbiamo avuto ieri mattina insieme."),
      "Colloquio tra medico e paziente.");
  EXPECT_THAT(judgement.marks, IsEmpty());
}

TEST(Guards, NothingHeardWhereSomebodySpokeIsTriedAgain) {
  const Judgement judgement = JudgeAnswer(PieceOfTalk(), {}, "");
  EXPECT_THAT(judgement.marks, ElementsAre(Mark::kEmptyOnSpeech));
  EXPECT_TRUE(judgement.wants_another_try);
  EXPECT_FALSE(JudgeAnswer(PieceOfNoise(), {}, "").wants_another_try);
}

TEST(Guards, FarTooFewWordsAreMarked) {
  EXPECT_THAT(JudgeAnswer(PieceOfTalk(), Whole("Buongiorno dottore."), "").marks, ElementsAre(Mark::kSparse));
}

TEST(Guards, EnglishOutOfItalianSpeechIsTriedAgain) {
  const Judgement judgement = JudgeAnswer(
      PieceOfTalk(),
      Whole("Good morning doctor, I feel a little tired, especially in the evening, and I often have a headache."), "");
  EXPECT_THAT(judgement.marks, ElementsAre(Mark::kWrongLanguage));
  EXPECT_TRUE(judgement.wants_another_try);
}

TEST(Guards, OtherLanguagesAndScriptsAreTold) {
  for (const char* text :
       {"Buenos días doctor, me siento un poco cansada, sobre todo por la noche, y me duele mucho la cabeza.",
        "Bonjour docteur, je me sens un peu fatiguée, surtout le soir, et j'ai souvent mal à la tête.",
        "Субтитры сделал DimaTorzok", "ご視聴ありがとうございました"}) {
    EXPECT_THAT(JudgeAnswer(PieceWithVoice({{0, 5}}), {Said(0, 5, text)}, "").marks, Contains(Mark::kWrongLanguage))
        << text;
  }
}

TEST(Guards, AListOfDrugsAndDosesIsItalianEnough) {
  const Judgement judgement =
      JudgeAnswer(PieceOfTalk(),
                  Whole("Metformina 500 due volte al giorno, ramipril 5 la mattina, atorvastatina 20 la sera, "
                        "bisoprololo 1,25, aspirina 100 dopo pranzo."),
                  "");
  EXPECT_THAT(judgement.marks, IsEmpty());
}

TEST(Guards, TheSoundAnswerOfTwoIsKept) {
  const Piece piece = PieceOfTalk();
  const Judgement bad = JudgeAnswer(piece, {}, ""), good = JudgeAnswer(piece, Whole(kTalk), "");
  EXPECT_EQ(TextOf(BetterOf(bad, good)), kTalk);
  EXPECT_EQ(TextOf(BetterOf(good, bad)), kTalk);
}

TEST(Guards, OfTwoFaultyAnswersTheLongerIsKept) {
  const Piece piece = PieceOfTalk();
  const Judgement empty = JudgeAnswer(piece, {}, ""), sparse = JudgeAnswer(piece, Whole("Buongiorno."), "");
  EXPECT_EQ(TextOf(BetterOf(empty, sparse)), "Buongiorno.");
  EXPECT_EQ(TextOf(BetterOf(sparse, empty)), "Buongiorno.");
}

}  // namespace
}  // namespace scriba::speech
