#!/usr/bin/env bash
# Sees to it that there is a Node.js new enough for the web application's tools (20.19 or later, but not 21 or early
# 22), with npm. In order: the one on PATH; Debian's package; where that is too old (Debian 12), the official program
# from the npm registry, pinned with its checksum in scripts/node/package-lock.json and kept in CACHE/node, which the
# Makefile puts first on PATH.
. "$(dirname "$0")/lib.sh"
PATH=$CACHE/node/bin:$PATH

is_good_version() {
  local major minor
  IFS=. read -r major minor _ <<<"$1"
  [ "$major" -gt 22 ] || { [ "$major" = 22 ] && [ "$minor" -ge 12 ]; } || { [ "$major" = 20 ] && [ "$minor" -ge 19 ]; }
}

has_good_node() {
  local version
  command -v npm >/dev/null && version=$(node --version 2>/dev/null) && is_good_version "${version#v}"
}

has_good_node && exit 0
with_lock node

if ! { command -v node && command -v npm; } >/dev/null; then
  say "Installing Node.js and npm from Debian (two to four minutes, once)"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 \
    nodejs npm >/dev/null
  hash -r
  has_good_node && exit 0
fi

say "Fetching a newer Node.js by npm, as $(node --version) is too old for the web tools (50 MB, half a minute, once)"
rm -rf "$CACHE/node" && mkdir -p "$CACHE/node/bin"
cp "$ROOT"/scripts/node/{package.json,package-lock.json,.npmrc} "$CACHE/node/"
(cd "$CACHE/node" && quietly "$CACHE/node/install.log" npm ci --no-audit --no-fund)
(
  cd "$CACHE/node/bin"
  ln -s ../node_modules/node-linux-*/bin/node node
  ln -s ../node_modules/npm/bin/npm-cli.js npm
  ln -s ../node_modules/npm/bin/npx-cli.js npx
)
hash -r
has_good_node || fail "no usable Node.js: install version 20.19 or later, with npm, and try again"
