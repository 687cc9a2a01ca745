#!/usr/bin/env bash
# Brings targets of one build folder up to date: compile.sh PRESET [TARGET...]. Silent when there is nothing to do.
. "$(dirname "$0")/lib.sh"
cd "$ROOT"
preset=$1
shift
plan=$(ninja -C "build/$preset" -n "$@" | tail -n 1)
[[ $plan == *'no work to do'* ]] && exit 0
say "Compiling $preset: ${*:-everything} (5 to 10 minutes on two cores from nothing, seconds after a change)"
# A batch of files takes the compiler up to a gigabyte: no more of them at once than there is room for.
jobs=$(awk -v most="$(($(nproc) + 1))" '/^MemAvailable/ { n = int($2 / 1048576); print n < 1 ? 1 : n < most ? n : most }' /proc/meminfo)
NINJA_STATUS='    [%f/%t %es] ' ninja -j "$jobs" -C "build/$preset" "$@" || fail "the $preset build failed; see above"
