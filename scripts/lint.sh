#!/usr/bin/env bash
# clang-tidy over the server's sources, then types and ESLint over the web application.
. "$(dirname "$0")/lib.sh"
cd "$ROOT"
"$ROOT/scripts/compile.sh" dev # generated headers must be there
"$ROOT/scripts/packages.sh" lint

tidy=$(compgen -c clang-tidy- | grep -E '^clang-tidy-(1[6-9]|[2-9][0-9])$' | sort -uV | tail -n 1)
say "$tidy over the server (5 seconds a file and core)"
# GCC's own switch for coroutines is not known to clang, which needs none.
mkdir -p build/tidy
sed 's/ -fcoroutines / /g' build/dev/compile_commands.json >build/tidy/compile_commands.json
find server/src -name '*.cc' -print0 |
  xargs -0 -P "$(nproc)" -n 1 "$tidy" -p build/tidy --quiet --warnings-as-errors='*' 2>build/tidy/counts.txt ||
  fail "clang-tidy has something to say; see above"
say "Types and ESLint of the web application (half a minute)"
make build/web-packages.stamp
(cd web && npm run --silent typecheck && npm run --silent lint)
