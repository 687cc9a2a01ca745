#!/usr/bin/env bash
# Installs the Debian packages of the named lists (scripts/packages/*.txt) that are not there yet: packages.sh LIST...
# A line a|b means: a where the release has it, else b.
. "$(dirname "$0")/lib.sh"

[ -f /etc/debian_version ] || fail "Scriba is built on Debian 12 or later; this system has no apt"

wanted=()
for list in "$@"; do
  mapfile -t -O "${#wanted[@]}" wanted < <(grep -v '^#' "$ROOT/scripts/packages/$list.txt")
done
# shellcheck disable=SC2068  # alternatives are words of their own
installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' ${wanted[@]//|/ } 2>/dev/null | sed -n 's/^installed //p' || true)
missing=()
for package in "${wanted[@]}"; do
  grep -qxE "${package//+/\\+}" <<<"$installed" || missing+=("$package")
done
[ ${#missing[@]} = 0 ] && exit 0

say "Installing ${#missing[@]} Debian packages for '$*' (one to five minutes, once): ${missing[*]}"
as_root apt-get update -qq
for i in "${!missing[@]}"; do
  for package in ${missing[i]//|/ }; do
    if apt-cache policy "$package" | grep -q 'Candidate: [0-9]'; then break; fi
  done
  missing[i]=$package
done
as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 \
  "${missing[@]}" >/dev/null
