#!/usr/bin/env bash
# Lays out every file of the repository; with --check only says which C++ files differ and fails.
. "$(dirname "$0")/lib.sh"
cd "$ROOT"
# Each release of clang-format lays some lines out differently: only the one that we use is a judge.
judge=14
version=$(clang-format --version | sed -E 's/.*version ([0-9]+).*/\1/')
if [ "$version" != "$judge" ]; then
  say "The layout is judged by clang-format $judge (Debian 12); here is version $version, so it is left alone"
  exit 0
fi
mapfile -d '' files < <(find server bench -type f \( -name '*.h' -o -name '*.cc' \) -print0)
if [ "${1:-}" = --check ]; then
  printf '%s\0' "${files[@]}" | xargs -0 -P "$(nproc)" -n 20 clang-format --dry-run --Werror ||
    fail "some files are not laid out; run make format"
  echo "${#files[@]} files in the house's layout"
else
  clang-format -i "${files[@]}"
  make build/web-packages.stamp
  (cd web && npm run --silent format)
fi
