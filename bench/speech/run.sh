#!/usr/bin/env bash
# The measurements of bench/speech that need an engine of stated speed or many recordings: run.sh RESULTS_FOLDER
# The engine is the stand-in of the tests at 0.3 times the length of the sound. LENGTHS in seconds (the lengths that are
# published, 60 300 900 1800, take as long as they say).
set -euo pipefail
results=${1:?folder for the results}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
programs=$(find "$root/build/bench" -type f -name stop_to_text -perm -u+x -printf '%h\n' | head -1)
lengths=${LENGTHS:-60 180}
work=$(mktemp -d)
exec 3> >(node "$root/server/tests/support/stand_in_engine.mjs" --port 18799 --until-stdin-ends >/dev/null)
trap 'exec 3>&-; rm -rf "$work"' EXIT

"$root/server/tests/support/speech/make_speech.sh" "$work/visit" espeak
for ((i = 0; i < 13; i++)); do cat "$work/visit/consult.live.webm"; done >"$work/half_hour.webm"
curl -sf --retry 20 --retry-connrefused --retry-delay 1 -d '{"mode": "echo", "real_time_factor": 0.3}' http://127.0.0.1:18799/control >/dev/null
# shellcheck disable=SC2086 # several lengths
"$programs/stop_to_text" "$work/half_hour.webm" http://127.0.0.1:18799 $lengths | tee "$results/stop_to_text.jsonl"
"$programs/live_memory" "$work/half_hour.webm" 100 30 | tee "$results/live_memory.json"
