#!/usr/bin/env bash
# Builds and runs every benchmark program of bench/; results, with date and machine, go to build/bench-results/.
. "$(dirname "$0")/lib.sh"
cd "$ROOT"
make build/bench/build.ninja
"$ROOT/scripts/compile.sh" bench
results=build/bench-results
mkdir -p "$results"
{
  date -u +%Y-%m-%dT%H:%MZ
  lscpu | grep -E '^(Model name|CPU\(s\)):'
  git rev-parse --short HEAD
} >"$results/machine.txt"
while IFS= read -r program; do
  name=$(basename "$program")
  say "Running $name"
  "$program" --benchmark_out="$results/$name.json" --benchmark_out_format=json
done < <(find build/bench/bench -type f -name 'bench_*' -perm -u+x | sort)
for script in bench/*/run.sh; do
  [ -x "$script" ] || continue
  say "Running $script"
  "$script" "$results"
done
