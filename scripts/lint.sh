#!/usr/bin/env bash
# clang-tidy over the server's sources, then types and ESLint over the web application.
. "$(dirname "$0")/lib.sh"
cd "$ROOT"
"$ROOT/scripts/compile.sh" dev  # generated headers must be there
say "clang-tidy (a few seconds a file, several minutes in all)"
mapfile -t files < <(find server/src -name '*.cc')
printf '%s\n' "${files[@]}" | xargs -P "$(nproc)" -n 1 clang-tidy -p build/dev --quiet --warnings-as-errors='*' 2>/dev/null ||
  fail "clang-tidy has something to say; see above"
say "Types and ESLint of the web application (half a minute)"
make build/web-packages.stamp
(cd web && npm run --silent typecheck && npm run --silent lint)
