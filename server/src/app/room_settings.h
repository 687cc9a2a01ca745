// What the rooms are told of the operator's configuration.
#pragma once

#include "app/installation.h"
#include "consultations/language_model.h"
#include "consultations/recording_job.h"
#include "platform/jobs.h"
#include "speech/settings.h"
#include "storage/service.h"

namespace scriba::app {

speech::SpeechSettings SpeechSettingsOf(const platform::Config& config);
consultations::LanguageModelSettings LanguageModelSettingsOf(const platform::Config& config);
storage::StorageOptions StorageOptionsOf(const Installation& installation);
platform::JobRunnerOptions JobRunnerOptionsOf(const platform::Config& config, std::string node);
consultations::RecordingJobOptions RecordingJobOptionsOf(const platform::Config& config);

/// The web application's folder: the configured one, or the one found beside the program.
std::filesystem::path WebFolderOf(const platform::Config& config);

}  // namespace scriba::app
