#!/usr/bin/env bash
# Puts a speech engine on this machine, used by `make run` from then on: speech.sh MODEL
. "$(dirname "$0")/lib.sh"
"$ROOT/scripts/packages.sh" speech
"$ROOT/scripts/speech/program.sh"
"$ROOT/scripts/speech/model.sh" "$1"
say "The speech engine is ready; start Scriba again to use it"
