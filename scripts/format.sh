#!/usr/bin/env bash
# Lays out every C++ file of the repository; with --check only says which ones differ and fails.
. "$(dirname "$0")/lib.sh"
cd "$ROOT"
mapfile -d '' files < <(find server bench -type f \( -name '*.h' -o -name '*.cc' \) -print0)
if [ "${1:-}" = --check ]; then
  printf '%s\0' "${files[@]}" | xargs -0 -P "$(nproc)" -n 20 clang-format --dry-run --Werror ||
    fail "some files are not laid out; run make format"
  echo "${#files[@]} files in the house's layout"
else
  clang-format -i "${files[@]}"
fi
