#!/usr/bin/env bash
# Runs the named benchmarks, or all that are short: bench.sh [NAME...]. Tables and the machine they were measured on go
# to build/bench-results/results.md, ready to be copied into the README of bench/<folder>.
. "$(dirname "$0")/lib.sh"
cd "$ROOT"
export SCRIBA_PROGRAM=${SCRIBA_PROGRAM:-$ROOT/build/scriba}
export SCRIBA_BENCH_PROGRAMS=$ROOT/build/bench/bench
export SCRIBA_BENCH_RESULTS=$ROOT/build/bench-results
export NODE_NO_WARNINGS=1
short=(instructions requests growth channels recordings stop-to-saved speech clinical)

# One function per benchmark; the times are those of an idle machine of two cores.
bench_instructions() { run "processor instructions an answer (1 minute)" bench/server/instructions.mjs; }
bench_requests() { run "requests a second beside the limit (3 minutes)" bench/server/requests.mjs; }
bench_growth() { SECONDS_EACH=1 run "the same calls while the installation grows to a million patients (2 minutes)" bench/server/growth.mjs; }
bench_channels() { run "2,000 live channels (2 minutes)" bench/server/channels.mjs 2000; }
bench_recordings() { run "200 recordings at once (2 minutes)" bench/recordings/many.mjs 200 40; }
bench_recordings-1000() { run "1,000 recordings at once (6 minutes)" bench/recordings/many.mjs 1000 60; }
bench_stop-to-saved() { run "from the stop to the saved consultation (3 minutes)" bench/recordings/stop_to_saved.mjs 60 120; }
bench_stop-to-saved-long() { run "the same for visits of up to half an hour (33 minutes)" bench/recordings/stop_to_saved.mjs 60 300 900 1800; }
bench_kills() { run "1,000 times killed while doctors record (10 minutes)" bench/recordings/kills.mjs 1000; }
bench_speech() { programs speech "cutting and decoding of sound (1 minute)"; }
bench_clinical() { programs clinical "analysis of a consultation (1 minute)"; }

run() {
  say "$1"
  node "${@:2}"
}

# The programs of a folder that are made with Google Benchmark.
programs() {
  local folder=$1 program
  say "$2"
  for program in "$SCRIBA_BENCH_PROGRAMS/$folder"/bench_*; do
    printf '### %s\n\n' "$(basename "$program")"
    printf '```\n%s\n```\n\n' "$("$program" --benchmark_color=false 2>/dev/null)"
  done | tee -a "$SCRIBA_BENCH_RESULTS/results.md"
}

names=("$@")
[ ${#names[@]} -gt 0 ] || names=("${short[@]}")
for name in "${names[@]}"; do
  declare -F "bench_$name" >/dev/null || fail "no benchmark is called $name; there are: $(declare -F | sed -n 's/^declare -f bench_//p' | xargs)"
done

make build/bench/build.ninja
scripts/compile.sh bench
wire=server/tests/wire
[ "$wire/node_modules/.package-lock.json" -nt "$wire/package-lock.json" ] || (cd "$wire" && npm ci --no-audit --no-fund --loglevel=error)
rm -rf "$SCRIBA_BENCH_RESULTS" && mkdir -p "$SCRIBA_BENCH_RESULTS"
{
  printf 'Measured on %s, ' "$(date -u +%Y-%m-%d)"
  lscpu | awk -F ': +' '/^Model name/ { model = $2 } /^CPU\(s\)/ { cores = $2 } END { printf "%s, %s cores, ", model, cores }'
  printf 'Linux %s, %s; load at the start %s.\n\n' "$(uname -r)" "$(git rev-parse --short HEAD)" "$(cut -d' ' -f1 /proc/loadavg)"
} | tee "$SCRIBA_BENCH_RESULTS/results.md"
for name in "${names[@]}"; do "bench_$name"; done
say "All tables: build/bench-results/results.md"
