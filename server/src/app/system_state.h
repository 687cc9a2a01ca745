// How the installation is: for administrators, by the procedure `system_state`; and, for doctors, who hears their
// patients. The public /health says only that it lives.
#pragma once

#include "app/installation.h"
#include "auth/procedure.h"
#include "speech/speech_service.h"

namespace scriba::app {

/// No arguments. Answers version, uptime, database, engines (hosts, never paths or keys), work that waits, and room on
/// the disk. Errors of the call: kNotPermitted.
auth::Procedure SystemState(Installation& installation, const speech::SpeechService& speech);

/// Which engine hears the patient, for everybody who is signed in: `speech_engine` answers `{"host", "is_remote"}`,
/// where a host that is null is this server.
auth::Procedure SpeechEngine(const speech::SpeechService& speech);

}  // namespace scriba::app
