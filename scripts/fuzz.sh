#!/usr/bin/env bash
# Throws invented input at the parsers of outside input, with libFuzzer under AddressSanitizer:
#   fuzz.sh SECONDS [TARGET...]     each target (server/tests/fuzz/<target>_fuzz.cc; all where none is named) for so long
# What was found useful stays in build/fuzz/corpus; an input that fails lies in build/fuzz/findings and belongs, when it
# is mended, into server/tests/fuzz/corpus/<target>_fuzz, which every build runs.
. "$(dirname "$0")/lib.sh"
cd "$ROOT"
"$ROOT/scripts/packages.sh" fuzz

seconds=${1:-30}
targets=("${@:2}")
if [ ${#targets[@]} = 0 ]; then
  for source in server/tests/fuzz/*_fuzz.cc; do targets+=("$(basename "${source%_fuzz.cc}")"); done
fi

# The newest clang that understands C++20 coroutines and brings libFuzzer.
has_fuzzer() {
  printf 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' |
    "$1" -x c++ -fsanitize=fuzzer,address - -o /dev/null 2>/dev/null
}
compiler=
for candidate in $(compgen -c clang++- | grep -E '^clang\+\+-(1[6-9]|[2-9][0-9])$' | sort -uV); do
  ! has_fuzzer "$candidate" || compiler=$candidate
done
[ -n "$compiler" ] || fail "no clang++ from 16 on with libFuzzer"

if [ ! -f build/fuzz/build.ninja ]; then
  say "Configuring the fuzz build with $compiler (seconds)"
  quietly build/fuzz-configure.log cmake --preset fuzz \
    -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_C_COMPILER="${compiler/clang++/clang}"
fi
scripts/compile.sh fuzz "${targets[@]/%/_fuzz}"

mkdir -p build/fuzz/findings
failed=()
for target in "${targets[@]}"; do
  say "$target for $seconds seconds"
  mkdir -p "build/fuzz/corpus/$target"
  log=build/fuzz/findings/$target.log
  "build/fuzz/server/tests/${target}_fuzz" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="build/fuzz/findings/$target-" "build/fuzz/corpus/$target" "server/tests/fuzz/corpus/${target}_fuzz" \
    >"$log" 2>&1 || failed+=("$target")
  grep -E '^stat::number_of_executed_units|^SUMMARY|^#.*DONE' "$log" >&2 || true
done
[ ${#failed[@]} = 0 ] || fail "found something in: ${failed[*]}; see build/fuzz/findings"
say "nothing found in ${#targets[@]} targets"
