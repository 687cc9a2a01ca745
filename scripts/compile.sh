#!/usr/bin/env bash
# Brings targets of one build folder up to date: compile.sh PRESET [TARGET...]. Silent when there is nothing to do.
. "$(dirname "$0")/lib.sh"
cd "$ROOT"
preset=$1
shift
plan=$(ninja -C "build/$preset" -n "$@" | tail -n 1)
[[ $plan == *'no work to do'* ]] && exit 0
say "Compiling $preset: ${*:-everything} (up to 10 minutes on two cores from nothing, seconds after a change)"
NINJA_STATUS='    [%f/%t %es] ' ninja -C "build/$preset" "$@" || fail "the $preset build failed; see above"
