#!/usr/bin/env bash
# Runs the named suites in order and ends with a plain total: test.sh SUITE... A suite that fails does not keep the
# later ones from running, so that one run shows all there is to mend. Every suite has a time limit. What failed is run
# once more, and named in the total when it passes then (docs/decisions/0025).
. "$(dirname "$0")/lib.sh"
cd "$ROOT"
logs=build/test-logs
mkdir -p "$logs"

# One function per suite: the limit in minutes, what it is in words, what to run.
suite_format() { run 2 "layout of the C++ files" scripts/format.sh --check; }
suite_web-lint() { run 10 "types and ESLint of the web application (1 minute)" web_lint; }
suite_web-unit() { run 15 "unit tests of the web application (1 minute)" npm_in web test; }
suite_cpp-unit() { run 40 "unit tests of the server (compiles first)" ctest_of dev; }
suite_cpp-sanitized() { run 60 "unit tests and fuzz corpora of the server under AddressSanitizer (compiles first)" ctest_of asan; }
suite_build() { run 30 "the program and the web application, as installed" make build; }
suite_wire() { run 15 "the public client against the program, on both databases (4 minutes)" npm_in server/tests/wire test; }
suite_e2e() { run 30 "the stories in Chromium (12 minutes)" npm_in web e2e ${second_try:+-- --last-failed}; }

npm_in() {
  local folder=$1
  shift
  if [ "$folder" = web ]; then
    make build/web-packages.stamp
  elif [ ! "$folder/node_modules/.package-lock.json" -nt "$folder/package-lock.json" ]; then
    (cd "$folder" && npm ci --no-audit --no-fund --loglevel=error)
  fi
  (cd "$folder" && SCRIBA_PROGRAM=$ROOT/build/scriba npm run --silent "$@")
}

web_lint() { npm_in web typecheck && npm_in web lint; }

ctest_of() {
  make "build/$1/build.ninja"
  scripts/compile.sh "$1" tests
  ctest --preset "$1" --parallel "$(nproc)" --output-on-failure ${second_try:+--rerun-failed}
}

# How many tests a log tells of, in the words of ctest, Vitest, Node's runner and Playwright.
count_tests() {
  sed 's/\x1b\[[0-9;]*m//g' "$1" | awk '
    /tests passed, .* tests failed out of [0-9]+/ { n += $NF }
    /^ *Tests  .*\([0-9]+\)$/ { gsub(/[()]/, "", $NF); n += $NF }
    /^(#|ℹ) tests [0-9]+$/ { n += $3 }
    /^ +[0-9]+ passed( |$)/ { n += $1 }
    END { print n + 0 }'
}

passed=0 total=0 tests=0 failed=() unsteady=() running= second_try=${second_try:-} started=$SECONDS
interrupted() {
  [ -z "$running" ] || { kill -TERM "$running" && wait "$running"; } 2>/dev/null || true
  exit 130
}

# run MINUTES WORDS COMMAND...: the suite $name, and what became of it.
run() {
  local minutes=$1 words=$2 log=$logs/$name${second_try:+.second-try}.log begin=$SECONDS status=0
  say "$name${second_try:+ once more}: $words"
  watched "$minutes" "$log" "${@:3}" || status=$?
  local count
  count=$(count_tests "$log")
  local line="$name, $((SECONDS - begin)) s"
  [ "$count" = 0 ] || line+=", $count tests"
  if [ -z "$second_try" ]; then
    total=$((total + 1)) tests=$((tests + count))
  fi
  if [ "$status" = 0 ]; then
    passed=$((passed + 1))
    [ -z "$second_try" ] || unsteady+=("$name")
    say "passed: $line"
  elif [ "$status" = 124 ]; then
    failed+=("$name")
    say "FAILED: $line, stopped after $minutes minutes; log in $log"
  elif [ -z "$second_try" ]; then
    say "failed the first time: $line; log in $log"
    second_try=yes
    "suite_$name"
    second_try=
  else
    failed+=("$name")
    say "FAILED twice: $line; log in $log"
  fi
}

# watched MINUTES LOG COMMAND...: what the command says, as it says it and in the log; its status, 124 when out of time.
watched() {
  local minutes=$1 log=$2 status=0
  shift 2
  # tail may come before the suite: it finds the log there, empty.
  : >"$log"
  # A shell of its own, so that set -e holds inside it; a process group of its own, so that the time limit and Ctrl-C
  # end all that it started.
  timeout --kill-after=30 "${minutes}m" env second_try="$second_try" \
    bash -c '. scripts/test.sh --definitions-only; "$@"' scripts/test.sh "$@" </dev/null >>"$log" 2>&1 &
  running=$!
  tail -n +1 -s 0.3 -f --pid="$running" "$log" || true
  wait "$running" || status=$?
  running=
  return "$status"
}

[ "${1:-}" = --definitions-only ] && return 0

trap interrupted INT TERM
for name in "$@"; do "suite_$name"; done
took=$((SECONDS - started))
summary="$passed of $total suites passed, $tests tests, $((took / 60)) min $((took % 60)) s"
[ ${#unsteady[@]} = 0 ] || summary+="; at the second try only: ${unsteady[*]}"
if [ ${#failed[@]} = 0 ]; then
  say "TOTAL: $summary"
else
  say "TOTAL: $summary; failed: ${failed[*]}"
  exit 1
fi
