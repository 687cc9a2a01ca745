// `scriba check --speech FILE` and `scriba evaluate-speech FOLDER`: what does the engine hear, and how fast?
#include <iomanip>
#include <iostream>

#include "app/commands.h"
#include "app/room_settings.h"
#include "speech/engine_trial.h"

namespace scriba::app {
namespace {

void SayTrial(const speech::EngineTrial& trial) {
  std::cout << std::fixed << std::setprecision(1) << "engine: " << trial.host << '\n'
            << "sound: " << trial.audio_seconds << " s\n"
            << "taken: " << trial.taken_seconds << " s, " << std::setprecision(2) << trial.RealTimeFactor()
            << " times the length of the sound\n";
  for (const speech::Mark mark : trial.marks) std::cout << "mark: " << speech::WireName(mark) << '\n';
}

}  // namespace

int CheckSpeech(const platform::Config& config, const std::string& file) {
  speech::SpeechService service(SpeechSettingsOf(config));
  const auto trial = speech::TryEngine(service, file);
  if (!trial) return Refuse(trial.error());
  SayTrial(*trial);
  std::cout << '\n' << trial->text << '\n';
  return 0;
}

int EvaluateSpeech(const platform::Config& config, const std::string& folder) {
  speech::SpeechService service(SpeechSettingsOf(config));
  const auto say = [](const speech::Evaluation& evaluation) {
    std::cout << std::fixed << std::setprecision(1) << evaluation.file.filename().string() << ": "
              << 100 * evaluation.errors.Rate() << " % of " << evaluation.errors.words << " words, "
              << std::setprecision(2) << evaluation.trial.RealTimeFactor() << " times the length of the sound\n";
  };
  const auto sum = speech::EvaluateSpeech(service, folder, say);
  if (!sum) return Refuse(sum.error());
  std::cout << std::fixed << std::setprecision(1) << "word error rate: " << 100 * sum->Rate() << " % ("
            << sum->substitutions << " substituted, " << sum->deletions << " missed, " << sum->insertions
            << " invented, of " << sum->words << ")\n";
  return 0;
}

}  // namespace scriba::app
